package algebraic

import "math/big"

// variations bounds the number of roots strictly between lo and hi: none for 0, exactly one for 1, and otherwise at
// most that many (Descartes' rule of signs after mapping the interval to the positive numbers). It becomes 0 or 1 as
// the interval around a simple root shrinks.
func (p poly) variations(lo, hi *big.Rat) int {
	// Over a common denominator the interval is that from a/m to (a+w)/m.
	m := new(big.Int).Mul(lo.Denom(), hi.Denom())
	m.Quo(m, new(big.Int).GCD(nil, nil, lo.Denom(), hi.Denom()))
	a := new(big.Int).Mul(lo.Num(), new(big.Int).Quo(m, lo.Denom()))
	w := new(big.Int).Mul(hi.Num(), new(big.Int).Quo(m, hi.Denom()))
	w.Sub(w, a)

	q := p.scale(new(big.Int).SetInt64(1), m).shift(a).scale(w, big.NewInt(1)).reverse().shift(big.NewInt(1))
	changes, last := 0, 0
	for _, c := range q {
		if s := c.Sign(); s != 0 {
			if last != 0 && s != last {
				changes++
			}
			last = s
		}
	}
	return changes
}

// scale returns p(num*x/den) times den^degree.
func (p poly) scale(num, den *big.Int) poly {
	q := make(poly, len(p))
	up := big.NewInt(1)
	for i, c := range p {
		q[i] = new(big.Int).Mul(c, up)
		up = new(big.Int).Mul(up, num)
	}
	down := big.NewInt(1)
	for i := len(q) - 1; i >= 0; i-- {
		q[i].Mul(q[i], down)
		down = new(big.Int).Mul(down, den)
	}
	return q
}

// shift changes p to p(x+a), by Horner's rule.
func (p poly) shift(a *big.Int) poly {
	t := new(big.Int)
	for i := range p {
		for k := len(p) - 2; k >= i; k-- {
			p[k].Add(p[k], t.Mul(a, p[k+1]))
		}
	}
	return p
}

func (p poly) reverse() poly {
	q := make(poly, len(p))
	for i, c := range p {
		q[len(p)-1-i] = c
	}
	return q
}

// bound returns a power of two that exceeds the absolute values of all roots: twice the largest i-th root of the
// coefficient i places below the leading one, divided by the leading one (M. Fujiwara).
func (p poly) bound() *big.Rat {
	size, d := 0, p.degree()
	for i := 1; i <= d; i++ {
		if c := p[d-i]; c.Sign() != 0 {
			quotient := c.BitLen() - p.lead().BitLen() + 1 // no less than the binary logarithm
			size = max(size, (quotient+i-1)/i)
		}
	}
	return new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(size)+1))
}

// maxWork bounds the number of word multiplications that an isolation of roots may take.
const maxWork = 1 << 29

// isolate returns all real roots of a square-free polynomial in increasing order, or ErrTooLarge when they lie so close
// together that it takes too long.
func (p poly) isolate() ([]Number, error) {
	type span struct{ lo, hi *big.Rat } // a point when both are the same
	b := p.bound()
	todo := []span{{new(big.Rat).Neg(b), b}}
	var roots []Number
	for work := 0; len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if s.lo == s.hi {
			roots = append(roots, FromRat(s.lo))
			continue
		}
		if work += p.effort(s.lo, s.hi); work > maxWork {
			return nil, ErrTooLarge
		}
		v := p.variations(s.lo, s.hi)
		if v == 0 {
			continue
		}
		if v == 1 && p.sign(s.lo) != 0 && p.sign(s.hi) != 0 {
			roots = append(roots, settle(p, s.lo, s.hi))
			continue
		}
		mid := middle(s.lo, s.hi)
		todo = append(todo, span{mid, s.hi})
		if p.sign(mid) == 0 {
			todo = append(todo, span{mid, mid})
		}
		todo = append(todo, span{s.lo, mid})
	}
	return roots, nil
}

// effort estimates the number of word multiplications in variations.
func (p poly) effort(lo, hi *big.Rat) int {
	end := 0
	for _, n := range []*big.Int{lo.Num(), lo.Denom(), hi.Num(), hi.Denom()} {
		end = max(end, n.BitLen())
	}
	return len(p) * len(p) * (1 + (p.bits()+len(p)*end)/64) * (1 + end/64)
}

// bits returns the size of the largest coefficient.
func (p poly) bits() int {
	most := 0
	for _, c := range p {
		most = max(most, c.BitLen())
	}
	return most
}

func middle(lo, hi *big.Rat) *big.Rat {
	mid := new(big.Rat).Add(lo, hi)
	return mid.Mul(mid, big.NewRat(1, 2))
}
