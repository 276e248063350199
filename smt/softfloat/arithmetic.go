package softfloat

import "math/big"

// Add is fp.add.
func Add(m Mode, x, y Float) Float {
	switch {
	case x.IsNaN() || y.IsNaN() || x.IsInf() && y.IsInf() && x.neg != y.neg:
		return NaN(x.format)
	case x.IsInf():
		return x
	case y.IsInf():
		return y
	case x.IsZero() && y.IsZero():
		return Zero(x.format, zeroSign(m, x.neg, y.neg))
	case x.IsZero():
		return y
	case y.IsZero():
		return x
	}
	if x.format.short() {
		return wideSum(x.format, m, x.word(), y.word())
	}
	return sum(x.format, m, x.unpack(), y.unpack())
}

// Sub is fp.sub.
func Sub(m Mode, x, y Float) Float { return Add(m, x, y.Neg()) }

// zeroSign is the sign of a sum that is zero: of the summands when they agree, otherwise positive except when
// rounding down (IEEE 754-2008, section 6.3).
func zeroSign(m Mode, x, y bool) bool {
	if x == y {
		return x
	}
	return m == RTN
}

// wideSum rounds the sum of two numbers other than zero.
func wideSum(f Format, m Mode, x, y wide) Float {
	s, ok := x.plus(y)
	if !ok {
		return Zero(f, zeroSign(m, x.neg, y.neg))
	}
	return s.round(f, m)
}

// sum is wideSum for any format.
func sum(f Format, m Mode, x, y exact) Float {
	if x.lead() < y.lead() {
		x, y = y, x
	}
	// What is that far below the format's precision determines only which way to round. Writing it out would
	// take as many bits as the exponents differ.
	guard := int64(f.SB) + 3
	if x.exp-guard > y.lead() {
		x.sig = new(big.Int).Lsh(x.sig, uint(guard))
		x.exp -= guard
		if x.neg != y.neg {
			x.sig.Sub(x.sig, big.NewInt(1))
		}
		x.more = true
		return x.round(f, m)
	}
	exp := min(x.exp, y.exp)
	a, b := x.aligned(exp), y.aligned(exp)
	s := a.Add(a, b)
	if s.Sign() == 0 {
		return Zero(f, zeroSign(m, x.neg, y.neg))
	}
	return exact{neg: s.Sign() < 0, sig: s.Abs(s), exp: exp}.round(f, m)
}

// aligned returns the signed number in units of 2^exp; exp is at most the number's own exponent.
func (e exact) aligned(exp int64) *big.Int {
	n := new(big.Int).Lsh(e.sig, uint(e.exp-exp))
	if e.neg {
		n.Neg(n)
	}
	return n
}

// times returns the product of two numbers other than zero.
func (e exact) times(o exact) exact {
	return exact{neg: e.neg != o.neg, sig: new(big.Int).Mul(e.sig, o.sig), exp: e.exp + o.exp}
}

// Mul is fp.mul.
func Mul(m Mode, x, y Float) Float {
	neg := x.neg != y.neg
	switch {
	case x.IsNaN() || y.IsNaN() || x.IsInf() && y.IsZero() || x.IsZero() && y.IsInf():
		return NaN(x.format)
	case x.IsInf() || y.IsInf():
		return Inf(x.format, neg)
	case x.IsZero() || y.IsZero():
		return Zero(x.format, neg)
	case x.format.short():
		return x.word().times(y.word()).round(x.format, m)
	}
	return x.unpack().times(y.unpack()).round(x.format, m)
}

// FMA is fp.fma: x times y plus z, rounded once.
func FMA(m Mode, x, y, z Float) Float {
	neg := x.neg != y.neg
	switch {
	case x.IsNaN() || y.IsNaN() || z.IsNaN() || x.IsInf() && y.IsZero() || x.IsZero() && y.IsInf():
		return NaN(x.format)
	case x.IsInf() || y.IsInf():
		if z.IsInf() && z.neg != neg {
			return NaN(x.format)
		}
		return Inf(x.format, neg)
	case z.IsInf():
		return z
	case x.IsZero() || y.IsZero():
		if z.IsZero() {
			return Zero(x.format, zeroSign(m, neg, z.neg))
		}
		return z
	case z.IsZero():
		return Mul(m, x, y)
	case x.format.short():
		return wideSum(x.format, m, x.word().times(y.word()), z.word())
	}
	return sum(x.format, m, x.unpack().times(y.unpack()), z.unpack())
}

// Div is fp.div.
func Div(m Mode, x, y Float) Float {
	neg := x.neg != y.neg
	switch {
	case x.IsNaN() || y.IsNaN() || x.IsInf() && y.IsInf() || x.IsZero() && y.IsZero():
		return NaN(x.format)
	case x.IsInf() || y.IsZero():
		return Inf(x.format, neg)
	case x.IsZero() || y.IsInf():
		return Zero(x.format, neg)
	case x.format.short():
		return x.word().over(y.word()).round(x.format, m)
	}
	return x.unpack().over(y.unpack(), x.format.SB+2).round(x.format, m)
}

// over divides nonzero numbers to at least that many bits.
func (e exact) over(o exact, bits int) exact {
	q := quotient(e.sig, o.sig, bits)
	q.neg, q.exp = e.neg != o.neg, q.exp+e.exp-o.exp
	return q
}

// quotient divides positive integers to at least that many bits.
func quotient(num, den *big.Int, bits int) exact {
	shift := max(0, bits+1-(num.BitLen()-den.BitLen()))
	q, r := new(big.Int).QuoRem(new(big.Int).Lsh(num, uint(shift)), den, new(big.Int))
	return exact{sig: q, exp: -int64(shift), more: r.Sign() != 0}
}

// Sqrt is fp.sqrt.
func Sqrt(m Mode, x Float) Float {
	switch {
	case x.IsNaN() || x.IsZero():
		return x
	case x.neg:
		return NaN(x.format)
	case x.IsInf():
		return x
	}
	a := x.unpack()
	shift := max(0, 2*(x.format.SB+2)-a.sig.BitLen())
	if (a.exp-int64(shift))%2 != 0 {
		shift++
	}
	s := new(big.Int).Lsh(a.sig, uint(shift))
	r := new(big.Int).Sqrt(s)
	return exact{sig: r, exp: (a.exp - int64(shift)) / 2, more: new(big.Int).Mul(r, r).Cmp(s) != 0}.round(x.format, m)
}

// Rem is fp.rem: x minus n times y, where n is the integer nearest to x/y, ties to even. It is exact.
func Rem(x, y Float) Float {
	switch {
	case x.IsNaN() || y.IsNaN() || x.IsInf() || y.IsZero():
		return NaN(x.format)
	case x.IsZero() || y.IsInf():
		return x
	}
	a, b := x.unpack(), y.unpack()
	if a.lead() < b.lead()-1 {
		return x // less than half of y
	}
	// The dividend modulo twice the divisor gives the remainder and the parity of the quotient.
	exp := min(a.exp, b.exp)
	den := new(big.Int).Lsh(b.sig, uint(b.exp-exp))
	twice := new(big.Int).Lsh(den, 1)
	r := new(big.Int).Exp(big.NewInt(2), big.NewInt(a.exp-exp), twice)
	r.Mod(r.Mul(r, a.sig), twice)
	odd := r.Cmp(den) >= 0
	if odd {
		r.Sub(r, den)
	}
	neg := x.neg
	if c := new(big.Int).Lsh(r, 1).Cmp(den); c > 0 || c == 0 && odd {
		r.Sub(den, r)
		neg = !neg
	}
	if r.Sign() == 0 {
		return Zero(x.format, x.neg)
	}
	return exact{neg: neg, sig: r, exp: exp}.round(x.format, RNE)
}
