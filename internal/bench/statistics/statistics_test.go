package statistics

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func at(times ...float64) (out []Time) {
	for _, t := range times {
		out = append(out, Time{At: math.Abs(t), Censored: t < 0})
	}
	return out
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

// The remission of leukemia under 6-mercaptopurine and under a placebo (Freireich et al. 1963), the example of many textbooks: the curve of the
// first group is 0.857, 0.807, 0.753, 0.690, 0.627, 0.538, 0.448, the median 23 weeks, and the log-rank statistic 16.79.
func TestFreireich(t *testing.T) {
	drug := at(6, 6, 6, -6, 7, -9, 10, -10, -11, 13, 16, -17, -19, -20, 22, 23, -25, -32, -32, -34, -35)
	placebo := at(1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23)
	want := []Step{{6, .857143}, {7, .806723}, {10, .752941}, {13, .690196}, {16, .627451}, {22, .537815}, {23, .448179}}
	got := KaplanMeier(drug)
	if len(got) != len(want) {
		t.Fatalf("%v", got)
	}
	for i := range want {
		if got[i].At != want[i].At || math.Abs(got[i].Left-want[i].Left) > 1e-5 {
			t.Errorf("step %d: %v, want %v", i, got[i], want[i])
		}
	}
	if m, ok := MedianTime(drug); !ok || m != 23 {
		t.Errorf("median %v %v", m, ok)
	}
	if m, ok := MedianTime(placebo); !ok || m != 8 {
		t.Errorf("median %v %v", m, ok)
	}
	chi2, p := LogRank([][]Time{drug}, [][]Time{placebo})
	if math.Abs(chi2-16.79) > 0.005 || p > 5e-5 || p < 3e-5 {
		t.Errorf("log-rank %v, p = %v", chi2, p)
	}
	if m, ok := MedianTime(at(1, -2, -2)); ok {
		t.Errorf("two thirds are left: %v", m)
	}
}

// By hand: 2 of a at 1 and 2, b at 3 and censored at 4. Expected at 1: 2/4, at 2: 1/3, at 3: 0; variance 1/4 + 2/9 + 0.
func TestLogRankByHand(t *testing.T) {
	chi2, p := LogRank([][]Time{at(1, 2)}, [][]Time{at(3, -4)})
	want := (2 - 5.0/6) * (2 - 5.0/6) / (1.0/4 + 2.0/9)
	if !near(chi2, want) || !near(p, math.Erfc(math.Sqrt(want/2))) {
		t.Errorf("%v %v, want %v", chi2, p, want)
	}
	// Two strata with opposite differences cancel each other.
	if chi2, p := LogRank([][]Time{at(1, 2), at(3, -4)}, [][]Time{at(3, -4), at(1, 2)}); !near(chi2, 0) || !near(p, 1) {
		t.Errorf("%v %v", chi2, p)
	}
	for _, none := range [][]Time{nil, at(-1, -2)} {
		if chi2, p := LogRank([][]Time{none}, [][]Time{none}); chi2 != 0 || p != 1 {
			t.Errorf("%v: %v %v", none, chi2, p)
		}
	}
}

func TestPermutationByHand(t *testing.T) {
	for _, tt := range []struct {
		a, b []float64
		want float64
	}{
		{[]float64{4, 5, 6}, []float64{1, 2, 3}, 2.0 / 20},
		{[]float64{1, 1}, []float64{1, 1}, 1},
		{[]float64{3}, []float64{1}, 1},
		{[]float64{2, 2}, []float64{1, 2}, 1},
		// Of ten splits, {5, 4}, {5, 3} differ as much as 5+3 (mean 4 against 2), and {1, 2} as 1.5 against 4.
		{[]float64{5, 3}, []float64{1, 2, 4}, 4.0 / 10},
	} {
		if p, ok := Permutation(Samples{tt.a, tt.b}); !ok || !near(p, tt.want) {
			t.Errorf("%v %v: %v, want %v", tt.a, tt.b, p, tt.want)
		}
	}
	// In strata: of 2*6 splits, whose expected sum is 1.5 + 5, only 1 + 2 is as far as 2 + 8.
	strata := []Samples{{[]float64{2}, []float64{1}}, {[]float64{3, 5}, []float64{1, 1}}, {nil, []float64{9}}}
	if p, ok := Permutation(strata...); !ok || !near(p, 2.0/12) {
		t.Errorf("in strata: %v", p)
	}
	// A difference between strata alone does not count.
	if p, _ := Permutation(Samples{[]float64{1, 1}, []float64{1, 1}}, Samples{[]float64{9, 9, 9}, []float64{9}}); p != 1 {
		t.Errorf("equal in each stratum: %v", p)
	}
	for _, none := range [][]Samples{nil, {{nil, []float64{1}}}} {
		if _, ok := Permutation(none...); ok {
			t.Error("an empty sample is compared")
		}
	}
	// 10^23 splits, of which two are as far from the mean.
	high, low := make([]float64, 40), make([]float64, 40)
	for i := range high {
		high[i] = 1
	}
	if p, ok := Permutation(Samples{high, low}); !ok || math.Abs(p/SmallestP(Samples{high, low})-1) > 1e-9 {
		t.Errorf("%v", p)
	}
	if p, ok := Permutation(Samples{make([]float64, 520), make([]float64, 520)}); ok {
		t.Errorf("the number of splits is not finite, and p is %v", p)
	}
	var powers []float64
	for i := range 26 {
		powers = append(powers, math.Exp2(float64(i)))
	}
	if _, ok := Permutation(Samples{powers[:13], powers[13:]}); ok {
		t.Error("ten million different sums are kept")
	}
	for _, tt := range []struct {
		n, m int
		want float64
	}{{1, 1, 1}, {3, 3, 0.1}, {4, 4, 2.0 / 70}, {1, 3, 0.25}, {0, 3, 1}} {
		if p := SmallestP(Samples{make([]float64, tt.n), make([]float64, tt.m)}); !near(p, tt.want) {
			t.Errorf("%d and %d: %v, want %v", tt.n, tt.m, p, tt.want)
		}
	}
}

func TestProperties(t *testing.T) {
	times := rapid.Custom(func(t *rapid.T) Time {
		return Time{At: float64(rapid.IntRange(0, 20).Draw(t, "at")), Censored: rapid.Bool().Draw(t, "censored")}
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.SliceOfN(times, 0, 8).Draw(t, "a"), rapid.SliceOfN(times, 0, 8).Draw(t, "b")
		last := 1.0
		for _, s := range KaplanMeier(a) {
			if s.Left < -1e-12 || s.Left >= last {
				t.Fatalf("the curve of %v goes from %v to %v", a, last, s.Left)
			}
			last = s.Left
		}
		// Without censoring it is the share of times that are left.
		for i := range a {
			a[i].Censored = false
		}
		for _, s := range KaplanMeier(a) {
			left := 0
			for _, x := range a {
				if x.At > s.At {
					left++
				}
			}
			if !near(s.Left, float64(left)/float64(len(a))) {
				t.Fatalf("%v: %v", a, s)
			}
		}
		c1, p1 := LogRank([][]Time{a}, [][]Time{b})
		c2, p2 := LogRank([][]Time{b}, [][]Time{a})
		if !near(c1, c2) || !near(p1, p2) || p1 < 0 || p1 > 1 {
			t.Fatalf("%v %v and %v %v", c1, p1, c2, p2)
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 9), func(i int) float64 { return float64(i) }), 1, 5)
		a, b := values.Draw(t, "a"), values.Draw(t, "b")
		p, ok := Permutation(Samples{a, b})
		q, _ := Permutation(Samples{b, a})
		if !ok || !near(p, q) || p > 1 || p < SmallestP(Samples{a, b})-1e-12 {
			t.Fatalf("%v %v: %v and %v", a, b, p, q)
		}
		strata := []Samples{{a, b}}
		if rapid.Bool().Draw(t, "second") {
			strata = append(strata, Samples{values.Draw(t, "c")[:1], values.Draw(t, "d")})
		}
		p, _ = Permutation(strata...)
		if each := enumerate(strata); !near(p, each) || p < SmallestP(strata...)-1e-12 {
			t.Fatalf("%v: %v, and %v by looking at all splits", strata, p, each)
		}
	})
}

// enumerate is the permutation test by its definition: the share of the splits of all strata whose sum is at least as far from the mean sum.
func enumerate(strata []Samples) float64 {
	sums, seen := []float64{0}, 0.0
	for _, s := range strata {
		all := slices.Concat(s.A, s.B)
		seen += total(s.A)
		var more []float64
		for set := range 1 << len(all) {
			if bits.OnesCount(uint(set)) != len(s.A) {
				continue
			}
			sum := 0.0
			for i, v := range all {
				if set>>i&1 == 1 {
					sum += v
				}
			}
			for _, before := range sums {
				more = append(more, before+sum)
			}
		}
		sums = more
	}
	mean, extreme := total(sums)/float64(len(sums)), 0.0
	for _, sum := range sums {
		if math.Abs(sum-mean) >= math.Abs(seen-mean)-1e-9 {
			extreme++
		}
	}
	return extreme / float64(len(sums))
}
