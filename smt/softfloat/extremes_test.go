package softfloat_test

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/assay-smt/assay/smt/softfloat"
)

func TestCheck(t *testing.T) {
	for _, f := range []softfloat.Format{{2, 2}, {30, 2}, {2, 1 << 20}, {30, 1 << 20}} {
		if err := f.Check(); err != nil {
			t.Error(err)
		}
	}
	for _, f := range []softfloat.Format{{}, {1, 2}, {2, 1}, {31, 2}, {2, 1<<20 + 1}, {-5, 10}, {10, -5}} {
		if err := f.Check(); !errors.Is(err, softfloat.ErrFormat) {
			t.Errorf("%v: %v", f, err)
		}
	}
}

func TestModeNames(t *testing.T) {
	if got := softfloat.Mode(7).String(); got != "Mode(7)" {
		t.Error(got)
	}
}

// FromParts and FromBits keep what fits, so that no caller can make an invalid value.
func TestExcessBits(t *testing.T) {
	for _, f := range []softfloat.Format{{3, 4}, {3, 80}} {
		one := softfloat.FromInt(f, softfloat.RNE, big.NewInt(1))
		neg, exp, frac := one.Parts()
		exp.SetBit(exp, f.EB, 1).SetBit(exp, 100, 1)
		frac.SetBit(frac, f.SB-1, 1).SetBit(frac, 200, 1)
		if x := softfloat.FromParts(f, neg, exp, frac); !x.Same(one) {
			t.Errorf("parts: %v", x)
		}
		bits := one.Bits()
		if x := softfloat.FromBits(f, bits.SetBit(bits, f.EB+f.SB, 1)); !x.Same(one) {
			t.Errorf("bits: %v", x)
		}
		if x := softfloat.FromBits(f, big.NewInt(-1)); !x.IsNaN() || !x.Same(softfloat.NaN(f)) {
			t.Errorf("ones: %v", x)
		}
	}
}

// TestOneNaN obtains NaN in many ways.
func TestOneNaN(t *testing.T) {
	for _, f := range []softfloat.Format{{3, 4}, double, {11, 62}, {11, 63}, {15, 113}} {
		nan, inf, zero := softfloat.NaN(f), softfloat.Inf(f, false), softfloat.Zero(f, true)
		want := new(big.Int).Lsh(big.NewInt(1<<(f.EB+1)-1), uint(f.SB-2))
		top := big.NewInt(1<<f.EB - 1)
		for i, x := range []softfloat.Float{
			nan, nan.Neg(), nan.Abs(), nan.Neg().Abs(),
			softfloat.FromParts(f, true, top, big.NewInt(1)),
			softfloat.FromParts(f, true, top, big.NewInt(-1)),
			softfloat.FromBits(f, new(big.Int).Add(inf.Neg().Bits(), big.NewInt(3))),
			softfloat.Sub(softfloat.RTN, inf, inf),
			softfloat.Mul(softfloat.RTN, inf.Neg(), zero),
			softfloat.Div(softfloat.RTN, zero, zero.Neg()),
			softfloat.FMA(softfloat.RTN, inf, inf.Neg(), inf),
			softfloat.Sqrt(softfloat.RTN, inf.Neg()),
			softfloat.Rem(inf.Neg(), zero),
			softfloat.RoundToIntegral(softfloat.RTN, nan.Neg()),
			softfloat.Convert(f, softfloat.RTN, softfloat.NaN(single).Neg()),
		} {
			if !x.Same(nan) || !x.IsNaN() || x.IsNegative() || x.IsPositive() || x.Bits().Cmp(want) != 0 || x.String() != nan.String() {
				t.Errorf("%v: NaN %d has the bits %b", f, i, x.Bits())
			}
		}
	}
}

// Results share their operands' storage; a caller that gets a big number must not be able to reach it.
func TestImmutable(t *testing.T) {
	f := softfloat.Format{EB: 15, SB: 113}
	frac := big.NewInt(12345)
	x := softfloat.FromParts(f, false, big.NewInt(1<<14), frac)
	before := x.String()
	frac.SetInt64(1)
	_, exp, sig := x.Parts()
	for _, n := range []*big.Int{exp, sig, x.Bits()} {
		n.SetInt64(0)
	}
	r, _ := x.Rat()
	r.SetInt64(0)
	n, _ := x.ToInt(softfloat.RNE)
	n.SetInt64(0)
	y := x.Neg()
	for _, m := range modes {
		for _, z := range []softfloat.Float{softfloat.Add(m, x, x), softfloat.Sub(m, x, y), softfloat.Mul(m, x, y), softfloat.Div(m, x, y),
			softfloat.FMA(m, x, y, x), softfloat.Sqrt(m, x), softfloat.Rem(x, y), softfloat.RoundToIntegral(m, x), softfloat.Convert(f, m, x)} {
			z.Bits().SetInt64(0)
		}
	}
	if x.String() != before {
		t.Errorf("%s became %v", before, x)
	}
}

// least is the least positive value, greatest the greatest finite one.
func least(f softfloat.Format) softfloat.Float { return softfloat.FromBits(f, big.NewInt(1)) }

func greatest(f softfloat.Format) softfloat.Float {
	bits := softfloat.Inf(f, false).Bits()
	return softfloat.FromBits(f, bits.Sub(bits, big.NewInt(1)))
}

// TestFarApart works on numbers whose exponents are a billion apart: written out, they would take 100 MB.
func TestFarApart(t *testing.T) {
	const mostBytes = 1 << 20
	for _, f := range []softfloat.Format{{30, 2}, {30, 24}, {30, 62}, {30, 63}, {30, 113}} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		farApart(t, f)
		runtime.ReadMemStats(&after)
		if taken := after.TotalAlloc - before.TotalAlloc; taken > mostBytes {
			t.Errorf("%v: %d bytes", f, taken)
		}
	}
}

func farApart(t *testing.T, f softfloat.Format) {
	tiny, huge := least(f), greatest(f)
	one := softfloat.FromInt(f, softfloat.RNE, big.NewInt(1))
	zero, inf := softfloat.Zero(f, false), softfloat.Inf(f, false)
	below := softfloat.FromBits(f, new(big.Int).Sub(one.Bits(), big.NewInt(1)))
	beneath := softfloat.FromBits(f, new(big.Int).Sub(huge.Bits(), big.NewInt(1)))
	rows := []struct {
		what string
		of   func(m softfloat.Mode) softfloat.Float
		want [len(modes)]softfloat.Float // RNE RNA RTP RTN RTZ
	}{
		{"huge + tiny", func(m softfloat.Mode) softfloat.Float { return softfloat.Add(m, huge, tiny) },
			[...]softfloat.Float{huge, huge, inf, huge, huge}},
		{"tiny - huge", func(m softfloat.Mode) softfloat.Float { return softfloat.Sub(m, tiny, huge).Neg() },
			[...]softfloat.Float{huge, huge, beneath, huge, beneath}},
		{"1 + tiny", func(m softfloat.Mode) softfloat.Float { return softfloat.Add(m, one, tiny) },
			[...]softfloat.Float{one, one, next(one), one, one}},
		{"1 - tiny", func(m softfloat.Mode) softfloat.Float { return softfloat.Sub(m, one, tiny) },
			[...]softfloat.Float{one, one, one, below, below}},
		{"tiny tiny", func(m softfloat.Mode) softfloat.Float { return softfloat.Mul(m, tiny, tiny) },
			[...]softfloat.Float{zero, zero, tiny, zero, zero}},
		{"tiny / huge", func(m softfloat.Mode) softfloat.Float { return softfloat.Div(m, tiny, huge) },
			[...]softfloat.Float{zero, zero, tiny, zero, zero}},
		{"huge / tiny", func(m softfloat.Mode) softfloat.Float { return softfloat.Div(m, huge, tiny) },
			[...]softfloat.Float{inf, inf, inf, huge, huge}},
		{"tiny tiny + 1", func(m softfloat.Mode) softfloat.Float { return softfloat.FMA(m, tiny, tiny, one) },
			[...]softfloat.Float{one, one, next(one), one, one}},
		{"tiny tiny - 1", func(m softfloat.Mode) softfloat.Float { return softfloat.FMA(m, tiny, tiny, one.Neg()).Neg() },
			[...]softfloat.Float{one, one, below, one, below}},
		{"huge huge - tiny", func(m softfloat.Mode) softfloat.Float { return softfloat.FMA(m, huge, huge, tiny.Neg()) },
			[...]softfloat.Float{inf, inf, inf, huge, huge}},
		{"tiny to an integer", func(m softfloat.Mode) softfloat.Float { return softfloat.RoundToIntegral(m, tiny) },
			[...]softfloat.Float{zero, zero, one, zero, zero}},
	}
	for _, row := range rows {
		for _, m := range modes {
			if got := row.of(m); !got.Same(row.want[m]) {
				t.Errorf("%v: %s %v = %v, want %v", f, row.what, m, got, row.want[m])
			}
		}
	}
	if r := softfloat.Rem(huge, tiny); !r.Same(zero) {
		t.Errorf("%v: huge is a multiple of tiny, but the remainder is %v", f, r)
	}
	if r := softfloat.Rem(tiny, huge); !r.Same(tiny) {
		t.Errorf("%v: tiny rem huge = %v", f, r)
	}
	for _, x := range []softfloat.Float{tiny, huge} {
		if _, ok := x.Rat(); ok {
			t.Errorf("%v: %v is written out", f, x)
		}
	}
	if n, ok := tiny.ToInt(softfloat.RTP); !ok || n.Cmp(big.NewInt(1)) != 0 {
		t.Errorf("%v: tiny becomes the integer %v", f, n)
	}
	if _, ok := huge.ToInt(softfloat.RNE); ok {
		t.Errorf("%v: huge is written out", f)
	}
}

// TestFarRemainder writes dividends out that have up to a million bits.
func TestFarRemainder(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, f := range []softfloat.Format{{20, 24}, {20, 53}, {20, 62}, {20, 63}, {20, 113}} {
		for range 100 {
			x, y := draw(r, f), draw(r, f)
			// Integers in units of the smaller last bit.
			unit := func(z softfloat.Float) (sig *big.Int, exp uint) {
				_, e, sig := z.Parts()
				return sig.SetBit(sig, f.SB-1, 1), uint(e.Uint64())
			}
			a, ae := unit(x)
			b, be := unit(y)
			low := min(ae, be)
			a.Lsh(a, ae-low)
			b.Lsh(b, be-low)
			q, rest := new(big.Int).QuoRem(a, b, new(big.Int))
			neg := x.IsNegative()
			if c := new(big.Int).Lsh(rest, 1).Cmp(b); c > 0 || c == 0 && q.Bit(0) == 1 {
				rest.Sub(b, rest)
				neg = !neg
			}
			want := softfloat.Zero(f, x.IsNegative())
			if rest.Sign() != 0 {
				want = assembled(f, neg, rest, int(low))
			}
			if got := softfloat.Rem(x, y); !got.Same(want) {
				t.Fatalf("rem %v %v = %v, want %v", x, y, got, want)
			}
		}
	}
}

// assembled is n units of the last bit of numbers with that exponent field, at least 1; it has at most SB bits that matter.
func assembled(f softfloat.Format, neg bool, n *big.Int, exp int) softfloat.Float {
	shift := f.SB - n.BitLen()
	if exp-shift < 1 {
		shift = exp - 1
	}
	sig := new(big.Int)
	if shift >= 0 {
		sig.Lsh(n, uint(shift))
	} else {
		sig.Rsh(n, uint(-shift))
	}
	field := exp - shift
	if sig.BitLen() < f.SB {
		field = 0
	}
	return softfloat.FromParts(f, neg, big.NewInt(int64(field)), sig)
}
