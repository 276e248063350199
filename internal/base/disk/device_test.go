//go:build unix

package disk_test

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/assay-smt/assay/internal/base/disk"
)

// TestReplacePipe: a pipe, like a device, is written to, and not replaced by a file.
func TestReplacePipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	for _, write := range []func(string, []byte) error{disk.Replace, disk.WriteAtomic} {
		read := make(chan string)
		go func() {
			f, err := os.Open(path)
			if err != nil {
				read <- err.Error()
				return
			}
			data, _ := io.ReadAll(f)
			_ = f.Close()
			read <- string(data)
		}()
		if err := write(path, []byte("text")); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode()&os.ModeNamedPipe == 0 {
			t.Fatalf("the pipe is now %v", info.Mode())
		}
		if got := <-read; got != "text" {
			t.Errorf("the reader got %q", got)
		}
	}
}
