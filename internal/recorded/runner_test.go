package recorded_test

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/assay-smt/assay/internal/recorded"
	"github.com/assay-smt/assay/internal/trial"
	"github.com/assay-smt/assay/internal/trial/trialtest"
)

// TestRunner: a text is run once for each target, and never again once the answers are saved and loaded.
func TestRunner(t *testing.T) {
	targets := trialtest.Fakes(t, "", "--answer=sat", "--answer=unsat")
	spy := &trialtest.Spy{}
	r := &recorded.Runner{Inner: spy}
	run := func(r *recorded.Runner) (all []string) {
		bench := (&trial.Bench{Runner: r}).In(trialtest.Scratch(t))
		for _, text := range []string{"(check-sat)", "(assert true)(check-sat)", "(check-sat)"} {
			for _, target := range targets {
				got, err := r.Run(t.Context(), trial.Request{Target: target, Text: bench.RawText("a.smt2", []byte(text)), Checks: 1})
				if err != nil || got.Solver != target.String() || got.Family != "fake" {
					t.Fatalf("%+v, %v", got, err)
				}
				all = append(all, got.Answer().String())
			}
		}
		return all
	}
	want := []string{"sat", "unsat", "sat", "unsat", "sat", "unsat"}
	if got := run(r); !reflect.DeepEqual(got, want) || len(spy.Runs()) != 4 || r.Asked() != 4 {
		t.Errorf("%v after %d runs, %d asked", got, len(spy.Runs()), r.Asked())
	}
	var saved bytes.Buffer
	if err := r.Save(&saved); err != nil {
		t.Fatal(err)
	}
	again := &recorded.Runner{Inner: spy}
	if err := again.Load(saved.Bytes()); err != nil {
		t.Fatal(err)
	}
	if got := run(again); !reflect.DeepEqual(got, want) || len(spy.Runs()) != 4 {
		t.Errorf("%v after %d runs", got, len(spy.Runs()))
	}
	if err := again.Load([]byte("nonsense")); err == nil {
		t.Error("nonsense is loaded")
	}
}
