package timing

import (
	"slices"
	"time"
)

// A Pair is the CPU time of two runs, one right after the other.
type Pair struct {
	Old, New time.Duration
}

// least is the CPU time that a run counts with at least: clocks and start-up make smaller figures noise.
const least = time.Millisecond

// Ratio is how many times as long the new run took.
func (p Pair) Ratio() float64 { return p.ratio() }

// ratio is how many times as long the new run took.
func (p Pair) ratio() float64 {
	return float64(max(p.New, least)) / float64(max(p.Old, least))
}

// An Interval is an estimate with its bounds.
type Interval struct {
	// Estimate is the median.
	Estimate float64 `json:"estimate"`
	// Low and High bound the median of all pairs that there could be; each bound is wrong with a chance of at most Risk. With too few pairs for
	// that they are 0 and 0.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Risk is the chance with which each bound of an Interval may be wrong.
const Risk = 0.01

// Known reports whether the interval has bounds.
func (i Interval) Known() bool { return i.High > 0 || i.Low < 0 }

// intervalOf returns the median of values with its bounds. They are values themselves, those of the rank that a sign test gives: nothing is
// assumed about how the values are distributed, so that a few runs on a busy machine cannot move a bound by much.
func intervalOf(values []float64) Interval {
	if len(values) == 0 {
		return Interval{}
	}
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	out := Interval{Estimate: (sorted[(n-1)/2] + sorted[n/2]) / 2}
	if k := rank(n); k > 0 {
		out.Low, out.High = sorted[k-1], sorted[n-k]
	}
	return out
}

// rank returns the largest k so that fewer than k of n tosses of a coin show heads with a chance of at most Risk, 0 for none.
func rank(n int) int {
	if n > 1000 { // 2^-n is no float64 from 1075 on
		n = 1000
	}
	chance := 1.0
	for range n {
		chance /= 2
	}
	below := 0.0
	for k := 0; k <= n; k++ {
		below += chance // the chance of at most k
		if below > Risk {
			return k
		}
		chance *= float64(n-k) / float64(k+1)
	}
	return 0
}

// Ratio returns how many times as long the new runs took.
func Ratio(pairs []Pair) Interval {
	var all []float64
	for _, p := range pairs {
		all = append(all, p.ratio())
	}
	return intervalOf(all)
}

// Difference returns by how many seconds the new runs took longer.
func Difference(pairs []Pair) Interval {
	var all []float64
	for _, p := range pairs {
		all = append(all, (p.New - p.Old).Seconds())
	}
	return intervalOf(all)
}
