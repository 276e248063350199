package bugbench

import (
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/findings/bugs"
)

// A Record is a plain value: the results of a benchmark's runs without their formulas, which is all that a report needs. It is small enough to keep
// permanently, and the records of several machines make one report.
type Record struct {
	// Source is the folder or file that it was read from.
	Source string
	// Flags are those of all arms, without paths of seeds.
	Flags []string
	Arms  []RecordedArm
	// Given is the CPU time in seconds that the plan gives each run.
	Given float64
	Runs  []RecordedRun
	// Seeds is the checksum of the seeds, "" where it is not known.
	Seeds string
}

// A RecordedArm is an arm of a record.
type RecordedArm struct {
	Name string `json:"arm"`
	// Version is the commit that its program was built from; where files had changed, "+" and the first digits of its SHA-256 follow. It is the whole
	// SHA-256 where the commit is not known.
	Version string   `json:"version"`
	Flags   []string `json:"flags,omitempty"`
}

// A RecordedRun is a run of a record. CPU is what it used, in seconds.
type RecordedRun struct {
	RunID
	CPU  float64
	Seen []Seen // the earliest first
}

// Seen is a finding of a run: the time of its first formula, and the verdict on it.
type Seen struct {
	// CPU is the CPU time in seconds.
	CPU    float64 `json:"at"`
	Engine string  `json:"engine,omitempty"` // "" for unknown
	// Bug is its bug, and New says that the collection did not have it; Options whether it needs options then, nil for unknown. Why says why it has no bug. Bug
	// and Why are both "" when it has not been judged.
	Bug     string `json:"bug,omitempty"`
	New     bool   `json:"new,omitempty"`
	Options *bool  `json:"options,omitempty"`
	Why     Why    `json:"why,omitempty"`
}

// ReadRecord reads the record of a benchmark's folder, even while the benchmark runs, or one that Record.Write wrote to a file. Errors are
// *PlanError, and about files.
func ReadRecord(path string) (*Record, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return recordOf(path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, &PlanError{path, err.Error()}
	}
	defer func() { _ = f.Close() }()                            // it was only read
	data, err := io.ReadAll(io.LimitReader(f, maxRecordFile+1)) // it may be a pipe
	switch {
	case err != nil:
		return nil, &PlanError{path, err.Error()}
	case len(data) > maxRecordFile:
		return nil, &PlanError{path, fmt.Sprintf("it is larger than %d bytes, so it is not a record of assay bench bugs", maxRecordFile)}
	}
	return parseRecord(path, data)
}

// recordOf makes the record of a folder.
func recordOf(dir string) (*Record, error) {
	plan, err := LoadPlan(dir)
	if err != nil {
		return nil, err
	}
	verdicts, err := LoadVerdicts(dir)
	if err != nil {
		return nil, err
	}
	on := make(map[string]*Verdict)
	for i := range verdicts {
		v := &verdicts[i]
		on[v.Run().String()+"/"+v.Kept] = v
	}
	fresh, err := bugs.Load(filepath.Join(dir, BugsDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, &PlanError{dir, err.Error()}
	}
	options := make(map[string]*bool)
	for _, b := range fresh {
		options[b.Name] = new(len(b.Options) > 0)
	}
	r := &Record{Source: dir, Flags: plan.Flags, Given: plan.CPU.Seconds(), Seeds: plan.SeedsSum}
	for _, a := range plan.Arms {
		r.Arms = append(r.Arms, RecordedArm{a.Name, a.version(dir), a.Flags})
	}
	for _, id := range plan.Runs() {
		l, err := LoadLedger(filepath.Join(id.Dir(dir), ledgerFile))
		if err != nil {
			return nil, &PlanError{dir, err.Error()}
		}
		run := RecordedRun{RunID: id, CPU: l.CPU().Seconds()}
		kept, damaged, err := loadKept(id.Dir(dir))
		if err != nil {
			return nil, err
		}
		for _, d := range damaged {
			kept = slices.Insert(kept, 0, Kept{Dir: d})
		}
		for _, k := range kept {
			seen := Seen{CPU: k.CPU}
			if v := on[id.String()+"/"+filepath.Base(k.Dir)]; v != nil && v.isOf(k.Found) {
				seen.Engine, seen.Bug, seen.New, seen.Why = v.Engine, v.Bug, v.New, v.Why
				seen.Options = options[v.Bug]
			}
			run.Seen = append(run.Seen, seen)
		}
		r.Runs = append(r.Runs, run)
	}
	return r, nil
}

// version says what an arm's program was built from.
func (a *Arm) version(dir string) string {
	info, err := buildinfo.ReadFile(a.copyIn(dir))
	if err != nil {
		return a.SHA256
	}
	revision, changes := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changes = "+" + a.SHA256[:min(len(a.SHA256), 10)]
		}
	}
	if revision == "" {
		return a.SHA256
	}
	return revision + changes
}

// pool checks that records can make one report: they have the same flags and seeds, arms of the same name have the same flags, and no run
// appears twice.
func pool(records []*Record) error {
	type from struct {
		arm    RecordedArm
		source string
	}
	arms := make(map[string]from)
	runs := make(map[RunID]string)
	var seeds *Record // the first whose seeds are known
	for _, r := range records {
		first := records[0]
		if !slices.Equal(first.Flags, r.Flags) {
			return &PlanError{r.Source, fmt.Sprintf("it is not a benchmark of the same plan as %s: its flags are %s, there they are %s", first.Source, shell.Quote(r.Flags), shell.Quote(first.Flags))}
		}
		switch {
		case r.Seeds == "":
		case seeds == nil:
			seeds = r
		case seeds.Seeds != r.Seeds:
			return &PlanError{r.Source, fmt.Sprintf("its seeds are not those of %s", seeds.Source)}
		}
		for _, a := range r.Arms {
			was, ok := arms[a.Name]
			if ok && !slices.Equal(was.arm.Flags, a.Flags) {
				return &PlanError{r.Source, fmt.Sprintf("its arm %s has the flags %s, in %s they are %s", a.Name, shell.Quote(a.Flags), was.source, shell.Quote(was.arm.Flags))}
			}
			if !ok {
				arms[a.Name] = from{a, r.Source}
			}
		}
		for _, run := range r.Runs {
			if run.CPU == 0 {
				continue
			}
			if was, ok := runs[run.RunID]; ok {
				return &PlanError{r.Source, fmt.Sprintf("run %s is in %s as well, and two runs with the same campaign seed are not independent samples: begin the second benchmark with another --first-run", run.RunID, was)}
			}
			runs[run.RunID] = r.Source
		}
	}
	return nil
}
