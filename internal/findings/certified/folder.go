package certified

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// A Folder reduces stored findings.
type Folder struct {
	Config
	// Resolve finds the recorded solvers.
	Resolve triage.Resolve
	// Referees are targets that vouch for truths besides those of the record.
	Referees []solver.Target
	// Panel are further ones that are asked where those do not decide, see Case.
	Panel []solver.Target
	// Debugger is as in Case.
	Debugger string
	// Table reads formulas instead of the recorded theory files, nil for the files.
	Table *theory.Table
	// Checks are as in triage.Replayer.
	Checks []trial.Check
	// Runner runs solvers, nil for processes; Fast is as in Case.
	Runner, Fast trial.Runner
}

// recordedTime multiplies a finding's time limit: a loaded machine must not make it look gone.
const recordedTime = 3

// flakyTries is how often a candidate is run when the finding did not always show.
const flakyTries = 3

// Reduce reduces a finding and writes the result into its folder: the reduced formula replaces what the blamed solver reads, the record and
// the report are about it, and the formula as it was found stays beside it. A folder that was reduced already is reduced further. When ctx
// ends, or something fails on the way, it writes what was found by then; where nothing shows the finding again at the end, it writes nothing. Errors are those of Reduce, *triage.RecordError,
// *solver.UnusableError and *disk.OutputError.
func (r Folder) Reduce(ctx context.Context, s findings.Stored) (Result, error) {
	c, text, err := r.caseOf(ctx, s)
	if err != nil {
		return Result{}, err
	}
	x, err := newExaminer(c, r.Dir, r.Jobs)
	if err != nil {
		return Result{}, err
	}
	if x.form, text, err = formOf(s, x, text); err != nil {
		return Result{}, err
	}
	out, err := x.reduce(ctx, text, r.Config)
	if out.Best == nil || err != nil && out.Best == out.Start {
		return out, err
	}
	// What was found is written even if the context has ended, with runs that end soon.
	write, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTime)
	defer cancel()
	if failed := r.write(write, s, x, &out); err == nil {
		err = failed
	}
	return out, err
}

// writeTime bounds the runs needed to write a result down.
const writeTime = 2 * time.Minute

// caseOf makes a case of a stored finding.
func (r Folder) caseOf(ctx context.Context, s findings.Stored) (c Case, text string, err error) {
	if err := triage.NeedsCheck(s, r.Checks); err != nil {
		return c, "", err
	}
	table := r.Table
	if table == nil {
		if table, err = triage.Table(&s.Finding); err != nil {
			return c, "", &triage.RecordError{Dir: s.Dir, Err: fmt.Errorf("a recorded theory file cannot be read: %w", err)}
		}
	}
	data, err := os.ReadFile(filepath.Join(s.Dir, findings.BugFile))
	if err != nil {
		return c, "", &triage.RecordError{Dir: s.Dir, Err: fmt.Errorf("its formula: %w", err)}
	}
	c = Case{
		Goal:   Goal{Class: s.Class, Solver: s.Solver, Other: s.Other, Suspect: s.Suspect},
		Truths: findings.OracleTruths(s.Truths), Limit: triage.LimitOf(&s.Finding), Exceeded: s.Evidence.Measured != nil, Fast: r.Fast, Debugger: r.Debugger, Engine: s.Provenance.Engine,
		Bench: &trial.Bench{Runner: r.Runner, Table: table, Checks: r.Checks, Limits: solver.Limits{
			Time: time.Duration(s.Limits.Seconds * recordedTime * float64(time.Second)), Memory: s.Limits.Memory,
		}},
	}
	if r := s.Reduction; r != nil && (Kind(r.Certificate) == Agreement || Kind(r.Certificate) == Core) {
		// Votes counted at that time are not a derivation: they are counted again.
		for i := range c.Truths {
			if c.Truths[i].IsUnsat() {
				c.Truths[i] = oracle.Truth{}
			}
		}
	}
	if s.Class.Named() {
		c.Signature = findings.Common(s.Signature) // campaigns that keep every trigger number the triggers there
	}
	if s.Flaky() {
		c.Tries = flakyTries
	}
	blamed := false
	for _, run := range s.Finding.Runs {
		target, err := r.Resolve(ctx, run.Solver)
		switch {
		case run.Solver == s.Solver:
			if err != nil {
				return c, "", err
			}
			c.Blamed, c.Options, blamed = target, solver.Options(run.Options), true
		case run.Solver == s.Other:
			if err != nil {
				return c, "", err
			}
			c.Against = &target
			c.AddReferees(target)
		case err == nil:
			c.AddReferees(target)
		}
	}
	if !blamed {
		return c, "", &triage.RecordError{Dir: s.Dir, Err: fmt.Errorf("no run of the blamed solver %s is recorded", s.Solver)}
	}
	c.AddReferees(r.Referees...)
	c.Panel = r.Panel
	return c, string(data), nil
}

// write puts the result into the folder.
func (r Folder) write(ctx context.Context, s findings.Stored, x *examiner, out *Result) error {
	on := <-x.slots
	defer func() { x.slots <- on }()
	f, best := s.Finding, out.Best
	others := make(map[string][]byte)
	bug := []byte(best.Text)
	if f.Class != best.Finding.Class { // a wrong core that turned out to be a wrong unsat
		f.Signature = string(best.Finding.Class) + strings.TrimPrefix(f.Signature, string(f.Class))
		f.Class = best.Finding.Class
	}
	f.Suspect, f.Check, f.Evidence = best.Finding.Suspect, best.Finding.Check, findings.EvidenceOf(best.Finding.Evidence)
	f.Checks, f.Logic, f.Truths, f.Open = best.Checks, best.Logic, findings.TruthsOf(best.Truths), nil
	if !exactEvidence(best) {
		f.Open = best.Open
		f.Suspect = f.Suspect || len(best.Open) > 0 && !f.Class.Crash() && !f.Class.Incompleteness()
	}
	if out.Confirmed.Runs > 0 {
		f.Repeated = out.Confirmed
	}
	f.Runs = []findings.Run{triage.Record(best.Run, x.Options, on.bench.Dir.Path(file), findings.BugFile)}
	if best.formed != nil {
		bug, others = best.formed.bug, maps.Clone(best.formed.files)
		best.formed.enter(&f)
	}
	if form, ok := x.form.(*session); best.formed == nil || ok && form.evident.Class.WrongAnswer().Decides() {
		if err := x.others(ctx, on, s, string(bug), &f, others); err != nil {
			return err
		}
	}
	before := len(bug)
	if data, err := os.ReadFile(filepath.Join(s.Dir, findings.OriginalFile)); err == nil {
		before = len(data)
	}
	f.Reduction = x.reduction(ctx, out, before, len(bug))
	if form, ok := x.form.(*session); ok {
		plain, err := form.typed(ctx, x, best, r.Dir)
		if err != nil {
			return err
		}
		if plain != nil {
			record := triage.Record(*plain, solver.Options{}, findings.SessionFile, findings.SessionFile)
			record.Configuration = nil
			f.Reduction.Plain = &record
		}
	}
	if previous := s.Reduction; previous != nil {
		f.Reduction.Tests += previous.Tests
	}
	return findings.Rewrite(s.Dir, f, bug, others)
}

// others records the runs of all solvers of the finding on the reduced formula, beside that of the blamed one, which is recorded already. A solver that
// cannot be run, or for which no time is left, has no run in the record: the result of hours must not depend on it.
func (x *examiner) others(ctx context.Context, on *slot, s findings.Stored, bug string, f *findings.Finding, others map[string][]byte) error {
	sc := x.parse(bug)
	blamed := f.Runs
	f.Runs = nil
	for _, run := range s.Finding.Runs {
		if run.Solver == x.Solver {
			f.Runs = append(f.Runs, blamed...)
			continue
		}
		target, ok := x.targetOf(run.Solver)
		if !ok || sc == nil || trial.Unreadable(target, sc) != "" {
			continue
		}
		t, again, err := x.onReduced(ctx, on, target, sc, bug, run.Answers)
		var full *disk.OutputError
		switch {
		case errors.As(err, &full):
			return err
		case err != nil:
			continue
		}
		text := t.Text(target)
		name := findings.BugFile
		if string(text.Bytes) != bug {
			name = nameFor(others, target, text.Bytes)
			others[name] = text.Bytes
		}
		again.Solver = run.Solver
		f.Runs = append(f.Runs, triage.Record(again, t.Options(target, text), text.Path, name))
	}
	return nil
}

// onReduced runs a target on the reduced formula: on the very text that the blamed solver reads where both read the same dialect and the answers stay, so
// that a reader of the report needs one file only, and on its own spelling otherwise.
func (x *examiner) onReduced(ctx context.Context, on *slot, target solver.Target, s *script.Script, text string, answers []string) (*trial.Trial, solver.Run, error) {
	if target.Profile().Dialect == x.Blamed.Profile().Dialect {
		t := on.bench.Raw(on.bench.RawText("w", []byte(text)), s, trial.Facts{})
		run, err := t.Run(ctx, target)
		n, before := len(run.Answers), len(answers)
		if err != nil || n > 0 && before > 0 && run.Answers[n-1].String() == answers[before-1] {
			return t, run, err
		}
	}
	t := on.bench.New(s, trial.Facts{Name: "w", Plan: trial.AskEverySat})
	run, err := t.Run(ctx, target)
	return t, run, err
}

// targetOf returns the target with a recorded name.
func (x *examiner) targetOf(name string) (solver.Target, bool) {
	if x.Against != nil && name == x.Other {
		return *x.Against, true
	}
	i := slices.IndexFunc(x.all, func(t solver.Target) bool { return t.String() == name })
	if i < 0 {
		return solver.Target{}, false
	}
	return x.all[i], true
}

// nameFor names the file that a solver reads.
func nameFor(others map[string][]byte, t solver.Target, text []byte) string {
	dialect := cmp.Or(t.Profile().Dialect, t.Profile().Name)
	name := "bug-" + dialect + ".smt2"
	for n := 2; others[name] != nil && !bytes.Equal(others[name], text); n++ {
		name = fmt.Sprintf("bug-%s-%d.smt2", dialect, n)
	}
	return name
}

func exactEvidence(s *Shown) bool {
	return s.Finding.Evidence.Kind.Exact() || s.Kind.level() == exact
}
