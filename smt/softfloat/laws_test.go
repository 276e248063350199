package softfloat_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/smt/softfloat"
)

var formats = []softfloat.Format{{EB: 5, SB: 11}, {EB: 15, SB: 113}, {EB: 3, SB: 20}, {EB: 11, SB: 5}, {EB: 30, SB: 24}, {EB: 2, SB: 70}}

func anyFloat(t *rapid.T, f softfloat.Format, label string) softfloat.Float {
	exp := rapid.Uint64Range(0, 1<<f.EB-1).Draw(t, label+" exponent")
	frac := new(big.Int)
	for i, n := 0, rapid.IntRange(0, 8).Draw(t, label+" bits"); i < n; i++ {
		frac.SetBit(frac, rapid.IntRange(0, f.SB-2).Draw(t, "bit"), 1)
	}
	return softfloat.FromParts(f, rapid.Bool().Draw(t, label+" sign"), new(big.Int).SetUint64(exp), frac)
}

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

func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(formats).Draw(t, "format")
		m := rapid.SampledFrom(modes).Draw(t, "mode")
		x, y, z := anyFloat(t, f, "x"), anyFloat(t, f, "y"), anyFloat(t, f, "z")
		same := func(law string, a, b softfloat.Float) {
			if !a.Same(b) {
				t.Fatalf("%s: %v and %v for %v %v %v %v", law, a, b, m, x, y, z)
			}
		}
		same("bits", softfloat.FromBits(f, x.Bits()), x)
		same("addition commutes", softfloat.Add(m, x, y), softfloat.Add(m, y, x))
		same("multiplication commutes", softfloat.Mul(m, x, y), softfloat.Mul(m, y, x))
		same("negated product", softfloat.Mul(m, x.Neg(), y), softfloat.Mul(mirrored(m), x, y).Neg())
		same("negated quotient", softfloat.Div(m, x.Neg(), y), softfloat.Div(mirrored(m), x, y).Neg())
		if s := softfloat.Add(m, x, y); !s.IsZero() {
			same("negated sum", softfloat.Add(m, x.Neg(), y.Neg()), softfloat.Add(mirrored(m), x, y).Neg())
		}
		if p := softfloat.Mul(m, x, y); !p.IsZero() {
			same("fma with zero", softfloat.FMA(m, x, y, softfloat.Zero(f, p.IsNegative())), p)
		}
		one := softfloat.FromInt(f, m, big.NewInt(1))
		if !z.IsZero() {
			same("fma with one", softfloat.FMA(m, x, one, z), softfloat.Add(m, x, z))
		}
		wide := softfloat.Format{EB: min(f.EB+1, softfloat.MaxEB), SB: f.SB + 7}
		same("there and back", softfloat.Convert(f, m, softfloat.Convert(wide, m, x)), x)
		if r, ok := x.Rat(); ok && !x.IsZero() {
			same("rational", softfloat.FromRat(f, m, r), x)
		}
		i := softfloat.RoundToIntegral(m, x)
		same("rounded twice", softfloat.RoundToIntegral(m, i), i)
		down, up := softfloat.Div(softfloat.RTN, x, y), softfloat.Div(softfloat.RTP, x, y)
		if !down.IsNaN() && !softfloat.LessEqual(down, softfloat.Div(m, x, y)) || !up.IsNaN() && !softfloat.LessEqual(softfloat.Div(m, x, y), up) {
			t.Fatalf("rounding down and up of %v / %v do not enclose", x, y)
		}
		if softfloat.LessEqual(x, y) {
			a, b := softfloat.Convert(single, m, x), softfloat.Convert(single, m, y)
			if !softfloat.LessEqual(a, b) {
				t.Fatalf("rounding is not monotone: %v %v", x, y)
			}
		}
		if r := softfloat.Rem(x, y); !r.IsNaN() && !y.IsInf() && softfloat.Less(y.Abs(), r.Abs()) {
			t.Fatalf("the remainder of %v by %v is %v", x, y, r)
		}
	})
}

func FuzzBits(f *testing.F) {
	f.Add([]byte{0x7f, 0xc0, 0, 1, 9}, uint8(8), uint8(24))
	f.Fuzz(func(t *testing.T, bits []byte, eb, sb uint8) {
		format := softfloat.Format{EB: int(eb), SB: int(sb)}
		if format.Check() != nil || len(bits) > 64 {
			return
		}
		x := softfloat.FromBits(format, new(big.Int).SetBytes(bits))
		if !softfloat.FromBits(format, x.Bits()).Same(x) {
			t.Fatal(x)
		}
		for _, m := range modes {
			y := softfloat.Sqrt(m, softfloat.Mul(m, x, x))
			if softfloat.Equal(x, x) && y.IsNaN() {
				t.Fatalf("the root of the square of %v is %v", x, y)
			}
			softfloat.FMA(m, x, y, x)
			softfloat.Rem(x, y)
		}
	})
}
