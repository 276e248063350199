package seedfiles

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// A File is one formula: a file, or a member of an archive. It is immutable and safe for concurrent use.
type File struct {
	// Name is the path, or that of the archive with the member behind it, as in bench.tar.zst!QF_S/a.smt2.
	Name string

	path   string // the file on disk
	member string // "" for the file itself
	part   part   // where the bytes of the member are, nil for the file itself
	broken error  // why it cannot be read
}

// A part is where the bytes of a member are. They may be compressed.
type part interface {
	// read returns them. path is that of the archive.
	read(path string) ([]byte, error)
}

// Names are the names of files.
func Names(files []File) (names []string) {
	for _, f := range files {
		names = append(names, f.Name)
	}
	return names
}

// At is the file at a path. What it is shows when it is read.
func At(path string) File { return File{Name: path, path: path} }

// Path is the file on disk, "" for none.
func (f File) Path() string { return f.path }

// Moved is the file when its file on disk is elsewhere.
func (f File) Moved(path string) File {
	f.path, f.Name = path, path
	if f.member != "" {
		f.Name = path + memberMark + f.member
	}
	return f
}

// Broken is why the file is known to be unreadable, nil if reading it will tell.
func (f File) Broken() error { return f.broken }

// Endless reports whether reading may never end, as for a pipe.
func (f File) Endless() bool {
	if f.part != nil || f.broken != nil {
		return false
	}
	info, err := os.Stat(f.path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// AsIs reports whether the file on disk is the formula, byte for byte, so that other programs can read it.
func (f File) AsIs() bool {
	if f.part != nil || f.broken != nil || f.path == "" || f.Endless() {
		return false
	}
	in, err := os.Open(f.path)
	if err != nil {
		return false
	}
	defer func() { _ = in.Close() }() // it was only read
	begin := make([]byte, longestMagic)
	n, err := readFull(in, begin)
	return err == nil && packingOf(begin[:n]) == ""
}

// Read returns the formula, unpacked. Errors are *SizeError when it has more bytes than the limit, *DamageError, *PackedError, and those of the file system.
func (f File) Read(limit int64) (string, error) {
	if f.broken != nil {
		return "", f.broken
	}
	if f.part != nil {
		data, err := f.part.read(f.path)
		if err != nil {
			return "", err
		}
		return text(bytes.NewReader(data), limit, int64(len(data)))
	}
	in, err := os.Open(f.path)
	if err != nil {
		return "", err
	}
	defer func() { _ = in.Close() }() // it was only read
	var size int64
	if info, err := in.Stat(); err == nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	return text(in, limit, size)
}

// A span is a place in a file.
type span struct{ offset, size int64 }

// read implements part for an archive that is not compressed.
func (s span) read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	return s.of(f)
}

// errChanged says that an archive is not what it was.
var errChanged = errors.New("the archive has become shorter since it was listed")

func (s span) of(r io.ReaderAt) ([]byte, error) {
	data := make([]byte, s.size)
	if _, err := r.ReadAt(data, s.offset); errors.Is(err, io.EOF) {
		return nil, errChanged
	} else if err != nil {
		return nil, err
	}
	return data, nil
}
