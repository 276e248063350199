package algebraic

import "math/big"

// poly is a polynomial with integer coefficients, that of the constant first; the last one is not zero. The
// coefficients are never changed.
type poly []*big.Int

// newPoly checks coefficients and returns the square-free part of their polynomial.
func newPoly(coeffs []*big.Int) (poly, error) {
	p := poly(coeffs).trim()
	if len(p) < 2 {
		return nil, ErrNoRoot
	}
	if p.degree() > maxDegree {
		return nil, ErrTooLarge
	}
	for _, c := range p {
		if c.BitLen() > maxBits {
			return nil, ErrTooLarge
		}
	}
	return p.squareFree(), nil
}

func (p poly) trim() poly {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

func (p poly) degree() int { return len(p) - 1 }

// sign returns the sign of p's value at r.
func (p poly) sign(r *big.Rat) int {
	// Horner's rule on num/den times den^degree, in integers.
	num, den := r.Num(), r.Denom()
	v := new(big.Int)
	scale := big.NewInt(1)
	for i := len(p) - 1; i >= 0; i-- {
		v.Mul(v, num)
		v.Add(v, new(big.Int).Mul(p[i], scale))
		scale = new(big.Int).Mul(scale, den)
	}
	return v.Sign()
}

func (p poly) derivative() poly {
	d := make(poly, 0, len(p))
	for i := 1; i < len(p); i++ {
		d = append(d, new(big.Int).Mul(p[i], big.NewInt(int64(i))))
	}
	return d
}

// primitive divides by the greatest common divisor of the coefficients.
func (p poly) primitive() poly {
	g := new(big.Int)
	for _, c := range p {
		g.GCD(nil, nil, g, new(big.Int).Abs(c))
	}
	if g.Sign() == 0 || g.IsInt64() && g.Int64() == 1 {
		return p
	}
	out := make(poly, len(p))
	for i, c := range p {
		out[i] = new(big.Int).Quo(c, g)
	}
	return out
}

// rem returns a positive multiple of the remainder of p divided by q.
func (p poly) rem(q poly) poly {
	r := make(poly, len(p))
	copy(r, p)
	lead := q[len(q)-1]
	factor := new(big.Int).Abs(lead)
	for len(r) >= len(q) {
		top := new(big.Int).Set(r[len(r)-1])
		if lead.Sign() < 0 {
			top.Neg(top)
		}
		shift := len(r) - len(q)
		for i := range r {
			r[i] = new(big.Int).Mul(r[i], factor)
			if i >= shift {
				r[i].Sub(r[i], new(big.Int).Mul(top, q[i-shift]))
			}
		}
		r = r.trim().primitive()
	}
	return r
}

// gcd returns a greatest common divisor.
func gcd(p, q poly) poly {
	for len(q) > 0 {
		p, q = q, p.rem(q)
	}
	return p.primitive()
}

// squareFree returns the polynomial with p's roots, each simple, and primitive coefficients.
func (p poly) squareFree() poly {
	g := gcd(p, p.derivative())
	if g.degree() == 0 {
		return p.primitive()
	}
	return p.quo(g)
}

// quo returns p divided by a divisor, up to a constant.
func (p poly) quo(g poly) poly {
	rest := make([]*big.Rat, len(p))
	for i, c := range p {
		rest[i] = new(big.Rat).SetInt(c)
	}
	lead := new(big.Rat).SetInt(g[len(g)-1])
	out := make([]*big.Rat, len(p)-len(g)+1)
	for i := len(out) - 1; i >= 0; i-- {
		out[i] = new(big.Rat).Quo(rest[i+len(g)-1], lead)
		for k, c := range g {
			rest[i+k].Sub(rest[i+k], new(big.Rat).Mul(out[i], new(big.Rat).SetInt(c)))
		}
	}
	return integral(out)
}

// integral multiplies coefficients to the least integers.
func integral(coeffs []*big.Rat) poly {
	m := big.NewInt(1)
	for _, c := range coeffs {
		g := new(big.Int).GCD(nil, nil, m, c.Denom())
		m = new(big.Int).Mul(m, new(big.Int).Quo(c.Denom(), g))
	}
	out := make(poly, len(coeffs))
	for i, c := range coeffs {
		out[i] = new(big.Int).Quo(new(big.Int).Mul(c.Num(), m), c.Denom())
	}
	return out.trim().primitive()
}

// powerSums returns the sums of the k-th powers of all complex roots, k from 0 to n, by Newton's identities.
func (p poly) powerSums(n int) []*big.Rat {
	d := p.degree()
	lead := p[d]
	// e[i] is the elementary symmetric polynomial of the roots, with its sign.
	e := make([]*big.Rat, d+1)
	for i := range e {
		e[i] = new(big.Rat).SetFrac(p[d-i], lead)
	}
	sums := make([]*big.Rat, n+1)
	sums[0] = big.NewRat(int64(d), 1)
	for k := 1; k <= n; k++ {
		s := new(big.Rat)
		for i := 1; i <= min(k-1, d); i++ {
			s.Sub(s, new(big.Rat).Mul(e[i], sums[k-i]))
		}
		if k <= d {
			s.Sub(s, new(big.Rat).Mul(big.NewRat(int64(k), 1), e[k]))
		}
		sums[k] = s
	}
	return sums
}

// fromPowerSums returns the polynomial of degree len(sums)-1 whose roots have these power sums.
func fromPowerSums(sums []*big.Rat) poly {
	n := len(sums) - 1
	e := make([]*big.Rat, n+1)
	e[0] = big.NewRat(1, 1)
	for k := 1; k <= n; k++ {
		s := new(big.Rat).Set(sums[k])
		for i := 1; i < k; i++ {
			s.Add(s, new(big.Rat).Mul(e[i], sums[k-i]))
		}
		e[k] = s.Mul(s, big.NewRat(-1, int64(k)))
	}
	coeffs := make([]*big.Rat, n+1)
	for i := range coeffs {
		coeffs[i] = e[n-i]
	}
	return integral(coeffs)
}

// chain is a Sturm sequence.
type chain []poly

// chain returns the Sturm sequence of a square-free polynomial.
func (p poly) chain() chain {
	c := chain{p, p.derivative()}
	for {
		last := c[len(c)-1]
		if len(last) < 2 {
			return c
		}
		r := c[len(c)-2].rem(last)
		if len(r) == 0 {
			return c
		}
		neg := make(poly, len(r))
		for i, v := range r {
			neg[i] = new(big.Int).Neg(v)
		}
		c = append(c, neg)
	}
}

// count returns the number of roots above lo and not above hi.
func (c chain) count(lo, hi *big.Rat) int { return c.changes(lo) - c.changes(hi) }

// changes returns the number of changes of sign in the sequence's values at r.
func (c chain) changes(r *big.Rat) int {
	n, last := 0, 0
	for _, p := range c {
		if s := p.sign(r); s != 0 {
			if last != 0 && s != last {
				n++
			}
			last = s
		}
	}
	return n
}

// bound returns a number that is above the size of all roots (Cauchy).
func (p poly) bound() *big.Rat {
	most := new(big.Int)
	for _, c := range p[:len(p)-1] {
		if c.CmpAbs(most) > 0 {
			most.Abs(c)
		}
	}
	b := new(big.Rat).SetFrac(most, new(big.Int).Abs(p[len(p)-1]))
	return b.Add(b, big.NewRat(2, 1))
}

// isolate returns all real roots of a square-free polynomial in increasing order.
func (p poly) isolate() []Number {
	c := p.chain()
	b := p.bound()
	type span struct{ lo, hi *big.Rat }
	todo := []span{{new(big.Rat).Neg(b), b}}
	var roots []Number
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch c.count(s.lo, s.hi) {
		case 0:
			continue
		case 1:
			if p.sign(s.hi) == 0 {
				roots = append(roots, FromRat(s.hi))
				continue
			}
			if p.sign(s.lo) != 0 {
				roots = append(roots, settle(p, s.lo, s.hi))
				continue
			}
		}
		mid := new(big.Rat).Add(s.lo, s.hi)
		mid.Mul(mid, big.NewRat(1, 2))
		todo = append(todo, span{mid, s.hi}, span{s.lo, mid})
	}
	return roots
}
