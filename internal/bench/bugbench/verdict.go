package bugbench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
)

// The names in a benchmark's folder that judge writes.
const (
	verdictDir = "verdicts"
	// BugsDir is the collection of the new bugs.
	BugsDir = "bugs"
	workDir = "work"
)

// A Why says why a finding has no bug. The values are words that users see.
type Why string

// The reasons.
const (
	Damaged       Why = "damaged"                        // its record or files cannot be relied on
	Misread       Why = "no fault of a solver"           // of class harness
	Unknowns      Why = "an unknown, which is not a bug" // incompleteness
	Costs         Why = "about time, which is not a bug" // slower than a baseline
	NotReproduced Why = "not reproduced"                 // it does not show in fresh processes
	NoSolver      Why = "the solver cannot be used"      // it is tried again
	Uncertain     Why = "nothing certifies it"           // tried again with other referees
	OutOfTime     Why = "out of time"                    // tried again with more
	NoVersions    Why = "no version says where it was"   // no bisection, so that it has no identity; tried again with other versions
	NoForm        Why = "the collection has no form for it"
	Failed        Why = "could not be judged" // for a reason that no other says; it is tried again
)

// verdictFormat is the version of a verdict's file; findings with verdicts in other formats are judged again.
const verdictFormat = 1

// A Verdict says what one finding turned out to be.
type Verdict struct {
	Format int `json:"format"`
	// Run and Kept say which finding it is: a folder of a run.
	Arm  string `json:"arm"`
	K    int    `json:"run"`
	Kept string `json:"kept"`
	// Found is the CPU time in seconds at which it was first seen.
	Found float64 `json:"cpu_seconds"`
	// Stamp is that of its formula, "" in verdicts of former versions.
	Stamp string `json:"stamp,omitempty"`
	// Engine found it; Class and Solver are those of its record.
	Engine string `json:"engine,omitempty"`
	Class  string `json:"class,omitempty"`
	Solver string `json:"solver,omitempty"`
	// Bug is the name of its bug. New says that the collection did not have it, Because how it was identified.
	Bug     string `json:"bug,omitempty"`
	New     bool   `json:"new,omitempty"`
	Because string `json:"because,omitempty"`
	// Why and Detail say why it has none.
	Why    Why    `json:"why,omitempty"`
	Detail string `json:"detail,omitempty"`
	// Tried says, of a finding that nothing certifies, which referees did not, and of one without an identity, in which versions it was run: others may.
	Tried []string `json:"tried,omitempty"`
	// Shape is the key of its formula apart from names and order, "" for none.
	Shape string `json:"shape,omitempty"`
	// Limit is the time that judging it was given, in seconds.
	Limit float64 `json:"limit_seconds"`
}

// Run is the run of the finding.
func (v *Verdict) Run() RunID { return RunID{v.Arm, v.K} }

// isOf reports whether a verdict is of a finding that has its run and name. When a run's folder was removed and the run began again, other findings get
// the names of the former ones; found at the same millisecond, which is all that verdicts of former versions say, is hardly any of them.
func (v *Verdict) isOf(f Found) bool {
	return v.Found == f.CPU && (v.Stamp == "" || v.Stamp == f.Stamp)
}

// verdictPath is the path of the verdict on a finding. Names of arms have no tilde, so no two paths coincide.
func verdictPath(dir string, run RunID, kept string) string {
	return filepath.Join(dir, verdictDir, strings.Join([]string{run.Arm, fmt.Sprint(run.K), kept}, "~")+".json")
}

// saveVerdict writes a verdict. Errors are *disk.OutputError.
func saveVerdict(dir string, v *Verdict) error {
	v.Format = verdictFormat
	data, err := findings.JSON(v)
	if err != nil {
		return err
	}
	return disk.Replace(verdictPath(dir, v.Run(), v.Kept), data)
}

// LoadVerdicts reads the verdicts of a benchmark, in the order of their files' names. One that cannot be read is skipped, and its finding
// is judged again.
func LoadVerdicts(dir string) ([]Verdict, error) {
	entries, err := os.ReadDir(filepath.Join(dir, verdictDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []Verdict
	for _, e := range entries {
		if e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if v, ok := loadVerdict(filepath.Join(dir, verdictDir, e.Name())); ok {
			out = append(out, v)
		}
	}
	return out, nil
}

func loadVerdict(path string) (v Verdict, ok bool) {
	data, err := readFile(path, maxRecord)
	ok = err == nil && json.Unmarshal(data, &v) == nil && v.Format == verdictFormat && (v.Bug == "") != (v.Why == "")
	return v, ok
}
