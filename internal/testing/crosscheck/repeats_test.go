package crosscheck

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/testing/enginestest"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// TestRepeats measures how often engines repeat the seed or a mutant of the chain, and how often chains of three rounds share mutants. No
// solver is asked. Short is over every 10th of the built-in seeds, medium over all of them, long over every 14th of the seed folder.
func TestRepeats(t *testing.T) {
	every := testdepth.Crosscheck(t, 10, 1, 0)
	all := coverageSeeds(t, every)
	if every == 0 {
		all = sampled(all, 14)
	}
	made, table := enginestest.All(t)
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{Table: table}, Targets: trialtest.Fakes(t, "", "--answer=sat"), Seed: 1}
	place := fuzzer.Place{Dir: trialtest.Scratch(t)}
	type tally struct{ mutants, repeats, inChain, acrossRounds int }
	counts := map[string]*tally{}
	for _, e := range made {
		c := &tally{}
		counts[e.Name()] = c
		for _, s := range all {
			seen := map[string]bool{}
			for round := range uint64(3) {
				chain, err := f.Chain(t.Context(), s, e, round, place)
				if errors.Is(err, mutate.ErrNotApplicable) {
					break
				}
				if err != nil {
					t.Fatalf("%s of %s: %v", e.Name(), s.Name, err)
				}
				c.mutants += chain.Len()
				c.repeats += chain.Drawn().Repeats
				texts := map[string]bool{}
				for i := range chain.Len() {
					text := textOf(chain, i, "")
					if texts[text] {
						c.inChain++
					}
					texts[text] = true
					if seen[text] {
						c.acrossRounds++
					}
				}
				maps.Copy(seen, texts)
			}
		}
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		c := counts[name]
		share := func(n int) float64 { return 100 * float64(n) / float64(max(1, c.mutants)) }
		fmt.Fprintf(&b, "%-9s %6d mutants, %4d repeats left out (%.1f %%), %d repeats in chains, %4d in another round (%.1f %%)\n",
			name, c.mutants, c.repeats, share(c.repeats), c.inChain, c.acrossRounds, share(c.acrossRounds))
		if c.inChain > 0 {
			t.Errorf("%s: %d mutants repeat another one of their chain", name, c.inChain)
		}
	}
	t.Logf("%d seeds\n%s", len(all), b.String())
}
