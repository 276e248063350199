package statistics

import (
	"cmp"
	"math"
	"slices"
)

// A Time is how long it took until an event happened, or, when it is censored, how long it was watched without the event.
type Time struct {
	At       float64
	Censored bool
}

// A Step is a step of a survival curve: from At on, the share Left has not had the event.
type Step struct {
	At   float64 `json:"at"`
	Left float64 `json:"left"`
}

// KaplanMeier estimates a survival curve (Kaplan and Meier 1958). It has a step for each time with an event, the earliest first; before the
// first of them all are left. A sample censored at the time of an event still counts as watched at that time.
func KaplanMeier(times []Time) []Step {
	var out []Step
	left := 1.0
	for _, g := range groups(times) {
		if g.events > 0 {
			left *= 1 - float64(g.events)/float64(g.atRisk)
			out = append(out, Step{g.at, left})
		}
	}
	return out
}

// A group is what happens at one time.
type group struct {
	at             float64
	events, atRisk int
}

// groups puts equal times together.
func groups(times []Time) []group {
	sorted := slices.SortedFunc(slices.Values(times), func(a, b Time) int { return cmp.Compare(a.At, b.At) })
	var out []group
	for i := 0; i < len(sorted); {
		g := group{at: sorted[i].At, atRisk: len(sorted) - i}
		for ; i < len(sorted) && sorted[i].At == g.at; i++ {
			if !sorted[i].Censored {
				g.events++
			}
		}
		out = append(out, g)
	}
	return out
}

// MedianTime is the first time at which at most half are left on the survival curve; ok is false when more than half are left in the end.
func MedianTime(times []Time) (median float64, ok bool) {
	for _, s := range KaplanMeier(times) {
		const half, rounding = 0.5, 1e-12
		if s.Left <= half+rounding {
			return s.At, true
		}
	}
	return 0, false
}

// LogRank compares the times of two samples (Mantel 1966), stratum by stratum: observed and expected events are added up over the strata, so that
// only times of one stratum are compared with each other. It returns the statistic and the two-sided probability of one at least as large. The
// statistic is distributed as chi-squared with one degree of freedom if the samples of each stratum have the same distribution. p is 1, and the
// statistic 0, where nothing can be compared. The distribution is the limit for many events.
func LogRank(a, b [][]Time) (chi2, p float64) {
	observed, expected, variance := 0.0, 0.0, 0.0
	for s := range min(len(a), len(b)) {
		for _, at := range eventTimes(a[s], b[s]) {
			n1, d1 := atRisk(a[s], at)
			n2, d2 := atRisk(b[s], at)
			n, d := n1+n2, d1+d2
			observed += d1
			expected += d * n1 / n
			if n > 1 {
				variance += d * (n1 / n) * (n2 / n) * (n - d) / (n - 1)
			}
		}
	}
	if variance <= 0 {
		return 0, 1
	}
	chi2 = (observed - expected) * (observed - expected) / variance
	return chi2, math.Erfc(math.Sqrt(chi2 / 2))
}

// Events counts the times that are not censored.
func Events(times []Time) int {
	n := 0
	for _, t := range times {
		if !t.Censored {
			n++
		}
	}
	return n
}

func eventTimes(samples ...[]Time) []float64 {
	var out []float64
	for _, times := range samples {
		for _, t := range times {
			if !t.Censored {
				out = append(out, t.At)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// atRisk counts the samples that have not ended before a time, and the events at it.
func atRisk(times []Time, at float64) (n, events float64) {
	for _, t := range times {
		if t.At >= at {
			n++
		}
		if t.At == at && !t.Censored {
			events++
		}
	}
	return n, events
}
