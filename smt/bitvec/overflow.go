package bitvec

import "math/big"

// fitsUnsigned reports whether 0 <= n < 2^width.
func fitsUnsigned(n *big.Int, width int) bool { return n.Sign() >= 0 && n.BitLen() <= width }

// fitsSigned reports whether -2^(width-1) <= n < 2^(width-1).
func fitsSigned(n *big.Int, width int) bool {
	if n.Sign() < 0 {
		n = new(big.Int).Not(n) // -n-1 takes as many bits
	}
	return n.BitLen() < width
}

// isLeast reports whether x is -2^(width-1).
func (x BV) isLeast() bool { return x.negative() && x.Neg().Equal(x) }

// NegO is bvnego: the signed negation does not fit.
func (x BV) NegO() bool { return x.isLeast() }

// UaddO is bvuaddo: the sum without signs does not fit.
func (x BV) UaddO(y BV) bool {
	return !fitsUnsigned(new(big.Int).Add(x.unsigned(), y.unsigned()), x.width)
}

// SaddO is bvsaddo: the signed sum does not fit.
func (x BV) SaddO(y BV) bool { return !fitsSigned(new(big.Int).Add(x.Signed(), y.Signed()), x.width) }

// UmulO is bvumulo: the product without signs does not fit.
func (x BV) UmulO(y BV) bool {
	return !fitsUnsigned(new(big.Int).Mul(x.unsigned(), y.unsigned()), x.width)
}

// SmulO is bvsmulo: the signed product does not fit.
func (x BV) SmulO(y BV) bool { return !fitsSigned(new(big.Int).Mul(x.Signed(), y.Signed()), x.width) }

// UsubO is bvusubo: the difference without signs is negative.
func (x BV) UsubO(y BV) bool { return x.Ult(y) }

// SsubO is bvssubo: the signed difference does not fit.
func (x BV) SsubO(y BV) bool { return !fitsSigned(new(big.Int).Sub(x.Signed(), y.Signed()), x.width) }

// SdivO is bvsdivo: the signed quotient does not fit, which is so for the least number divided by -1 only.
func (x BV) SdivO(y BV) bool { return x.isLeast() && y.isOnes() }
