package disk

import (
	"errors"
	"os"
	"syscall"
)

var (
	errLocked  = errors.New("locked by another process")
	errNoLocks = errors.New("the file system has no locks")
)

// lock locks a file until it is closed or the process ends. Errors are errLocked and errNoLocks.
func lock(f *os.File) error { return flock(f, syscall.LOCK_EX) }

// share is lock, and others may share it too: it only excludes those that lock.
func share(f *os.File) error { return flock(f, syscall.LOCK_SH) }

func flock(f *os.File, how int) error {
	err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.EWOULDBLOCK):
		return errLocked
	}
	return errNoLocks
}

// ours reports whether a file belongs to this user.
func ours(info os.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}
