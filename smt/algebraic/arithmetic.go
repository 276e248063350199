package algebraic

import "math/big"

// Neg returns -x.
func (x Number) Neg() Number {
	if x.rat != nil {
		return FromRat(new(big.Rat).Neg(x.rat))
	}
	p := make(poly, len(x.p))
	for i, c := range x.p {
		p[i] = new(big.Int).Set(c)
		if i%2 == 1 {
			p[i].Neg(c)
		}
	}
	return Number{p: p, lo: new(big.Rat).Neg(x.hi), hi: new(big.Rat).Neg(x.lo)}
}

// Inv returns 1/x, or ErrZero.
func (x Number) Inv() (Number, error) {
	if x.Sign() == 0 {
		return Number{}, ErrZero
	}
	if x.rat != nil {
		return FromRat(new(big.Rat).Inv(x.rat)), nil
	}
	for bits := 8; x.lo.Sign()*x.hi.Sign() <= 0; bits *= 2 {
		x = x.narrow(unit(bits))
	}
	p := make(poly, len(x.p))
	for i, c := range x.p {
		p[len(p)-1-i] = c
	}
	return Number{p: p.trim(), lo: new(big.Rat).Inv(x.hi), hi: new(big.Rat).Inv(x.lo)}, nil
}

// Add returns x + y, or ErrTooLarge.
func Add(x, y Number) (Number, error) {
	switch {
	case x.rat != nil && y.rat != nil:
		return FromRat(new(big.Rat).Add(x.rat, y.rat)), nil
	case x.rat == nil && y.rat == nil && Cmp(x, y) == 0:
		return Mul(x, FromInt(2)) // keeps the degree
	case x.rat == nil && y.rat == nil && Cmp(x, y.Neg()) == 0:
		return FromInt(0), nil
	}
	p, q := x.poly(), y.poly()
	n := p.degree() * q.degree()
	switch {
	case n > maxDegree || tooLarge(p, q, n):
		return Number{}, ErrTooLarge
	case y.rat != nil:
		return x.plus(y.rat), nil
	case x.rat != nil:
		return y.plus(x.rat), nil
	}
	// With the leading coefficients a and b, the roots of ab(x+y).
	lx, ly := p.lead(), q.lead()
	a, b := stretched(p.powerSums(n), ly), stretched(q.powerSums(n), lx)
	sums := make([]*big.Int, n+1)
	for k := range sums {
		sums[k] = new(big.Int)
		for i := range k + 1 {
			c := new(big.Int).Binomial(int64(k), int64(i))
			sums[k].Add(sums[k], c.Mul(c, new(big.Int).Mul(a[i], b[k-i])))
		}
	}
	return choose(fromPowerSums(sums, new(big.Int).Mul(lx, ly)), func(bits int) (lo, hi *big.Rat) {
		xl, xh := x.Bounds(bits)
		yl, yh := y.Bounds(bits)
		return new(big.Rat).Add(xl, yl), new(big.Rat).Add(xh, yh)
	})
}

// plus returns an irrational x plus r: its polynomial and its interval move by r.
func (x Number) plus(r *big.Rat) Number {
	// p(t - a/b) times b to the power of the degree.
	p := x.p.scale(big.NewInt(1), r.Denom()).shift(new(big.Int).Neg(r.Num())).scale(r.Denom(), big.NewInt(1))
	return Number{p: p.primitive(), lo: new(big.Rat).Add(x.lo, r), hi: new(big.Rat).Add(x.hi, r)}
}

// times returns an irrational x times r, which is not zero.
func (x Number) times(r *big.Rat) Number {
	// p(t b/a) times a to the power of the degree.
	p := x.p.scale(r.Denom(), r.Num())
	lo, hi := new(big.Rat).Mul(x.lo, r), new(big.Rat).Mul(x.hi, r)
	if r.Sign() < 0 {
		lo, hi = hi, lo
	}
	return Number{p: p.primitive(), lo: lo, hi: hi}
}

// Sub returns x - y, or ErrTooLarge.
func Sub(x, y Number) (Number, error) { return Add(x, y.Neg()) }

// Mul returns x times y, or ErrTooLarge.
func Mul(x, y Number) (Number, error) {
	switch {
	case x.rat != nil && y.rat != nil:
		return FromRat(new(big.Rat).Mul(x.rat, y.rat)), nil
	case x.Sign() == 0 || y.Sign() == 0:
		return FromInt(0), nil
	}
	if x.rat == nil && y.rat == nil && Cmp(x, y) == 0 {
		return x.Pow(2) // keeps the degree
	}
	p, q := x.poly(), y.poly()
	n := p.degree() * q.degree()
	switch {
	case n > maxDegree || tooLarge(p, q, n):
		return Number{}, ErrTooLarge
	case y.rat != nil:
		return x.times(y.rat), nil
	case x.rat != nil:
		return y.times(x.rat), nil
	}
	a, b := p.powerSums(n), q.powerSums(n)
	sums := make([]*big.Int, n+1)
	for k := range sums {
		sums[k] = new(big.Int).Mul(a[k], b[k])
	}
	return choose(fromPowerSums(sums, new(big.Int).Mul(p.lead(), q.lead())), func(bits int) (lo, hi *big.Rat) {
		xl, xh := x.Bounds(bits)
		yl, yh := y.Bounds(bits)
		return hull(new(big.Rat).Mul(xl, yl), new(big.Rat).Mul(xl, yh), new(big.Rat).Mul(xh, yl), new(big.Rat).Mul(xh, yh))
	})
}

// Div returns x divided by y, or ErrZero or ErrTooLarge.
func Div(x, y Number) (Number, error) {
	z, err := y.Inv()
	if err != nil {
		return Number{}, err
	}
	return Mul(x, z)
}

func hull(first *big.Rat, rest ...*big.Rat) (lo, hi *big.Rat) {
	lo, hi = first, first
	for _, r := range rest {
		if r.Cmp(lo) < 0 {
			lo = r
		}
		if r.Cmp(hi) > 0 {
			hi = r
		}
	}
	return lo, hi
}

// maxPower bounds the bits of a rational number's power.
const maxPower = 1 << 24

// Pow returns x to the power of n, n at least 0, or ErrTooLarge.
func (x Number) Pow(n int) (Number, error) {
	if n == 0 {
		return FromInt(1), nil
	}
	if x.rat != nil {
		if n > maxPower/(x.rat.Num().BitLen()+x.rat.Denom().BitLen()) {
			return Number{}, ErrTooLarge
		}
		return FromRat(power(x.rat, n)), nil
	}
	d := x.p.degree()
	if n > 1<<10 || d*n > 1<<12 || d*n*x.p.bits() > maxResult {
		return Number{}, ErrTooLarge
	}
	all := x.p.powerSums(d * n)
	sums := make([]*big.Int, d+1)
	for k := range sums {
		sums[k] = all[k*n]
	}
	return choose(fromPowerSums(sums, new(big.Int).Exp(x.p.lead(), big.NewInt(int64(n)), nil)), func(bits int) (lo, hi *big.Rat) {
		l, h := x.Bounds(bits)
		zero := new(big.Rat)
		a, b := power(l, n), power(h, n)
		if l.Cmp(zero) < 0 && h.Cmp(zero) > 0 {
			return hull(a, b, zero)
		}
		return hull(a, b)
	})
}

func power(r *big.Rat, n int) *big.Rat {
	e := big.NewInt(int64(n))
	return new(big.Rat).SetFrac(new(big.Int).Exp(r.Num(), e, nil), new(big.Int).Exp(r.Denom(), e, nil))
}

// NthRoot returns the nonnegative root of order n, at least 1, of a nonnegative x, or ErrNoRoot or ErrTooLarge.
func (x Number) NthRoot(n int) (Number, error) {
	switch {
	case x.Sign() < 0 || n < 1:
		return Number{}, ErrNoRoot
	case x.Sign() == 0 || n == 1:
		return x, nil
	}
	p := x.poly()
	if p.degree()*n > maxDegree {
		return Number{}, ErrTooLarge
	}
	q := make(poly, p.degree()*n+1)
	for i := range q {
		q[i] = new(big.Int)
		if i%n == 0 {
			q[i].Set(p[i/n])
		}
	}
	return choose(q, func(bits int) (lo, hi *big.Rat) {
		l, h := x.Bounds(bits * n)
		return rootBelow(l, n, bits), new(big.Rat).Add(rootBelow(h, n, bits), new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), uint(bits))))
	})
}

// rootBelow returns the largest multiple of 2^-bits whose n-th power is at most r, at least 0.
func rootBelow(r *big.Rat, n, bits int) *big.Rat {
	if r.Sign() <= 0 {
		return new(big.Rat)
	}
	scale := new(big.Int).Lsh(big.NewInt(1), uint(bits*n))
	v := floor(new(big.Rat).Mul(r, new(big.Rat).SetInt(scale)))
	lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(v.BitLen()/n+1))
	for {
		mid := new(big.Int).Add(lo, hi)
		mid.Rsh(mid, 1)
		if mid.Cmp(lo) == 0 {
			return new(big.Rat).SetFrac(lo, new(big.Int).Lsh(big.NewInt(1), uint(bits)))
		}
		if new(big.Int).Exp(mid, big.NewInt(int64(n)), nil).Cmp(v) <= 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
}

// maxPrecision bounds the search for the intended root.
const maxPrecision = 1 << 12

// choose returns the root of a polynomial that lies within the bounds.
func choose(p poly, bounds func(bits int) (lo, hi *big.Rat)) (Number, error) {
	if p.degree()*p.bits() > maxResult {
		return Number{}, ErrTooLarge
	}
	p = p.squareFree()
	for bits := 8; bits <= maxPrecision; bits *= 2 {
		lo, hi := bounds(bits)
		// Slightly wider, so that a rational root is not at an end.
		margin := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(3), uint(bits)))
		lo, hi = new(big.Rat).Sub(lo, margin), new(big.Rat).Add(hi, margin)
		if p.sign(lo) != 0 && p.sign(hi) != 0 && p.variations(lo, hi) == 1 {
			return settle(p, lo, hi), nil
		}
	}
	return Number{}, ErrTooLarge
}
