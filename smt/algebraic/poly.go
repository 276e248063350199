package algebraic

import "math/big"

// poly is a polynomial with integer coefficients, constant first; the last one is not zero. The coefficients
// never change.
type poly []*big.Int

// newPoly checks coefficients and returns the square-free part of their polynomial.
func newPoly(coeffs []*big.Int) (poly, error) {
	p := poly(coeffs).trim()
	if len(p) < 2 {
		return nil, ErrNoRoot
	}
	if p.degree() > maxDegree || p.bits() > maxBits || p.degree()*p.bits() > maxSize {
		return nil, ErrTooLarge
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
	if coprime(p, q) {
		return poly{big.NewInt(1)}
	}
	for len(q) > 0 {
		p, q = q, p.rem(q)
	}
	return p.primitive()
}

// squareFree returns the polynomial with p's roots, each simple, and primitive coefficients.
func (p poly) squareFree() poly {
	if coprime(p, p.derivative()) {
		return p.primitive()
	}
	p = p.primitive()
	return p.quo(gcd(p, p.derivative()))
}

// quo returns p divided by a divisor, both primitive.
func (p poly) quo(g poly) poly {
	rest := make(poly, len(p))
	for i, c := range p {
		rest[i] = new(big.Int).Set(c)
	}
	// By Gauss's lemma the quotient of primitive polynomials has integer coefficients.
	out, t := make(poly, len(p)-len(g)+1), new(big.Int)
	for i := len(out) - 1; i >= 0; i-- {
		out[i] = new(big.Int).Quo(rest[i+len(g)-1], g[len(g)-1])
		for k, c := range g {
			rest[i+k].Sub(rest[i+k], t.Mul(out[i], c))
		}
	}
	return out
}
