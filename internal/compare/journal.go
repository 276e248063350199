package compare

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"github.com/assay-smt/assay/internal/base/disk"
)

// journalFormat is the version of the journal's lines.
const journalFormat = 1

// An Identity says what a comparison compares. A journal belongs to one.
type Identity struct {
	Format  int        `json:"format"`
	Sides   []SideInfo `json:"sides"`
	Timeout float64    `json:"timeout_seconds"`
	Memory  int64      `json:"memory_bytes"`
	Slower  float64    `json:"slower"`
	// Scripts identifies the names and texts that are compared, and their order.
	Scripts string `json:"scripts"`
}

// A MismatchError says that a folder has another comparison.
type MismatchError struct{ Path, What string }

func (e *MismatchError) Error() string {
	return fmt.Sprintf("%s has a comparison with other %s; name another folder with --out, or begin anew with --new", e.Path, e.What)
}

// differs says in what an identity differs from another one, "" for nothing.
func (i *Identity) differs(other *Identity) string {
	sides := func(i *Identity) string { b, _ := json.Marshal(i.Sides); return string(b) } // plain fields
	switch {
	case i.Format != other.Format:
		return "records, of another version of Assay"
	case sides(i) != sides(other):
		return "solvers"
	case i.Timeout != other.Timeout || i.Memory != other.Memory || i.Slower != other.Slower:
		return "limits"
	case i.Scripts != other.Scripts:
		return "scripts"
	}
	return ""
}

// An entry is one line of a journal.
type entry struct {
	// A later line about the same script replaces an earlier one. Settled: what differs was repeated.
	Settled bool   `json:"settled,omitempty"`
	Record  Record `json:"record,omitzero"`
	// Spent is the time in seconds of a run of the comparison, in a line of its own at its end.
	Spent float64 `json:"spent_seconds,omitempty"`
}

// A journal keeps records as they come, a line each. A process may be killed at any moment: then the last line may be cut off, and is taken away when the
// journal is opened again. Safe for concurrent use.
type journal struct {
	path string
	mu   sync.Mutex
	file *os.File
}

// mostLine is the length of the longest line that is read.
const mostLine = 16 << 20

// openJournal opens the journal at a path, and tells what is in it, line by line. Errors are *MismatchError and *disk.OutputError.
func openJournal(path string, id Identity, known func(entry)) (*journal, error) {
	whole, err := readJournal(path, id, known)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return nil, &disk.OutputError{Path: path, Err: err}
	}
	j := &journal{path: path, file: file}
	if err := file.Truncate(whole); err != nil {
		return nil, errors.Join(j.failed(err), file.Close())
	}
	if whole == 0 {
		if err := j.line(id); err != nil {
			return nil, errors.Join(err, file.Close())
		}
	}
	return j, nil
}

// readJournal enters the lines of a journal, and returns the length of those that are whole, 0 when there are none.
func readJournal(path string, id Identity, known func(entry)) (whole int64, err error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, &disk.OutputError{Path: path, Err: err}
	}
	defer func() { _ = file.Close() }() // it was only read
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, mostLine)
	lines.Split(wholeLines)
	first := true
	for lines.Scan() {
		line := lines.Bytes()
		if first {
			var theirs Identity
			if err := json.Unmarshal(line, &theirs); err != nil {
				return 0, &MismatchError{Path: path, What: "records, since its first line cannot be read"}
			}
			if what := id.differs(&theirs); what != "" {
				return 0, &MismatchError{Path: path, What: what}
			}
			first = false
		} else {
			var e entry
			if err := json.Unmarshal(line, &e); err != nil {
				return whole, nil // damaged: what follows is done again
			}
			known(e)
		}
		whole += int64(len(line)) + 1
	}
	if err := lines.Err(); err != nil && !errors.Is(err, bufio.ErrTooLong) {
		return 0, &disk.OutputError{Path: path, Err: err}
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

// keep adds a record.
func (j *journal) keep(e entry) error { return j.line(e) }

func (j *journal) line(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err := j.file.Write(append(text, '\n')); err != nil {
		return j.failed(err)
	}
	return nil
}

func (j *journal) failed(err error) error { return &disk.OutputError{Path: j.path, Err: err} }

func (j *journal) close() error {
	if err := j.file.Close(); err != nil {
		return j.failed(err)
	}
	return nil
}
