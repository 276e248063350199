package crosscheck

import (
	"cmp"
	"errors"
	"maps"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	inside "github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/elab"
)

// TestNoise asks solvers for their statistics on seeds, twice in fresh processes and twice in reused ones after other scripts. Statistics that fall
// into different buckets in the fresh ones are noise that belongs in the profile; what differs in reused ones is shown. The solvers are those of
// ASSAY_CROSSCHECK_SOLVERS, separated by semicolons, or z3 and cvc5. Short is over every 40th of the built-in seeds, medium over every 10th, long
// over all.
func TestNoise(t *testing.T) {
	every := testdepth.Crosscheck(t, 40, 10, 1)
	if os.Getenv("ASSAY_CROSSCHECK_SOLVERS") == "" {
		t.Setenv("ASSAY_CROSSCHECK_SOLVERS", "z3;cvc5")
	}
	for _, target := range matrixTargets(t, true) {
		t.Run(target.String(), func(t *testing.T) {
			f, err := inside.NewByStatistics(target.Solver)
			if errors.Is(err, inside.ErrMute) {
				t.Skip(err)
			}
			alive := living.New(living.Config{Mode: solver.Reset})
			defer alive.Close()
			fresh := tellingBench(t, nil)
			reset := tellingBench(t, alive)
			keys := map[string]bool{}
			noise, leftover := map[string]int{}, map[string]int{}
			told, resets, quiet, alike := 0, 0, 0, 0
			for i, seed := range seeds.All() {
				if i%every != 0 {
					continue
				}
				s, err := elab.Script(seed.Text, elab.Options{})
				if err != nil || !target.Profile().Reads(s.Logic()) {
					continue
				}
				var all [4]inside.Statistics
				for j, b := range []*trial.Bench{fresh, fresh, reset, reset} {
					run, err := b.New(s, trial.Facts{Plan: trial.AskNothing}).Run(t.Context(), target)
					if err != nil {
						t.Fatal(err)
					}
					if run.Void || run.Limit != solver.LimitNone || j > 1 && run.Mode != solver.Reset {
						continue
					}
					if all[j], err = f.Read(&run); err != nil && !errors.Is(err, inside.ErrSilent) {
						t.Fatal(err)
					}
				}
				if all[0] == nil || all[1] == nil {
					quiet++
					continue
				}
				told++
				for name := range all[0] {
					keys[name] = true
				}
				differ := all[0].Signature().Differ(all[1].Signature())
				if len(differ) == 0 {
					alike++
				}
				for _, name := range differ {
					noise[name]++
				}
				if all[2] != nil && all[3] != nil {
					resets++
					for _, name := range all[2].Signature().Differ(all[3].Signature()) {
						leftover[name]++
					}
				}
			}
			t.Logf("%s %s: %d seeds told %d keys, %d of the seeds the same twice; %d told nothing; left out %+v",
				target, target.Version(), told, len(keys), alike, quiet, f.Skipped())
			t.Logf("differ between fresh processes: %v", often(noise))
			t.Logf("differ in living processes, of %d seeds: %v", resets, often(leftover))
			if told == 0 || alike*10 < told*9 {
				t.Errorf("of %d seeds %d have the same signature twice", told, alike)
			}
		})
	}
}

func tellingBench(t *testing.T, r trial.Runner) *trial.Bench {
	return (&trial.Bench{Runner: r, Statistics: true, Limits: solver.Limits{Time: 5 * time.Second}}).In(trialtest.Scratch(t))
}

// A tallied is a name with its count.
type tallied struct {
	name string
	n    int
}

// often returns names with their counts, the most frequent first.
func often(counts map[string]int) []tallied {
	var out []tallied
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, tallied{name, counts[name]})
	}
	slices.SortStableFunc(out, func(a, b tallied) int { return cmp.Compare(b.n, a.n) })
	return out
}
