package disk

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"sync"
)

// mostLine is the length in bytes of the longest line of a journal that is read.
const mostLine = 16 << 20

// A Journal is a file of records, a line of JSON each, that are added one by one. A process may be killed at any moment: then the last line may be cut off,
// and is taken away when the journal is opened again. Safe for concurrent use.
type Journal struct {
	path string
	mu   sync.Mutex
	file *os.File
	size int64
}

// OpenJournal opens a journal, which is created if needed, after giving each line that it has to known, in order, with its number. What follows a line that
// known does not take is removed with that line. Errors are *OutputError, and that of known.
func OpenJournal(path string, known func(i int, line []byte) (taken bool, err error)) (*Journal, error) {
	whole, err := readJournal(path, known)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o666)
	if err != nil {
		return nil, &OutputError{Path: path, Err: err}
	}
	j := &Journal{path: path, file: file, size: whole}
	if err := file.Truncate(whole); err != nil {
		return nil, errors.Join(j.failed(err), file.Close())
	}
	return j, nil
}

// readJournal returns the length of the lines that are whole and taken.
func readJournal(path string, known func(i int, line []byte) (bool, error)) (whole int64, err error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, &OutputError{Path: path, Err: err}
	}
	defer func() { _ = file.Close() }() // it was only read
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, mostLine)
	lines.Split(wholeLines)
	for i := 0; lines.Scan(); i++ {
		taken, err := known(i, lines.Bytes())
		if err != nil || !taken {
			return whole, err
		}
		whole += int64(len(lines.Bytes())) + 1
	}
	if err := lines.Err(); err != nil && !errors.Is(err, bufio.ErrTooLong) {
		return 0, &OutputError{Path: path, Err: err}
	}
	return whole, nil
}

// wholeLines splits a text into lines, and leaves out a last one that has no end.
func wholeLines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF {
		return len(data), nil, nil
	}
	return 0, nil, nil
}

// Add adds a record at the end. Errors are *OutputError, and those of json.Marshal.
func (j *Journal) Add(record any) error {
	text, err := json.Marshal(record)
	if err != nil {
		return err
	}
	_, err = j.AddLine(text)
	return err
}

// AddLine is Add for a record in JSON, without line feeds. It returns where the record begins. After an error, nothing of it is in the journal as far as
// the disk allows. Errors are *OutputError.
func (j *Journal) AddLine(text []byte) (at int64, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	n, err := j.file.Write(append(text, '\n'))
	if err != nil {
		if n > 0 {
			err = errors.Join(err, j.file.Truncate(j.size))
		}
		return 0, j.failed(err)
	}
	at = j.size
	j.size += int64(n)
	return at, nil
}

// ReadAt reads a part of the journal's text. Errors are *OutputError.
func (j *Journal) ReadAt(text []byte, at int64) (n int, err error) {
	if n, err = j.file.ReadAt(text, at); err != nil {
		err = j.failed(err)
	}
	return n, err
}

// Sync writes the journal to the disk. Errors are *OutputError.
func (j *Journal) Sync() error {
	if err := j.file.Sync(); err != nil {
		return j.failed(err)
	}
	return nil
}

// Close closes the file. Errors are *OutputError.
func (j *Journal) Close() error {
	if err := j.file.Close(); err != nil {
		return j.failed(err)
	}
	return nil
}

func (j *Journal) failed(err error) error { return &OutputError{Path: j.path, Err: err} }
