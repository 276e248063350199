package configspace

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Probabilities of small samples, by counting orders: those with the statistic U are as many as the partitions of U into at most n parts of
// at most m.
func TestMannWhitneyExact(t *testing.T) {
	for _, tt := range []struct {
		a, b []float64
		u, p float64
	}{
		{[]float64{1, 2, 3}, []float64{4, 5, 6, 7}, 0, 2.0 / 35},
		{[]float64{1, 2, 4}, []float64{3, 5, 6, 7}, 1, 4.0 / 35},
		{[]float64{1, 2, 3, 4, 5}, []float64{6, 7, 8, 9, 10}, 0, 2.0 / 252},
		{[]float64{1, 2, 3, 5, 6}, []float64{4, 7, 8, 9, 10}, 2, 8.0 / 252},
		{[]float64{6, 7, 8, 9, 10}, []float64{1, 2, 3, 4, 5}, 0, 2.0 / 252},
		{[]float64{1}, []float64{2}, 0, 1},
		{[]float64{1, 4}, []float64{2, 3}, 2, 1},
		{nil, []float64{1}, 0, 1},
		{[]float64{5, 5}, []float64{5, 5, 5}, 3, 1},
	} {
		if u, p := MannWhitney(tt.a, tt.b); u != tt.u || math.Abs(p-tt.p) > 1e-12 {
			t.Errorf("%v and %v: U %v, p %v; want %v, %v", tt.a, tt.b, u, p, tt.u, tt.p)
		}
	}
}

// The largest statistic that is significant, from the usual tables of critical values, two-sided.
func TestMannWhitneyCritical(t *testing.T) {
	for _, tt := range []struct {
		n, m  int
		level float64
		u     int
	}{
		{5, 5, 0.05, 2}, {6, 6, 0.05, 5}, {8, 8, 0.05, 13}, {10, 10, 0.05, 23}, {10, 20, 0.05, 55}, {15, 15, 0.05, 64}, {20, 20, 0.05, 127},
		{6, 6, 0.01, 2}, {8, 8, 0.01, 7}, {10, 10, 0.01, 16}, {15, 15, 0.01, 51}, {20, 20, 0.01, 105},
	} {
		below, above := 2*atMost(tt.u, tt.n, tt.m), 2*atMost(tt.u+1, tt.n, tt.m)
		if below > tt.level || above <= tt.level {
			t.Errorf("%d and %d values at %v: p is %v for U = %d and %v for U = %d", tt.n, tt.m, tt.level, below, tt.u, above, tt.u+1)
		}
	}
}

// The approximation is near the exact value where both are available, and exact values with ties broken surround the value with ties.
func TestMannWhitneyApproximation(t *testing.T) {
	spread := func(n int, from, step float64) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = from + float64(i)*step
		}
		return out
	}
	for _, shift := range []float64{0.3, 2.3, 5.3, 8.3} {
		a, b := spread(20, 0, 1), spread(20, shift, 1)
		_, exact := MannWhitney(a, b)
		many := 31 // more than the exact computation handles
		_, approximate := MannWhitney(spread(many, 0, 1), spread(many, shift*float64(many)/20, 1))
		if exact <= 0 || approximate <= 0 || exact < 0.05 && approximate > 0.05 {
			t.Errorf("shifted by %v: exact %v, approximate for more values %v", shift, exact, approximate)
		}
		// With one tie the approximation replaces counting.
		c := append([]float64{math.Ceil(b[0])}, b[1:]...)
		if _, tied := MannWhitney(a, c); math.Abs(tied-exact) > 0.05 {
			t.Errorf("shifted by %v: exact %v, with a tie %v", shift, exact, tied)
		}
	}
	// All ties but one: U is 10, the variance 25/12 (11 - 720/90) = 6.25, and p that of z = (12.5 - 10 - 0.5)/2.5 = 0.8.
	if _, p := MannWhitney([]float64{1, 1, 1, 1, 2}, []float64{1, 1, 1, 1, 1}); math.Abs(p-0.4237107) > 1e-6 {
		t.Errorf("nearly all tied: p %v", p)
	}
}

func TestMannWhitneyLaws(t *testing.T) {
	sample := rapid.SliceOfN(rapid.Float64Range(0, 5), 1, 25)
	rapid.Check(t, func(rt *rapid.T) {
		a, b := sample.Draw(rt, "a"), sample.Draw(rt, "b")
		if rapid.Bool().Draw(rt, "ties") {
			for _, s := range [][]float64{a, b} {
				for i := range s {
					s[i] = math.Floor(s[i])
				}
			}
		}
		u, p := MannWhitney(a, b)
		v, q := MannWhitney(b, a)
		if u != v || p != q || p < 0 || p > 1 || u < 0 || 2*u > float64(len(a)*len(b)) {
			rt.Fatalf("%v and %v: U %v p %v, the other way round %v %v", a, b, u, p, v, q)
		}
		if _, same := MannWhitney(a, a); same < 0.99 {
			rt.Fatalf("%v differs from itself: p %v", a, same)
		}
	})
}
