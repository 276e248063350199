package statistics

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The usual table of Student's t.
func TestStudentBound(t *testing.T) {
	for _, tt := range []struct {
		n    int
		want float64
	}{{1, 12.7062}, {2, 4.3027}, {3, 3.1824}, {4, 2.7764}, {5, 2.5706}, {9, 2.2622}, {10, 2.2281}, {30, 2.0423}, {121, 1.9798}} {
		if got := studentBound(0.95, tt.n); math.Abs(got-tt.want) > 1e-4 {
			t.Errorf("%d degrees of freedom: %v, want %v", tt.n, got, tt.want)
		}
	}
}

// The ends of the interval are the ratios r for which b - r a is just significant, which is computed here in another way.
func TestRatioByHand(t *testing.T) {
	s := Samples{A: []float64{2, 1, 0, 1, 3}, B: []float64{3, 3, 4, 3}}
	ratio, in, ok := Ratio(0.95, s)
	if !ok || !near(ratio, 3.25/1.4) {
		t.Fatalf("%v %v", ratio, ok)
	}
	for _, r := range []float64{in.Lo, in.Hi} {
		varA, varB := 1.3/5, 0.25/4
		if got := math.Abs(3.25-r*1.4) / math.Sqrt(varB+r*r*varA); math.Abs(got-studentBound(0.95, 7)) > 1e-6 {
			t.Errorf("at %v, t is %v", r, got)
		}
	}
	// Two pairs that say the same narrow it.
	if _, both, _ := Ratio(0.95, s, s); both.Lo <= in.Lo || both.Hi >= in.Hi {
		t.Errorf("%v is not within %v", both, in)
	}
	// A pair without a counterpart says nothing.
	if r, alone, _ := Ratio(0.95, s, Samples{A: []float64{100}}); r != ratio || alone != in {
		t.Errorf("%v %v", r, alone)
	}
}

// Where the first mean may be zero there is no bound above, and where it is zero there is no ratio.
func TestRatioUnbounded(t *testing.T) {
	if _, in, ok := Ratio(0.95, Samples{A: []float64{0, 0, 1}, B: []float64{5, 6, 5}}); !ok || !math.IsInf(in.Hi, 1) || in.Lo <= 1 || in.Lo >= 16 {
		t.Errorf("%v %v", in, ok)
	}
	if _, in, ok := Ratio(0.95, Samples{A: []float64{0, 0, 1}, B: []float64{0, 1, 0}}); !ok || !math.IsInf(in.Hi, 1) || in.Lo != 0 {
		t.Errorf("%v %v", in, ok)
	}
	for _, s := range []Samples{{}, {A: []float64{0, 0}, B: []float64{1, 2}}, {A: []float64{1}, B: []float64{2}}, {A: []float64{1, 1}, B: []float64{2, 2}}} {
		if ratio, in, ok := Ratio(0.95, s); ok {
			t.Errorf("%v: %v %v", s, ratio, in)
		}
	}
}

// Counts as runs have them: the interval holds the true ratio about as often as it says.
func TestRatioCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	poisson := func(mean float64) float64 {
		n, left := 0.0, math.Exp(-mean)
		for p := r.Float64(); p > left; p *= r.Float64() {
			n++
		}
		return n
	}
	for _, want := range []float64{1, 2} {
		const trials = 4000
		held := 0
		for range trials {
			var pairs []Samples
			for _, runs := range []int{4, 8} {
				var s Samples
				for range runs {
					s.A, s.B = append(s.A, poisson(1.6)), append(s.B, poisson(1.6*want))
				}
				pairs = append(pairs, s)
			}
			if _, in, ok := Ratio(0.95, pairs...); ok && in.Lo <= want && want <= in.Hi {
				held++
			}
		}
		if share := float64(held) / trials; share < 0.93 || share > 0.97 {
			t.Errorf("the ratio %v is in %v of the intervals", want, share)
		}
	}
}
