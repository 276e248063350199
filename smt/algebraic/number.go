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
	maxBits   = 1 << 14 // of a coefficient that is parsed
	maxSize   = 1 << 15 // degree times bits of a polynomial that is parsed
	maxResult = 1 << 17 // the same for a result
)

// Number is an immutable real algebraic number; the zero Number is not a number. Safe for concurrent use.
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

func floor(r *big.Rat) *big.Int { return new(big.Int).Div(r.Num(), r.Denom()) }

// Root returns the k-th real root, from 1 in increasing order, of the polynomial with these coefficients, constant
// first: z3's root-obj.
func Root(coeffs []*big.Int, k int) (Number, error) {
	p, err := newPoly(coeffs)
	if err != nil {
		return Number{}, err
	}
	roots, err := p.isolate()
	if err != nil {
		return Number{}, err
	}
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
	roots, err := p.isolate()
	if err != nil {
		return Number{}, err
	}
	found := Number{}
	for _, r := range roots {
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
		return -y.compareRat(x.rat)
	case y.rat != nil:
		return x.compareRat(y.rat)
	case !overlap(x, y):
		return x.lo.Cmp(y.lo)
	case same(x, y):
		return 0
	}
	for bits := 16; overlap(x, y); bits *= 2 {
		x, y = x.narrow(unit(bits)), y.narrow(unit(bits))
	}
	return x.lo.Cmp(y.lo)
}

// compareRat compares an irrational x with r.
func (x Number) compareRat(r *big.Rat) int {
	switch {
	case r.Cmp(x.lo) <= 0:
		return 1
	case r.Cmp(x.hi) >= 0:
		return -1
	case x.p.sign(r) == x.p.sign(x.lo):
		return 1
	}
	return -1
}

// same reports whether two irrational numbers whose intervals overlap are equal.
func same(x, y Number) bool {
	g := gcd(x.p, y.p)
	if g.degree() == 0 {
		return false
	}
	lo, hi := x.lo, x.hi
	if y.lo.Cmp(lo) > 0 {
		lo = y.lo
	}
	if y.hi.Cmp(hi) < 0 {
		hi = y.hi
	}
	// A common root there equals both numbers. It is simple, and the ends are not roots of one of the polynomials.
	return g.sign(lo) != g.sign(hi)
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

// Floor returns the greatest integer that does not exceed x.
func (x Number) Floor() *big.Int {
	if x.rat != nil {
		return floor(x.rat)
	}
	x = x.narrow(big.NewRat(1, 2))
	n := floor(x.hi)
	if x.compareRat(new(big.Rat).SetInt(n)) < 0 {
		n.Sub(n, big.NewInt(1))
	}
	return n
}

// Defining returns what defines an irrational number: the coefficients of a square-free polynomial, constant first, and two rationals between
// which the number is its only root; neither of these is a root. ok is false for rational numbers. The caller must not change the numbers.
func (x Number) Defining() (coeffs []*big.Int, lo, hi *big.Rat, ok bool) {
	return x.p, x.lo, x.hi, x.rat == nil
}
