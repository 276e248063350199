package value_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/smt/algebraic"
	"github.com/assay-smt/assay/smt/value"
)

// TestIsIrrational: only real numbers without a fraction are irrational, however large their fractions are.
func TestIsIrrational(t *testing.T) {
	root := func(n int64) value.Value { // the positive square root of n
		x, err := algebraic.Root([]*big.Int{big.NewInt(-n), big.NewInt(0), big.NewInt(1)}, 2)
		if err != nil {
			t.Fatal(err)
		}
		return value.OfAlgebraic(x)
	}
	large := new(big.Int).Lsh(big.NewInt(1), 100)
	for _, tt := range []struct {
		v    value.Value
		want bool
	}{
		{root(2), true}, {root(4), false}, {value.OfRat(big.NewRat(1, 3)), false}, {value.OfRat(new(big.Rat).SetFrac(big.NewInt(1), large)), false},
		{value.OfInt(7), false}, {value.OfBig(large), false}, {value.True, false}, {value.Value{}, false},
	} {
		if got := tt.v.IsIrrational(); got != tt.want {
			t.Errorf("%s: %v", tt.v, got)
		}
	}
}

// TestFractions compares the arithmetic of rationals with that of math/big: small ones, those at the limits of small ones, and long ones.
func TestFractions(t *testing.T) {
	ends := []int64{0, 1, -1, 2, 3, -3, 6, 1<<16 + 1, math.MaxInt32, math.MaxInt32 + 1, math.MinInt32, math.MinInt32 + 1, math.MaxUint32, math.MaxUint32 + 1, 1 << 62, math.MaxInt64, math.MinInt64}
	number := rapid.OneOf(rapid.SampledFrom(ends), rapid.Int64Range(-12, 12), rapid.Int64())
	rapid.Check(t, func(t *rapid.T) {
		rational := func(name string) *big.Rat {
			den := number.Filter(func(n int64) bool { return n != 0 }).Draw(t, name+" denominator")
			return big.NewRat(number.Draw(t, name), den)
		}
		x, y := rational("x"), rational("y")
		a, b := value.OfRat(new(big.Rat).Set(x)), value.OfRat(new(big.Rat).Set(y))
		check := func(op string, got value.Value, err error, want *big.Rat) {
			if err != nil || value.Compare(got, value.OfRat(want)) != 0 || got.String() != value.OfRat(want).String() {
				t.Fatalf("%s %s %s = %s, %v, not %s", x, op, y, got, err, want)
			}
			// Equal numbers are the same struct if they fit.
			if r, ok := got.Rat(); !ok || value.OfRat(r).String() != got.String() || value.IsInteger(got) != want.IsInt() {
				t.Fatalf("%s %s %s = %s is in no lowest terms", x, op, y, got)
			}
		}
		v, err := value.Add(a, b)
		check("+", v, err, new(big.Rat).Add(x, y))
		v, err = value.Sub(a, b)
		check("-", v, err, new(big.Rat).Sub(x, y))
		v, err = value.Mul(a, b)
		check("*", v, err, new(big.Rat).Mul(x, y))
		if y.Sign() != 0 {
			v, err = value.Div(a, b)
			check("/", v, err, new(big.Rat).Quo(x, y))
		}
		if got, want := value.Floor(a), new(big.Int).Div(x.Num(), x.Denom()); got.Big().Cmp(want) != 0 {
			t.Fatalf("the floor of %s is %s, not %s", x, got, want)
		}
	})
}
