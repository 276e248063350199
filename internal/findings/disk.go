package findings

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// An OutputError says that the output folder cannot be written: the disk is full, or something is in the way.
type OutputError struct {
	Path string
	Err  error
}

func (e *OutputError) Error() string { return fmt.Sprintf("cannot write %s: %v", e.Path, e.Err) }

func (e *OutputError) Unwrap() error { return e.Err }

// A Writer writes whole files. Tests put a full disk in its place; WriteAtomic is the real one.
type Writer func(path string, data []byte) error

// WriteAtomic replaces the file at path by data: a reader, or a process that comes after a kill, sees all of the
// old or all of the new content. Errors are *OutputError.
func WriteAtomic(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".tmp-*")
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

// MakeDir makes a folder and those above it. Errors are *OutputError.
func MakeDir(path string) error {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return &OutputError{Path: path, Err: err}
	}
	return nil
}

// pending is the suffix of files that wait to replace those without it.
const pending = ".new"

// A file is a name in a folder and its content.
type file struct {
	name string
	data []byte
}

// createFolder writes a folder under a hidden name and shows it whole.
func createFolder(write Writer, path string, files []file) error {
	parent, name := filepath.Split(path)
	hidden := filepath.Join(parent, ".new-"+name)
	if err := os.RemoveAll(hidden); err != nil {
		return &OutputError{Path: hidden, Err: err}
	}
	if err := MakeDir(hidden); err != nil {
		return err
	}
	for _, f := range files {
		if err := write(filepath.Join(hidden, f.name), f.data); err != nil {
			_ = os.RemoveAll(hidden)
			return err
		}
	}
	if err := os.Rename(hidden, path); err != nil {
		_ = os.RemoveAll(hidden)
		return &OutputError{Path: path, Err: err}
	}
	return nil
}

// replaceFiles replaces several files of a folder as one: all are written aside first, and the record last, so
// that repairFolder can tell a change that is to be finished from one that is to be dropped.
func replaceFiles(write Writer, dir string, files []file) error {
	for _, f := range files {
		if err := write(filepath.Join(dir, f.name+pending), f.data); err != nil {
			dropPending(dir)
			return err
		}
	}
	return showPending(dir)
}

// repairFolder finishes or drops a change that a killed process left behind.
func repairFolder(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, RecordFile+pending)); err == nil {
		return showPending(dir)
	}
	dropPending(dir)
	return nil
}

func showPending(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return &OutputError{Path: dir, Err: err}
	}
	rename := func(name string) error {
		to := filepath.Join(dir, strings.TrimSuffix(name, pending))
		if err := os.Rename(filepath.Join(dir, name), to); err != nil {
			return &OutputError{Path: to, Err: err}
		}
		return nil
	}
	record := false
	for _, e := range entries {
		switch name := e.Name(); {
		case name == RecordFile+pending:
			record = true
		case strings.HasSuffix(name, pending):
			if err := rename(name); err != nil {
				return err
			}
		}
	}
	if record {
		return rename(RecordFile + pending)
	}
	return nil
}

func dropPending(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), pending) || strings.HasPrefix(e.Name(), ".tmp-") {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
