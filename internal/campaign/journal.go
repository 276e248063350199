package campaign

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
)

// A journal records what was done since a snapshot of the state, with one entry for each mutant, so that a killed campaign continues
// with exact counts where it was killed, however briefly it ran. Entries are written in batches: a kill loses those of the last
// flushEvery, and their mutants are run again. Journals are numbered; a snapshot names the one that follows it. An entry is a line:
// a CRC-32 (IEEE) in eight hexadecimal digits, a blank, and a JSON object. Not safe for concurrent use.
type journal struct {
	file *os.File
	path string
	// buffer has the entries that are not written yet; since is when the first of them came.
	buffer []byte
	since  time.Time
	size   int // bytes written to the file
}

const (
	// flushEvery bounds how long entries remain unwritten, and flushSize approximately bounds their bytes.
	flushEvery = 50 * time.Millisecond
	flushSize  = 64 << 10
)

// An entry says that a mutant is done, or that a slot has no mutants.
type entry struct {
	Slot    uint64 `json:"job"`
	Mutants int    `json:"mutants"` // that the slot has
	Index   int    `json:"index"`   // of the mutant, 0 when there is none
	// Skipped is the number of slots right before this one that were not handed out.
	Skipped uint64 `json:"settled,omitempty"`
	// Seed: the entry is about the slot's seed alone, and says nothing about the slot.
	Seed bool `json:"seed,omitempty"`
	// Memory is what was learned from the slot's mutants up to this one.
	Memory fuzzer.Memory `json:"memory,omitzero"`
	// Events are those of the mutant, preceded by those of its seed when it is the first one.
	Events []json.RawMessage `json:"events"`
}

const journalPrefix = "journal."

func journalPath(out string, number uint64) string {
	return filepath.Join(out, backup, journalPrefix+strconv.FormatUint(number, 10))
}

// openJournal begins a new journal. Errors are *disk.OutputError.
func openJournal(out string, number uint64) (*journal, error) {
	path := journalPath(out, number)
	if err := disk.MakeDir(filepath.Dir(path)); err != nil {
		return nil, err
	}
	// Anything in its way is not ours, or is a journal that no snapshot follows.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC|os.O_APPEND|syscall.O_NOFOLLOW, 0o644)
	if err != nil {
		return nil, &disk.OutputError{Path: path, Err: err}
	}
	return &journal{file: f, path: path}, nil
}

// add appends an entry; it survives a kill once flush returns. Errors are *disk.OutputError.
func (j *journal) add(e entry, events []event.Event, now time.Time) error {
	if len(j.buffer) == 0 {
		j.since = now
	}
	from := len(j.buffer)
	var err error
	if j.buffer, err = e.append(append(j.buffer, "00000000 "...), events); err != nil {
		j.buffer = j.buffer[:from]
		return fmt.Errorf("%s: %w", j.path, err)
	}
	text := j.buffer[from+len("00000000 "):]
	var sum [4]byte
	binary.BigEndian.PutUint32(sum[:], crc32.ChecksumIEEE(text))
	hex.Encode(j.buffer[from:], sum[:])
	j.buffer = append(j.buffer, '\n')
	if len(j.buffer) >= flushSize || now.Sub(j.since) >= flushEvery {
		return j.flush()
	}
	return nil
}

// append writes the entry with its events as JSON.
func (e *entry) append(dst []byte, events []event.Event) ([]byte, error) {
	dst = strconv.AppendUint(append(dst, `{"job":`...), e.Slot, 10)
	dst = strconv.AppendInt(append(dst, `,"mutants":`...), int64(e.Mutants), 10)
	dst = strconv.AppendInt(append(dst, `,"index":`...), int64(e.Index), 10)
	if e.Skipped > 0 {
		dst = strconv.AppendUint(append(dst, `,"settled":`...), e.Skipped, 10)
	}
	if e.Seed {
		dst = append(dst, `,"seed":true`...)
	}
	if !e.Memory.IsZero() {
		var err error
		if dst, err = e.Memory.Append(append(dst, `,"memory":`...)); err != nil {
			return dst, err
		}
	}
	dst = append(dst, `,"events":[`...)
	for i, ev := range events {
		if i > 0 {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = event.Append(dst, ev); err != nil {
			return dst, err
		}
	}
	return append(dst, "]}"...), nil
}

// flush writes all entries that are not written yet. Errors are *disk.OutputError.
func (j *journal) flush() error {
	if len(j.buffer) == 0 {
		return nil
	}
	n, err := j.file.Write(j.buffer)
	j.size += n
	j.buffer = j.buffer[:0]
	if err != nil {
		return &disk.OutputError{Path: j.path, Err: err}
	}
	return nil
}

// close makes sure that the entries are on the disk.
func (j *journal) close() error {
	if err := errors.Join(j.flush(), j.file.Sync(), j.file.Close()); err != nil {
		return &disk.OutputError{Path: j.path, Err: err}
	}
	return nil
}

// maxSkipped is greater than the number of slots that are ever skipped in a row.
const maxSkipped = 1 << 26

// maxEntry bounds the bytes of an entry that is read.
const maxEntry = 64 << 20

// readJournal reads the entries of a journal up to its end, or up to a damaged entry, which the problem describes. An entry that
// was cut off by a kill does not count as damage. The error is os.ErrNotExist, or that of the file system.
func readJournal(path string, take func(entry)) (problem string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		return "it is not a file", nil
	}
	r := bufio.NewReaderSize(f, 1<<16)
	for n := 1; ; n++ {
		line, err := readLine(r)
		switch {
		case errors.Is(err, io.EOF) || errors.Is(err, errCutOff):
			return "", nil
		case err != nil:
			return fmt.Sprintf("line %d: %v", n, err), nil
		}
		e, err := parseEntry(line)
		if err != nil {
			return fmt.Sprintf("line %d: %v", n, err), nil
		}
		take(e)
	}
}

var errCutOff = errors.New("it is cut off")

// readLine reads a line without its end. A last line without an end is cut off.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			return line[:len(line)-1], nil
		case errors.Is(err, io.EOF) && len(line) > 0:
			return nil, errCutOff
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		case len(line) > maxEntry:
			return nil, fmt.Errorf("it has more than %d bytes", maxEntry)
		}
	}
}

func parseEntry(line []byte) (entry, error) {
	sum, text, ok := bytes.Cut(line, []byte(" "))
	want, err := strconv.ParseUint(string(sum), 16, 32)
	if !ok || err != nil || len(sum) != 8 {
		return entry{}, errors.New("it does not begin with a checksum")
	}
	if got := crc32.ChecksumIEEE(text); uint64(got) != want {
		return entry{}, fmt.Errorf("its checksum is %08x, not %s", got, sum)
	}
	var e entry
	if err := json.Unmarshal(text, &e); err != nil {
		return entry{}, err
	}
	if e.Mutants < 0 || e.Index < 0 || e.Index > 0 && e.Index >= e.Mutants {
		return entry{}, fmt.Errorf("mutant %d of %d", e.Index, e.Mutants)
	}
	if e.Skipped > min(e.Slot, maxSkipped) {
		return entry{}, fmt.Errorf("%d slots skipped before slot %d", e.Skipped, e.Slot)
	}
	return e, nil
}

// journals are the journals that a campaign writes, one after the other. Not safe for concurrent use.
type journals struct {
	out     string
	current *journal // nil before the first
	next    uint64   // number of the next one
}

// rotate begins a new journal and returns the previous one, nil for none. Errors are *disk.OutputError.
func (j *journals) rotate() (before *journal, err error) {
	next, err := openJournal(j.out, j.next)
	if err != nil {
		return nil, err
	}
	before, j.current = j.current, next
	j.next++
	return before, nil
}

// journalNumbers returns the numbers of the journals in a folder in ascending order.
func journalNumbers(out string) []uint64 {
	entries, err := os.ReadDir(filepath.Join(out, backup))
	if err != nil {
		return nil // a folder that cannot be listed has no journal to read
	}
	var all []uint64
	for _, e := range entries {
		if rest, ok := strings.CutPrefix(e.Name(), journalPrefix); ok {
			if n, err := strconv.ParseUint(rest, 10, 64); err == nil && strconv.FormatUint(n, 10) == rest {
				all = append(all, n)
			}
		}
	}
	slices.Sort(all)
	return all
}
