package configspace

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"sync"

	"github.com/assay-smt/assay/internal/base/disk"
)

// A Header says what the lessons of a record are about. Rounds denote the same formulas only under the same header.
type Header struct {
	Record  int    `json:"record"` // the version of the format
	Solver  string `json:"solver"`
	Version string `json:"version"`
	Seed    uint64 `json:"seed"`
	// Kinds is how many kinds of operations formulas are restricted to, Assertions how many assertions the largest of them have.
	Kinds      int `json:"kinds"`
	Assertions int `json:"assertions"`
	// Candidates is the number of formulas in a round from which one is chosen.
	Candidates int `json:"candidates"`
	// Times is how often formulas are solved to compare times, 0 for never.
	Times int `json:"times"`
	// Inside is how differences inside the solver are seen where that is not by statistics: InEdges.
	Inside Effect   `json:"inside,omitempty"`
	Logics []string `json:"logics"`
	// Options are the names of those that are tried.
	Options []string `json:"options"`
}

// RecordFormat is the version of a record's format.
const RecordFormat = 1

// A Record is an append-only file of lessons. A kill truncates at most one line, which is removed when the file is next opened. Safe for
// concurrent use.
type Record struct {
	Header Header

	mu      sync.Mutex
	file    *os.File
	lock    *disk.FileLock
	lessons []Lesson
	rounds  map[int]bool
}

// maxLesson bounds a line.
const maxLesson = 4 << 20

// OpenRecord opens a record, or begins it. An existing record must have the same header: the error says how it differs. It is also an error if
// another process is writing to it.
func OpenRecord(path string, h Header) (*Record, error) {
	h.Record = RecordFormat
	r := &Record{Header: h, rounds: make(map[int]bool)}
	if _, _, err := r.read(path); err != nil {
		return nil, err // before there is a lock beside a file that is not a record
	}
	if err := disk.MakeDir(filepath.Dir(path)); err != nil {
		return nil, err
	}
	lock, err := disk.TryLock(path + ".lock")
	if err != nil {
		return nil, fmt.Errorf("%s: somebody else is learning into it: %w", path, err)
	}
	r.lock = lock
	if err := r.open(path); err != nil {
		lock.Unlock()
		return nil, err
	}
	return r, nil
}

// read reads the lessons of an earlier run, and says how long they are in bytes. It changes nothing.
func (r *Record) read(path string) (lessons []Lesson, whole int, err error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, 0, err
	}
	whole = bytes.LastIndexByte(text, '\n') + 1
	if whole == 0 {
		// A kill may have cut off the header; anything else is not a record, and stays.
		if header, err := json.Marshal(r.Header); err != nil || !bytes.HasPrefix(header, text) {
			return nil, 0, fmt.Errorf("%s is not a record of learning, so nothing is written into it: name another file with --out", path)
		}
		return nil, 0, nil
	}
	found, lessons, err := parseRecord(path, bytes.NewReader(text[:whole]))
	if err != nil {
		return nil, 0, err
	}
	if !reflect.DeepEqual(found, r.Header) {
		return nil, 0, fmt.Errorf("%s is a record of something else (%s %s by %s, seed %d, %d options, %d kinds, %d assertions): continue it with the same "+
			"solver, version and flags, or name another file with --out", path, found.Solver, found.Version, cmp.Or(found.Inside, InStatistics), found.Seed, len(found.Options),
			found.Kinds, found.Assertions)
	}
	return lessons, whole, nil
}

func (r *Record) open(path string) error {
	lessons, whole, err := r.read(path)
	if err != nil {
		return err
	}
	for _, l := range lessons {
		r.rounds[l.Round] = true
	}
	r.lessons = lessons
	if r.file, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
		return &disk.OutputError{Path: path, Err: err}
	}
	if err := r.file.Truncate(int64(whole)); err != nil {
		return &disk.OutputError{Path: path, Err: err}
	}
	if _, err := r.file.Seek(int64(whole), io.SeekStart); err != nil {
		return &disk.OutputError{Path: path, Err: err}
	}
	if whole == 0 {
		return r.line(r.Header)
	}
	return nil
}

// ReadRecord reads the lessons in a file, except a truncated line.
func ReadRecord(path string) (Header, []Lesson, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Header{}, nil, err
	}
	return parseRecord(path, bytes.NewReader(text[:bytes.LastIndexByte(text, '\n')+1]))
}

func parseRecord(path string, in io.Reader) (h Header, lessons []Lesson, err error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLesson)
	n := 0
	for lines.Scan() {
		n++
		if n == 1 {
			if err := json.Unmarshal(lines.Bytes(), &h); err != nil || h.Record == 0 {
				return h, nil, fmt.Errorf("%s:1:1: record-header: this is not a record of learning", path)
			}
			if h.Record != RecordFormat {
				return h, nil, fmt.Errorf("%s:1:1: record-format: it has format %d, and this version of Assay reads %d", path, h.Record, RecordFormat)
			}
			continue
		}
		var l Lesson
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return h, nil, fmt.Errorf("%s:%d:1: record-lesson: %w", path, n, err)
		}
		lessons = append(lessons, l)
	}
	if err := lines.Err(); err != nil {
		return h, nil, fmt.Errorf("%s:%d:1: record-lesson: %w", path, n+1, err)
	}
	if n == 0 {
		return h, nil, fmt.Errorf("%s:1:1: record-header: the record is empty", path)
	}
	return h, lessons, nil
}

// Has reports whether a round has been learned.
func (r *Record) Has(round int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.rounds[round]
}

// Add writes a lesson.
func (r *Record) Add(l Lesson) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.line(l); err != nil {
		return err
	}
	r.rounds[l.Round] = true
	r.lessons = append(r.lessons, l)
	return nil
}

// line writes one line in one piece.
func (r *Record) line(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if _, err := r.file.Write(append(text, '\n')); err != nil {
		return &disk.OutputError{Path: r.file.Name(), Err: err}
	}
	return nil
}

// Correlations sums the lessons up.
func (r *Record) Correlations() *Correlations {
	r.mu.Lock()
	defer r.mu.Unlock()
	return Summarize(r.Header, r.lessons)
}

// Suspects are settings with which the solver crashed or contradicted itself, together with what it did and how often.
func (r *Record) Suspects() map[string]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return suspects(r.lessons)
}

// Close writes the record to the disk and lets others write to it.
func (r *Record) Close() error {
	defer r.lock.Unlock()
	return errors.Join(r.file.Sync(), r.file.Close())
}
