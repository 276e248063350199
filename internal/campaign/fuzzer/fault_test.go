package fuzzer_test

import (
	"context"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/term"
)

// careless makes the mutants of a list, whose terms are not in any store that can be evaluated in.
type careless struct{ list }

func (e careless) Prepare(ctx context.Context, seed *mutate.Seed, env mutate.Env) (mutate.Source, error) {
	s, err := e.list.Prepare(ctx, seed, env)
	return carelessSource{s}, err
}

type carelessSource struct{ mutate.Source }

func (s carelessSource) Next(r *rng.Rand) (mutate.Mutant, error) {
	m, err := s.Source.Next(r)
	if err == nil {
		broken := *m.Script
		broken.Store = &term.Store{}
		m.Script = &broken
	}
	return m, err
}

// TestEvaluatorFault: a mutant on which the quick evaluation fails is judged by its text, and the fault is reported.
func TestEvaluatorFault(t *testing.T) {
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", "--answer=sat")}
	for i, r := range runAll(t, f, arithmetic, careless{list{operators: []string{">", "<"}}}) {
		if len(r.Faults) != 1 {
			t.Fatalf("mutant %d: faults %+v", i, r.Faults)
		}
		e := r.Faults[0]
		if e.Engine != "list" || e.Seed != arithmetic.Name || !strings.Contains(e.Text, "evaluator on mutant "+r.Made.Mutant) {
			t.Errorf("mutant %d: %+v", i, e)
		}
		if len(r.Runs) != 1 || len(r.Hits) > 0 {
			t.Errorf("mutant %d: %+v", i, r)
		}
	}
}
