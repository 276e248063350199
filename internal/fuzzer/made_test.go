package fuzzer_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/fuzzer"
	"github.com/assay-smt/assay/internal/trial"
	"github.com/assay-smt/assay/internal/trial/trialtest"
)

// A result says by which rule its mutant was made, and equal mutants have equal hashes whichever solvers read them.
func TestMade(t *testing.T) {
	texts := make(map[uint64]int)
	for _, options := range [][]string{{"--answer=sat"}, {"--answer=unsat", "--answer=unsat --quiet"}} {
		f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", options...), Seed: 1}
		// The third mutant is the first one again.
		for i, r := range runAll(t, f, arithmetic, list{operators: []string{"<=", ">", "<="}}) {
			m := r.Made
			if m.Rule != "operator" || m.Steps != i+1 || m.Applicable != 0 {
				t.Errorf("mutant %d: made %+v", i, m)
			}
			texts[m.Text]++
		}
	}
	if len(texts) != 2 {
		t.Errorf("hashes %v, want 2 different ones", texts)
	}
	if _, zero := texts[0]; zero {
		t.Error("a mutant without a hash")
	}
}
