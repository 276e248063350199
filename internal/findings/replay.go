package findings

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/assay-smt/assay/internal/certify"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// A ReplayState says what came of a replay.
type ReplayState string

// The states.
const (
	StillThere ReplayState = "still there"
	Gone       ReplayState = "gone"
)

// A Replay is the result of running a finding again.
type Replay struct {
	State ReplayState `json:"state"`
	// Shown of Runs times it showed.
	Repetition
	// Last are the runs of the last time.
	Last []Run `json:"last"`
	// Evidence is that of the finding as it showed now.
	Evidence Evidence `json:"evidence"`
	// Notes are the differences to what is recorded, for people.
	Notes []string `json:"notes,omitempty"`
}

// A Resolve finds the solver of a spec.
type Resolve func(ctx context.Context, spec string) (*solver.Solver, error)

// replayTime multiplies the recorded time limit: a machine under load must not make a bug look gone.
const replayTime = 3

// flakyRuns is how often a finding that did not always show is run before it counts as gone.
const flakyRuns = 5

// Run runs a finding again: the recorded solvers with the recorded options on the stored formula, and the blamed one on the
// base where the finding is about a mutation step, judged by the same oracle. It is still there when the same class is found of the same solver. A solver that cannot be used is an
// error, as is a formula that cannot be read.
func (s Stored) Run(ctx context.Context, resolve Resolve) (Replay, error) {
	var out Replay
	attempts := 1
	if s.Flaky() {
		attempts = flakyRuns
	}
	solvers, err := s.resolveAll(ctx, resolve, &out)
	if err != nil {
		return Replay{}, err
	}
	out.State = Gone
	for range attempts {
		out.Runs++
		found, err := s.once(ctx, solvers, &out)
		if err != nil {
			return Replay{}, err
		}
		if found != nil {
			out.Shown++
			out.State = StillThere
			out.Evidence = EvidenceOf(found.Evidence)
			break
		}
	}
	return out, nil
}

// usedRun is a recorded run that is to be repeated.
type usedRun struct {
	Run
	solver *solver.Solver
}

// resolveAll finds the solvers that the verdict rests on: the blamed one and all that answered.
func (s Stored) resolveAll(ctx context.Context, resolve Resolve, out *Replay) ([]usedRun, error) {
	var used []usedRun
	for _, r := range s.Finding.Runs {
		answered := r.Outcome == Sat || r.Outcome == Unsat || r.Outcome == Several
		if r.Solver != s.Solver && r.Solver != s.Other && !answered {
			continue
		}
		found, err := resolve(ctx, r.Solver)
		if err != nil {
			if r.Solver != s.Solver && r.Solver != s.Other {
				out.Notes = append(out.Notes, fmt.Sprintf("%s is left out: %v", r.Solver, err))
				continue
			}
			return nil, err
		}
		if found.Version() != r.Version {
			out.Notes = append(out.Notes, fmt.Sprintf("%s is version %s now, it was %s", r.Solver, found.Version(), r.Version))
		}
		used = append(used, usedRun{r, found})
	}
	if !slices.ContainsFunc(used, func(u usedRun) bool { return u.Solver == s.Solver }) {
		return nil, fmt.Errorf("%s: no run of the blamed solver %s is recorded", s.Dir, s.Solver)
	}
	return used, nil
}

// once runs everything one time; nil means that it did not show.
func (s Stored) once(ctx context.Context, used []usedRun, out *Replay) (*oracle.Finding, error) {
	c := oracle.Case{Logic: s.Logic, Checks: s.Checks, Truths: truthsBack(s.Truths)}
	if s.Class == oracle.IncompletenessRegression {
		c.Baselines = []oracle.Pair{{Old: s.Other, New: s.Solver}}
	}
	out.Last = nil
	if err := s.baseOnce(ctx, used, &c, out); err != nil {
		return nil, err
	}
	files := map[string]*certify.Formula{}
	var witnesses []string
	for _, t := range s.Truths {
		witnesses = append(witnesses, t.Witness)
	}
	for _, u := range used {
		run, err := s.repeat(ctx, u, out)
		if err != nil {
			return nil, err
		}
		files[u.Solver] = formulaOf(filepath.Join(s.Dir, u.File))
		observed := run.Certify(files[u.Solver])
		observed.Cores = run.Cores(files[u.Solver], witnesses)
		observed.Late = Late(run, s.Limits.query(replayTime))
		c.Observations = append(c.Observations, observed)
	}
	for check := range c.Truths {
		if o, ok := c.Contradicted(check); ok {
			certify.Confirm(&c.Truths[check], files[o.Solver], check)
		}
	}
	for _, f := range oracle.Judge(c) {
		if f.Class != s.Class || f.Solver != s.Solver {
			continue
		}
		if f.Class == oracle.CrashClass && f.Signature != s.Signature {
			out.Notes = append(out.Notes, "the crash looks different now: "+f.Evidence.Words)
		}
		return &f, nil
	}
	return nil, nil
}

// baseOnce runs the blamed solver on the base one time and enters its answer as that to the step before; findings without
// a base need none.
func (s Stored) baseOnce(ctx context.Context, used []usedRun, c *oracle.Case, out *Replay) error {
	i := slices.IndexFunc(used, func(u usedRun) bool { return u.Solver == s.Solver })
	if s.Base == nil || i < 0 {
		return nil
	}
	run, err := s.repeat(ctx, usedRun{s.Base.Run, used[i].solver}, out)
	if err != nil {
		return err
	}
	c.Step = &oracle.Step{Words: s.Base.Step, Answers: map[string]smt.Status{s.Solver: run.Answer()}}
	return nil
}

// repeat repeats one recorded run. The run has the recorded solver's name, even when another program stands in for it.
func (s Stored) repeat(ctx context.Context, u usedRun, out *Replay) (solver.Run, error) {
	path := filepath.Join(s.Dir, u.File)
	if _, err := os.Stat(path); err != nil {
		return solver.Run{}, fmt.Errorf("the formula of %s: %w", s.Dir, err)
	}
	o := u.Options.query()
	run, err := u.solver.Run(ctx, solver.Query{File: path, Checks: s.Checks, Limits: s.Limits.query(replayTime), Options: o})
	if err != nil {
		return solver.Run{}, err
	}
	run.Solver = u.Solver
	out.Last = append(out.Last, RunOf(run, o, path, u.File))
	return run, nil
}

// formulaOf reads a stored formula for evaluation. One that cannot be read is judged without models, as it was
// before anybody could evaluate them.
func formulaOf(path string) *certify.Formula {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	f, err := certify.NewFormula(string(text), nil)
	if err != nil {
		return nil
	}
	return f
}
