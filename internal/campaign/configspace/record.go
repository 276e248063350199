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
	"strings"
	"sync"
	"time"

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
	// Limits are those of each run.
	Limits Limits `json:"limits,omitzero"`
	// Options are the names of those that are tried.
	Options []string `json:"options"`
}

// Limits decide whether a formula or a run is too long to say anything.
type Limits struct {
	Time   time.Duration `json:"time"`   // in nanoseconds
	Memory int64         `json:"memory"` // in bytes
	// LeastTime is the CPU time in nanoseconds from which on times are compared.
	LeastTime time.Duration `json:"least_time"`
}

// RecordFormat is the version of a record's format.
const RecordFormat = 1

// A Record is a journal of lessons below a header. Safe for concurrent use.
type Record struct {
	Header Header

	mu      sync.Mutex
	journal *disk.Journal
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
	if errors.Is(err, disk.ErrLocked) {
		return nil, fmt.Errorf("%s: somebody else is learning into it: %w", path, err)
	}
	if err != nil {
		return nil, err
	}
	r.lock = lock
	if err := r.open(path); err != nil {
		lock.Unlock()
		return nil, err
	}
	return r, nil
}

// read reads the lessons of an earlier run, and reports whether the file has a whole header. It changes nothing.
func (r *Record) read(path string) (lessons []Lesson, whole bool, err error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, false, err
	}
	end := bytes.LastIndexByte(text, '\n') + 1
	if end == 0 {
		// A kill may have cut off the header; anything else is not a record, and stays.
		if header, err := json.Marshal(r.Header); err != nil || !bytes.HasPrefix(header, text) {
			return nil, false, fmt.Errorf("%s is not a record of learning, so nothing is written into it: name another file with --out", path)
		}
		return nil, false, nil
	}
	found, lessons, err := parseRecord(path, bytes.NewReader(text[:end]))
	if err != nil {
		return nil, false, err
	}
	if found.Limits == (Limits{}) {
		found.Limits = r.Header.Limits // records were once silent about them
	}
	if !reflect.DeepEqual(found, r.Header) {
		return nil, false, fmt.Errorf("%s is a record of something else (%s %s by %s, seed %d, %d options, %d kinds, %d assertions, --timeout %v, --memory %d, "+
			"--least-time %v): continue it with the same solver, version and flags, or name another file with --out", path, found.Solver, found.Version,
			cmp.Or(found.Inside, InStatistics), found.Seed, len(found.Options), found.Kinds, found.Assertions, found.Limits.Time, found.Limits.Memory, found.Limits.LeastTime)
	}
	return lessons, true, nil
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
	// What is whole has been read; the rest of a line that a kill cut off goes.
	if r.journal, err = disk.OpenJournal(path, func(int, []byte) (bool, error) { return true, nil }); err != nil {
		return err
	}
	if whole {
		return nil
	}
	return r.journal.Add(r.Header)
}

// ErrNoLessons is wrapped by the error of a file without a header: learning ended before it had written anything.
var ErrNoLessons = errors.New("nothing has been learned yet")

// ReadRecord reads the lessons in a file, except a truncated line.
func ReadRecord(path string) (Header, []Lesson, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Header{}, nil, err
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	if len(whole) == 0 && BeginsRecord(text) {
		return Header{}, nil, fmt.Errorf("%s:1:1: record-header: %w", path, ErrNoLessons)
	}
	return parseRecord(path, bytes.NewReader(whole))
}

// BeginsRecord reports whether a text is that of a record, or what a kill may have left of its header.
func BeginsRecord(text []byte) bool {
	const begins = `{"record"`
	return strings.HasPrefix(begins, string(text[:min(len(text), len(begins))]))
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
		return h, nil, fmt.Errorf("%s:1:1: record-header: this is not a record of learning", path)
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
	if err := r.journal.Add(l); err != nil {
		return err
	}
	r.rounds[l.Round] = true
	r.lessons = append(r.lessons, l)
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
	return errors.Join(r.journal.Sync(), r.journal.Close())
}
