package disk_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/assay-smt/assay/internal/disk"
)

// What is no file is not replaced by one: not a pipe, and not a device behind a link, which an administrator could replace for the whole machine.
func TestOnlyFilesAreReplaced(t *testing.T) {
	dir := t.TempDir()
	pipe, link := filepath.Join(dir, "pipe"), filepath.Join(dir, "link")
	if err := errors.Join(syscall.Mkfifo(pipe, 0o600), os.Symlink(os.DevNull, link)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, link} {
		before, err := os.Lstat(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, write := range []disk.Writer{disk.WriteAtomic, disk.Replace} {
			var output *disk.OutputError
			if err := write(path, []byte("x")); !errors.As(err, &output) {
				t.Errorf("%s: %v", path, err)
			}
		}
		if after, err := os.Lstat(path); err != nil || !os.SameFile(before, after) {
			t.Errorf("%s was replaced (%v)", path, err)
		}
	}
}
