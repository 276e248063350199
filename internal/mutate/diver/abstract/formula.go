package abstract

import (
	"cmp"
	"math/big"

	"github.com/assay-smt/assay/smt/algebraic"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// formula writes sets of numbers, or of other ordered values, as formulas over a term. The first error is kept.
type formula struct {
	st           *term.Store
	x            *term.Term
	sort         *sorts.Sort
	less, atMost string // the comparisons, "" for those of numbers
	err          error
}

func (f *formula) op(name string, args ...*term.Term) *term.Term {
	if f.err != nil {
		return nil
	}
	if len(args) == 1 && (name == "and" || name == "or") {
		return args[0]
	}
	var t *term.Term
	t, f.err = apply(f.st, name, args...)
	return t
}

// value writes a number.
func (f *formula) value(v value.Value) *term.Term {
	if f.err != nil {
		return nil
	}
	var t *term.Term
	t, f.err = Literal(f.st, f.sort, v)
	return t
}

// inside says that x is in one of the intervals.
func (f *formula) inside(parts []Interval) (*term.Term, error) {
	ways := make([]*term.Term, len(parts))
	for i := range parts {
		ways[i] = f.interval(&parts[i])
	}
	t := f.op("or", ways...)
	return t, f.err
}

// outside says that x is in none of the intervals, of which there is at least one.
func (f *formula) outside(parts []Interval) (*term.Term, error) {
	all := make([]*term.Term, len(parts))
	for i := range parts {
		v, ok := parts[i].point()
		if _, irrational := v.Algebraic(); ok && !irrational {
			all[i] = f.op("distinct", f.x, f.value(v))
		} else {
			all[i] = f.op("not", f.interval(&parts[i]))
		}
	}
	t := f.op("and", all...)
	return t, f.err
}

// interval says that x is between two ends, at least one of which exists.
func (f *formula) interval(p *Interval) *term.Term {
	if v, ok := p.point(); ok {
		return f.equals(v)
	}
	return f.bounds(p)
}

// bounds says the same for each end separately.
func (f *formula) bounds(p *Interval) *term.Term {
	var both []*term.Term
	if p.Lo.Bounded() {
		both = append(both, f.end(p.Lo, true))
	}
	if p.Hi.Bounded() {
		both = append(both, f.end(p.Hi, false))
	}
	return f.op("and", both...)
}

// end says that x lies above an end, or below it.
func (f *formula) end(e End, above bool) *term.Term {
	name := cmp.Or(f.atMost, "<=")
	if e.Open {
		name = cmp.Or(f.less, "<")
	}
	if a, ok := e.At.Algebraic(); ok {
		return f.beside(a, name, above)
	}
	if above {
		return f.op(name, f.value(e.At), f.x)
	}
	return f.op(name, f.x, f.value(e.At))
}

// The standard has no literals for irrational numbers. Such a number is the only root, and a simple one, of a polynomial p between two
// rationals at which p is not zero: from left to right p changes its sign there, and nowhere else in between.

// beside says that x is above or below an irrational number; name is <= or <.
func (f *formula) beside(a algebraic.Number, name string, above bool) *term.Term {
	coeffs, lo, hi, _ := a.Defining()
	zero := f.value(value.ToReal(value.OfInt(0)))
	near, far := value.OfRat(lo), value.OfRat(hi)
	if !above {
		near, far = far, near
	}
	// On the required side of the number, p has the sign that it has at the far end.
	p, sign := f.polynomial(coeffs), signAt(coeffs, far)
	side := f.op(name, zero, p)
	if sign < 0 {
		side = f.op(name, p, zero)
	}
	if above {
		return f.op("or", f.op("<=", f.value(far), f.x), f.op("and", f.op("<", f.value(near), f.x), side))
	}
	return f.op("or", f.op("<=", f.x, f.value(far)), f.op("and", f.op("<", f.x, f.value(near)), side))
}

// equals says that x is a number.
func (f *formula) equals(v value.Value) *term.Term {
	a, ok := v.Algebraic()
	if !ok {
		return f.op("=", f.x, f.value(v))
	}
	coeffs, lo, hi, _ := a.Defining()
	return f.op("and", f.op("<", f.value(value.OfRat(lo)), f.x), f.op("<", f.x, f.value(value.OfRat(hi))),
		f.op("=", f.polynomial(coeffs), f.value(value.ToReal(value.OfInt(0)))))
}

// polynomial writes a polynomial in x by Horner's rule.
func (f *formula) polynomial(coeffs []*big.Int) *term.Term {
	number := func(n *big.Int) *term.Term { return f.value(value.OfRat(new(big.Rat).SetInt(n))) }
	last := len(coeffs) - 1
	t := number(coeffs[last])
	for i := last - 1; i >= 0; i-- {
		if i == last-1 && coeffs[last].IsInt64() && coeffs[last].Int64() == 1 {
			t = f.x
		} else {
			t = f.op("*", f.x, t)
		}
		if coeffs[i].Sign() != 0 {
			t = f.op("+", number(coeffs[i]), t)
		}
	}
	return t
}

// signAt returns the sign of a polynomial at a rational number.
func signAt(coeffs []*big.Int, at value.Value) int {
	x, _ := at.Rat()
	sum := new(big.Rat)
	for i := len(coeffs) - 1; i >= 0; i-- {
		sum.Mul(sum, x)
		sum.Add(sum, new(big.Rat).SetInt(coeffs[i]))
	}
	return sum.Sign()
}
