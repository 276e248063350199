package bitvec

import "math/big"

// Neg is bvneg: two's complement negation.
func (x BV) Neg() BV {
	if x.big == nil {
		return New(x.width, -x.lo)
	}
	return FromBig(x.width, new(big.Int).Neg(x.big))
}

// Add is bvadd: the sum modulo 2^width.
func (x BV) Add(y BV) BV {
	if x.big == nil {
		return New(x.width, x.lo+y.lo)
	}
	return FromBig(x.width, new(big.Int).Add(x.big, y.big))
}

// Sub is bvsub: the difference modulo 2^width.
func (x BV) Sub(y BV) BV {
	if x.big == nil {
		return New(x.width, x.lo-y.lo)
	}
	return FromBig(x.width, new(big.Int).Sub(x.big, y.big))
}

// Mul is bvmul: the product modulo 2^width.
func (x BV) Mul(y BV) BV {
	if x.big == nil {
		return New(x.width, x.lo*y.lo)
	}
	return FromBig(x.width, new(big.Int).Mul(x.big, y.big))
}

// Inverse returns the number y for which x times y is 1 modulo 2^width; ok is false for even numbers, which have none.
func (x BV) Inverse() (y BV, ok bool) {
	if !x.Bit(0) {
		return x, false
	}
	y = x                                         // three bits are right, since x * x ends with 001
	two := New(x.width, 1).Add(New(x.width, 1))   // in a vector of one bit this is zero
	for right := 3; right < x.width; right *= 2 { // Newton's iteration doubles them
		y = y.Mul(two.Sub(x.Mul(y)))
	}
	return y, true
}

// Udiv is bvudiv: the unsigned quotient, all ones for a divisor of zero.
func (x BV) Udiv(y BV) BV {
	switch {
	case y.IsZero():
		return New(x.width, 0).Not()
	case x.big == nil:
		return New(x.width, x.lo/y.lo)
	}
	return FromBig(x.width, new(big.Int).Quo(x.big, y.big))
}

// Urem is bvurem: the unsigned remainder, the dividend for a divisor of zero.
func (x BV) Urem(y BV) BV {
	switch {
	case y.IsZero():
		return x
	case x.big == nil:
		return New(x.width, x.lo%y.lo)
	}
	return FromBig(x.width, new(big.Int).Rem(x.big, y.big))
}

// magnitude returns the absolute value of the signed number, which is 2^(width-1) for the least one.
func (x BV) magnitude() BV {
	if x.negative() {
		return x.Neg()
	}
	return x
}

// Sdiv is bvsdiv: the signed quotient rounded towards zero, defined by bvudiv of the absolute values.
func (x BV) Sdiv(y BV) BV {
	if x.big == nil && y.lo != 0 {
		return New(x.width, uint64(x.signed()/y.signed())) // the least number divided by -1 wraps, as it should
	}
	q := x.magnitude().Udiv(y.magnitude())
	if x.negative() != y.negative() {
		return q.Neg()
	}
	return q
}

// Srem is bvsrem: the signed remainder with the dividend's sign.
func (x BV) Srem(y BV) BV {
	if x.big == nil && y.lo != 0 {
		return New(x.width, uint64(x.signed()%y.signed()))
	}
	r := x.magnitude().Urem(y.magnitude())
	if x.negative() {
		return r.Neg()
	}
	return r
}

// Smod is bvsmod: the signed remainder with the divisor's sign.
func (x BV) Smod(y BV) BV {
	r := x.Srem(y)
	if r.IsZero() || y.IsZero() || r.negative() == y.negative() {
		return r
	}
	return r.Add(y)
}

// Ult is bvult: unsigned strictly less.
func (x BV) Ult(y BV) bool {
	if x.big == nil {
		return x.lo < y.lo
	}
	return x.big.Cmp(y.big) < 0
}

// Ule is bvule: unsigned less than or equal.
func (x BV) Ule(y BV) bool { return !y.Ult(x) }

// Slt is bvslt: strictly less in two's complement.
func (x BV) Slt(y BV) bool {
	if x.big == nil {
		return x.signed() < y.signed()
	}
	if x.negative() != y.negative() {
		return x.negative()
	}
	return x.big.Cmp(y.big) < 0
}

// Sle is bvsle: less than or equal in two's complement.
func (x BV) Sle(y BV) bool { return !y.Slt(x) }
