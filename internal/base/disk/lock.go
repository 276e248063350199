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
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
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
