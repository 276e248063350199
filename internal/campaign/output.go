package campaign

import (
	"os"
	"path/filepath"
	"strconv"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
)

// An output is a campaign's output folder while it belongs to this process.
type output struct {
	dir     string
	folder  *folder.Folder
	release func()
	notes   *notes
	// scratch are folders for files that solvers read: one for each worker, and the last one for questions.
	scratch []*disk.Scratch
}

// takeOutput makes the output folder this process's: it is refused before anything in it is touched.
func takeOutput(c *Config, id *Identity, n *notes) (*output, error) {
	o := &output{dir: c.Out, notes: n}
	var err error
	o.folder, err = folder.Take(c.Out, Kind, func() error {
		if err := folder.NoLinks(c.Out, ownNames...); err != nil {
			return err
		}
		if err := fits(c.Out, id); err != nil {
			return err
		}
		var err error
		o.release, err = lock(c.Out)
		return err
	})
	if err != nil {
		return nil, err
	}
	if o.folder.Note != "" {
		*n = append(*n, o.folder.Note)
	}
	return o, nil
}

// openScratch makes the folders for files that solvers read.
func (o *output) openScratch(workers int) error {
	path := filepath.Join(o.dir, scratch)
	for _, name := range []string{answers, scratch} {
		if err := asideUnlessFolder(o.dir, filepath.Join(o.dir, name), o.notes); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(path); err != nil { // what a killed process left
		return &disk.OutputError{Path: path, Err: err}
	}
	top, err := disk.OpenScratch(path)
	if err != nil {
		return err
	}
	defer top.Close()
	for i := range workers + 1 {
		name := strconv.Itoa(i)
		if i == workers {
			name = answers
		}
		sub, err := top.Sub(name)
		if err != nil {
			return err
		}
		o.scratch = append(o.scratch, sub)
	}
	return nil
}

// forQuestions is the folder for questions.
func (o *output) forQuestions() *disk.Scratch { return o.scratch[len(o.scratch)-1] }

// close gives the folder up. failed: the campaign failed before its first mutant, and leaves nothing in a folder that was new or empty.
func (o *output) close(failed bool) {
	for _, s := range o.scratch {
		s.Close() // nothing is written after this
	}
	if len(o.scratch) > 0 {
		_ = os.RemoveAll(filepath.Join(o.dir, scratch))
	}
	if failed {
		o.folder.Leave(ownNames...)
	}
	o.release()
}
