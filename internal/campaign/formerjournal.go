package campaign

import (
	"bufio"
	"bytes"
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

	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/campaign/schedule"
)

// A former journal records what was done since a snapshot of the state, with one entry for each mutant. Journals are numbered; a snapshot names the one that
// follows it. An entry is a line: a CRC-32 (IEEE) in eight hexadecimal digits, a blank, and a JSON object.

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
	return filepath.Join(out, formerBackup, journalPrefix+strconv.FormatUint(number, 10))
}

// record is what the entry says about its slot.
func (e *entry) record() schedule.Record {
	return schedule.Record{Slot: e.Slot, Mutants: e.Mutants, Index: e.Index, Skipped: e.Skipped}
}

// done is what the entry says is done.
func (e *entry) done() done {
	return done{slot: e.Slot, mutants: e.Mutants, index: e.Index, seed: e.Seed}
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

// journalNumbers returns the numbers of the journals in a folder in ascending order.
func journalNumbers(out string) []uint64 {
	entries, err := os.ReadDir(filepath.Join(out, formerBackup))
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
