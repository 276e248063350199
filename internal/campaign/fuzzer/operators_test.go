package fuzzer_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// TestOperatorsThatAreSeldomDecided: few of the mutants with such an operator are run, and all others. The seed's own operators do not count.
func TestOperatorsThatAreSeldomDecided(t *testing.T) {
	counts := func(plan fuzzer.Plan, doubted map[string]int) (ran [2]int, reasons []string) {
		l := &limited{}
		bench := &trial.Bench{Runner: l, Fresh: l, Limits: solver.Limits{Time: whole}}
		targets := trialtest.Fakes(t, "", "")
		for seed := range uint64(64) {
			f := &fuzzer.Fuzzer{Bench: bench, Targets: targets, Plan: plan, Seed: seed}
			place := fuzzer.Place{Dir: trialtest.Scratch(t), Pace: &steady{limit: time.Second, known: true, doubted: doubted}}
			c, err := f.Chain(t.Context(), arithmetic, list{operators: []string{">", "<="}}, 0, place)
			if err != nil {
				t.Fatal(err)
			}
			for i := range c.Len() {
				res, err := c.Run(t.Context(), i)
				if err != nil {
					t.Fatal(err)
				}
				r := resultOf(t, res)
				if len(r.Runs) > 0 {
					ran[i]++
				}
				for _, s := range r.Skipped {
					if reason := string(s.Why) + " " + s.Reason; !slices.Contains(reasons, reason) {
						reasons = append(reasons, reason)
					}
				}
				if m, want := made(t, res), [][]string{{">"}, {"<=", ">"}}[i]; !slices.Equal(m.Operators, want) {
					t.Fatalf("mutant %d has %v, not %v", i, m.Operators, want)
				}
			}
		}
		return ran, reasons
	}
	if ran, reasons := counts(fuzzer.Plan{}, map[string]int{"<": 8, "str.at": 8}); ran != [2]int{64, 64} || reasons != nil {
		t.Errorf("without its operators: %v, %v", ran, reasons)
	}
	ran, reasons := counts(fuzzer.Plan{}, map[string]int{"<=": 8, ">": 1})
	if ran[0] != 64 || ran[1] == 0 || ran[1] > 20 {
		t.Errorf("with one: %v", ran)
	}
	if diff := cmp.Diff([]string{"undecides <="}, reasons); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
	if ran, _ := counts(fuzzer.Plan{AllOperators: true}, map[string]int{"<=": 8}); ran != [2]int{64, 64} {
		t.Errorf("with all operators: %v", ran)
	}
}

// made returns the event that a mutant was made.
func made(t *testing.T, r fuzzer.Result) event.Mutant {
	t.Helper()
	for _, e := range r.Events {
		if m, ok := e.(event.Mutant); ok {
			return m
		}
	}
	t.Fatal("there is no such event")
	return event.Mutant{}
}
