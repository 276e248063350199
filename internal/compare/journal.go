package compare

import (
	"encoding/json"
	"errors"
	"fmt"

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

// A journal keeps records as they come. Safe for concurrent use.
type journal struct{ *disk.Journal }

// openJournal opens the journal at a path, and tells what is in it, line by line. Errors are *MismatchError and *disk.OutputError.
func openJournal(path string, id Identity, known func(entry)) (*journal, error) {
	begun := false
	j, err := disk.OpenJournal(path, func(i int, line []byte) (bool, error) {
		if i == 0 {
			var theirs Identity
			if err := json.Unmarshal(line, &theirs); err != nil {
				return false, &MismatchError{Path: path, What: "records, since its first line cannot be read"}
			}
			if what := id.differs(&theirs); what != "" {
				return false, &MismatchError{Path: path, What: what}
			}
			begun = true
			return true, nil
		}
		var e entry
		if json.Unmarshal(line, &e) != nil {
			return false, nil // damaged: what follows is done again
		}
		known(e)
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	if !begun {
		if err := j.Add(id); err != nil {
			return nil, errors.Join(err, j.Close())
		}
	}
	return &journal{j}, nil
}

// keep adds a record.
func (j *journal) keep(e entry) error { return j.Add(e) }

func (j *journal) close() error { return j.Close() }
