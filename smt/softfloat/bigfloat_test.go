package softfloat_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/assay-smt/assay/smt/softfloat"
)

// A comparison with big.Float, which has arbitrary precision and, for this purpose, unbounded exponents: in all
// modes, for results that are neither zero nor subnormal. The formats are on both sides of the limit between
// short and long ones.

var bigModes = [len(modes)]big.RoundingMode{
	softfloat.RNE: big.ToNearestEven,
	softfloat.RNA: big.ToNearestAway,
	softfloat.RTP: big.ToPositiveInf,
	softfloat.RTN: big.ToNegativeInf,
	softfloat.RTZ: big.ToZero,
}

// asBig reads the fields of a finite number.
func asBig(x softfloat.Float) *big.Float {
	neg, exp, sig := x.Parts()
	f := x.Format()
	e := int(exp.Int64())
	if e == 0 {
		e = 1
	} else {
		sig.SetBit(sig, f.SB-1, 1)
	}
	if neg {
		sig.Neg(sig)
	}
	v := new(big.Float).SetPrec(uint(f.SB)).SetInt(sig)
	return v.SetMantExp(v, e-(1<<(f.EB-1)-1)-(f.SB-1))
}

// draw returns a normal number with an exponent near the middle, or with any exponent.
func draw(r *rand.Rand, f softfloat.Format) softfloat.Float {
	sig := new(big.Int)
	for range f.SB/64 + 1 {
		sig.Lsh(sig, 64).Or(sig, new(big.Int).SetUint64(r.Uint64()))
	}
	switch r.IntN(4) {
	case 0: // few bits
		sig.Rsh(sig, uint(r.IntN(sig.BitLen())))
	case 1: // many bits
		sig.Not(sig.Rsh(sig, uint(r.IntN(sig.BitLen()))))
	case 2: // one bit
		sig.SetBit(new(big.Int), r.IntN(f.SB-1), 1)
	}
	top := int64(1)<<f.EB - 1
	exp := 1 + r.Int64N(top-1)
	if middle := top / 2; r.IntN(3) > 0 {
		exp = min(max(1, middle+r.Int64N(int64(2*f.SB))-int64(f.SB)), top-1)
	}
	return softfloat.FromParts(f, r.IntN(2) == 1, big.NewInt(exp), sig)
}

// beyond is an overflow.
func beyond(f softfloat.Format, m softfloat.Mode, neg bool) softfloat.Float {
	inf := softfloat.Inf(f, neg)
	if m == softfloat.RTZ || m == softfloat.RTP && neg || m == softfloat.RTN && !neg {
		bits := inf.Bits()
		return softfloat.FromBits(f, bits.Sub(bits, big.NewInt(1)))
	}
	return inf
}

func TestBigFloat(t *testing.T) {
	formats := []softfloat.Format{single, double, {EB: 15, SB: 61}, {EB: 15, SB: 62}, {EB: 15, SB: 63}, {EB: 15, SB: 64}, {EB: 15, SB: 113}, {EB: 8, SB: 300}}
	r := rand.New(rand.NewPCG(5, 6))
	results, n := 0, rounds()/100
	for _, f := range formats {
		bias := 1<<(f.EB-1) - 1
		same := func(op string, m softfloat.Mode, got softfloat.Float, exact *big.Float, args ...softfloat.Float) {
			want := new(big.Float).SetMode(bigModes[m]).SetPrec(uint(f.SB)).Set(exact)
			lead := want.MantExp(nil) - 1
			if want.Sign() == 0 || lead <= 1-bias {
				return
			}
			results++
			right := !got.IsNaN() && !got.IsInf() && asBig(got).Cmp(want) == 0
			if lead > bias {
				right = got.Same(beyond(f, m, exact.Signbit()))
			}
			if !right {
				t.Fatalf("%s %v %v = %v, want %v", op, m, args, got, want)
			}
		}
		for range n {
			x, y, z := draw(r, f), draw(r, f), draw(r, f)
			a, b, c := asBig(x), asBig(y), asBig(z)
			// With as many bits as the exponents span, sums are exact.
			span := uint(4*bias + 4*f.SB)
			if f.EB > 11 && r.IntN(8) > 0 {
				z = softfloat.Mul(softfloat.RTZ, x, y).Neg()
				if z.IsInf() || z.IsZero() {
					continue
				}
				c = asBig(z)
			}
			sum := new(big.Float).SetPrec(span).Add(a, b)
			product := new(big.Float).SetPrec(uint(2*f.SB)).Mul(a, b)
			fused := new(big.Float).SetPrec(span).Add(product, c)
			for _, m := range modes {
				same("add", m, softfloat.Add(m, x, y), sum, x, y)
				same("mul", m, softfloat.Mul(m, x, y), product, x, y)
				same("fma", m, softfloat.FMA(m, x, y, z), fused, x, y, z)
				quotient := new(big.Float).SetMode(bigModes[m]).SetPrec(uint(f.SB)).Quo(a, b)
				same("div", m, softfloat.Div(m, x, y), quotient, x, y)
			}
		}
	}
	t.Logf("%d results compared", results)
}
