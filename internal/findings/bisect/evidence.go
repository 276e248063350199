package bisect

import "math"

const (
	// MissChance is the chance of overlooking a defect below which a version may be called good.
	MissChance = 0.01
	// MostRuns is how often a version is run at most for one verdict.
	MostRuns = 60
	// doubt is the chance that a rate is below the one that is assumed.
	doubt = 0.05
	// onceRuns and steadyRuns are how often a version is run for a defect that has never missed, in one run and in more.
	onceRuns   = 37
	steadyRuns = 7
)

// LeastRate is a cautious estimate of how often a defect shows that showed in some of n runs: the true rate is lower in one case of twenty.
// It is the lower bound of Clopper and Pearson (The use of confidence or fiducial limits, 1934), and holds as well where runs were made until
// it had shown a given number of times. It is 0 for a defect that did not show.
func LeastRate(shown, runs int) float64 {
	if shown <= 0 || runs <= 0 {
		return 0
	}
	low, high := 0.0, 1.0
	for range 60 { // until the ends are neighbours
		if p := (low + high) / 2; atLeast(shown, runs, p) < doubt {
			low = p
		} else {
			high = p
		}
	}
	return low
}

// atLeast is the chance that what shows with a rate shows in so many of n runs, or in more.
func atLeast(shown, runs int, rate float64) float64 {
	sum := 0.0
	for i := shown; i <= runs; i++ {
		sum += math.Exp(choices(runs, i) + float64(i)*math.Log(rate) + float64(runs-i)*math.Log1p(-rate))
	}
	return sum
}

// choices is the logarithm of the number of ways to choose k of n.
func choices(n, k int) float64 {
	of := func(n int) float64 {
		v, _ := math.Lgamma(float64(n) + 1)
		return v
	}
	return of(n) - of(k) - of(n-k)
}

// RunsNeeded is how many runs have to be without a defect, which showed in some of n runs elsewhere, before the chance that they overlook it is
// below MissChance. It is at least 1, and math.MaxInt for a defect that has not shown.
//
// What has never missed needs no more than seven: whatever its rate is, the chance that it shows twice, or more often, and then hides seven
// times is below MissChance. For what was run once, the same holds of 37 runs. Where nothing was counted, seven have to do.
func RunsNeeded(shown, runs int) int {
	if runs <= 0 {
		return steadyRuns
	}
	rate := LeastRate(shown, runs)
	if rate <= 0 {
		return math.MaxInt
	}
	need := 1
	if rate < 1 {
		need = max(1, int(math.Floor(math.Log(MissChance)/math.Log1p(-rate)))+1)
	}
	switch {
	case shown < runs:
		return need
	case runs == 1:
		return min(need, onceRuns)
	}
	return min(need, steadyRuns)
}

// Counted reports whether a defect that showed in some of n runs was run often enough to know how often it shows: eight times if it never missed,
// else until it has shown ten times, and MostRuns times at most.
func Counted(shown, runs int) bool {
	return runs >= MostRuns || shown >= runs && runs >= 8 || shown < runs && shown >= 10
}
