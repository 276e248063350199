package softfloat_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/smt/softfloat"
)

// Properties of formats that are too large for tables: short and long ones, with few and with many exponents.

var oddFormats = []softfloat.Format{
	{EB: 5, SB: 11}, {EB: 15, SB: 113}, {EB: 3, SB: 20}, {EB: 11, SB: 5},
	{EB: 2, SB: 62}, {EB: 3, SB: 62}, {EB: 8, SB: 62}, {EB: 2, SB: 63}, {EB: 8, SB: 63}, {EB: 2, SB: 70},
}

// anyFloat draws a value whose fraction has few ones, few zeros, or is arbitrary.
func anyFloat(t *rapid.T, f softfloat.Format, label string) softfloat.Float {
	exp := rapid.Uint64Range(0, 1<<f.EB-1).Draw(t, label+" exponent")
	frac := new(big.Int)
	if rapid.Bool().Draw(t, label+" dense") {
		frac.SetBytes(rapid.SliceOfN(rapid.Byte(), f.SB/8+1, f.SB/8+1).Draw(t, label+" fraction"))
	}
	for range rapid.IntRange(0, 3).Draw(t, label+" ones") {
		frac.SetBit(frac, rapid.IntRange(0, f.SB-2).Draw(t, "bit"), 1)
	}
	if rapid.Bool().Draw(t, label+" inverted") {
		frac.Not(frac)
	}
	return softfloat.FromParts(f, rapid.Bool().Draw(t, label+" sign"), new(big.Int).SetUint64(exp), frac)
}

func anyMode(t *rapid.T) softfloat.Mode { return rapid.SampledFrom(modes[:]).Draw(t, "mode") }

func anyFormat(t *rapid.T) softfloat.Format { return rapid.SampledFrom(oddFormats).Draw(t, "format") }

// mirrored is the mode that rounds the negated number to the negated result.
func mirrored(m softfloat.Mode) softfloat.Mode {
	switch m {
	case softfloat.RTP:
		return softfloat.RTN
	case softfloat.RTN:
		return softfloat.RTP
	}
	return m
}

// next returns the value above x, which is neither NaN nor positive infinity; the zeros count as one.
func next(x softfloat.Float) softfloat.Float {
	one := big.NewInt(1)
	switch {
	case x.IsZero():
		return softfloat.FromBits(x.Format(), one)
	case x.IsNegative():
		return softfloat.FromBits(x.Format(), one.Sub(x.Bits(), one))
	}
	return softfloat.FromBits(x.Format(), one.Add(x.Bits(), one))
}

func TestAlgebra(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, m := anyFormat(t), anyMode(t)
		x, y, z := anyFloat(t, f, "x"), anyFloat(t, f, "y"), anyFloat(t, f, "z")
		same := func(law string, a, b softfloat.Float) {
			if !a.Same(b) {
				t.Fatalf("%s: %v and %v for %v %v %v %v", law, a, b, m, x, y, z)
			}
		}
		same("x+y = y+x", softfloat.Add(m, x, y), softfloat.Add(m, y, x))
		same("xy = yx", softfloat.Mul(m, x, y), softfloat.Mul(m, y, x))
		same("xy+z = yx+z", softfloat.FMA(m, x, y, z), softfloat.FMA(m, y, x, z))
		same("x-y = x+(-y)", softfloat.Sub(m, x, y), softfloat.Add(m, x, y.Neg()))
		same("(-x)y = -(xy)", softfloat.Mul(m, x.Neg(), y), softfloat.Mul(mirrored(m), x, y).Neg())
		same("(-x)/y = -(x/y)", softfloat.Div(m, x.Neg(), y), softfloat.Div(mirrored(m), x, y).Neg())
		same("rem(-x, y) = -rem(x, y)", softfloat.Rem(x.Neg(), y), softfloat.Rem(x, y).Neg())
		same("rem(x, -y) = rem(x, y)", softfloat.Rem(x, y.Neg()), softfloat.Rem(x, y))
		if s := softfloat.Add(m, x, y); !s.IsZero() {
			same("(-x)+(-y) = -(x+y)", softfloat.Add(m, x.Neg(), y.Neg()), softfloat.Add(mirrored(m), x, y).Neg())
		}
		if p := softfloat.Mul(m, x, y); !p.IsNaN() {
			neg := x.IsNegative() != y.IsNegative()
			same("xy+0 = xy", softfloat.FMA(m, x, y, softfloat.Zero(f, neg)), p)
		}
		one := softfloat.FromInt(f, m, big.NewInt(1))
		same("x*1 = x", softfloat.Mul(m, x, one), x)
		same("x/1 = x", softfloat.Div(m, x, one), x)
		same("x*1+z = x+z", softfloat.FMA(m, x, one, z), softfloat.Add(m, x, z))
	})
}

func TestEncodings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, m := anyFormat(t), anyMode(t)
		x := anyFloat(t, f, "x")
		same := func(law string, y softfloat.Float) {
			if !y.Same(x) || y.Compare(x) != 0 || y.String() != x.String() {
				t.Fatalf("%s: %v becomes %v in %v", law, x, y, m)
			}
		}
		same("bits", softfloat.FromBits(f, x.Bits()))
		neg, exp, frac := x.Parts()
		same("parts", softfloat.FromParts(f, neg, exp, frac))
		wide := softfloat.Format{EB: f.EB + rapid.IntRange(0, 3).Draw(t, "eb"), SB: f.SB + rapid.IntRange(0, 60).Draw(t, "sb")}
		same("there and back", softfloat.Convert(f, m, softfloat.Convert(wide, anyMode(t), x)))
		if r, ok := x.Rat(); ok && !x.IsZero() {
			same("rational", softfloat.FromRat(f, m, r))
		} else if !ok && !x.IsNaN() && !x.IsInf() {
			t.Fatalf("%v has no rational", x)
		}
		i := softfloat.RoundToIntegral(m, x)
		if again := softfloat.RoundToIntegral(anyMode(t), i); !again.Same(i) {
			t.Fatalf("%v rounds to %v, and that to %v", x, i, again)
		}
		if n, ok := x.ToInt(m); ok && !i.IsZero() && !softfloat.FromInt(f, m, n).Same(i) {
			t.Fatalf("%v rounds to %v, or to %d", x, i, n)
		}
	})
}

// TestMonotone checks that functions of one operand respect the order.
func TestMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, to, m := anyFormat(t), anyFormat(t), anyMode(t)
		x, y, c := anyFloat(t, f, "x"), anyFloat(t, f, "y"), anyFloat(t, f, "c")
		if rapid.Bool().Draw(t, "close") && !x.IsNaN() && !x.Same(softfloat.Inf(f, false)) {
			y = next(x)
		}
		if !softfloat.LessEqual(x, y) {
			x, y = y, x
		}
		if !softfloat.LessEqual(x, y) {
			return // NaN
		}
		for name, of := range map[string]func(softfloat.Float) softfloat.Float{
			"to_fp":           func(v softfloat.Float) softfloat.Float { return softfloat.Convert(to, m, v) },
			"add":             func(v softfloat.Float) softfloat.Float { return softfloat.Add(m, v, c) },
			"mul":             func(v softfloat.Float) softfloat.Float { return softfloat.Mul(m, v, c.Abs()) },
			"div":             func(v softfloat.Float) softfloat.Float { return softfloat.Div(m, v, c.Abs()) },
			"fma":             func(v softfloat.Float) softfloat.Float { return softfloat.FMA(m, v, c.Abs(), c) },
			"sqrt":            func(v softfloat.Float) softfloat.Float { return softfloat.Sqrt(m, v) },
			"roundToIntegral": func(v softfloat.Float) softfloat.Float { return softfloat.RoundToIntegral(m, v) },
		} {
			a, b := of(x), of(y)
			if !a.IsNaN() && !b.IsNaN() && !softfloat.LessEqual(a, b) {
				t.Fatalf("%s %v is not monotone with %v: %v to %v, %v to %v", name, m, c, x, a, y, b)
			}
		}
	})
}

// TestRoot checks by squaring whether roots are rounded correctly.
func TestRoot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := anyFloat(t, anyFormat(t), "x").Abs()
		if rapid.Bool().Draw(t, "a square") {
			x = softfloat.Mul(softfloat.RNE, x, x)
		}
		v, ok := x.Rat()
		if !ok || x.IsZero() {
			return
		}
		down, up := softfloat.Sqrt(softfloat.RTN, x), softfloat.Sqrt(softfloat.RTP, x)
		low, _ := down.Rat()
		high, ok := up.Rat()
		if !ok {
			t.Skip("roots overflow in formats with very few exponents")
		}
		square := func(r *big.Rat) *big.Rat { return new(big.Rat).Mul(r, r) }
		even, away := down, down
		switch {
		case square(low).Cmp(v) == 0:
			if !up.Same(down) {
				t.Fatalf("the exact root of %v: %v and %v", x, down, up)
			}
		case square(low).Cmp(v) > 0 || square(high).Cmp(v) < 0 || !next(down).Same(up):
			t.Fatalf("the root of %v: %v and %v", x, down, up)
		default:
			middle := new(big.Rat).Add(low, high)
			side := v.Cmp(square(middle.Quo(middle, big.NewRat(2, 1))))
			if side >= 0 {
				away = up
			}
			if side > 0 || side == 0 && up.Bits().Bit(0) == 0 {
				even = up
			}
		}
		for m, want := range map[softfloat.Mode]softfloat.Float{softfloat.RNE: even, softfloat.RNA: away, softfloat.RTZ: down} {
			if got := softfloat.Sqrt(m, x); !got.Same(want) {
				t.Fatalf("sqrt %v %v = %v, want %v", m, x, got, want)
			}
		}
	})
}
