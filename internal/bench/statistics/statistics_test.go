package statistics

import (
	"math"
	"math/bits"
	"math/rand/v2"
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
// first group is 0.857, 0.807, 0.753, 0.690, 0.627, 0.538, 0.448, the median 23 weeks, and p of the log-rank test 4e-5 in the limit and 2.6e-5 by counting.
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
	// Nine patients of the first group relapsed where 19.25 were expected to.
	runs := Runs{each(drug), each(placebo)}
	if d := total(runs.scores().A); math.Abs(d-(9-19.25)) > 42*grain/2 {
		t.Errorf("observed less expected: %v", d)
	}
	if p, exact, ok := LogRank(runs); p > 4e-5 || p < 2e-5 || !exact || !ok {
		t.Errorf("log-rank p = %v, exact %v, ok %v", p, exact, ok)
	}
	if m, ok := MedianTime(at(1, -2, -2)); ok {
		t.Errorf("two thirds are left: %v", m)
	}
}

// each makes a run with a single event of each time.
func each(times []Time) (runs [][]Time) {
	for _, t := range times {
		runs = append(runs, []Time{t})
	}
	return runs
}

// By hand: 2 of a at 1 and 2, b at 3 and censored at 4. The hazards are 1/4 at 1, 1/3 at 2 and 1/2 at 3; two of the six splits are as far apart.
func TestLogRankByHand(t *testing.T) {
	early, late := each(at(1, 2)), each(at(3, -4))
	s := Runs{early, late}.scores()
	for i, want := range []float64{1 - 1.0/4, 1 - 1.0/4 - 1.0/3, 1 - 1.0/4 - 1.0/3 - 1.0/2, -1.0/4 - 1.0/3 - 1.0/2} {
		if got := slices.Concat(s.A, s.B)[i]; math.Abs(got-want) > grain {
			t.Errorf("score %d: %v, want %v", i, got, want)
		}
	}
	if p, exact, ok := LogRank(Runs{early, late}); !near(p, 2.0/6) || !exact || !ok {
		t.Errorf("%v %v %v", p, exact, ok)
	}
	// Two pairs with opposite differences cancel each other.
	if p, _, ok := LogRank(Runs{early, late}, Runs{late, early}); !near(p, 1) || !ok {
		t.Errorf("%v %v", p, ok)
	}
	if p, _, ok := LogRank(Runs{each(at(-1, -2)), each(at(-1))}); p != 1 || !ok {
		t.Errorf("no event: %v %v", p, ok)
	}
	if _, _, ok := LogRank(Runs{early, nil}, Runs{}); ok {
		t.Error("nothing can be compared, and is")
	}
}

// Twenty events that come in the same order in all runs say as much as one does: six runs have 20 splits, and two of these are as far apart.
func TestLogRankOfDependentEvents(t *testing.T) {
	run := func(at float64) (times []Time) {
		for range 20 {
			times = append(times, Time{At: at})
		}
		return times
	}
	r := Runs{[][]Time{run(1), run(2), run(3)}, [][]Time{run(4), run(5), run(6)}}
	if p, exact, _ := LogRank(r); !near(p, 2.0/20) || !exact {
		t.Errorf("p = %v, exact %v", p, exact)
	}
}

// Where both samples are alike, p is below 0.05 in no more than one comparison of twenty, though some runs are luckier with all of their events.
func TestLogRankKeepsItsLevel(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	sample := func() (runs [][]Time) {
		for range 4 {
			luck := math.Exp(r.NormFloat64())
			var times []Time
			for range 10 {
				at := luck * r.ExpFloat64()
				times = append(times, Time{At: min(at, 1), Censored: at > 1})
			}
			runs = append(runs, times)
		}
		return runs
	}
	const comparisons = 400
	below := 0
	for range comparisons {
		if p, _, _ := LogRank(Runs{sample(), sample()}); p < 0.05 {
			below++
		}
	}
	// Of 70 splits, p can be 2/70, which is less than one in twenty.
	if share := float64(below) / comparisons; share > 0.05 || share < 0.01 {
		t.Errorf("p is below 0.05 in %.3f of the comparisons", share)
	}
}

// With many runs, the normal distribution takes over from counting, with nearly the same result.
func TestLogRankOfManyRuns(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	sample := func(n int, scale float64) (times []Time) {
		for range n {
			at := scale * r.ExpFloat64()
			times = append(times, Time{At: min(at, 1), Censored: at > 1})
		}
		return times
	}
	runs := Runs{each(sample(9, 0.3)), each(sample(9, 0.9))}
	p, exact, _ := LogRank(runs)
	if q := normal([]Samples{runs.scores()}); !exact || math.Abs(p-q) > 0.02 {
		t.Errorf("p = %v, by the normal distribution %v", p, q)
	}
	if p, exact, ok := LogRank(Runs{each(sample(200, 0.3)), each(sample(200, 0.9))}); exact || !ok || p > 1e-6 {
		t.Errorf("400 runs: p = %v, exact %v, ok %v", p, exact, ok)
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
		p1, _, _ := LogRank(Runs{each(a), each(b)})
		p2, _, _ := LogRank(Runs{each(b), each(a)})
		if !near(p1, p2) || p1 < 0 || p1 > 1 {
			t.Fatalf("%v and %v", p1, p2)
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
