package findings

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/disk"
)

// pending is the suffix of files that are about to replace those without it.
const pending = ".new"

// A file is a name in a folder and its content.
type file struct {
	name string
	data []byte
}

// createFolder writes a folder under a hidden name, and renames it when it is whole.
func createFolder(write disk.Writer, path string, files []file) error {
	parent, name := filepath.Split(path)
	hidden := filepath.Join(parent, ".new-"+name)
	if err := os.RemoveAll(hidden); err != nil {
		return &disk.OutputError{Path: hidden, Err: err}
	}
	if err := disk.MakeDir(hidden); err != nil {
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
		return &disk.OutputError{Path: path, Err: err}
	}
	return nil
}

// replaceFiles replaces several files of a folder as one: all are written aside first, the record last, so that repairFolder can
// distinguish a change to finish from one to drop.
func replaceFiles(write disk.Writer, dir string, files []file) error {
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
		return &disk.OutputError{Path: dir, Err: err}
	}
	rename := func(name string) error {
		to := filepath.Join(dir, strings.TrimSuffix(name, pending))
		if err := os.Rename(filepath.Join(dir, name), to); err != nil {
			return &disk.OutputError{Path: to, Err: err}
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
		if strings.HasSuffix(e.Name(), pending) || strings.HasPrefix(e.Name(), disk.TempPrefix) {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
