package enumerate

import (
	"encoding/json"
	"fmt"

	"github.com/assay-smt/assay/internal/base/disk"
)

// journalFormat is the version of the journal's lines.
const journalFormat = 2 // 1 counted what looked like a finding as wrong

// An Identity says what an enumeration is about. A journal belongs to one.
type Identity struct {
	Format  int      `json:"format"`
	Topic   string   `json:"topic"`
	Solver  string   `json:"solver"`
	Version string   `json:"version"`
	Program string   `json:"program"`
	Size    int      `json:"size"`
	Limit   uint64   `json:"limit,omitempty"`
	Hand    int      `json:"hand,omitempty"`
	Asks    []Ask    `json:"asks"`
	Only    []string `json:"only,omitempty"`
	Samples int      `json:"samples"`
	Seed    uint64   `json:"seed"`
	Timeout string   `json:"timeout"`
}

// IdentityOf returns the identity of a job.
func IdentityOf(j *Job) Identity {
	return Identity{
		Format: journalFormat, Topic: j.Topic.Name, Solver: j.Target.String(), Version: j.Target.Version(), Program: j.Target.Path(), Size: j.Plan.Size, Limit: j.Plan.Limit, Hand: j.Plan.Hand,
		Asks: j.Asks, Only: j.Only, Samples: j.Samples, Seed: j.Seed, Timeout: j.Bench.Limits.Time.String(),
	}
}

// A MismatchError says that a journal is of another enumeration.
type MismatchError struct{ Path string }

func (e *MismatchError) Error() string {
	return fmt.Sprintf("%s is of an enumeration with other settings, or by another version of Assay; repeat these, or name another folder with --out", e.Path)
}

// An Entry is a line of a journal: what came of a batch.
type Entry struct {
	Report
	// Found are the findings that it showed first, and Also how many more of its suspects belong to a finding, by its place among all.
	Found []*Finding    `json:"found,omitempty"`
	Also  map[int]int64 `json:"also,omitempty"`
}

// OpenJournal opens the journal of a job, and tells which entries it has. Errors are *MismatchError and *disk.OutputError.
func OpenJournal(path string, j *Job, known func(Entry)) (*disk.Journal, error) {
	id := IdentityOf(j)
	want, err := json.Marshal(id)
	if err != nil {
		return nil, err
	}
	lines := 0
	out, err := disk.OpenJournal(path, func(i int, line []byte) (bool, error) {
		lines++
		if i == 0 {
			if string(line) != string(want) {
				return false, &MismatchError{Path: path}
			}
			return true, nil
		}
		var e Entry
		if json.Unmarshal(line, &e) != nil {
			return false, nil // damaged: what follows is done again
		}
		known(e)
		return true, nil
	})
	if err != nil || lines > 0 {
		return out, err
	}
	return out, out.Add(id)
}
