package fuzzer_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// TestAnotherSolverOnTheSeed: a mistake of another solver on the seed is no reason to report that the seed shows this finding.
func TestAnotherSolverOnTheSeed(t *testing.T) {
	unlabelled := seed("(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< x 3))\n(check-sat)\n")
	for name, tt := range map[string]struct {
		first, second string // what the solvers say
		want          string
		inSeed        bool
	}{
		"the other one is wrong on the seed": {`--answer=sat --when='\(> x=>unsat'`, `--opt-b=1 --answer=sat --when='\(< x=>unsat'`, "refutation-soundness/fake/ints/>", false},
		"it is wrong itself":                 {`--answer=unsat`, `--opt-b=1 --answer=sat`, "refutation-soundness/fake/ints/seed " + unlabelled.Hash, true},
	} {
		t.Run(name, func(t *testing.T) {
			f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: trialtest.Fakes(t, "", tt.first, tt.second)}
			results := runAll(t, f, unlabelled, list{operators: []string{">"}})
			if diff := cmp.Diff([]string{tt.want}, signatures(results)); diff != "" {
				t.Fatalf("signatures (-want +got):\n%s", diff)
			}
			if h := results[0].Hits[0]; h.Finding.Provenance.SeedShows != tt.inSeed || h.Finding.Solver != f.Targets[0].String() {
				t.Errorf("the seed shows the finding: %v, by %s", h.Finding.Provenance.SeedShows, h.Finding.Solver)
			}
		})
	}
}
