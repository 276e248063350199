package recorded_test

import (
	"slices"
	"testing"

	"github.com/assay-smt/assay/internal/run/recorded"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// TestRunner: a text is run once for each target.
func TestRunner(t *testing.T) {
	targets := trialtest.Fakes(t, "", "--answer=sat", "--answer=unsat")
	spy := &trialtest.Spy{}
	r := &recorded.Runner{Inner: spy}
	bench := (&trial.Bench{Runner: r}).In(trialtest.Scratch(t))
	var all []string
	for _, text := range []string{"(check-sat)", "(assert true)(check-sat)", "(check-sat)"} {
		for _, target := range targets {
			got, err := r.Run(t.Context(), trial.Request{Target: target, Text: bench.RawText("a.smt2", []byte(text)), Checks: 1})
			if err != nil || got.Solver != target.String() || got.Family != "fake" {
				t.Fatalf("%+v, %v", got, err)
			}
			all = append(all, got.Answer().String())
		}
	}
	want := []string{"sat", "unsat", "sat", "unsat", "sat", "unsat"}
	if !slices.Equal(all, want) || len(spy.Runs()) != 4 || r.Asked() != 4 {
		t.Errorf("%v after %d runs, %d asked", all, len(spy.Runs()), r.Asked())
	}
}
