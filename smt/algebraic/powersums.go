package algebraic

import "math/big"

// lead returns the leading coefficient.
func (p poly) lead() *big.Int { return p[len(p)-1] }

// powerSums returns the sums of the k-th powers of all complex roots times the leading coefficient, k from 0 to n, by
// Newton's identities. They are integers, as these multiples of the roots are algebraic integers.
func (p poly) powerSums(n int) []*big.Int {
	d := p.degree()
	// e[i] is the coefficient of x^(d-i) in the monic polynomial of the multiples.
	e := make([]*big.Int, d+1)
	up := big.NewInt(1)
	for i := 1; i <= d; i++ {
		e[i] = new(big.Int).Mul(p[d-i], up)
		up = new(big.Int).Mul(up, p.lead())
	}
	sums, t := make([]*big.Int, n+1), new(big.Int)
	sums[0] = big.NewInt(int64(d))
	for k := 1; k <= n; k++ {
		s := new(big.Int)
		for i := 1; i <= min(k-1, d); i++ {
			s.Sub(s, t.Mul(e[i], sums[k-i]))
		}
		if k <= d {
			s.Sub(s, t.Mul(big.NewInt(int64(k)), e[k]))
		}
		sums[k] = s
	}
	return sums
}

// stretched returns the power sums of the roots times m.
func stretched(sums []*big.Int, m *big.Int) []*big.Int {
	out := make([]*big.Int, len(sums))
	up := big.NewInt(1)
	for k, s := range sums {
		out[k] = new(big.Int).Mul(s, up)
		up = new(big.Int).Mul(up, m)
	}
	return out
}

// fromPowerSums returns the polynomial of degree len(sums)-1 whose roots times m are algebraic integers with these power
// sums.
func fromPowerSums(sums []*big.Int, m *big.Int) poly {
	n := len(sums) - 1
	p := make(poly, n+1) // monic, of the multiples
	p[n] = big.NewInt(1)
	t := new(big.Int)
	for k := 1; k <= n; k++ {
		s := new(big.Int).Set(sums[k])
		for i := 1; i < k; i++ {
			s.Add(s, t.Mul(p[n-i], sums[k-i]))
		}
		p[n-k] = s.Quo(s, big.NewInt(int64(-k)))
	}
	return p.scale(m, big.NewInt(1)).primitive()
}

// tooLarge reports whether the polynomial of degree n for sums or products of p's and q's roots would exceed the limits.
// It decides by degrees and sizes: a resultant's coefficients take about as many bits.
func tooLarge(p, q poly, n int) bool {
	return n*(p.degree()*q.bits()+q.degree()*p.bits()) > maxResult
}
