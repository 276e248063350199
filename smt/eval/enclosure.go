package eval

import (
	"math/big"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// interval certainly contains the real number that it encloses.
type interval struct{ lo, hi *big.Rat }

// enclosureBits are the precisions that are tried in turn to distinguish two numbers.
var enclosureBits = []int{64, 256}

const (
	// maxEnclosed bounds the number of terms in one enclosure.
	maxEnclosed = 200
	// maxArgument bounds the size of arguments of exponential and trigonometric functions, and thereby the terms of their series.
	maxArgument = 64
	// enclosureWork is the approximate cost of one step of an enclosure, in elementary operations.
	enclosureWork = 2000
)

// order compares two arguments of a comparison of reals by enclosures when exact values are unavailable: for terms with pi, and with
// exponential and trigonometric functions. ok is false when it cannot distinguish them: equality is never shown.
func (c *call) order(i, j int) (cmp int, ok bool) {
	if c.ev.applying > 0 {
		return 0, false // the arguments may differ from those of the term
	}
	a, b := c.t.Args()[i], c.t.Args()[j]
	if a.Sort() != sorts.Real || len(a.Free())+len(b.Free()) > 0 {
		return 0, false
	}
	for _, bits := range enclosureBits {
		e := encloser{ev: c.ev, bits: bits, left: maxEnclosed}
		x, ok := e.term(a)
		if !ok {
			return 0, false
		}
		y, ok := e.term(b)
		if !ok {
			return 0, false
		}
		switch {
		case x.hi.Cmp(y.lo) < 0:
			return -1, true
		case y.hi.Cmp(x.lo) < 0:
			return 1, true
		}
	}
	return 0, false
}

// apart reports whether enclosures show that two arguments are different.
func (c *call) apart(i, j int) bool {
	_, ok := c.order(i, j)
	return ok
}

// encloser computes with intervals whose ends have about bits binary places.
type encloser struct {
	ev   *Evaluator
	bits int
	left int // terms
}

// term returns an interval that contains the value of a closed term of sort Real that the evaluator has already visited.
func (e *encloser) term(t *term.Term) (x interval, ok bool) {
	if e.left--; e.left < 0 || !e.ev.meter.Spend(enclosureWork) {
		return x, false
	}
	if v := e.ev.memo.Get(t); v.IsKnown() && v.Kind() != value.Invalid {
		lo, hi := algebraicOf(v).Bounds(e.bits)
		return interval{lo, hi}, true
	}
	if t.Kind() != term.App || t.Func().Row == nil || t.Func().Row.Theory != "reals" {
		return x, false
	}
	var args []interval
	for _, a := range t.Args() {
		y, ok := e.term(a)
		if !ok {
			return x, false
		}
		args = append(args, y)
	}
	return e.apply(t.Func().Row.Name, args)
}

// apply returns an interval for an operator's value at arguments within others.
func (e *encloser) apply(op string, args []interval) (interval, bool) {
	switch op {
	case "real.pi":
		return e.pi(), true
	case "euler":
		return e.exp(point(big.NewRat(1, 1)))
	case "exp":
		return e.exp(args[0])
	case "sin":
		return e.wave(args[0], 1)
	case "cos":
		return e.wave(args[0], 0)
	case "-":
		if len(args) == 1 {
			return interval{new(big.Rat).Neg(args[0].hi), new(big.Rat).Neg(args[0].lo)}, true
		}
	case "+", "*", "/":
	default:
		return interval{}, false
	}
	acc := args[0]
	for _, a := range args[1:] {
		var ok bool
		if acc, ok = e.binary(op, acc, a); !ok {
			return acc, false
		}
	}
	return acc, true
}

func point(r *big.Rat) interval { return interval{r, r} }

// binary returns an interval for a field operation.
func (e *encloser) binary(op string, x, y interval) (interval, bool) {
	var z func(a, b *big.Rat) *big.Rat
	switch op {
	case "+":
		return e.round(new(big.Rat).Add(x.lo, y.lo), new(big.Rat).Add(x.hi, y.hi)), true
	case "-":
		return e.round(new(big.Rat).Sub(x.lo, y.hi), new(big.Rat).Sub(x.hi, y.lo)), true
	case "*":
		z = func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
	default:
		if y.lo.Sign() <= 0 && y.hi.Sign() >= 0 {
			return interval{}, false
		}
		z = func(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }
	}
	lo := z(x.lo, y.lo)
	hi := lo
	for _, r := range []*big.Rat{z(x.lo, y.hi), z(x.hi, y.lo), z(x.hi, y.hi)} {
		if r.Cmp(lo) < 0 {
			lo = r
		}
		if r.Cmp(hi) > 0 {
			hi = r
		}
	}
	return e.round(lo, hi), true
}

// round widens an interval to ends that are multiples of a small power of two, so that numbers stay short.
func (e *encloser) round(lo, hi *big.Rat) interval {
	unit := new(big.Int).Lsh(big.NewInt(1), uint(e.bits+16))
	down := func(r *big.Rat) *big.Int {
		n := new(big.Int).Mul(r.Num(), unit)
		return n.Div(n, r.Denom()) // Euclidean: rounds down, since the denominator is positive
	}
	up := down(new(big.Rat).Neg(hi))
	return interval{
		new(big.Rat).SetFrac(down(lo), unit),
		new(big.Rat).SetFrac(up.Neg(up), unit),
	}
}

// pi is 16 arctan(1/5) - 4 arctan(1/239) (Machin).
func (e *encloser) pi() interval {
	a, b := e.arctanOfInverse(5), e.arctanOfInverse(239)
	scaled := func(k int64, r *big.Rat) *big.Rat { return new(big.Rat).Mul(big.NewRat(k, 1), r) }
	return e.round(
		new(big.Rat).Sub(scaled(16, a.lo), scaled(4, b.hi)),
		new(big.Rat).Sub(scaled(16, a.hi), scaled(4, b.lo)))
}

// arctanOfInverse encloses arctan(1/n), n > 1, between two partial sums of its alternating series.
func (e *encloser) arctanOfInverse(n int64) interval {
	sum, power := new(big.Rat), big.NewRat(1, n)
	square := big.NewRat(1, n*n)
	limit := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), uint(e.bits+8)))
	for k := int64(0); ; k++ {
		next := new(big.Rat).Mul(power, big.NewRat(1, 2*k+1))
		if k%2 == 1 {
			next.Neg(next)
		}
		before := sum
		sum = new(big.Rat).Add(sum, next)
		if next.Abs(next).Cmp(limit) < 0 {
			if before.Cmp(sum) > 0 {
				before, sum = sum, before
			}
			return interval{before, sum}
		}
		power = new(big.Rat).Mul(power, square)
	}
}

// exp encloses the exponential function, which is increasing.
func (e *encloser) exp(x interval) (interval, bool) {
	lo, ok := e.expAt(x.lo)
	if !ok {
		return lo, false
	}
	hi, ok := e.expAt(x.hi)
	return interval{lo.lo, hi.hi}, ok
}

// expAt encloses exp r: that of a negative number is the inverse of that of a positive one.
func (e *encloser) expAt(r *big.Rat) (interval, bool) {
	if r.Sign() < 0 {
		x, ok := e.expAt(new(big.Rat).Neg(r))
		if !ok {
			return x, false
		}
		return e.binary("/", point(big.NewRat(1, 1)), x)
	}
	return e.series(r, 0, 1, false)
}

// wave encloses the sine (first power 1) or cosine (first power 0). Neither changes faster than its argument.
func (e *encloser) wave(x interval, first int64) (interval, bool) {
	middle := new(big.Rat).Mul(new(big.Rat).Add(x.lo, x.hi), big.NewRat(1, 2))
	radius := new(big.Rat).Sub(x.hi, middle)
	y, ok := e.series(middle, first, 2, true)
	if !ok {
		return y, false
	}
	return e.round(new(big.Rat).Sub(y.lo, radius), new(big.Rat).Add(y.hi, radius)), true
}

// series encloses the sum of r^n/n! over n = first, first+step, ..., optionally with alternating signs. After a term whose n is at
// least twice the size of r, the rest is at most as large as that term.
func (e *encloser) series(r *big.Rat, first, step int64, alternating bool) (interval, bool) {
	size := new(big.Rat).Abs(r)
	if size.Cmp(big.NewRat(maxArgument, 1)) > 0 {
		return interval{}, false
	}
	limit := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), uint(e.bits+8)))
	// Each product is rounded, so that numbers stay short; therefore sum and power are intervals.
	x := e.round(r, r)
	power := point(big.NewRat(1, 1))
	sum := point(new(big.Rat))
	for n := int64(0); ; n++ {
		if n > 0 {
			power, _ = e.binary("*", power, x)
			power, _ = e.binary("/", power, point(big.NewRat(n, 1)))
		}
		if !e.ev.meter.Spend(enclosureWork / 10) {
			return interval{}, false
		}
		if n >= first && (n-first)%step == 0 {
			op := "+"
			if alternating && (n-first)/step%2 == 1 {
				op = "-"
			}
			sum, _ = e.binary(op, sum, power)
		}
		largest := new(big.Rat).Abs(power.lo)
		if other := new(big.Rat).Abs(power.hi); other.Cmp(largest) > 0 {
			largest = other
		}
		if big.NewRat(n, 2).Cmp(size) >= 0 && n > first && largest.Cmp(limit) < 0 {
			return e.round(new(big.Rat).Sub(sum.lo, largest), new(big.Rat).Add(sum.hi, largest)), true
		}
	}
}
