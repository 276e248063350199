package findings

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
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
	// The name is new: the folder may stand among the user's own.
	hidden, err := os.MkdirTemp(parent, ".new-"+name+"-*")
	if err == nil {
		err = os.Chmod(hidden, 0o755)
	}
	if err != nil {
		return &disk.OutputError{Path: path, Err: err}
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
			var output *disk.OutputError
			if errors.As(err, &output) {
				output.Path = strings.TrimSuffix(output.Path, pending) // the name that people know
			}
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
		case isPending(name) && strings.HasSuffix(name, pending):
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

// isPending reports whether a file has the name of one that was being written: of the kinds of a finding's files, or of disk.WriteAtomic's.
func isPending(name string) bool {
	if number, ok := strings.CutPrefix(name, disk.TempPrefix); ok {
		return number != "" && strings.Trim(number, "0123456789") == ""
	}
	of, ok := strings.CutSuffix(name, pending)
	return ok && isPart(of)
}

// isPart reports whether a file has a name that Assay gives the files of a finding.
func isPart(name string) bool {
	return name == ProofFile || slices.Contains([]string{".smt2", ".json", ".md"}, filepath.Ext(name))
}

func dropPending(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if isPending(e.Name()) {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
