package softfloat

import "math/big"

// RoundToIntegral is fp.roundToIntegral. A result of zero keeps the sign of x.
func RoundToIntegral(m Mode, x Float) Float {
	if x.IsNaN() || x.IsInf() || x.IsZero() {
		return x
	}
	e := x.unpack()
	if e.exp >= 0 {
		return x
	}
	n := e.integer(m)
	if n.Sign() == 0 {
		return Zero(x.format, x.neg)
	}
	// In formats with few exponents, integers become too large only by rounding up.
	return exact{neg: x.neg, sig: n, exp: 0}.round(x.format, m)
}

// integer returns the absolute value of the number rounded to an integer; the number's exponent is negative.
func (e exact) integer(m Mode) *big.Int {
	n, half, rest := e.cut(-e.exp)
	if m.away(e.neg, n.Bit(0) == 1, half, rest) {
		n.Add(n, big.NewInt(1))
	}
	return n
}

// Bounds on the exponents of numbers that are written out. Integers become at most bit-vectors. Rationals are bounded
// more tightly, because each operation on them takes a greatest common divisor, in time quadratic in their length.
const (
	maxIntegerShift  = 1 << 24
	maxRationalShift = 1 << 20
)

// ToInt returns x rounded to an integer; ok is false for NaN, infinities and numbers too large to write out.
func (x Float) ToInt(m Mode) (n *big.Int, ok bool) {
	switch {
	case x.IsNaN() || x.IsInf():
		return nil, false
	case x.IsZero():
		return new(big.Int), true
	}
	e := x.unpack()
	switch {
	case e.exp > maxIntegerShift:
		return nil, false
	case e.exp >= 0:
		n = new(big.Int).Lsh(e.sig, uint(e.exp))
	default:
		n = e.integer(m)
	}
	if x.neg {
		n.Neg(n)
	}
	return n, true
}

// Rat returns the exact value; ok is false for NaN, infinities and numbers too large or too small to write out.
func (x Float) Rat() (r *big.Rat, ok bool) {
	switch {
	case x.IsNaN() || x.IsInf():
		return nil, false
	case x.IsZero():
		return new(big.Rat), true
	}
	e := x.unpack()
	if e.exp > maxRationalShift || e.exp < -maxRationalShift-int64(x.format.SB) {
		return nil, false
	}
	n := e.sig
	if x.neg {
		n.Neg(n)
	}
	if e.exp >= 0 {
		return new(big.Rat).SetInt(n.Lsh(n, uint(e.exp))), true
	}
	return new(big.Rat).SetFrac(n, new(big.Int).Lsh(big.NewInt(1), uint(-e.exp))), true
}

// Convert is to_fp of a float: x in another format, rounded.
func Convert(f Format, m Mode, x Float) Float {
	switch {
	case x.IsNaN():
		return NaN(f)
	case x.IsInf():
		return Inf(f, x.neg)
	case x.IsZero():
		return Zero(f, x.neg)
	case f.short() && x.format.short():
		return x.word().round(f, m)
	}
	return x.unpack().round(f, m)
}

// FromRat is to_fp of a rational number, rounded. Zero is positive.
func FromRat(f Format, m Mode, r *big.Rat) Float {
	if r.Sign() == 0 {
		return Zero(f, false)
	}
	q := quotient(new(big.Int).Abs(r.Num()), r.Denom(), f.SB+2)
	q.neg = r.Sign() < 0
	return q.round(f, m)
}

// FromInt is to_fp of an integer, rounded. Zero is positive.
func FromInt(f Format, m Mode, n *big.Int) Float {
	if n.Sign() == 0 {
		return Zero(f, false)
	}
	return exact{neg: n.Sign() < 0, sig: new(big.Int).Abs(n)}.round(f, m)
}
