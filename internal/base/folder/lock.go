package folder

import (
	"errors"
	"os"
	"syscall"

	"github.com/assay-smt/assay/internal/base/disk"
)

// errGone says that another process has removed the folder in the meantime.
var errGone = errors.New("other processes keep removing the folder")

// errNoFolder says that something else is where a folder should be.
var errNoFolder = errors.New("it is not a folder")

// lockFolder waits until no other process takes or leaves a folder, which takes moments. The lock is on the folder itself, so that it needs no
// file in a folder that may be a user's. A file system without locks has no lock. Errors are errGone and *disk.OutputError.
func lockFolder(dir string) (unlock func(), err error) {
	f, err := os.OpenFile(dir, os.O_RDONLY|syscall.O_DIRECTORY, 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil, errGone
	}
	if errors.Is(err, syscall.ENOTDIR) {
		return nil, &disk.OutputError{Path: dir, Err: errNoFolder}
	}
	if err != nil {
		return nil, &disk.OutputError{Path: dir, Err: bare(err)}
	}
	for {
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	own, err := f.Stat()
	if err == nil {
		var there os.FileInfo
		if there, err = os.Stat(dir); err == nil && os.SameFile(own, there) {
			return func() { _ = f.Close() }, nil
		}
	}
	_ = f.Close()
	return nil, errGone
}
