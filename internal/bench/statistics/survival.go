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

// Runs are two samples of runs that can be compared with each other: on one machine, say. Each run has a time for every event; those of one event
// have the same index in all runs, and none is left out.
type Runs struct{ A, B [][]Time }

// grain is what log-rank scores are rounded to, so that sums of different runs meet and can be counted. A permutation test of rounded scores is
// exact for these.
const grain = 1.0 / 128

// LogRank compares the times of two samples of runs by their log-rank scores (Mantel 1966; Peto and Peto 1972): in how many events a run is ahead of what is expected of
// one that was watched as long, over all events, each compared with the times of the same event and pair only. How often runs, dealt out at random
// within each pair, differ as much as they do is counted, as in [Permutation]. The scores of one run may depend on each other in whatever way, since
// a run is dealt out whole; what is required is that under equal samples any run may have been in either, so that all must be censored alike. The
// test is two-sided. exact is false where there are too many runs to count the sums: p is then that of a normal distribution with the variance of
// the sums. ok is false where no pair has runs in both samples.
func LogRank(pairs ...Runs) (p float64, exact, ok bool) {
	var scores []Samples
	for _, r := range pairs {
		if len(r.A) > 0 && len(r.B) > 0 {
			scores = append(scores, r.scores())
		}
	}
	if len(scores) == 0 {
		return 1, false, false
	}
	if p, ok := Permutation(scores...); ok {
		return p, true, true
	}
	return normal(scores), false, true
}

// scores returns the log-rank score of each run. Those of one sample add up to the observed events less the expected ones.
func (r Runs) scores() Samples {
	out := Samples{A: make([]float64, len(r.A)), B: make([]float64, len(r.B))}
	for e := range r.A[0] {
		a, b := column(r.A, e), column(r.B, e)
		all := groups(slices.Concat(a, b))
		for i, t := range a {
			out.A[i] += score(all, t)
		}
		for i, t := range b {
			out.B[i] += score(all, t)
		}
	}
	for _, sample := range [][]float64{out.A, out.B} {
		for i, s := range sample {
			sample[i] = math.Round(s/grain) * grain
		}
	}
	return out
}

// column returns the times of an event in all runs.
func column(runs [][]Time, event int) []Time {
	out := make([]Time, len(runs))
	for i, run := range runs {
		out[i] = run[event]
	}
	return out
}

// score is one for an event, less the cumulative hazard (Nelson and Aalen) up to its time.
func score(all []group, t Time) (s float64) {
	for _, g := range all {
		if g.at <= t.At {
			s -= float64(g.events) / float64(g.atRisk)
		}
	}
	if !t.Censored {
		s++
	}
	return s
}

// normal is the probability of sums of the first samples at least as far from the expected one, in the limit of many values.
func normal(pairs []Samples) float64 {
	difference, variance := 0.0, 0.0
	for _, s := range pairs {
		n, m := float64(len(s.A)), float64(len(s.B))
		mean := (total(s.A) + total(s.B)) / (n + m)
		squares := 0.0
		for _, v := range slices.Concat(s.A, s.B) {
			squares += (v - mean) * (v - mean)
		}
		difference += total(s.A) - n*mean
		variance += n * m / (n + m) / (n + m - 1) * squares
	}
	if variance <= 0 {
		return 1
	}
	return math.Erfc(math.Abs(difference) / math.Sqrt(2*variance))
}
