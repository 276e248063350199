package abstract_test

import (
	"math/big"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/algebraic"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

func integer(n int64) value.Value { return value.OfInt(n) }

func rat(a, b int64) value.Value { return value.OfRat(big.NewRat(a, b)) }

// root returns the square root of n.
func root(n int64) value.Value {
	r, err := algebraic.FromInt(n).NthRoot(2)
	if err != nil {
		panic(err)
	}
	return value.OfAlgebraic(r)
}

func interval(lo, hi abstract.End) abstract.Interval { return abstract.Interval{Lo: lo, Hi: hi} }

var (
	closed = abstract.Closed
	open   = abstract.Open
	none   abstract.End
)

// integers are values with which sets of integers are tested.
func integers() []value.Value {
	var out []value.Value
	for n := range 41 {
		out = append(out, integer(int64(n-20)))
	}
	long := new(big.Int).Lsh(big.NewInt(1), 70)
	return append(out, integer(999), integer(1000), value.OfBig(long), value.OfBig(new(big.Int).Neg(long)))
}

func reals() []value.Value {
	var out []value.Value
	for n := range 61 {
		out = append(out, rat(int64(n-30), 6))
	}
	return append(out, root(2), value.Neg(root(2)), root(3), rat(99, 70), rat(140, 99), rat(1<<40, 1), rat(-1<<40, 3))
}

type setTest struct {
	set   abstract.Set
	text  string
	score float64
}

func setTests() []setTest {
	n, r := sorts.Int, sorts.Real
	long := value.OfBig(new(big.Int).Lsh(big.NewInt(1), 70))
	return []setTest{
		{abstract.Any(sorts.Bool), "any", 1},
		{abstract.Exactly(sorts.Bool, value.True), "true", 0.5},
		{abstract.OneOf(sorts.Bool, value.True, value.False), "any", 1},
		{abstract.Except(sorts.Bool, value.True), "false", 0.5},
		{abstract.Any(n), "any", 1},
		{abstract.Nothing(n), "nothing", 0.001},
		{abstract.Exactly(n, integer(3)), "3", 0.001},
		{abstract.Between(n, interval(closed(integer(2)), none)), "[2, +∞)", 1},
		{abstract.Between(n, interval(none, open(integer(2)))), "(-∞, 1]", 1},
		{abstract.Between(n, interval(open(integer(0)), open(integer(5)))), "[1, 4]", 0.004},
		{abstract.Between(n, interval(open(integer(0)), open(integer(1)))), "nothing", 0.001},
		{abstract.Between(n, interval(closed(integer(0)), closed(integer(998)))), "[0, 998]", 0.999},
		{abstract.Between(n, interval(closed(integer(0)), closed(integer(1000)))), "[0, 1000]", 1},
		{abstract.Between(n, interval(closed(value.Neg(long)), closed(long))), "[(- 1180591620717411303424), 1180591620717411303424]", 1},
		{abstract.Except(n, integer(3)), "(-∞, 2] ∪ [4, +∞)", 1},
		{abstract.Except(n, integer(3), integer(5), integer(6)), "(-∞, 2] ∪ 4 ∪ [7, +∞)", 1},
		{abstract.OneOf(n, integer(3), integer(5), integer(4), integer(9)), "[3, 5] ∪ 9", 0.004},
		{abstract.Numbers(n, interval(none, closed(integer(0))), interval(closed(integer(1)), none)), "any", 1},
		{abstract.Numbers(n, interval(closed(integer(8)), none), interval(closed(integer(1)), closed(integer(3))), interval(closed(integer(2)), closed(integer(5)))), "[1, 5] ∪ [8, +∞)", 1},
		{abstract.Residues(integer(4), abstract.Point(integer(0))), "0 mod 4", 0.25},
		{abstract.Residues(integer(10), interval(closed(integer(-3)), closed(integer(2))), abstract.Point(integer(7))), "[0, 2] ∪ 7 mod 10", 0.4},
		{abstract.Residues(integer(3), interval(none, none)), "any", 1},
		{abstract.Residues(integer(3), abstract.Point(integer(3))), "nothing", 0.001},
		{abstract.Any(r), "any", 1},
		{abstract.Exactly(r, rat(1, 3)), "(/ 1.0 3.0)", 0.001},
		{abstract.Exactly(r, root(2)), root(2).String(), 0.001},
		{abstract.Between(r, interval(closed(rat(0, 1)), none)), "[0.0, +∞)", 1},
		{abstract.Between(r, interval(open(rat(1, 2)), closed(rat(5, 2)))), "((/ 1.0 2.0), (/ 5.0 2.0)]", 0.003},
		{abstract.Between(r, interval(open(rat(1, 2)), open(rat(1, 2)))), "nothing", 0.001},
		{abstract.Between(r, interval(closed(root(2)), open(root(3)))), "[" + root(2).String() + ", " + root(3).String() + ")", 0.0013178},
		{abstract.Between(r, interval(open(value.Neg(root(2))), none)), "(" + value.Neg(root(2)).String() + ", +∞)", 1},
		{abstract.Between(r, interval(none, closed(root(2)))), "(-∞, " + root(2).String() + "]", 1},
		{abstract.Between(r, interval(none, open(root(2)))), "(-∞, " + root(2).String() + ")", 1},
		{abstract.Except(r, rat(1, 2)), "(-∞, (/ 1.0 2.0)) ∪ ((/ 1.0 2.0), +∞)", 1},
		{abstract.Except(r, root(2)), "(-∞, " + root(2).String() + ") ∪ (" + root(2).String() + ", +∞)", 1},
		{abstract.Outside(r, interval(closed(rat(0, 1)), open(rat(1, 1)))), "(-∞, 0.0) ∪ [1.0, +∞)", 1},
		{abstract.Numbers(r, interval(none, open(rat(0, 1))), interval(closed(rat(0, 1)), none)), "any", 1},
		{abstract.OneOf(r, rat(1, 1), rat(2, 1)), "1.0 ∪ 2.0", 0.002},
		{abstract.Integral(), "integers", 0.5},
		{abstract.Fractional(), "not an integer", 0.5},
	}
}

// TestSets: scores are the paper's, texts and formulas say what is in the set, and offered values are in it.
func TestSets(t *testing.T) {
	all := setTests()
	st := term.NewStore(theory.Builtin())
	for k, tt := range all {
		t.Run(tt.set.Sort().String()+" "+tt.text, func(t *testing.T) { checkSets(t, st, all, k, values(tt.set.Sort())) })
	}
}

// checkSets compares one of several sets with what is known about it, using the values and what the set offers.
func checkSets(t *testing.T, st *term.Store, all []setTest, k int, tried []value.Value) {
	tt := all[k]
	if got := tt.set.String(); got != tt.text {
		t.Errorf("it writes %s, not %s", got, tt.text)
	}
	if got := tt.set.Score(); got < tt.score*0.9999 || got > tt.score*1.0001 {
		t.Errorf("its score is %g, not %g", got, tt.score)
	}
	for j, other := range all {
		if same := tt.set.Same(other.set); same != (tt.text == other.text && tt.set.Sort() == other.set.Sort()) {
			t.Errorf("the same as number %d, %s: %v", j, other.set, same)
		}
	}
	r := rng.New(uint64(k))
	for i := range 200 {
		v, ok := tt.set.Pick(r, tried[i%len(tried)])
		if !ok {
			if tt.text != "nothing" {
				t.Fatal("it offers nothing")
			}
			break
		}
		if !tt.set.Has(v) {
			t.Fatalf("it offers %s, which is not in it", v)
		}
		if i < 40 {
			tried = append(tried, v)
		}
	}
	for _, v := range tried {
		checkFormula(t, st, tt.set, v)
	}
}

// checkFormula compares a set with its formula.
func checkFormula(t *testing.T, st *term.Store, set abstract.Set, v value.Value) {
	t.Helper()
	x, err := value.Term(st, set.Sort(), v)
	if err != nil {
		t.Fatal(err)
	}
	f, err := set.Formula(st, x)
	if err != nil {
		t.Fatal(err)
	}
	if f == nil {
		if !set.Has(v) {
			t.Errorf("%s is not in a set without a formula", v)
		}
		return
	}
	if got := eval.New(st, nil, eval.Options{}).Term(f); got != value.OfBool(set.Has(v)) {
		t.Errorf("%s in the set: %v, but %s is %s", v, set.Has(v), f, got)
	}
}

// values are those with which the sets of a sort are tested.
func values(s *sorts.Sort) []value.Value {
	switch s {
	case sorts.Bool:
		return []value.Value{value.True, value.False}
	case sorts.Int:
		return integers()
	}
	return reals()
}

// TestPickVaries: sets with more than one value offer a value other than the current one.
func TestPickVaries(t *testing.T) {
	for k, tt := range setTests() {
		first, ok := tt.set.Pick(rng.New(7), value.Value{})
		if !ok {
			continue
		}
		if _, single := abstract.Values(tt.set); single || abstract.IsPoint(tt.set) {
			continue
		}
		other, r := 0, rng.New(uint64(k))
		for range 100 {
			if v, ok := tt.set.Pick(r, first); ok && value.Compare(v, first) != 0 {
				other++
			}
		}
		if other < 80 {
			t.Errorf("%s offers another value than %s %d times of 100", tt.set, first, other)
		}
	}
}

// TestOpenValues: an unknown value is in no set except the irrelevant one.
func TestOpenValues(t *testing.T) {
	unknown := value.OfUnknown(&value.Unknown{ID: 1})
	for _, tt := range setTests() {
		if tt.set.Has(unknown) {
			t.Errorf("%s holds an open value", tt.set)
		}
	}
	if !abstract.Irrelevant(sorts.Int).Has(unknown) {
		t.Error("what is irrelevant may be open")
	}
}

// TestScoresOfWidths: the score of an interval grows by a thousandth for each unit, up to 1 (DIVER paper, section III-B).
func TestScoresOfWidths(t *testing.T) {
	for width, want := range map[int64]float64{0: 0.001, 1: 0.002, 499: 0.5, 998: 0.999, 999: 1, 1000: 1, 1 << 40: 1} {
		for _, lo := range []int64{-1 << 62, -3, 0, 1 << 61} {
			set := abstract.Between(sorts.Int, interval(closed(integer(lo)), closed(integer(lo+width))))
			if got := set.Score(); got != want {
				t.Errorf("%s has the score %g, not %g", set, got, want)
			}
		}
	}
}

// TestFormulasAreStandard: formulas use polynomials for irrational ends.
func TestFormulasAreStandard(t *testing.T) {
	st := term.NewStore(theory.Builtin())
	x, err := st.App(st.User(term.NewDecl(term.Declared, "x", nil, sorts.Real), nil))
	if err != nil {
		t.Fatal(err)
	}
	f, err := abstract.Between(sorts.Real, interval(closed(root(2)), none)).Formula(st, x)
	if err != nil {
		t.Fatal(err)
	}
	const want = "(or (<= (/ 545.0 384.0) x) (and (< (/ 1085.0 768.0) x) (<= 0.0 (+ (- 2.0) (* x x)))))"
	if got := f.String(); got != want {
		t.Errorf("%s, not %s", got, want)
	}
}
