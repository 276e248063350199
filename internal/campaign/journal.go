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

	"github.com/assay-smt/assay/internal/disk"
	"github.com/assay-smt/assay/internal/event"
	"github.com/assay-smt/assay/internal/fuzzer"
)

// A journal has what was done since a snapshot of the state, an entry for each mutant, so that a killed campaign goes on with
// exact counts where it was killed, however short it lived. Journals are numbered; a snapshot names the one that follows it. An
// entry is a line: a CRC-32 (IEEE) in eight hexadecimal digits, a blank, and a JSON object. Not safe for concurrent use.
type journal struct {
	file *os.File
	path string
}

// An entry says that a mutant is done, or that a job has none.
type entry struct {
	Job     uint64 `json:"job"`
	Mutants int    `json:"mutants"` // that the job's chain has
	Index   int    `json:"index"`   // of the mutant, 0 when there is none
	// Memory is what the chain has learned up to the mutant.
	Memory fuzzer.Memory `json:"memory,omitzero"`
	// Events are those of the mutant, behind those of its seed when it is the first one.
	Events []json.RawMessage `json:"events"`
}

const journalPrefix = "journal."

func journalPath(out string, number uint64) string {
	return filepath.Join(out, backup, journalPrefix+strconv.FormatUint(number, 10))
}

// openJournal begins a journal anew. Errors are *disk.OutputError.
func openJournal(out string, number uint64) (*journal, error) {
	path := journalPath(out, number)
	if err := disk.MakeDir(filepath.Dir(path)); err != nil {
		return nil, err
	}
	// What is in its way is not ours, or a journal that no snapshot follows.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC|os.O_APPEND, 0o644)
	if err != nil {
		return nil, &disk.OutputError{Path: path, Err: err}
	}
	return &journal{file: f, path: path}, nil
}

// add appends an entry: once it returns, the entry survives a kill. Errors are *disk.OutputError.
func (j *journal) add(e entry) error {
	text, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("%s: %w", j.path, err)
	}
	line := fmt.Appendf(nil, "%08x ", crc32.ChecksumIEEE(text))
	line = append(append(line, text...), '\n')
	if _, err := j.file.Write(line); err != nil {
		return &disk.OutputError{Path: j.path, Err: err}
	}
	return nil
}

// close has the entries on the disk.
func (j *journal) close() error {
	err := j.file.Sync()
	if closeErr := j.file.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return &disk.OutputError{Path: j.path, Err: err}
	}
	return nil
}

// maxEntry bounds the bytes of an entry that is read.
const maxEntry = 64 << 20

// readJournal reads the entries of a journal up to its end, or up to what is damaged, which the problem describes. An entry that
// was cut off by a kill is no damage. The error is os.ErrNotExist, or that of the file system.
func readJournal(path string, take func(entry)) (problem string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		return "it is no file", nil
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
	return e, nil
}

// journals returns the numbers of the journals in a folder, ascending.
func journals(out string) []uint64 {
	entries, err := os.ReadDir(filepath.Join(out, backup))
	if err != nil {
		return nil // what cannot be listed has no journal to read
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

// encodeEvents writes events as entries have them.
func encodeEvents(events []event.Event) ([]json.RawMessage, error) {
	out := make([]json.RawMessage, 0, len(events))
	for _, e := range events {
		text, err := event.JSON(e)
		if err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	return out, nil
}
