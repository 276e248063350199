package triage

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
)

// The files of a finding's folder that say in which versions it shows, and in which revisions of a checkout.
const (
	BisectFile    = "bisect.json"
	BisectGitFile = "bisect-git.json"
)

// bisectFormat is the version of bisect.json; files of other versions are rebuilt.
const bisectFormat = 1

// A Bisection says in which versions of the blamed solver a finding shows. It is the content of bisect.json.
type Bisection struct {
	Format int          `json:"format"`
	Class  oracle.Class `json:"class"`
	Solver string       `json:"solver"`
	// Formula is the checksum of what was run: verdicts are only about that.
	Formula string `json:"formula"`
	// Rate says how often it shows in the version in which it was found, nil when that was not counted.
	Rate *findings.Repetition `json:"rate,omitempty"`
	// Versions are the versions, the oldest first.
	Versions []VersionVerdict `json:"versions"`
	// Others are verdicts of earlier searches on versions that were not asked for this time.
	Others []VersionVerdict `json:"others,omitempty"`
	// Releases are the versions that are known to exist, the oldest first.
	Releases []string `json:"releases,omitempty"`
	bisect.Ends
	// Monotone: the finding came at most once and went at most once after that. Where Monotone is false, all versions were run.
	Monotone bool `json:"monotone"`
	// Complete: the search was not interrupted.
	Complete bool `json:"complete"`
	// Runs is the number of versions that were run for this, earlier runs included.
	Runs int `json:"runs"`
}

// A VersionVerdict is what one version does with a finding.
type VersionVerdict = findings.VersionVerdict

// A Candidate is a version to run.
type Candidate struct {
	Name string
	// Found: the version is the one in which the finding was found.
	Found bool
	// Target finds or builds its program. A *solver.UnusableError says that there is none.
	Target func(ctx context.Context) (solver.Target, error)
	// Program identifies the program as it is now, "" when that is not known before Target is called.
	Program string
}

// A Bisector searches versions for those between which a finding came and went.
type Bisector struct {
	Replayer Replayer
	// Candidates are the versions, the oldest first, each name once.
	Candidates []Candidate
	// Releases are the versions that are known to exist, as in Bisection.
	Releases []string
	// File is the file that is written, "" for BisectFile.
	File string
	// Costly: a version is expensive to build. No more are run than the search needs.
	Costly bool
	// Tell is called with each verdict as it comes; nil is not called.
	Tell func(VersionVerdict)
	// Write writes files, nil for disk.WriteAtomic.
	Write disk.Writer
}

// LoadBisection reads what is known about a finding, for whichever formula; nil when there is nothing useful.
func LoadBisection(dir string) *Bisection {
	return loadBisection(filepath.Join(dir, BisectFile))
}

func loadBisection(file string) *Bisection {
	data, err := findings.ReadPart(filepath.Split(file))
	var b Bisection
	if err != nil || json.Unmarshal(data, &b) != nil || b.Format != bisectFormat {
		return nil
	}
	return &b
}

// Of reports whether a bisection is about a finding as it is now.
func (b *Bisection) Of(s findings.Stored) bool {
	if b == nil || b.Class != s.Class && (s.Session == nil || b.Class != oracle.LeakedState) {
		return false
	}
	return b.Solver == s.Solver && b.Formula == formulaSum(s)
}

// formulaSum identifies what is run for a finding.
func formulaSum(s findings.Stored) string {
	data, err := findings.ReadPart(s.Dir, shownIn(s))
	if err != nil {
		return ""
	}
	return findings.Checksum(data)
}

// Run searches the versions, and writes what is known into the finding's folder after each. Verdicts of an earlier run about the same formula
// and program are kept, so that an interrupted search continues. With an error, the Bisection is valid as far as the search got. Errors are
// those of Replayer.InVersion, and *disk.OutputError.
func (b Bisector) Run(ctx context.Context, s findings.Stored) (Bisection, error) {
	if b.Write == nil {
		b.Write = disk.WriteAtomic
	}
	b.File = cmp.Or(b.File, BisectFile)
	r := &bisecting{Bisector: b, finding: s}
	r.out = Bisection{Format: bisectFormat, Class: s.Class, Solver: s.Solver, Formula: formulaSum(s), Releases: b.Releases, Monotone: true}
	search := bisect.Search{Likely: bisect.None, Known: make([]bisect.Verdict, len(b.Candidates)), Whole: !b.Costly, Ask: r.ask}
	if b.Costly {
		search.Probes = 2 // both ends
	}
	r.recall(loadBisection(filepath.Join(s.Dir, b.File)))
	for i, c := range b.Candidates {
		r.out.Versions = append(r.out.Versions, VersionVerdict{Name: c.Name})
		if c.Found {
			search.Likely = i
		}
	}
	if err := r.count(ctx); err != nil {
		return r.out, err
	}
	for i, c := range b.Candidates {
		if v, ok := r.earlier[c.Name]; ok && r.keeps(v, c) {
			r.out.Versions[i], search.Known[i] = v, v.Verdict
			r.out.Runs++
			delete(r.earlier, c.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.earlier)) {
		if !slices.ContainsFunc(b.Candidates, func(c Candidate) bool { return c.Name == name }) {
			r.out.Others = append(r.out.Others, r.weighed(r.earlier[name]))
		}
	}
	history, err := search.Run(ctx)
	if err == nil {
		r.out.Complete = true
	}
	r.conclude(history)
	return r.out, errors.Join(err, r.save())
}

type bisecting struct {
	Bisector
	finding findings.Stored
	earlier map[string]VersionVerdict // verdicts about this formula, by version
	need    Need
	// original is the finding with the formula as it was found, nil when there is none that shows it; it is looked for once.
	original       *findings.Stored
	originalNeed   Need
	originalSought bool
	out            Bisection
}

// recall takes over the verdicts of an earlier search.
func (r *bisecting) recall(b *Bisection) {
	r.earlier = make(map[string]VersionVerdict)
	if !b.Of(r.finding) {
		return
	}
	for _, v := range slices.Concat(b.Others, b.Versions) {
		v.Assumed = ""
		if v.Verdict != bisect.Unasked {
			r.earlier[v.Name] = v
		}
	}
	r.out.Rate = b.Rate
}

// keeps reports whether a verdict still holds: it is about the same program, it rests on as many runs as the finding demands, and it is not
// one that running again, or an install, may change.
func (r *bisecting) keeps(v VersionVerdict, c Candidate) bool {
	same := v.Program == c.Program
	switch v.Verdict {
	case bisect.Shows:
		return c.Program == "" || same
	case bisect.Absent:
		need := r.need
		if v.Original {
			return (c.Program == "" || same) && v.Runs > 0 // it was made with what its own formula needs
		}
		return (c.Program == "" || same) && need.Proves && max(v.Runs, 1) >= need.Absent
	case bisect.MayBeGood:
		return same && !v.Original && !r.need.Proves && v.Runs >= r.need.Absent
	}
	return v.Program != "" && same && !strings.HasPrefix(v.Reason, string(outcome.Timeout))
}

// weighed is a verdict on a version that is not asked about now: where it rests on fewer runs than the finding demands by now, it says less.
func (r *bisecting) weighed(v VersionVerdict) VersionVerdict {
	if v.Verdict == bisect.Absent && !r.keeps(v, Candidate{Program: v.Program}) {
		v.Verdict, v.Reason = bisect.MayBeGood, fmt.Sprintf("0 of %d, 1 %% not reached", max(v.Runs, 1))
	}
	return v
}

// ask runs one version.
func (r *bisecting) ask(ctx context.Context, i int) (bisect.Verdict, error) {
	c := r.Candidates[i]
	v := VersionVerdict{Name: c.Name, Program: c.Program}
	target, err := c.Target(ctx)
	var unusable *solver.UnusableError
	switch {
	case errors.As(err, &unusable):
		v.Verdict, v.Reason = bisect.Unclear, unusable.Problem
		v.Program = "" // there is none: another time it may be built, or installed, so that keeps does not hold on to this
	case err != nil:
		return bisect.Unasked, err
	default:
		if v.Program == "" && !r.Costly { // it has only been found, or installed, now
			if v.Program, err = ProgramMark(ctx, target, r.finding); err != nil {
				return bisect.Unasked, err
			}
		}
		if err := r.run(ctx, target, &v); err != nil {
			return bisect.Unasked, err
		}
		if rate := r.out.Rate; c.Found && v.Verdict == bisect.Shows && !v.Original && rate != nil && rate.Runs > v.Runs {
			v.Shown, v.Runs = rate.Shown, rate.Runs // these runs are its own
		}
	}
	r.out.Versions[i] = v
	r.out.Runs++
	if r.Tell != nil {
		r.Tell(v)
	}
	return v.Verdict, r.save()
}

// run enters what a version does.
func (r *bisecting) run(ctx context.Context, target solver.Target, v *VersionVerdict) error {
	in, err := r.Replayer.InVersion(ctx, r.finding, target, r.need)
	if err != nil {
		return err
	}
	if in.Verdict == bisect.Unclear && in.Silent {
		if err := r.seekOriginal(ctx); err != nil {
			return err
		}
		if r.original != nil {
			seconds := in.Seconds
			if in, err = r.Replayer.InVersion(ctx, *r.original, target, r.originalNeed); err != nil {
				return err
			}
			in.Seconds += seconds
			v.Original = true
		}
	}
	v.Verdict, v.Reason, v.Signature, v.Shown, v.Runs, v.Seconds, v.With = in.Verdict, in.Reason, in.Signature, in.Shown, in.Runs, in.Seconds, in.With
	return nil
}

// save writes what is known.
func (r *bisecting) save() error {
	data, err := findings.JSON(r.out)
	if err != nil {
		return fmt.Errorf("%s: %w", r.File, err)
	}
	return r.Write(filepath.Join(r.finding.Dir, r.File), data)
}

// conclude enters what follows from the verdicts.
func (r *bisecting) conclude(h bisect.History) {
	r.out.Ends = h.Ends(func(i int) string { return r.out.Versions[i].Name })
	r.out.Monotone = h.Monotone
	for i := range r.out.Versions {
		if v := &r.out.Versions[i]; v.Verdict == bisect.Unasked {
			v.Assumed = h.Assumed(i)
		}
	}
}

// Record is what reports show of it; nil for no bisection.
func (b *Bisection) Record() *findings.History {
	if b == nil {
		return nil
	}
	return &findings.History{Class: b.Class, Formula: b.Formula, Rate: b.Rate, Versions: b.Versions, Others: b.Others, Releases: b.Releases}
}

// Verdicts returns the verdicts that decide, by version; nil for no bisection.
func (b *Bisection) Verdicts() map[string]bisect.Verdict {
	if b == nil {
		return nil
	}
	out := make(map[string]bisect.Verdict)
	for _, v := range slices.Concat(b.Others, b.Versions) {
		if v.Verdict.Decides() {
			out[v.Name] = v.Verdict
		}
	}
	return out
}
