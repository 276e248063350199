package statistics

import (
	"maps"
	"math"
	"slices"
)

// maxSums bounds how many different sums are kept, for samples of all sizes together: 90 whole numbers of up to 1,000 have fewer.
const maxSums = 1 << 20

// maxSteps bounds the work of counting them: about two seconds.
const maxSteps = 1 << 23

// Samples are two samples that can be compared with each other: runs on one machine, say.
type Samples struct{ A, B []float64 }

// Permutation compares the first samples with the second ones over all ways to split the values of each pair into samples of these sizes (Fisher
// 1935): p is the share of splits in which the sum of the first samples over all pairs is at least as far from the expected sum. For a single pair
// this means that the means differ at least as much. The test is two-sided and exact, with ties as they are. A pair with larger values counts for
// more, and one with an empty sample for nothing. ok is false where no pair is left, and for more than a few hundred values.
func Permutation(pairs ...Samples) (p float64, ok bool) {
	sums, seen, expected := map[float64]float64{0: 1}, 0.0, 0.0
	for _, s := range pairs {
		n, m := len(s.A), len(s.B)
		if n == 0 || m == 0 {
			continue
		}
		ok = true
		seen += total(s.A)
		expected += (total(s.A) + total(s.B)) * float64(n) / float64(n+m)
		more, fits := sumsOf(slices.Concat(s.A, s.B), n)
		if !fits || len(sums)*len(more) > maxSums {
			return 1, false
		}
		sums = convolve(sums, more)
	}
	if !ok {
		return 1, false
	}
	// Sums of the same values in another order differ in their last digits.
	const rounding = 1e-9
	least := math.Abs(seen-expected)*(1-rounding) - rounding
	count, extreme := 0.0, 0.0
	for _, sum := range slices.Sorted(maps.Keys(sums)) {
		count += sums[sum]
		if math.Abs(sum-expected) >= least {
			extreme += sums[sum]
		}
	}
	if math.IsInf(count, 0) {
		return 1, false
	}
	return extreme / count, true
}

// sumsOf counts the ways to choose n of the values by their sum. ok is false when there are too many sums, or counting them takes too long.
func sumsOf(values []float64, n int) (sums map[float64]float64, ok bool) {
	chosen := make([]map[float64]float64, n+1) // by the number of values chosen
	chosen[0] = map[float64]float64{0: 1}
	steps := 0
	for i, v := range values {
		kept := 0
		for k := min(i+1, n); k > 0; k-- {
			if chosen[k] == nil {
				chosen[k] = make(map[float64]float64)
			}
			for sum, ways := range chosen[k-1] {
				chosen[k][sum+v] += ways
			}
			kept, steps = kept+len(chosen[k]), steps+len(chosen[k-1])
			if kept > maxSums || steps > maxSteps {
				return nil, false
			}
		}
	}
	return chosen[n], true
}

// convolve counts the ways to take one sum of each.
func convolve(a, b map[float64]float64) map[float64]float64 {
	out := make(map[float64]float64)
	for _, x := range slices.Sorted(maps.Keys(a)) {
		for _, y := range slices.Sorted(maps.Keys(b)) {
			out[x+y] += a[x] * b[y]
		}
	}
	return out
}

func total(values []float64) (sum float64) {
	for _, v := range values {
		sum += v
	}
	return sum
}

// SmallestP is the least probability that Permutation can give for samples of these sizes: if it is above the level asked for, no outcome can show a
// difference. It is that of values that are all different, with all values of the first samples above those of the second.
func SmallestP(pairs ...Samples) float64 {
	as := 2.0 // for samples of equal size, the mirrored split is as far
	ways := 1.0
	for _, s := range pairs {
		n, m := len(s.A), len(s.B)
		if n == 0 || m == 0 {
			continue
		}
		if n != m {
			as = 1
		}
		ways *= arrangements(n, m)
	}
	return min(1, as/ways)
}

// arrangements is the binomial coefficient of n+m over n.
func arrangements(n, m int) float64 {
	out := 1.0
	for i := 1; i <= min(n, m); i++ {
		out = out * float64(max(n, m)+i) / float64(i)
	}
	return out
}

// Median is the middle value, the mean of the two middle ones for an even number of values; 0 for none.
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
