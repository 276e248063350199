package statistics

import "math"

// An Interval is that in which a quantity lies with some confidence. Hi is infinite where the data set no bound above.
type Interval struct{ Lo, Hi float64 }

// Ratio estimates how many times as large the mean of the second samples is as that of the first, and the interval of that ratio for a level of
// confidence, by Fieller's theorem (1954): of all ratios r, those for which the mean of the second is not significantly different from r times the mean
// of the first. The means are those of all pairs together; a pair of n and m values has the weight nm/(n+m), so that one with an empty sample counts for
// nothing. Means are taken for normal ones: with twelve counts of each the confidence is kept, with fewer it is rougher. ok is false where the mean of
// the first is zero, where no sample has two values, and where all values of each sample are the same.
func Ratio(confidence float64, pairs ...Samples) (ratio float64, in Interval, ok bool) {
	var a, b, varA, varB float64
	freedom := 0
	for _, s := range pairs {
		n, m := float64(len(s.A)), float64(len(s.B))
		if n == 0 || m == 0 {
			continue
		}
		weight := n * m / (n + m)
		meanA, squaresA := spread(s.A)
		meanB, squaresB := spread(s.B)
		a, b = a+weight*meanA, b+weight*meanB
		if n > 1 {
			varA += weight * weight * squaresA / (n - 1) / n
		}
		if m > 1 {
			varB += weight * weight * squaresB / (m - 1) / m
		}
		freedom += len(s.A) + len(s.B) - 2
	}
	if a <= 0 || freedom == 0 || varA+varB == 0 {
		return 0, Interval{}, false
	}
	t := studentBound(confidence, freedom)
	// (b - r a)^2 <= t^2 (varB + r^2 varA), a quadratic inequality in r.
	square, middle, constant := a*a-t*t*varA, a*b, b*b-t*t*varB
	root := math.Sqrt(max(0, middle*middle-square*constant))
	switch {
	case square > 0:
		in = Interval{max(0, (middle-root)/square), (middle + root) / square}
	case constant > 0: // the first mean may be zero, the second is not: all from the positive end on
		in = Interval{constant / (middle + root), math.Inf(1)}
	default:
		in = Interval{0, math.Inf(1)}
	}
	return b / a, in, true
}

// spread returns the mean, and the sum of the squared distances from it.
func spread(values []float64) (mean, squares float64) {
	mean = total(values) / float64(len(values))
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return mean, squares
}

// studentBound returns the value that Student's t with n degrees of freedom, at least 1, does not exceed in size with that probability.
func studentBound(probability float64, n int) float64 {
	lo, hi := 0.0, 1.0
	for student(hi, n) < probability && hi < 1e9 {
		hi *= 2
	}
	for range 100 {
		if mid := (lo + hi) / 2; student(mid, n) < probability {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// student returns the probability that Student's t with n degrees of freedom lies between -t and t (Abramowitz and Stegun 26.7.3 and 26.7.4).
func student(t float64, n int) float64 {
	angle := math.Atan(t / math.Sqrt(float64(n)))
	sin, cos := math.Sincos(angle)
	sum, term := 0.0, 1.0
	if n%2 == 0 {
		for k := 2; k <= n; k += 2 {
			sum += term
			term *= cos * cos * float64(k-1) / float64(k)
		}
		return sin * sum
	}
	for k, term := 3, cos; k <= n; k += 2 {
		sum += term
		term *= cos * cos * float64(k-1) / float64(k)
	}
	return 2 / math.Pi * (angle + sin*sum)
}
