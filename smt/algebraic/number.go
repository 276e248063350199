// Package algebraic computes exactly with real algebraic numbers: real roots of polynomials with integer
// coefficients, each held as a polynomial together with an interval in which it has no other root.
package algebraic

import (
	"errors"
	"math/big"
)

// ErrTooLarge says that a computation would pass the limits on degrees and coefficients.
var ErrTooLarge = errors.New("an algebraic number of too high a degree")

// Errors about numbers that do not exist.
var (
	ErrNoRoot = errors.New("the polynomial has no such root")
	ErrZero   = errors.New("division by zero")
)

// The limits.
const (
	maxDegree = 64
	maxBits   = 1 << 14 // of a coefficient
)

// Number is an immutable real algebraic number; the zero Number is none. Safe for concurrent use.
type Number struct {
	rat    *big.Rat // not nil: a rational number
	p      poly     // square-free, degree at least 2, otherwise
	lo, hi *big.Rat // the number lies strictly between; p has no other root there, and is not zero at the ends
}

// FromRat returns a rational number. It keeps r, which must not change.
func FromRat(r *big.Rat) Number { return Number{rat: r} }

// FromInt returns an integer.
func FromInt(n int64) Number { return Number{rat: big.NewRat(n, 1)} }

// Rat returns a rational number; ok is false for all others.
func (x Number) Rat() (r *big.Rat, ok bool) { return x.rat, x.rat != nil }

// poly returns a polynomial of which x is a root.
func (x Number) poly() poly {
	if x.rat != nil {
		return poly{new(big.Int).Neg(x.rat.Num()), new(big.Int).Set(x.rat.Denom())}
	}
	return x.p
}

// halve returns x with half the interval; x is not rational.
func (x Number) halve() Number {
	mid := new(big.Rat).Add(x.lo, x.hi)
	mid.Mul(mid, big.NewRat(1, 2))
	// The root is simple, so that the signs at the ends of the interval differ; mid is no root, as the root is
	// irrational.
	if x.p.sign(mid) == x.p.sign(x.lo) {
		x.lo = mid
	} else {
		x.hi = mid
	}
	return x
}

// Bounds returns an interval that holds x, of at most the width 2^-bits.
func (x Number) Bounds(bits int) (lo, hi *big.Rat) {
	if x.rat != nil {
		return x.rat, x.rat
	}
	width := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), uint(bits)))
	for new(big.Rat).Sub(x.hi, x.lo).Cmp(width) > 0 {
		x = x.halve()
	}
	return x.lo, x.hi
}

// settle makes a Number of the root of a square-free p strictly between lo and hi, of which there is one; p is not
// zero at the ends. Rational roots are found out.
func settle(p poly, lo, hi *big.Rat) Number {
	x := Number{p: p, lo: lo, hi: hi}
	if p.degree() == 1 {
		return FromRat(new(big.Rat).SetFrac(new(big.Int).Neg(p[0]), p[1]))
	}
	// A rational root has a denominator that divides the leading coefficient, so that it is one of a grid. The
	// interval is narrowed to at most one point of it.
	lead := new(big.Int).Abs(p[len(p)-1])
	step := new(big.Rat).SetFrac(big.NewInt(1), lead)
	for {
		scaled := new(big.Rat).Mul(x.hi, new(big.Rat).SetInt(lead))
		at := new(big.Rat).SetFrac(floor(scaled), lead)
		if at.Cmp(x.hi) >= 0 {
			at.Sub(at, step)
		}
		if at.Cmp(x.lo) <= 0 {
			return x
		}
		if p.sign(at) == 0 {
			return FromRat(at)
		}
		if new(big.Rat).Sub(x.hi, x.lo).Cmp(step) < 0 {
			return x
		}
		mid := new(big.Rat).Add(x.lo, x.hi)
		mid.Mul(mid, big.NewRat(1, 2))
		if p.sign(mid) == 0 {
			return FromRat(mid)
		}
		x = x.halve()
	}
}

func floor(r *big.Rat) *big.Int { return new(big.Int).Div(r.Num(), r.Denom()) }

// Root returns the k-th real root, from 1 in increasing order, of the polynomial with these coefficients, that of the
// constant first: z3's root-obj.
func Root(coeffs []*big.Int, k int) (Number, error) {
	p, err := newPoly(coeffs)
	if err != nil {
		return Number{}, err
	}
	roots := p.isolate()
	if k < 1 || k > len(roots) {
		return Number{}, ErrNoRoot
	}
	return roots[k-1], nil
}

// RootIn returns the one root that the polynomial has between lo and hi, both included.
func RootIn(coeffs []*big.Int, lo, hi *big.Rat) (Number, error) {
	p, err := newPoly(coeffs)
	if err != nil {
		return Number{}, err
	}
	found := Number{}
	for _, r := range p.isolate() {
		if Cmp(r, FromRat(lo)) >= 0 && Cmp(r, FromRat(hi)) <= 0 {
			if found.rat != nil || found.p != nil {
				return Number{}, ErrNoRoot
			}
			found = r
		}
	}
	if found.rat == nil && found.p == nil {
		return Number{}, ErrNoRoot
	}
	return found, nil
}

// Cmp compares two numbers.
func Cmp(x, y Number) int {
	switch {
	case x.rat != nil && y.rat != nil:
		return x.rat.Cmp(y.rat)
	case x.rat != nil:
		return -Cmp(y, x)
	case y.rat != nil:
		for {
			if y.rat.Cmp(x.lo) <= 0 {
				return 1
			}
			if y.rat.Cmp(x.hi) >= 0 {
				return -1
			}
			x = x.halve()
		}
	}
	if overlap(x, y) {
		lo, hi := x.lo, x.hi
		if y.lo.Cmp(lo) > 0 {
			lo = y.lo
		}
		if y.hi.Cmp(hi) < 0 {
			hi = y.hi
		}
		// A common root there is both numbers.
		if g := gcd(x.p, y.p); g.degree() > 0 && g.chain().count(lo, hi) > 0 {
			return 0
		}
	}
	for overlap(x, y) {
		x, y = x.halve(), y.halve()
	}
	if x.hi.Cmp(y.lo) <= 0 {
		return -1
	}
	return 1
}

func overlap(x, y Number) bool { return x.lo.Cmp(y.hi) < 0 && y.lo.Cmp(x.hi) < 0 }

// Equal reports whether two numbers are the same.
func (x Number) Equal(y Number) bool { return Cmp(x, y) == 0 }

// Sign returns -1, 0 or 1.
func (x Number) Sign() int {
	if x.rat != nil {
		return x.rat.Sign()
	}
	return Cmp(x, FromInt(0))
}

// Floor returns the greatest integer that is not above x.
func (x Number) Floor() *big.Int {
	if x.rat != nil {
		return floor(x.rat)
	}
	for {
		n := floor(x.lo)
		if next := new(big.Int).Add(n, big.NewInt(1)); x.hi.Cmp(new(big.Rat).SetInt(next)) <= 0 {
			return n
		}
		x = x.halve()
	}
}

// IsInt reports whether x is an integer.
func (x Number) IsInt() bool { return x.rat != nil && x.rat.IsInt() }
