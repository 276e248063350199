package triage

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/experiment"
	"github.com/assay-smt/assay/internal/run/timing"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/theory"
)

// A ReplayState is the result of a replay.
type ReplayState string

// The states.
const (
	StillThere ReplayState = "still there"
	Gone       ReplayState = "gone"
	// MayBeGone: it did not show in as many runs as are allowed, and this says too little: it shows too rarely, or limits ended runs.
	MayBeGone ReplayState = "may be gone"
	// OtherBuild: it did not show, but the program of the blamed solver is another build of the recorded version, so the finding may still be there.
	OtherBuild ReplayState = "not shown by another build"
)

// A Replay is the result of running a finding again.
type Replay struct {
	State ReplayState `json:"state"`
	// Shown of Runs times it showed.
	findings.Repetition
	// Cut counts the times, besides Runs, in which a limit ended a run before it could show it: they say nothing.
	Cut int `json:"cut,omitempty"`
	// Last are the runs of the last time.
	Last []findings.Run `json:"last"`
	// Observed is what the blamed solver did the last time, with the verdicts on its models.
	Observed oracle.Observation `json:"-"`
	// Evidence is the evidence of the finding as it showed now.
	Evidence findings.Evidence `json:"evidence"`
	// Notes are the differences from the record, for people to read.
	Notes []string `json:"notes,omitempty"`
	// Instead is another finding that the same texts showed the last time, where this one did not show: its class and solver, "" for none. The
	// blame has then moved, as when a smaller formula lets evaluation decide whom a disagreement speaks against.
	Instead string `json:"instead,omitempty"`
	// others are all findings that the same texts showed the last time; what they are is only of use where this one did not show.
	others []oracle.Finding
	// Build says that the blamed solver's program is another build of the recorded version, "" if it is the same or nothing is known.
	Build string `json:"build,omitempty"`
}

// A Resolve finds the solver of a spec.
type Resolve func(ctx context.Context, spec string) (solver.Target, error)

// A RecordError says that a finding cannot be judged, because its record or a file that it names is missing or damaged. Then it is not
// known whether the finding is gone.
type RecordError struct {
	Dir string // the finding's folder
	Err error
}

func (e *RecordError) Error() string { return fmt.Sprintf("%s cannot be judged: %v", e.Dir, e.Err) }

func (e *RecordError) Unwrap() error { return e.Err }

// replayTime multiplies the recorded time limit: a loaded machine must not make a bug look gone.
const replayTime = 3

// A Replayer runs stored findings again.
type Replayer struct {
	// Resolve finds the recorded solvers.
	Resolve Resolve
	// Runner runs them, nil for processes.
	Runner trial.Runner
	// Sessions runs the sessions of reused processes again, nil for processes that read them on standard input.
	Sessions Sessions
	// Table reads formulas instead of the recorded theory files, nil for the files.
	Table *theory.Table
	// Checks are the programs of the user's that are asked again. None is run because a record names it: a record may be anybody's.
	Checks []trial.Check
	// Times is how often to run it, without stopping early; 0 means until it shows, or as often as it takes to call it gone: see NeedFor. Runs
	// that a limit ends do not count, but more than mostCut of them end it.
	Times int
	// Essential leaves out the solvers that the verdict does not need: those neither blamed nor contradicting.
	Essential bool
	// Revisions: the targets of InVersion are builds of a checkout's revisions. They may all call themselves the finding's version, and each
	// speaks for itself.
	Revisions bool
}

// Replay runs a finding again until it shows, judged by the same oracle: the recorded solvers with the recorded options on the stored formula, the blamed one on the
// base where the finding is about a mutation step, and on its session where only that shows it. The finding is still there when the same class is
// found for the same solver. A solver that cannot be used is a *solver.UnusableError, a finding that cannot be judged a *RecordError: neither allows
// the conclusion that the finding is gone.
func (r Replayer) Replay(ctx context.Context, s findings.Stored) (Replay, error) {
	p, err := r.prepare(ctx, s)
	if err != nil {
		return Replay{}, err
	}
	need := Need{Absent: r.Times}
	if r.Times == 0 {
		need = NeedOf(s)
	}
	for p.out.Runs < need.Absent && p.out.Cut <= mostCut {
		shown, err := p.run(ctx)
		if err != nil {
			return Replay{}, err
		}
		if shown && r.Times == 0 {
			break
		}
	}
	p.out.State = Gone
	switch {
	case p.out.Shown > 0:
		p.out.State = StillThere
	case p.out.Runs < need.Absent, r.Times == 0 && !need.Proves:
		p.out.State = MayBeGone
		fallthrough
	default:
		if err := p.judgeable(); err != nil {
			return Replay{}, err
		}
		if p.out.Build != "" {
			p.out.State = OtherBuild
		}
	}
	return p.out, nil
}

// run runs everything one more time, and counts.
func (p *replaying) run(ctx context.Context) (shown bool, err error) {
	once := p.once
	switch {
	case p.typed:
		once = p.onceTyped
	case p.Session != nil:
		once = p.onceSession
	case p.Class.Measured():
		once = p.onceMeasured
	case p.Class.Stated():
		once = p.onceStated
	}
	found, err := once(ctx)
	if err != nil {
		return false, err
	}
	if found == nil && p.cutShort() {
		p.out.Cut++
	} else {
		p.out.Runs++
	}
	if p.out.Runs+p.out.Cut > 1 {
		slices.Sort(p.out.Notes) // each run has its own
		p.out.Notes = slices.Compact(p.out.Notes)
	}
	if found != nil {
		p.out.Shown++
		p.out.Evidence = findings.EvidenceOf(found.Evidence)
	}
	return found != nil, nil
}

// cutShort reports whether a limit ended the last run of a solver that the verdict depends on, so that it says nothing. Where costs are measured, the race says
// what its limits mean.
func (p *replaying) cutShort() bool {
	return !p.Class.Measured() && slices.ContainsFunc(p.out.Last, func(r findings.Run) bool {
		return (r.Solver == p.Solver || r.Solver == p.Other) && r.Outcome.CutShort()
	})
}

// A replaying is one finding being replayed.
type replaying struct {
	findings.Stored
	essential bool
	bench     *trial.Bench
	sessions  Sessions
	typed     bool // a session is run as its report has it
	used      []usedRun
	raced     *timing.Result // the last time, of a finding that is measured
	out       Replay
}

// usedRun is a recorded run to repeat.
type usedRun struct {
	findings.Run
	target solver.Target
	text   *trial.Text
}

func (r Replayer) prepare(ctx context.Context, s findings.Stored) (*replaying, error) {
	table := r.Table
	if table == nil {
		var err error
		if table, err = Table(&s.Finding); err != nil {
			return nil, &RecordError{s.Dir, fmt.Errorf("a recorded theory file cannot be read: %w", err)}
		}
	}
	if err := NeedsCheck(s, r.Checks); err != nil {
		return nil, err
	}
	p := &replaying{Stored: s, essential: r.Essential, sessions: sessionsOr(r.Sessions), bench: &trial.Bench{Runner: r.Runner, Table: table, Checks: r.Checks, Limits: limitsBack(s.Limits, replayTime)}}
	if s.Class.Basis() == oracle.BasisBaseline {
		p.bench.Baselines = []oracle.Pair{{Old: s.Other, New: s.Solver}}
	}
	return p, p.resolve(ctx, r.Resolve)
}

// NeedsCheck returns a *RecordError for a finding that rests on the word of a program where no check is given, nil otherwise.
func NeedsCheck(s findings.Stored, given []trial.Check) error {
	if !s.Class.OnWord() || len(given) > 0 {
		return nil
	}
	return &RecordError{s.Dir, fmt.Errorf("it rests on the word of a program, which is only asked again if you name it: --check %s", shell.Quote([]string{s.Evidence.By}))}
}

// resolve finds the solvers that the verdict depends on: the blamed one and all that answered.
func (p *replaying) resolve(ctx context.Context, resolve Resolve) error {
	for _, r := range p.Finding.Runs {
		needed := r.Solver == p.Solver || r.Solver == p.Other
		if !needed && (p.essential || !r.Outcome.Answers()) {
			continue
		}
		found, err := resolve(ctx, r.Solver)
		if err != nil {
			if !needed {
				p.out.Notes = append(p.out.Notes, fmt.Sprintf("%s is left out: %v", r.Solver, err))
				continue
			}
			return err
		}
		switch {
		case r.Family != "" && found.Profile().Name != r.Family:
			p.out.Notes = append(p.out.Notes, fmt.Sprintf("%s (%s) runs in place of %s %s", found, found.Version(), r.Family, r.Version))
		case found.Version() != r.Version:
			p.out.Notes = append(p.out.Notes, fmt.Sprintf("%s is version %s now, it was %s", r.Solver, found.Version(), r.Version))
		}
		other, err := otherBuild(ctx, found, p.ProgramOf(r.Solver), r.Version)
		if err != nil {
			return err
		}
		if other != "" {
			p.out.Notes = append(p.out.Notes, other)
			if r.Solver == p.Solver {
				p.out.Build = other
			}
		}
		text, err := p.read(r.File)
		if err != nil {
			return err
		}
		p.used = append(p.used, usedRun{r, found, text})
	}
	if p.blamed() < 0 {
		return &RecordError{p.Dir, fmt.Errorf("no run of the blamed solver %s is recorded", p.Solver)}
	}
	return nil
}

func (p *replaying) read(file string) (*trial.Text, error) {
	// A file that a damaged record names must still lie in its folder.
	if filepath.Base(file) != file {
		return nil, &RecordError{p.Dir, fmt.Errorf("the record names %q, which is not a file of the folder", file)}
	}
	err := findings.CheckPart(p.Dir, file)
	if err != nil {
		return nil, &RecordError{p.Dir, fmt.Errorf("its formula: %w", err)}
	}
	text, err := trial.ReadText(filepath.Join(p.Dir, file))
	if err != nil {
		return nil, &RecordError{p.Dir, fmt.Errorf("its formula: %w", err)}
	}
	return text, nil
}

// referees are the solvers of the record whose models may show the finding, if it is of a class of that kind.
func (p *replaying) referees() []solver.Target {
	if !p.Class.Refereed() {
		return nil
	}
	var out []solver.Target
	for _, u := range p.used {
		out = append(out, u.target)
	}
	return out
}

// once runs everything one time; nil means that the finding did not show.
func (p *replaying) once(ctx context.Context) (*oracle.Finding, error) {
	facts := trial.Facts{Truths: findings.OracleTruths(p.Truths), Referees: p.referees()}
	if p.Suspect && p.Other != "" {
		facts.Accused = p.Solver
	}
	base, err := p.base()
	if err != nil {
		return nil, err
	}
	once, err := p.judge(ctx, p.bench.Recorded(p.Logic, p.Checks, facts), base, p.used...)
	if err != nil {
		return nil, err
	}
	found := once.First(func(f oracle.Finding) bool {
		return f.Class == p.Class && f.Solver == p.Solver && (!p.Class.OnWord() || f.Signature == findings.Common(p.Signature))
	})
	p.out.Instead, p.out.others = "", nil
	if found == nil && len(once.Found) > 0 {
		p.out.others = once.Found
		p.out.Instead = fmt.Sprintf("%s in %s", once.Found[0].Class, once.Found[0].Solver)
	}
	if found != nil && found.Class.Crash() && found.Signature != findings.Common(p.Signature) {
		p.out.Notes = append(p.out.Notes, "the crash looks different now: "+found.Evidence.Summary)
	}
	return found, nil
}

// base is the blamed solver's run on the base, nil for findings without one.
func (p *replaying) base() (*usedRun, error) {
	if p.Base == nil {
		return nil, nil
	}
	text, err := p.read(p.Base.Run.File)
	return &usedRun{p.Base.Run, p.used[p.blamed()].target, text}, err
}

// blamed is the index of the blamed solver's recorded run.
func (p *replaying) blamed() int {
	return slices.IndexFunc(p.used, func(u usedRun) bool { return u.Solver == p.Solver })
}

// judge repeats recorded runs one time, and judges; base is nil for findings without one.
func (p *replaying) judge(ctx context.Context, t *trial.Trial, base *usedRun, used ...usedRun) (experiment.Result, error) {
	x := experiment.Experiment{Trial: t}
	for _, u := range used {
		x.Readers = append(x.Readers, u.reader())
	}
	if base != nil {
		x.Base = &experiment.Base{
			Trial: p.bench.Recorded(p.Logic, p.Checks, trial.Facts{}), Step: p.Base.Step, Readers: []experiment.Reader{base.reader()},
		}
		used = slices.Insert(slices.Clone(used), 0, *base)
	}
	out, err := x.Once(ctx)
	p.out.Last, p.out.Observed = nil, out.Of(p.Solver)
	for i, run := range slices.Concat(out.Bases, out.Runs) {
		p.out.Last = append(p.out.Last, used[i].record(run))
	}
	return out, err
}

// reader repeats a recorded run, under the recorded solver's name even when another program replaces it.
func (u usedRun) reader() experiment.Reader {
	return experiment.Text(u.target, u.Solver, u.text, solver.Options(u.Options))
}

func (u usedRun) record(run solver.Run) findings.Run {
	return Record(run, solver.Options(u.Options), u.text.Path, u.File)
}

// judgeable returns an error when a formula that the verdict depends on cannot be read: then nothing can show that the finding is gone. A
// crash needs no reading.
func (p *replaying) judgeable() error {
	if p.Class.Crash() {
		return nil
	}
	for _, u := range p.used {
		if _, err := elab.Script(string(u.text.Bytes), elab.Options{File: u.text.Path, Table: p.bench.Table}); err != nil {
			return &RecordError{p.Dir, fmt.Errorf("its formula cannot be read: %w (if it was found with --theory, give the same files)", err)}
		}
	}
	return nil
}
