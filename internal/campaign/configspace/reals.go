package configspace

import (
	"math"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/solver/options"
)

// reals are changed by polynomial mutation.
type reals struct {
	number[float64]
	// low and high are the range that mutation knows: it needs a finite one.
	low, high float64
}

// largest bounds the range of mutation if the solver names no range, or a larger one, so that numbers without exponents stay short.
const largest = 1e15

func newReals(o *options.Option, alternatives []string) (domain, bool) {
	d := &reals{}
	d.parse = func(s string) (float64, bool) {
		x, err := strconv.ParseFloat(s, 64)
		return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
	}
	d.print = printReal
	d.least, d.most = o.RealBounds()
	ok := d.fill(o, alternatives)
	d.low, d.high = mutationRange(d.least, d.most, d.standard)
	return d, ok
}

// mutationRange is the range of values that mutation reaches: the bounds. An unknown bound is replaced by zero, or by a value several times as far
// from zero as the default and the other bound. Most reals without bounds are factors, shares and weights.
func mutationRange(least, most, standard float64) (low, high float64) {
	reach := max(1, 4*math.Abs(standard))
	for _, bound := range []float64{least, most} {
		if !math.IsInf(bound, 0) {
			reach = max(reach, 2*math.Abs(bound))
		}
	}
	low, high = least, most
	if math.IsInf(low, 0) {
		low = 0
		if standard < 0 || most <= 0 {
			low = -reach
		}
	}
	if math.IsInf(high, 0) {
		high = reach
	}
	return max(low, -largest), min(high, largest)
}

func (d *reals) fresh(r *rng.Rand) string                { return d.freshBy(r, d.step) }
func (d *reals) mutate(r *rng.Rand, value string) string { return d.mutateBy(r, value, d.step) }

func (d *reals) step(r *rng.Rand, x float64) float64 {
	if !(d.low < d.high) {
		return x
	}
	u := float64(r.Uint64()>>11) / (1 << 53)
	return round(polynomial(x, d.low, d.high, u))
}

// index of distribution: the larger, the nearer are mutants. With 20 half of them are within 3 % of the range.
const index = 20

// polynomial is the mutation of Deb and Goyal (1996) in the form for bounded variables (Deb and Agrawal, 1999): it takes x from [low, high] to a
// value in that range that is distributed around x, for u that is evenly distributed in [0, 1).
func polynomial(x, low, high, u float64) float64 {
	x = min(max(x, low), high)
	width := high - low
	var delta float64
	if u < 0.5 {
		rest := 1 - (x-low)/width
		delta = math.Pow(2*u+(1-2*u)*math.Pow(rest, index+1), 1.0/(index+1)) - 1
	} else {
		rest := 1 - (high-x)/width
		delta = 1 - math.Pow(2*(1-u)+(2*u-1)*math.Pow(rest, index+1), 1.0/(index+1))
	}
	return min(max(x+delta*width, low), high)
}

// round keeps six significant digits, and at most twelve after the point: findings name these numbers.
func round(x float64) float64 {
	if x == 0 {
		return 0
	}
	behind := min(max(5-int(math.Floor(math.Log10(math.Abs(x)))), 1), 12)
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', behind, 64), 64)
	if err != nil {
		return x
	}
	return y
}

// printReal writes a number without an exponent, which not all solvers read, and with a point.
func printReal(x float64) string {
	if x == 0 {
		return "0.0" // without a sign
	}
	s := strconv.FormatFloat(x, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
