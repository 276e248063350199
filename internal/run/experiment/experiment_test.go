package experiment_test

import (
	"context"
	"errors"
	"testing"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/experiment"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
)

// says is a runner in which each target gives one answer to every script.
type says map[solver.Target]smt.Status

func (s says) Run(_ context.Context, r trial.Request) (solver.Run, error) {
	return solver.Run{Target: r.Target, Solver: r.Target.String(), Family: "fake", Verdict: solver.Verdict{Answers: []smt.Status{s[r.Target]}}}, nil
}

func about(solver string, class oracle.Class) func(oracle.Finding) bool {
	return func(f oracle.Finding) bool { return f.Solver == solver && f.Class == class }
}

func begin(t *testing.T, runner trial.Runner) *trial.Trial {
	t.Helper()
	s, err := elab.Script("(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< x 3))\n(check-sat)\n", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	facts := trial.Facts{Plan: trial.AskNothing, Truths: []oracle.Truth{{Status: smt.Sat, Witness: "((define-fun x () Int 1))"}}}
	return (&trial.Bench{Runner: runner}).In(trialtest.Scratch(t)).New(s, facts)
}

// What a reader does takes the place of what was known of the target of its name, and of nobody else.
func TestKnown(t *testing.T) {
	z3, cvc5 := trialtest.Printing(t, "z3", ""), trialtest.Printing(t, "cvc5", "")
	script := begin(t, says{z3: smt.Sat, cvc5: smt.Unsat})
	first, err := experiment.Of(script, z3, cvc5).Once(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if first.First(about(cvc5.String(), oracle.RefutationSoundness)) == nil || len(first.Found) != 1 || len(first.Runs) != 2 || len(first.Extra) != 2 {
		t.Fatalf("%+v", first)
	}
	other := first.Runs[1]
	other.Answers = []smt.Status{smt.Sat}
	again := experiment.Experiment{Trial: script, Readers: []experiment.Reader{experiment.Made(other)}, Known: first.Observed}
	found, once, err := again.Shows(t.Context(), about(cvc5.String(), oracle.RefutationSoundness))
	if err != nil || found != nil || len(once.Observed) != 2 || once.Of(cvc5.String()).Answers[0] != smt.Sat || once.Of(z3.String()).Answers[0] != smt.Sat {
		t.Errorf("%+v, %+v, %v", found, once, err)
	}
	if first.Of(cvc5.String()).Answers[0] != smt.Unsat {
		t.Error("what was known has changed")
	}
}

// The answers of those that read the base are what the last step must preserve.
func TestBase(t *testing.T) {
	z3, cvc5 := trialtest.Printing(t, "z3", ""), trialtest.Printing(t, "cvc5", "")
	implied := func(f oracle.Finding) bool { return f.Class == oracle.IncompletenessImplication }
	for _, on := range []solver.Target{z3, cvc5} {
		x := experiment.Of(begin(t, says{z3: smt.Unknown, cvc5: smt.Unknown}), z3)
		x.Base = &experiment.Base{
			Trial: begin(t, says{z3: smt.Sat, cvc5: smt.Sat}), Step: "weaken or-intro", Readers: []experiment.Reader{experiment.Target(on)},
		}
		found, once, err := x.Shows(t.Context(), implied)
		if err != nil || (found != nil) != (on == z3) || len(once.Bases) != 1 || len(once.Extra) != 2 {
			t.Errorf("%s read the base: %+v, %+v, %v", on, found, once, err)
		}
		if x.Trial.Step() != nil {
			t.Error("the trial was given a step")
		}
	}
}

// An error of a reader, and the end of ctx, leave no verdict.
func TestErrors(t *testing.T) {
	z3 := trialtest.Printing(t, "z3", "")
	script := begin(t, says{z3: smt.Unsat})
	why := errors.New("enough")
	broken := func(context.Context, *trial.Trial) (solver.Run, error) { return solver.Run{}, why }
	x := experiment.Of(script, z3)
	x.Readers = append(x.Readers, broken)
	if once, err := x.Once(t.Context()); !errors.Is(err, why) || len(once.Found) > 0 {
		t.Errorf("%+v, %v", once, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if once, err := experiment.Of(script, z3).Once(ctx); !errors.Is(err, why) || len(once.Found) > 0 {
		t.Errorf("%+v, %v", once, err)
	}
}
