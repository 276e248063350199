package fuzzer_test

import (
	"context"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
)

// written makes a mutant from each text.
type written []string

func (written) Name() string { return "written" }

func (written) Configuration() string { return "" }

func (e written) Prepare(context.Context, *mutate.Seed, mutate.Env) (mutate.Source, error) {
	return &writtenSource{e}, nil
}

type writtenSource struct{ left written }

func (s *writtenSource) Next(*rng.Rand) (mutate.Mutant, error) {
	if len(s.left) == 0 {
		return mutate.Mutant{}, mutate.ErrExhausted
	}
	script, err := elab.Script(s.left[0], elab.Options{})
	s.left = s.left[1:]
	return mutate.Mutant{Script: script, Truth: mutate.Truth{Status: smt.Unknown}}, err
}

// TestMisreadMutants: a mutant with a backslash that its seed lacks is not given to a solver that would read it as another
// formula.
func TestMisreadMutants(t *testing.T) {
	text := func(literal string) string {
		return "(set-logic QF_S)\n(declare-const s String)\n(assert (= s \"" + literal + "\"))\n(check-sat)\n"
	}
	old, recent := trialtest.Printing(t, "z3", "Z3 version 4.8.10 - 64 bit\nunknown\n"), trialtest.Printing(t, "z3", "Z3 version 4.8.12 - 64 bit\nunknown\n")
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}}
	f.Targets = append(f.Targets, old, recent)
	results := runAll(t, f, seed(text("a")), written{text("b"), text(`\u{62}`), text("c")})
	if len(results) != 3 {
		t.Fatalf("%d mutants", len(results))
	}
	for i, r := range results {
		if i != 1 {
			if len(r.Runs) != 2 || len(r.Skipped) != 0 {
				t.Errorf("mutant %d: %d runs, skipped %+v", i, len(r.Runs), r.Skipped)
			}
			continue
		}
		if len(r.Runs) != 1 || r.Runs[0].Solver != recent.String() {
			t.Errorf("runs %+v", r.Runs)
		}
		if len(r.Skipped) != 1 || r.Skipped[0].Solver != old.String() || r.Skipped[0].Why != event.CannotRead || !strings.Contains(r.Skipped[0].Reason, "backslashes") {
			t.Errorf("skipped %+v", r.Skipped)
		}
	}
}
