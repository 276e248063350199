package fuzzer_test

import (
	"errors"
	"testing"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// TestSolo: every chain has one solver, every solver gets chains, and without the option every chain has all solvers.
func TestSolo(t *testing.T) {
	solvers := trialtest.Fakes(t, "", "--answer=sat", "--opt-b=1 --answer=unsat")
	chosen := map[string]int{}
	for round := range uint64(20) {
		for _, solo := range []int{0, 1} {
			f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: solvers, Plan: fuzzer.Plan{Solo: solo}}
			c, err := f.Chain(t.Context(), arithmetic, list{operators: []string{">"}}, round, fuzzer.Place{Dir: trialtest.Scratch(t)})
			if err != nil {
				t.Fatal(err)
			}
			ran, err := c.Run(t.Context(), 0)
			if err != nil {
				t.Fatal(err)
			}
			res := resultOf(t, ran)
			if want := 2 - solo; len(res.Runs) != want || len(res.Skipped) != solo {
				t.Fatalf("solo %d: %d runs, %d skipped", solo, len(res.Runs), len(res.Skipped))
			}
			for _, skipped := range res.Skipped {
				if skipped.Why != event.NotItsTurn {
					t.Errorf("skipped: %s", skipped.Why)
				}
			}
			if solo == 1 {
				chosen[res.Runs[0].Solver]++
			}
		}
	}
	if len(chosen) != 2 {
		t.Errorf("chains for one solver went to %v", chosen)
	}
}

// TestLackingOperators: a solver is not asked about operators that it lacks according to the table.
func TestLackingOperators(t *testing.T) {
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", "--answer=sat")}
	// The fake solver is unknown to the table and stands for early z3 and cvc5; bvnego came later.
	text := seed("(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (bvnego x))(check-sat)")
	if _, err := f.Chain(t.Context(), text, list{operators: []string{">"}}, 0, fuzzer.Place{}); !errors.Is(err, mutate.ErrNotApplicable) {
		t.Errorf("error %v", err)
	}
}
