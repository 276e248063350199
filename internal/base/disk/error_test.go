package disk

import (
	"io/fs"
	"path/filepath"
	"syscall"
	"testing"
)

// An error names the file that people know, once.
func TestOutputError(t *testing.T) {
	for _, tt := range []struct {
		cause error
		want  string
	}{
		{syscall.ENOSPC, "cannot write out/x: no space left on device"},
		{&fs.PathError{Op: "write", Path: filepath.Join("out", TempPrefix+"123"), Err: syscall.ENOSPC}, "cannot write out/x: no space left on device"},
		{&fs.PathError{Op: "open", Path: "out/x", Err: syscall.EROFS}, "cannot write out/x: read-only file system"},
		{&fs.PathError{Op: "write", Path: "out/x.new", Err: syscall.ENOSPC}, "cannot write out/x: no space left on device"},
		{&fs.PathError{Op: "mkdir", Path: "out", Err: syscall.EACCES}, "cannot write out/x: mkdir out: permission denied"},
	} {
		if got := (&OutputError{Path: "out/x", Err: tt.cause}).Error(); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.cause, got, tt.want)
		}
	}
	if left, ok := Room(t.TempDir()); !ok || left < 0 {
		t.Errorf("%d bytes of room, %v", left, ok)
	}
}
