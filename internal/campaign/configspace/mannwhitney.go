package configspace

import (
	"math"
	"slices"
)

// maxExact is the largest product of the sizes of two samples for which probabilities are exact.
const maxExact = 900

// MannWhitney compares two samples by their ranks (Mann and Whitney 1947): u is the smaller of the two statistics, and p the two-sided probability
// that samples of one distribution differ this much. Without ties and for up to 30 values in each, p is exact. Otherwise it is that of the normal
// distribution, with the variance corrected for ties and with the correction for continuity. p is 1 when a sample is empty, and when all values are
// the same.
func MannWhitney(a, b []float64) (u, p float64) {
	n, m := len(a), len(b)
	if n == 0 || m == 0 {
		return 0, 1
	}
	type value struct {
		v    float64
		of   int // 0 for a, 1 for b
		rank float64
	}
	all := make([]value, 0, n+m)
	for _, v := range a {
		all = append(all, value{v: v})
	}
	for _, v := range b {
		all = append(all, value{v: v, of: 1})
	}
	slices.SortFunc(all, func(x, y value) int {
		switch {
		case x.v < y.v:
			return -1
		case x.v > y.v:
			return 1
		}
		return 0
	})
	// Equal values share the mean of their ranks.
	ties := 0.0
	for i := 0; i < len(all); {
		j := i
		for j < len(all) && all[j].v == all[i].v {
			j++
		}
		for k := i; k < j; k++ {
			all[k].rank = float64(i+j+1) / 2
		}
		t := float64(j - i)
		ties += t*t*t - t
		i = j
	}
	sum := 0.0
	for _, v := range all {
		if v.of == 0 {
			sum += v.rank
		}
	}
	nf, mf := float64(n), float64(m)
	ua := sum - nf*(nf+1)/2
	u = min(ua, nf*mf-ua)
	if ties == 0 && n*m <= maxExact {
		return u, min(1, 2*atMost(int(u), n, m))
	}
	total := nf + mf
	variance := nf * mf / 12 * (total + 1 - ties/(total*(total-1)))
	if variance <= 0 {
		return u, 1
	}
	z := (nf*mf/2 - u - 0.5) / math.Sqrt(variance)
	if z <= 0 {
		return u, 1
	}
	return u, math.Erfc(z / math.Sqrt2)
}

// atMost is the probability that the statistic of samples of n and m values of one distribution is at most u. Of all orders of n+m values,
// it counts those with each statistic: the largest value is one of the first sample, and adds m to it, or of the second.
func atMost(u, n, m int) float64 {
	// ways[i][k] for j values of the second sample, with j going up.
	ways := make([][]float64, n+1)
	for i := range ways {
		ways[i] = make([]float64, u+1)
		ways[i][0] = 1
	}
	for j := 1; j <= m; j++ {
		for i := 1; i <= n; i++ {
			for k := u; k >= 0; k-- {
				// The largest is of the second sample: ways[i][k] of j-1. Of the first: ways[i-1][k-j] of j, which is done already.
				if k >= j {
					ways[i][k] += ways[i-1][k-j]
				}
			}
		}
	}
	count := 0.0
	for _, w := range ways[n] {
		count += w
	}
	orders := 1.0
	for i := 1; i <= n; i++ {
		orders = orders * float64(m+i) / float64(i)
	}
	return count / orders
}
