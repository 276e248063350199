package algebraic

import "math/big"

// value returns p(r) times the denominator of r to the power of p's degree.
func (p poly) value(r *big.Rat) *big.Int {
	num, den := r.Num(), r.Denom()
	v, t := new(big.Int), new(big.Int)
	scale := big.NewInt(1)
	for i := len(p) - 1; i >= 0; i-- {
		v.Mul(v, num)
		v.Add(v, t.Mul(p[i], scale))
		scale.Mul(scale, den)
	}
	return v
}

// sign returns the sign of p's value at r.
func (p poly) sign(r *big.Rat) int { return p.value(r).Sign() }

// narrow returns x with an interval of at most that width, or as a rational number when one turns up as the root. x is
// not rational by its representation.
//
// The interval is cut into 2^k equal parts, and the one is tried in which a straight line through the ends crosses zero
// (quadratic interval refinement, J. Abbott): success doubles k, failure halves it, down to bisection.
func (x Number) narrow(width *big.Rat) Number {
	k := uint(1)
	for x.rat == nil {
		size := new(big.Rat).Sub(x.hi, x.lo)
		if size.Cmp(width) <= 0 {
			break
		}
		if k == 1 {
			x, k = x.halve(), 2
			continue
		}
		parts := new(big.Int).Lsh(big.NewInt(1), k)
		part := size.Mul(size, new(big.Rat).SetFrac(big.NewInt(1), parts))
		left := new(big.Rat).Mul(part, new(big.Rat).SetInt(x.crossing(parts)))
		left.Add(left, x.lo)
		right := new(big.Rat).Add(left, part)
		sl, sr := x.p.sign(left), x.p.sign(right)
		switch {
		case sl == 0 && left.Cmp(x.lo) > 0:
			return FromRat(left)
		case sr == 0 && right.Cmp(x.hi) < 0:
			return FromRat(right)
		case sl*sr < 0:
			x.lo, x.hi, k = left, right, 2*k
		default:
			k /= 2
		}
	}
	return x
}

// crossing returns the number of the part, from 0, in which the line through the values at the ends crosses zero.
func (x Number) crossing(parts *big.Int) *big.Int {
	degree := big.NewInt(int64(x.p.degree()))
	below, above := x.p.value(x.lo), x.p.value(x.hi)
	below.Mul(below, new(big.Int).Exp(x.hi.Denom(), degree, nil))
	above.Mul(above, new(big.Int).Exp(x.lo.Denom(), degree, nil))
	below.Abs(below)
	at := new(big.Int).Mul(below, parts)
	return at.Quo(at, below.Add(below, above.Abs(above))) // above is not zero, so that the part is not the one after the last
}

// halve bisects the interval.
func (x Number) halve() Number {
	mid := middle(x.lo, x.hi)
	// The root is simple and the only one, so that the signs at the ends of the interval differ.
	switch s := x.p.sign(mid); {
	case s == 0:
		return FromRat(mid)
	case s == x.p.sign(x.lo):
		x.lo = mid
	default:
		x.hi = mid
	}
	return x
}

// Bounds returns an interval that holds x, of at most the width 2^-bits.
func (x Number) Bounds(bits int) (lo, hi *big.Rat) {
	if x.rat == nil {
		x = x.narrow(unit(bits))
	}
	if x.rat != nil {
		return x.rat, x.rat
	}
	return x.lo, x.hi
}

// unit returns 2^-bits, bits at least 0.
func unit(bits int) *big.Rat {
	return new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), uint(bits)))
}

// settle makes a Number of the root of a square-free p strictly between lo and hi, of which there is one; p is not
// zero at the ends. Rational roots are found out.
func settle(p poly, lo, hi *big.Rat) Number {
	if p.degree() == 1 {
		return FromRat(new(big.Rat).SetFrac(new(big.Int).Neg(p[0]), p[1]))
	}
	// A rational root has a denominator that divides the leading coefficient, so that it is one of a grid. The
	// interval is narrowed to at most one point of it.
	lead := new(big.Int).Abs(p[len(p)-1])
	x := Number{p: p, lo: lo, hi: hi}.narrow(new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(lead, 1)))
	if x.rat != nil {
		return x
	}
	at := new(big.Rat).SetFrac(floor(new(big.Rat).Mul(x.hi, new(big.Rat).SetInt(lead))), lead)
	if at.Cmp(x.lo) > 0 && p.sign(at) == 0 {
		return FromRat(at)
	}
	return x
}
