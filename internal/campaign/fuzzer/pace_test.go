package fuzzer_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
)

// steady is a Pace that gives every mutant the same time.
type steady struct {
	limit      time.Duration
	overBudget int               // mutants that are run, 0 for all
	gives      map[string]string // targets that are skipped
	known      bool
	solved     []event.Solve
}

func (s *steady) Knows(solver.Target) bool                   { return s.known }
func (s *steady) Solved(e event.Solve) error                 { s.solved = append(s.solved, e); return nil }
func (s *steady) TooSlow(t solver.Target) string             { return s.gives[t.String()] }
func (s *steady) OverBudget(index int) bool                  { return s.overBudget > 0 && index >= s.overBudget }
func (s *steady) Limit(_ solver.Target, _ int) time.Duration { return s.limit }

// limited is a runner that records the time limits of runs, by what is asserted. Its targets answer sat, or what a text is
// mapped to.
type limited struct {
	answers map[string]smt.Status

	mu     sync.Mutex
	limits []string
}

func (l *limited) Run(_ context.Context, r trial.Request) (solver.Run, error) {
	text := string(r.Text.Bytes)
	run := solver.Run{Target: r.Target, Solver: r.Target.String(), Limits: r.Limits, Wall: time.Millisecond, Verdict: solver.Verdict{Answers: []smt.Status{smt.Sat}}}
	for part, a := range l.answers {
		if strings.Contains(text, part) {
			run.Answers[0] = a
		}
	}
	what := text[strings.Index(text, "(assert ")+len("(assert "):]
	l.mu.Lock()
	defer l.mu.Unlock()
	l.limits = append(l.limits, what[:strings.Index(what, ")")+1]+" "+r.Limits.Time.String())
	return run, nil
}

const quick, whole = 70 * time.Millisecond, 3 * time.Second

// paced runs a chain at a pace.
func paced(t *testing.T, l *limited, p *steady, e fuzzer.Place, operators []string) []result {
	t.Helper()
	bench := &trial.Bench{Runner: l, Fresh: l, Limits: solver.Limits{Time: whole}}
	targets := trialtest.Fakes(t, "", "")
	f := &fuzzer.Fuzzer{
		Bench: bench, Targets: targets, Solver: &query.Answers{Bench: bench, Targets: targets, Scratch: trialtest.Scratch(t)},
	}
	e.Dir, e.Pace = trialtest.Scratch(t), p
	c, err := f.Chain(t.Context(), arithmetic, implies(operators, "rule"), 0, e)
	if err != nil {
		t.Fatal(err)
	}
	var out []result
	for i := range c.Len() {
		r, err := c.Run(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, resultOf(t, r))
	}
	return out
}

// TestPace: mutants have the time limit of the pace, and so has the script before a step with which they are compared; the runs that
// confirm a finding have the full time.
func TestPace(t *testing.T) {
	l := &limited{answers: map[string]smt.Status{"(> x 3)": smt.Unknown}}
	p := &steady{limit: quick, known: true}
	results := paced(t, l, p, fuzzer.Place{}, []string{">", ">="})
	if len(results[0].Hits) != 1 {
		t.Fatalf("%+v", results[0])
	}
	// The mutant and its base are run, then rerun.
	first := slices.Index(l.limits, "(< x 3) 70ms")
	if first != 1 || l.limits[0] != "(> x 3) 70ms" {
		t.Errorf("first %v", l.limits)
	}
	last := slices.Index(l.limits, "(>= x 3) 70ms")
	for _, ran := range l.limits[2:max(last, 2)] {
		if !strings.HasSuffix(ran, " 3s") {
			t.Errorf("confirmed by %s of %v", ran, l.limits)
		}
	}
	if last < 3 {
		t.Errorf("nothing was confirmed: %v", l.limits)
	}
	for _, r := range results {
		for _, run := range r.Runs {
			if run.Limit != quick.Seconds() {
				t.Errorf("%+v", run)
			}
		}
	}
	if len(p.solved) != 0 {
		t.Errorf("a seed with known results was solved: %+v", p.solved)
	}
}

// TestPaceWhole: a run with the full time does not report its limit.
func TestPaceWhole(t *testing.T) {
	for _, limit := range []time.Duration{0, whole} {
		for _, r := range paced(t, &limited{}, &steady{limit: limit, known: true}, fuzzer.Place{}, []string{">"}) {
			for _, run := range r.Runs {
				if run.Limit != 0 {
					t.Errorf("limit %v: %+v", limit, run)
				}
			}
		}
	}
}

// TestPaceSolves: what is not known about a seed is found out before its mutants are made, and reported.
func TestPaceSolves(t *testing.T) {
	l, p := &limited{}, &steady{limit: quick}
	paced(t, l, p, fuzzer.Place{Slot: 9}, []string{">"})
	want := []event.Solve{{
		Seed: arithmetic.Name, SeedHash: arithmetic.Hash, Job: 9, Logic: "QF_LIA", Solver: trialtest.Fakes(t, "", "")[0].String(),
		Version: trialtest.Fakes(t, "", "")[0].Version(), Outcome: outcome.Sat, Seconds: 0.001, Limit: query.DefaultAskTime.Seconds(),
	}}
	if diff := cmp.Diff(want, p.solved); diff != "" {
		t.Errorf("solved (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"(< x 3) 2s", "(> x 3) 70ms"}, l.limits); diff != "" {
		t.Errorf("runs (-want +got):\n%s", diff)
	}
}

// TestGivesWay: a target that is skipped is not run on mutants, and no mutants are made when all are.
func TestGivesWay(t *testing.T) {
	targets := trialtest.Fakes(t, "", "--opt-a=1", "--opt-b=1")
	l := &limited{}
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{Runner: l, Fresh: l}, Targets: targets}
	at := fuzzer.Place{Dir: trialtest.Scratch(t), Pace: &steady{known: true, gives: map[string]string{targets[0].String(): "late"}}}
	c, err := f.Chain(t.Context(), arithmetic, list{operators: []string{">"}}, 0, at)
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.Run(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	r := resultOf(t, res)
	want := []event.Skip{{Mutant: c.Name(0).String(), Solver: targets[0].String(), Why: event.TooSlow, Reason: "late"}}
	if diff := cmp.Diff(want, r.Skipped); diff != "" || len(r.Runs) != 1 || r.Runs[0].Solver != targets[1].String() {
		t.Errorf("%+v\n%s", r.Runs, diff)
	}
	at.Pace = &steady{known: true, gives: map[string]string{targets[0].String(): "late", targets[1].String(): "late"}}
	if _, err := f.Chain(t.Context(), arithmetic, list{operators: []string{">"}}, 0, at); !errors.Is(err, fuzzer.ErrAllTooSlow) {
		t.Errorf("%v", err)
	}
}

// TestPaceEnough: mutants of a chain that has used up its share of time are skipped, with the reason, and numbered all the same.
func TestPaceEnough(t *testing.T) {
	l := &limited{}
	results := paced(t, l, &steady{known: true, overBudget: 1}, fuzzer.Place{}, []string{">", ">=", "<="})
	for i, r := range results {
		skipped := len(r.Skipped) == 1 && r.Skipped[0].Why == event.OverBudget
		if skipped != (i > 0) || len(r.Runs) == 0 != (i > 0) {
			t.Errorf("mutant %d: %+v", i, r)
		}
	}
	if len(l.limits) != 1 {
		t.Errorf("%v were run", l.limits)
	}
}
