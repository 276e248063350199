package entail

import (
	"math/big"
	"slices"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// A bound says that a polynomial without a constant is at least, or greater than, a number.
type bound struct {
	p      *polynomial
	at     *big.Rat
	strict bool
}

// equalNumbers returns the literal that says that two terms are equal, where they are numbers or bit-vectors.
func (q *question) equalNumbers(a, b *term.Term) (literal, bool) {
	if !numeric(a.Sort()) {
		return 0, false
	}
	p := q.reduced(q.plus(q.poly(a), q.poly(b), minusOne), a.Sort())
	bits := a.Sort().Kind() == sorts.BitVec
	if len(p.parts) == 0 {
		if p.constant.Sign() == 0 {
			return q.constant(), true
		}
		return -q.constant(), true
	}
	if bits {
		p = q.reduced(q.scaled(p, oddInverse(p.parts[0].coefficient.Num(), a.Sort().Width())), a.Sort())
		return q.said(a.Sort().String() + " 0 = " + p.text()), true
	}
	return q.all([]literal{q.atLeast(p, false), q.atLeast(q.scaled(p, minusOne), false)}), true
}

// oddInverse returns the inverse of the odd part of a number modulo a power of two.
func oddInverse(n *big.Int, width int) *big.Rat {
	odd := new(big.Int).Rsh(n, n.TrailingZeroBits())
	m := new(big.Int).Lsh(big.NewInt(1), uint(width))
	return new(big.Rat).SetInt(new(big.Int).ModInverse(odd, m))
}

// said returns the literal of an atom by what it says.
func (q *question) said(text string) literal {
	key := atomKey{text: text}
	l, ok := q.atoms[key]
	if !ok {
		l = q.fresh()
		q.atoms[key] = l
	}
	return l
}

// comparison returns the literal of a comparison of numbers.
func (q *question) comparison(t *term.Term) (literal, bool) {
	args := t.Args()
	if len(args) < 2 || args[0].Sort() != sorts.Int && args[0].Sort() != sorts.Real {
		return 0, false
	}
	swap, strict := false, false
	switch t.Func().Name() {
	case ">=":
	case ">":
		strict = true
	case "<=":
		swap = true
	case "<":
		swap, strict = true, true
	default:
		return 0, false
	}
	var links []literal
	for i := range args[1:] {
		a, b := q.poly(args[i]), q.poly(args[i+1])
		if swap {
			a, b = b, a
		}
		links = append(links, q.atLeast(q.plus(a, b, minusOne), strict))
	}
	return q.all(links), true
}

// atLeast returns the literal that says that a polynomial is at least zero, or greater. Equivalent statements have one variable: coefficients are integers
// without a common divisor, bounds of integers are integers, and the first coefficient is positive, or the statement is negated.
func (q *question) atLeast(p *polynomial, strict bool) literal {
	if len(p.parts) == 0 {
		if s := p.constant.Sign(); s > 0 || s == 0 && !strict {
			return q.constant()
		}
		return -q.constant()
	}
	p = q.scaled(p, new(big.Rat).Inv(content(p)))
	at := new(big.Rat).Neg(p.constant)
	form := &polynomial{parts: p.parts, constant: new(big.Rat), integral: p.integral}
	if p.integral {
		at, strict = leastInteger(at, strict), false
	}
	if form.parts[0].coefficient.Sign() > 0 {
		return q.boundOf(bound{form, at, strict})
	}
	// form >= at says that -form <= -at, which is the negation of -form > -at.
	other := q.scaled(form, minusOne)
	other.integral = form.integral
	to := new(big.Rat).Neg(at)
	if form.integral {
		return -q.boundOf(bound{other, to.Add(to, one), false})
	}
	return -q.boundOf(bound{other, to, !strict})
}

func (q *question) boundOf(b bound) literal {
	text := " >= "
	if b.strict {
		text = " > "
	}
	l := q.said(b.p.text() + text + b.at.RatString())
	if _, ok := q.bounds[l]; !ok {
		q.bounds[l] = b
		q.ordered = append(q.ordered, l)
	}
	return l
}

// content is the positive number by which all coefficients are integers without a common divisor.
func content(p *polynomial) *big.Rat {
	num, den := new(big.Int), big.NewInt(1)
	for _, x := range p.parts {
		num.GCD(nil, nil, num, new(big.Int).Abs(x.coefficient.Num()))
		g := new(big.Int).GCD(nil, nil, den, x.coefficient.Denom())
		den.Mul(den, new(big.Int).Div(x.coefficient.Denom(), g))
	}
	return new(big.Rat).SetFrac(num, den)
}

// leastInteger is the least integer that is at least a number, or greater.
func leastInteger(r *big.Rat, greater bool) *big.Rat {
	n := new(big.Int).Div(r.Num(), r.Denom()) // rounds down, since the denominator is positive
	if greater || !r.IsInt() {
		n.Add(n, big.NewInt(1))
	}
	return new(big.Rat).SetInt(n)
}

// A row says that a polynomial is at least zero, or greater.
type row struct {
	p      *polynomial
	strict bool
}

// maxRows bounds the rows of an elimination.
const maxRows = 300

// boundsConflict reports whether the assigned bounds have no common solution in the reals: by eliminating one product after the other (Fourier and
// Motzkin), as far as the rows stay few.
func (q *question) boundsConflict(assigned []int8) bool {
	var rows []row
	for _, l := range q.ordered {
		b := q.bounds[l]
		c := &polynomial{parts: b.p.parts, constant: new(big.Rat).Neg(b.at), integral: b.p.integral}
		switch v := assigned[l]; {
		case v > 0:
			rows = append(rows, row{c, b.strict})
		case v < 0 && b.p.integral: // at most the integer below
			c = q.scaled(c, minusOne)
			c.constant.Sub(c.constant, one)
			rows = append(rows, row{c, false})
		case v < 0:
			rows = append(rows, row{q.scaled(c, minusOne), !b.strict})
		}
	}
	for len(rows) <= maxRows && q.left > 0 {
		var at int
		if rows, at = q.next(rows); at < 0 {
			return rows == nil
		}
		rows = q.eliminate(rows, at)
	}
	return false
}

// next returns the product whose elimination leaves the fewest rows, -1 for none: then the rows are nil if one of them is false.
func (q *question) next(rows []row) ([]row, int) {
	above, below := map[int]int{}, map[int]int{}
	var all []int
	for _, r := range rows {
		if len(r.p.parts) == 0 {
			if s := r.p.constant.Sign(); s < 0 || s == 0 && r.strict {
				return nil, -1
			}
		}
		for _, x := range r.p.parts {
			if above[x.product]+below[x.product] == 0 {
				all = append(all, x.product)
			}
			if x.coefficient.Sign() > 0 {
				above[x.product]++
			} else {
				below[x.product]++
			}
		}
		q.spend(1 + len(r.p.parts))
	}
	best, cost := -1, 0
	slices.Sort(all)
	for _, v := range all {
		if c := above[v]*below[v] - above[v] - below[v]; best < 0 || c < cost {
			best, cost = v, c
		}
	}
	if best < 0 {
		return []row{}, -1
	}
	return rows, best
}

// eliminate combines all rows with a product so that it vanishes.
func (q *question) eliminate(rows []row, product int) []row {
	out := []row{}
	var above, below []row
	for _, r := range rows {
		switch c := coefficientOf(r.p, product); {
		case c == nil:
			out = append(out, r)
		case c.Sign() > 0:
			above = append(above, r)
		default:
			below = append(below, r)
		}
	}
	for _, a := range above {
		for _, b := range below {
			if len(out) > maxRows || q.left <= 0 {
				return out
			}
			by := new(big.Rat).Quo(coefficientOf(a.p, product), new(big.Rat).Neg(coefficientOf(b.p, product)))
			out = append(out, row{q.plus(a.p, b.p, by), a.strict || b.strict})
		}
	}
	return out
}

func coefficientOf(p *polynomial, product int) *big.Rat {
	i, ok := slices.BinarySearchFunc(p.parts, product, func(x part, n int) int { return x.product - n })
	if !ok {
		return nil
	}
	return p.parts[i].coefficient
}
