package preanalysis

import (
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/value"
)

// ratio is the rule of /.
func ratio(a *Application) {
	if !a.known() {
		return
	}
	for i := range a.Args {
		d, ok := a.without(i) // what the argument is divided by, or what it divides
		switch {
		case !ok:
			a.preimage(i, numberNear(a.Args[i]))
		case i > 0:
			a.divisor(i, d)
		default:
			a.pull(0, a.Want, func(p abstract.Interval) (abstract.Interval, bool) {
				return mapped(p, d.Sign() < 0, func(v value.Value) (value.Value, error) { return value.Mul(v, d) })
			})
		}
	}
}

// without returns the quotient of the other arguments, or the product of the others when i is the first argument; ok is false where one of
// these is zero or arithmetic fails.
func (a *Application) without(i int) (v value.Value, ok bool) {
	v = a.Args[0]
	for j, d := range a.Args[1:] {
		if j+1 == i {
			continue
		}
		if d.Sign() == 0 {
			return v, false
		}
		var err error
		switch {
		case i == 0 && j == 0:
			v = d
		case i == 0:
			v, err = value.Mul(v, d)
		default:
			v, err = value.Div(v, d)
		}
		if err != nil {
			return v, false
		}
	}
	return v, true
}

// divisor sets the set of a divisor of x: the numbers d for which x / d is wanted.
func (a *Application) divisor(i int, x value.Value) {
	var all abstract.Interval
	zero := a.zero(i)
	switch {
	case abstract.IsAny(a.Want):
		a.Sets[i] = a.withZero(i, all)
		return
	case x.Sign() == 0 && a.Want.Has(zero):
		a.Sets[i] = a.withZero(i, all)
		return
	case x.Sign() == 0:
		a.Sets[i] = a.withZero(i)
		return
	}
	var buf [3]abstract.Interval
	parts, ok := abstract.Intervals(buf[:0], a.Want)
	if !ok {
		a.preimage(i, numberNear(a.Args[i]))
		return
	}
	var space [6]abstract.Interval
	out := space[:0]
	for _, p := range parts {
		for _, side := range [2]abstract.Interval{{Lo: abstract.Open(zero)}, {Hi: abstract.Open(zero)}} {
			q, ok := reciprocal(abstract.Both(p, side), x)
			if !ok {
				a.preimage(i, numberNear(a.Args[i]))
				return
			}
			out = append(out, q)
		}
	}
	a.Sets[i] = a.withZero(i, out...)
}

// reciprocal returns the numbers d for which x / d lies in an interval on one side of zero; x is not zero.
func reciprocal(p abstract.Interval, x value.Value) (abstract.Interval, bool) {
	zero := value.ToReal(value.OfInt(0))
	if p.Empty() {
		return p, true // empty, and stays so
	}
	turn := func(e abstract.End) (abstract.End, bool) {
		switch {
		case !e.Bounded():
			return abstract.Open(zero), true
		case e.At.Sign() == 0:
			return abstract.End{}, true
		}
		v, err := value.Div(x, e.At)
		return abstract.End{At: v, Open: e.Open}, err == nil
	}
	lo, ok := turn(p.Hi)
	hi, also := turn(p.Lo)
	if x.Sign() > 0 { // the quotient decreases as the divisor increases
		return abstract.Interval{Lo: lo, Hi: hi}, ok && also
	}
	return abstract.Interval{Lo: hi, Hi: lo}, ok && also
}
