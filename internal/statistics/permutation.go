package statistics

import (
	"math"
	"slices"
)

// maxArrangements is how many ways to split values are looked at one by one, in less than a second: 13 values of 26, or 5 of 60.
const maxArrangements = 11_000_000

// Permutation compares the means of two samples by all ways to split their values into samples of these sizes (Fisher 1935): p is the share of those
// whose means differ at least as much, two-sided. It is exact, with ties as they are. ok is false when there are too many ways, or a sample is empty.
func Permutation(a, b []float64) (p float64, ok bool) {
	n, m := len(a), len(b)
	if n == 0 || m == 0 || arrangements(n, m) > maxArrangements {
		return 1, false
	}
	all := slices.Concat(a, b)
	total := 0.0
	for _, v := range all {
		total += v
	}
	difference := func(sum float64) float64 { return math.Abs(sum/float64(n) - (total-sum)/float64(m)) }
	seen := 0.0
	for _, v := range a {
		seen += v
	}
	// Sums of the same values in another order differ in their last digits.
	const rounding = 1e-9
	least := difference(seen) * (1 - rounding)
	count, extreme := 0, 0
	var choose func(from, left int, sum float64)
	choose = func(from, left int, sum float64) {
		if left == 0 {
			count++
			if difference(sum) >= least-rounding {
				extreme++
			}
			return
		}
		for i := from; i <= len(all)-left; i++ {
			choose(i+1, left-1, sum+all[i])
		}
	}
	choose(0, n, 0)
	return float64(extreme) / float64(count), true
}

// SmallestP is the least probability that Permutation can give for samples of these sizes: above what is asked for, no outcome can show a difference. It
// is that of values which are all different, and all of one sample above those of the other.
func SmallestP(n, m int) float64 {
	if n == 0 || m == 0 {
		return 1
	}
	as := 1.0 // of samples of one size, the other way round differs as much
	if n == m {
		as = 2
	}
	return as / arrangements(n, m)
}

// arrangements is the binomial coefficient of n+m over n.
func arrangements(n, m int) float64 {
	out := 1.0
	for i := 1; i <= min(n, m); i++ {
		out = out * float64(max(n, m)+i) / float64(i)
	}
	return out
}

// Median is the middle of values, the mean of the two in the middle for an even number of them; 0 for none.
func Median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	v := slices.Sorted(slices.Values(values))
	mid := len(v) / 2
	if len(v)%2 == 0 {
		return (v[mid-1] + v[mid]) / 2
	}
	return v[mid]
}
