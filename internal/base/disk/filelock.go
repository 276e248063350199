package disk

import (
	"errors"
	"os"
	"path/filepath"
)

// ErrLocked says that another process holds a lock.
var ErrLocked = errLocked

// A FileLock keeps other processes out for as long as this one lives, or until Unlock. The lock ends with the process, however the process
// ends; the file stays.
type FileLock struct{ file *os.File }

// TryLock locks a file, which is created if needed, with the folders above it. Errors are ErrLocked and *OutputError. A file
// system without locks keeps no process out, and is not an error.
func TryLock(path string) (*FileLock, error) { return try(path, lock) }

// TryShare is TryLock for those that do not exclude each other, but only holders of the whole lock.
func TryShare(path string) (*FileLock, error) { return try(path, share) }

func try(path string, lock func(*os.File) error) (*FileLock, error) {
	if err := MakeDir(filepath.Dir(path)); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, &OutputError{Path: path, Err: err}
	}
	if err := lock(f); errors.Is(err, errLocked) {
		_ = f.Close()
		return nil, ErrLocked
	}
	// The previous holder may have removed the file: then others would lock a new one.
	if own, err := f.Stat(); err == nil {
		if there, err := os.Lstat(path); err != nil || !os.SameFile(own, there) {
			_ = f.Close()
			return nil, ErrLocked
		}
	}
	return &FileLock{file: f}, nil
}

// Unlock lets others in. Only the first call counts.
func (l *FileLock) Unlock() { _ = l.file.Close() }

// Remove is Unlock for a file that is to leave no trace. Whoever waits for the removed file is told that it is locked, and tries again.
func (l *FileLock) Remove() {
	_ = os.Remove(l.file.Name()) // before others can lock it
	l.Unlock()
}
