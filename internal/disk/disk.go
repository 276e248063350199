// Package disk writes files so that a process may be killed at any moment: a reader sees all of the old or all of the new
// content. It also has folders for files that untrusted programs read, and temporary folders that outlive no process for long. Its errors say that the fault lies with the disk, which ends a campaign and has an exit status of its own.
package disk

import (
	"fmt"
	"os"
	"path/filepath"
)

// An OutputError says that a file or folder cannot be written: the disk is full, or something is in the way.
type OutputError struct {
	Path string
	Err  error
}

func (e *OutputError) Error() string { return fmt.Sprintf("cannot write %s: %v", e.Path, e.Err) }

func (e *OutputError) Unwrap() error { return e.Err }

// A Writer writes whole files. Tests put a full disk in its place; WriteAtomic is the real one.
type Writer func(path string, data []byte) error

// WriteAtomic replaces the file at path by data. Errors are *OutputError.
func WriteAtomic(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), TempPrefix+"*")
	if err != nil {
		return &OutputError{Path: path, Err: err}
	}
	temp := f.Name()
	_, err = f.Write(data)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Chmod(temp, 0o644)
	}
	if err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		_ = os.Remove(temp)
		return &OutputError{Path: path, Err: err}
	}
	return nil
}

// TempPrefix begins the names of files that a killed WriteAtomic leaves behind.
const TempPrefix = ".tmp-"

// MakeDir makes a folder and those above it. Errors are *OutputError.
func MakeDir(path string) error {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return &OutputError{Path: path, Err: err}
	}
	return nil
}
