package bitvec

import (
	"math/big"
	"math/bits"
)

// isLeast reports whether x is -2^(width-1).
func (x BV) isLeast() bool { return x.negative() && x.Neg().Equal(x) }

// NegO is bvnego: the signed negation does not fit.
func (x BV) NegO() bool { return x.isLeast() }

// UaddO is bvuaddo: the unsigned sum does not fit.
func (x BV) UaddO(y BV) bool {
	// A sum that is cut off is smaller than both operands.
	return x.Add(y).Ult(x)
}

// SaddO is bvsaddo: the signed sum does not fit.
func (x BV) SaddO(y BV) bool {
	// Operands of the same sign whose sum has the other sign.
	return x.negative() == y.negative() && x.Add(y).negative() != x.negative()
}

// UmulO is bvumulo: the unsigned product does not fit.
func (x BV) UmulO(y BV) bool {
	if x.big == nil {
		hi, lo := bits.Mul64(x.lo, y.lo)
		return hi != 0 || lo > mask(x.width)
	}
	return new(big.Int).Mul(x.big, y.big).BitLen() > x.width
}

// SmulO is bvsmulo: the signed product does not fit.
func (x BV) SmulO(y BV) bool {
	m, n := x.magnitude(), y.magnitude()
	if m.UmulO(n) {
		return true
	}
	p := m.Mul(n)
	if x.negative() != y.negative() {
		// The product is negative or zero, and may be the least number.
		return p.negative() && !p.isLeast()
	}
	return p.negative()
}

// UsubO is bvusubo: the unsigned difference is negative.
func (x BV) UsubO(y BV) bool { return x.Ult(y) }

// SsubO is bvssubo: the signed difference does not fit.
func (x BV) SsubO(y BV) bool {
	// Operands of different signs whose difference does not have the first one's sign.
	return x.negative() != y.negative() && x.Sub(y).negative() != x.negative()
}

// SdivO is bvsdivo: the signed quotient does not fit, which happens only for the least number divided by -1.
func (x BV) SdivO(y BV) bool { return x.isLeast() && y.isOnes() }
