package value_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

var open = value.OfUnknown(&value.Unknown{ID: 1, Reason: "why"})

// Values with an open part say so, however deep it is.
func TestOpenParts(t *testing.T) {
	st := sorts.NewStore()
	array := st.Make(sorts.Array, "Array", nil, []*sorts.Sort{sorts.Int, sorts.Int})
	one := value.OfInt(1)
	for name, v := range map[string]value.Value{
		"open":   open,
		"seq":    value.OfSeq([]value.Value{one, open}),
		"tuple":  value.OfTuple([]value.Value{open}),
		"base":   value.OfConst(array, open),
		"entry":  value.OfConst(array, one).Store(one, open),
		"nested": value.OfSeq([]value.Value{value.OfSeq([]value.Value{value.OfConst(array, one).Store(one, open)})}),
	} {
		if v.IsKnown() || v.Reason() != "why" {
			t.Errorf("%s is taken for known: %v, %q", name, v, v.Reason())
		}
	}
	for name, v := range map[string]value.Value{
		"entry": value.OfConst(array, one).Store(one, one), "set": value.OfSet(one, value.OfInt(2)),
		"overwritten": value.OfConst(array, one).Store(one, open).Store(one, one),
	} {
		if !v.IsKnown() || v.Reason() != "" {
			t.Errorf("%s is taken for open: %v", name, v)
		}
	}
	deep := one
	for range value.MaxDepth {
		if value.TooDeep(deep) {
			t.Fatal("too deep too early")
		}
		deep = value.OfSeq([]value.Value{deep})
	}
	if !value.TooDeep(deep) {
		t.Error("depth is not counted")
	}
}

// anyNumber draws integers and rationals at the borders of the short form.
func anyNumber(t *rapid.T, label string) *big.Rat {
	ends := []int64{0, 1, -1, math.MaxInt64, math.MinInt64, math.MaxInt32, math.MinInt32, math.MaxUint32, math.MaxInt64 - 1, 1 << 33}
	num := big.NewInt(rapid.OneOf(rapid.SampledFrom(ends), rapid.Int64()).Draw(t, label))
	den := rapid.OneOf(rapid.Just[int64](1), rapid.SampledFrom([]int64{2, 3, math.MaxUint32, math.MaxUint32 + 1, math.MaxInt64}), rapid.Int64Range(1, 9)).Draw(t, label+" denominator")
	return new(big.Rat).SetFrac(num, big.NewInt(den))
}

// Arithmetic agrees with math/big at all limits of the short form.
func TestNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := anyNumber(t, "x"), anyNumber(t, "y")
		a, b := value.OfRat(x), value.OfRat(y)
		same := func(op string, got value.Value, err error, want *big.Rat) {
			if r, ok := got.Rat(); err != nil || !ok || r.Cmp(want) != 0 || value.Compare(got, value.OfRat(want)) != 0 {
				t.Fatalf("%v %s %v = %v, want %v", x, op, y, got, want)
			}
		}
		sum, err := value.Add(a, b)
		same("+", sum, err, new(big.Rat).Add(x, y))
		diff, err := value.Sub(a, b)
		same("-", diff, err, new(big.Rat).Sub(x, y))
		prod, err := value.Mul(a, b)
		same("*", prod, err, new(big.Rat).Mul(x, y))
		same("neg", value.Neg(a), nil, new(big.Rat).Neg(x))
		if y.Sign() != 0 {
			quo, err := value.Div(a, b)
			same("/", quo, err, new(big.Rat).Quo(x, y))
		}
		if value.CompareNumbers(a, b) != x.Cmp(y) || a.Sign() != x.Sign() || value.IsInteger(a) != x.IsInt() {
			t.Fatalf("order of %v and %v", x, y)
		}
		m, n := value.OfBig(new(big.Int).Set(x.Num())), value.OfBig(new(big.Int).Set(y.Num()))
		for op, pair := range map[string][2]*big.Int{
			"+": {big1(value.Add(m, n)), new(big.Int).Add(x.Num(), y.Num())},
			"-": {big1(value.Sub(m, n)), new(big.Int).Sub(x.Num(), y.Num())},
			"*": {big1(value.Mul(m, n)), new(big.Int).Mul(x.Num(), y.Num())},
		} {
			if pair[0].Cmp(pair[1]) != 0 {
				t.Fatalf("%v %s %v = %v, want %v", m, op, n, pair[0], pair[1])
			}
		}
		if value.Floor(a).Big().Cmp(new(big.Int).Div(x.Num(), x.Denom())) != 0 {
			t.Fatalf("floor of %v", x)
		}
	})
}

func big1(v value.Value, _ error) *big.Int { return v.Big() }

// Arrays over a finite index sort are equal when they agree everywhere, whatever their bases are.
func TestFiniteArrays(t *testing.T) {
	st := term.NewStore(theory.Builtin())
	index := st.Sorts.BitVec(2)
	array := st.Sorts.Make(sorts.Array, "Array", nil, []*sorts.Sort{index, sorts.Int})
	d := value.Domain{Sorts: st.Sorts}
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) ([4]int64, value.Value) {
			base := rapid.Int64Range(0, 1).Draw(t, label+" base")
			held := [4]int64{base, base, base, base}
			v := value.OfConst(array, value.OfInt(base))
			for range rapid.IntRange(0, 6).Draw(t, label+" stores") {
				i := rapid.IntRange(0, 3).Draw(t, "index")
				held[i] = rapid.Int64Range(0, 1).Draw(t, "element")
				v = v.Store(value.OfBits(2, uint64(i)), value.OfInt(held[i]))
			}
			return held, v
		}
		want, a := draw("a")
		other, b := draw("b")
		eq, known := d.Same(a, b)
		if !known || eq != (want == other) {
			t.Fatalf("%v and %v: %v %v", a, b, eq, known)
		}
		ca, ok := d.Canonical(a)
		cb, also := d.Canonical(b)
		if !ok || !also || (value.Compare(ca, cb) == 0) != eq {
			t.Fatalf("canonical forms of %v and %v: %v and %v", a, b, ca, cb)
		}
		if eq && value.Hash(ca) != value.Hash(cb) {
			t.Fatal("equal arrays with different hashes")
		}
	})
	if n, e := d.Size(array); e != value.Infinite || n != 0 {
		t.Errorf("%d %v", n, e)
	}
	bits := st.Sorts.Make(sorts.Array, "Array", nil, []*sorts.Sort{index, sorts.Bool})
	all, ok := d.All(bits, 100)
	if !ok || len(all) != 16 {
		t.Fatalf("%d arrays of four bits", len(all))
	}
	for i, a := range all {
		for _, b := range all[:i] {
			if eq, known := d.Same(a, b); eq || !known {
				t.Errorf("%v is there twice", a)
			}
		}
	}
}
