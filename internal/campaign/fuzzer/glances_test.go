package fuzzer

import (
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/judge/certify"
)

// TestGlances: in each stretch of a chain one mutant is evaluated with all effort. Which one follows from the generator alone, and no
// mutant is left out in all chains.
func TestGlances(t *testing.T) {
	var full [2 * lookEvery]int
	for seed := range uint64(1000) {
		g, again := newQuickChecks(rng.New(seed)), newQuickChecks(rng.New(seed))
		looks := 0
		for i := range full {
			look := g.at(i, false) == &g.look
			if look != (again.at(i, false) == &again.look) {
				t.Fatalf("mutant %d of seed %d depends on something other than the generator", i, seed)
			}
			if g.at(i, true) != &g.look {
				t.Fatalf("mutant %d of seed %d, which is incremental, does not have all effort", i, seed)
			}
			if look {
				looks++
				full[i]++
			}
		}
		if looks != 2 {
			t.Fatalf("%d of %d mutants have all effort", looks, len(full))
		}
		if g.look.Effort != (certify.Effort{}) || g.sequence.Effort != certify.Quickest {
			t.Fatalf("efforts %+v and %+v", g.look.Effort, g.sequence.Effort)
		}
	}
	for i, n := range full {
		if n == 0 {
			t.Errorf("mutant %d never has all effort", i)
		}
	}
}
