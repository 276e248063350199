package bisect

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestRunsNeeded(t *testing.T) {
	for _, c := range []struct{ shown, runs, want int }{
		{0, 0, 7}, {1, 1, 37}, {2, 2, 7}, {5, 5, 6}, {8, 8, 4}, {30, 30, 2}, {1000, 1000, 1},
		{24, 30, 5}, {20, 30, 7}, {10, 50, 39}, {1, 2, 180}, {1, 60, 5387},
		{0, 10, math.MaxInt},
	} {
		if got := RunsNeeded(c.shown, c.runs); got != c.want {
			t.Errorf("%d of %d: %d runs, want %d", c.shown, c.runs, got, c.want)
		}
	}
}

// shownAtLeast is the chance of at least so many of n, by the rule of Pascal's triangle and without logarithms.
func shownAtLeast(shown, runs int, rate float64) float64 {
	chances := []float64{1} // by the number that showed
	for range runs {
		next := make([]float64, len(chances)+1)
		for k, p := range chances {
			next[k] += p * (1 - rate)
			next[k+1] += p * rate
		}
		chances = next
	}
	sum := 0.0
	for _, p := range chances[shown:] {
		sum += p
	}
	return sum
}

// The rate that is assumed is cautious, and so many runs miss what has it in less than one case of a hundred; one run less would not do.
func TestRunsNeededAreEnough(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		runs := rapid.IntRange(1, 120).Draw(rt, "runs")
		shown := rapid.IntRange(1, runs).Draw(rt, "shown")
		rate := LeastRate(shown, runs)
		if rate <= 0 || rate >= float64(shown)/float64(runs) {
			rt.Fatalf("%d of %d: a rate of %g", shown, runs, rate)
		}
		if p := shownAtLeast(shown, runs, rate); math.Abs(p-0.05) > 1e-6 {
			rt.Fatalf("%d of %d: with the rate %g, so many show in %g of all cases", shown, runs, rate, p)
		}
		need := RunsNeeded(shown, runs)
		if shown == runs && runs < 5 {
			// A steady defect is bounded otherwise: at any rate, all this happens together in less than one case of a hundred.
			for k := range 1000 {
				if p := float64(k) / 1000; math.Pow(p, float64(runs))*math.Pow(1-p, float64(need)) >= 0.01 {
					rt.Fatalf("%d of %d: at a rate of %g, %d runs are too few", shown, runs, p, need)
				}
			}
			return
		}
		if miss := math.Pow(1-rate, float64(need)); miss >= 0.01 {
			rt.Fatalf("%d of %d: %d runs miss it in %g of all cases", shown, runs, need, miss)
		}
		if need > 1 && math.Pow(1-rate, float64(need-1)) < 0.01*(1-1e-9) {
			rt.Fatalf("%d of %d: %d runs are more than it takes", shown, runs, need)
		}
		if less := RunsNeeded(shown, runs+1); less < need && shown < runs {
			rt.Fatalf("%d of %d need %d runs, and %d of %d need %d", shown, runs, need, shown, runs+1, less)
		}
	})
}

// Counting ends, and what it counted is enough for a verdict that is not out of reach, unless it shows less than about once in ten runs.
func TestCounted(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		every := rapid.IntRange(1, 30).Draw(rt, "every")
		shown, runs := 0, 0
		for !Counted(shown, runs) {
			if runs++; runs%every == 0 {
				shown++
			}
			if runs > MostRuns {
				rt.Fatalf("it goes on after %d runs", runs)
			}
		}
		if need := RunsNeeded(shown, runs); every <= 6 && need > MostRuns {
			rt.Fatalf("shown in every %d. run: %d runs needed", every, need)
		}
	})
}
