package disk

import (
	"os"
)

// A Slate is a file in a Scratch that is written repeatedly, without a new file each time. It belongs to one goroutine.
type Slate struct {
	dir  *Scratch
	name string
	file *os.File // nil until it is written
	info os.FileInfo
}

// Slate returns a slate with a name; once written, it replaces whatever has that name.
func (s *Scratch) Slate(name string) *Slate { return &Slate{dir: s, name: name} }

// Path is the file's path.
func (s *Slate) Path() string { return s.dir.Path(s.name) }

// Write makes the file hold exactly data. If the file is not where it was left, it is replaced by a new one. Errors are
// *OutputError, like those of Scratch.Write.
func (s *Slate) Write(data []byte) error {
	if !s.inPlace() {
		return s.renew(data)
	}
	_, err := s.file.WriteAt(data, 0)
	if err == nil {
		err = s.file.Truncate(int64(len(data)))
	}
	if err != nil {
		return &OutputError{Path: s.Path(), Err: err}
	}
	return nil
}

// inPlace reports whether the path leads to the file.
func (s *Slate) inPlace() bool {
	if s.file == nil || s.dir.inPlace() != nil {
		return false
	}
	now, err := s.dir.root.Lstat(s.name)
	return err == nil && os.SameFile(now, s.info)
}

// renew creates a new file.
func (s *Slate) renew(data []byte) error {
	s.close()
	w, err := s.dir.Write(s.name, data)
	if err != nil {
		return err
	}
	f, err := s.dir.root.OpenFile(s.name, os.O_WRONLY, 0)
	if err != nil {
		return &OutputError{Path: s.Path(), Err: err}
	}
	info, err := f.Stat()
	if err != nil || !os.SameFile(info, w.info) {
		_ = f.Close()
		return &OutputError{Path: s.Path(), Err: errReplaced}
	}
	s.file, s.info = f, info
	return nil
}

func (s *Slate) close() {
	if s.file != nil {
		_ = s.file.Close() // what could be written has been written
		s.file = nil
	}
}

// Remove removes the file. The slate may be written again.
func (s *Slate) Remove() {
	s.close()
	s.dir.Remove(s.name)
}
