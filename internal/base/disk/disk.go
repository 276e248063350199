// Package disk writes files so that a process may be killed at any moment: a reader sees all of the old or all of the new
// content. It also provides folders for files that untrusted programs read, and temporary folders that do not outlive their
// process for long. Its errors say that the fault lies with the disk, which ends a campaign and has its own exit status.
package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// An OutputError says that a file or folder cannot be written: the disk is full, or something is in the way.
type OutputError struct {
	Path string
	Err  error
}

func (e *OutputError) Error() string {
	cause := e.Err
	// That a file is written under another name first is nobody's concern.
	var p *fs.PathError
	if errors.As(cause, &p) && (strings.HasPrefix(p.Path, e.Path) || strings.HasPrefix(filepath.Base(p.Path), TempPrefix)) {
		cause = p.Err
	}
	return fmt.Sprintf("cannot write %s: %v", e.Path, cause)
}

func (e *OutputError) Unwrap() error { return e.Err }

// NoSpace reports whether an error says that there is no place to write, whatever was written.
func NoSpace(err error) bool {
	for _, no := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EFBIG} {
		if errors.Is(err, no) {
			return true
		}
	}
	return false
}

// A Writer writes whole files. Tests replace it with a full disk; WriteAtomic is the real one.
type Writer func(path string, data []byte) error

// WriteAtomic replaces the file at path by data. Its content and its name are on the disk when it returns: a reader, or a process after a
// kill or a power failure, sees all of the old or all of the new content. Errors are *OutputError.
func WriteAtomic(path string, data []byte) error {
	if err := replace(path, data, (*os.File).Sync); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// Replace is WriteAtomic without waiting for the disk: it is safe against kills, and after a power failure the file may be
// empty or old. It is for files that can be recreated.
func Replace(path string, data []byte) error {
	return replace(path, data, func(*os.File) error { return nil })
}

func replace(path string, data []byte, sync func(*os.File) error) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return writeInto(path, data)
	}
	f, err := os.CreateTemp(filepath.Dir(path), TempPrefix+"*")
	if err != nil {
		return &OutputError{Path: path, Err: err}
	}
	temp := f.Name()
	if _, err = f.Write(data); err == nil {
		err = sync(f)
	}
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

// writeInto writes to a device or a pipe, such as /dev/null, which a rename would replace with a file.
func writeInto(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return &OutputError{Path: path, Err: err}
	}
	_, err = f.Write(data)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return &OutputError{Path: path, Err: err}
	}
	return nil
}

// SyncDir makes sure that the names in a folder are on the disk. Errors are *OutputError; it is not an error if a file system cannot do it.
func SyncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return &OutputError{Path: path, Err: err}
	}
	defer func() { _ = d.Close() }()
	if err := d.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
		return &OutputError{Path: path, Err: err}
	}
	return nil
}

// SetAside moves what is damaged below a folder into its subfolder "damaged", under a name that is free there, and returns its
// new path. Errors are *OutputError.
func SetAside(root, path string) (string, error) {
	into := filepath.Join(root, Damaged)
	if err := MakeDir(into); err != nil {
		return "", err
	}
	name, err := filepath.Rel(root, path)
	if err != nil {
		name = filepath.Base(path)
	}
	name = strings.ReplaceAll(name, string(filepath.Separator), "-")
	to := filepath.Join(into, name)
	for n := 2; exists(to); n++ {
		to = filepath.Join(into, fmt.Sprintf("%s-%d", name, n))
	}
	if err := os.Rename(path, to); err != nil {
		return "", &OutputError{Path: to, Err: err}
	}
	return to, nil
}

// Damaged is the name of the folder that SetAside moves things to.
const Damaged = "damaged"

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// TempPrefix is the beginning of the names of files that a killed WriteAtomic or Replace leaves behind.
const TempPrefix = ".tmp-"

// MakeDir creates a folder and those above it. Errors are *OutputError.
func MakeDir(path string) error {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return &OutputError{Path: path, Err: err}
	}
	return nil
}
