package preanalysis

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// intRules are the rules of Ints with the operators of solvers, realRules those of Reals, mixedRules those that link the two. All sets are
// complete except where a comment says otherwise; where no form of set says what may be at a place, evaluation does.
var (
	intRules = map[string]rule{
		"+": sum, "-": difference, "*": product, "abs": absolute,
		"<": less, "<=": less, ">": less, ">=": less,
		"div": quotient, "mod": modulo, "divisible": divisible,
		"div_total": evaluated, "mod_total": evaluated, "rem": evaluated, "iand": evaluated, "piand": evaluated,
		"int.pow2": evaluated, "int.log2": evaluated, "^": evaluated,
	}
	realRules = map[string]rule{
		"+": sum, "-": difference, "*": product, "abs": absolute,
		"<": less, "<=": less, ">": less, ">=": less,
		"/": ratio, "/_total": evaluated,
	}
	mixedRules = map[string]rule{"to_real": toReal, "to_int": toInt, "is_int": isInt}
)

// evaluated is the rule of operators on numbers that are left entirely to evaluation.
func evaluated(a *Application) {
	for i, v := range a.Args {
		a.preimage(i, numberNear(v))
	}
}

// known reports whether no argument is open: otherwise most operators have no value.
func (a *Application) known() bool {
	for i := range a.Args {
		if a.Args[i].IsOpen() {
			return false
		}
	}
	return true
}

// sum is the rule of +: an argument is what is wanted minus the others.
func sum(a *Application) {
	if !a.known() {
		return
	}
	for i, v := range a.Args {
		if rest, err := value.Sub(a.Value, v); err == nil {
			a.translate(i, false, rest)
		}
	}
}

// difference is the rule of -, also with one argument.
func difference(a *Application) {
	if !a.known() {
		return
	}
	for i, v := range a.Args {
		if i == 0 && len(a.Args) > 1 {
			if rest, err := value.Sub(a.Value, v); err == nil {
				a.translate(i, false, rest)
			}
			continue
		}
		if rest, err := value.Add(a.Value, v); err == nil {
			a.translate(i, true, rest)
		}
	}
}

// translate sets the set of argument i to the numbers v for which v + rest, or rest - v, is wanted.
func (a *Application) translate(i int, negative bool, rest value.Value) {
	if abstract.IsPoint(a.Want) {
		return // there is only one number
	}
	if set, ok := translated(a.Want, negative, rest); ok {
		a.Sets[i] = set
		return
	}
	a.preimage(i, func(_ *rng.Rand, w value.Value) (value.Value, bool) {
		v, err := value.Sub(w, rest)
		if negative {
			v = value.Neg(v)
		}
		return v, err == nil
	})
}

// translated returns the numbers v for which v + rest, or rest - v, is in a set; ok is false when it cannot express that.
func translated(set abstract.Set, negative bool, rest value.Value) (to abstract.Set, ok bool) {
	s := set.Sort()
	if abstract.IsAny(set) {
		return abstract.Any(s), true
	}
	if _, ok := abstract.AsIntegral(set); ok {
		return set, value.IsInteger(rest)
	}
	var buf [3]abstract.Interval
	mod, parts, turns := abstract.AsResidues(set)
	if !turns {
		if parts, ok = abstract.Intervals(buf[:0], set); !ok {
			return nil, false
		}
	}
	for i, p := range parts {
		if parts[i], ok = moved(p, negative, rest); !ok {
			return nil, false
		}
	}
	if turns {
		return abstract.Residues(mod, turned(parts, mod)...), true
	}
	return abstract.Numbers(s, parts...), true
}

// numberNear guesses a number near another one, or any.
func numberNear(v value.Value) back {
	s := sorts.Int
	if v.Kind() == value.Real {
		s = sorts.Real
	}
	any := random(s)
	return func(r *rng.Rand, w value.Value) (value.Value, bool) {
		if v.IsOpen() || r.IntN(3) == 0 {
			return any(r, w)
		}
		step := value.OfInt(int64(r.IntN(9) - 4))
		if s == sorts.Real {
			step = value.ToReal(step)
		}
		n, err := value.Add(v, step)
		return n, err == nil
	}
}

// pull sets the set of argument i to the union of what a function makes of the intervals of a set. Where the set has no intervals, or the
// function fails, evaluation decides what is in it. The function must map single numbers to single numbers: those need no work.
func (a *Application) pull(i int, set abstract.Set, fn func(abstract.Interval) (abstract.Interval, bool)) {
	if abstract.IsAny(set) {
		a.Sets[i] = abstract.Any(a.Sort(i))
		return
	}
	if abstract.IsPoint(set) {
		return
	}
	var buf [3]abstract.Interval
	parts, ok := abstract.Intervals(buf[:0], set)
	if !ok {
		a.preimage(i, numberNear(a.Args[i]))
		return
	}
	n := 0
	for _, p := range parts {
		q, ok := fn(p)
		if !ok {
			a.preimage(i, numberNear(a.Args[i]))
			return
		}
		parts[n] = q
		n++
	}
	a.Sets[i] = abstract.Numbers(a.Sort(i), parts[:n]...)
}

// moved returns the numbers v for which v + rest, or rest - v, is in the interval.
func moved(p abstract.Interval, negative bool, rest value.Value) (abstract.Interval, bool) {
	move := func(v value.Value) (value.Value, error) {
		if negative {
			return value.Sub(rest, v)
		}
		return value.Sub(v, rest)
	}
	return mapped(p, negative, move)
}

// mapped returns the interval between the images of its ends under a monotone function, swapped when the function is decreasing.
func mapped(p abstract.Interval, falls bool, fn func(value.Value) (value.Value, error)) (abstract.Interval, bool) {
	for _, e := range [2]*abstract.End{&p.Lo, &p.Hi} {
		if !e.Bounded() {
			continue
		}
		// Calculating with irrational numbers takes long, and no formula can say where they are.
		if e.At.IsIrrational() {
			return p, false
		}
		v, err := fn(e.At)
		if err != nil {
			return p, false
		}
		e.At = v
	}
	if falls {
		p.Lo, p.Hi = p.Hi, p.Lo
	}
	return p, true
}

// product is the rule of *. Next to a factor of zero, the others are irrelevant.
func product(a *Application) {
	n := len(a.Args)
	var buf [4]partial
	behind := append(buf[:0], make([]partial, n)...) // behind[i] is of the arguments after i
	for i := n - 2; i >= 0; i-- {
		behind[i] = behind[i+1].times(a.Args[i+1])
	}
	var before partial
	for i, v := range a.Args {
		switch k := before.with(behind[i]); {
		case k.zero:
			if zero := a.zero(i); a.Want.Has(zero) {
				a.Sets[i] = abstract.Irrelevant(a.Sort(i))
			}
		case !k.open:
			a.scale(i, k.v)
		}
		before = before.times(v)
	}
}

// partial is the product of some arguments; the zero partial is the product of none.
type partial struct {
	v    value.Value // of those that are known and not zero; invalid when there are none
	zero bool        // one is zero
	open bool        // one is not known, or arithmetic failed
}

// times returns the product with one more.
func (p partial) times(v value.Value) partial {
	switch {
	case v.IsOpen():
		p.open = true
	case v.Sign() == 0:
		p.zero = true
	case p.v.Kind() == value.Invalid:
		p.v = v
	default:
		var err error
		if p.v, err = value.Mul(p.v, v); err != nil {
			p.v, p.open = v, true
		}
	}
	return p
}

// with returns the product of two.
func (p partial) with(q partial) partial {
	zero, open := p.zero || q.zero, p.open || q.open
	if zero || open {
		return partial{zero: zero, open: open}
	}
	if q.v.Kind() == value.Invalid {
		return p
	}
	return p.times(q.v)
}

// scale sets the set of argument i to the numbers v for which v times k is wanted; k is not zero.
func (a *Application) scale(i int, k value.Value) {
	if k.Kind() == value.Int {
		a.pull(i, a.Want, func(p abstract.Interval) (abstract.Interval, bool) { return divided(p, k), true })
		return
	}
	a.pull(i, a.Want, func(p abstract.Interval) (abstract.Interval, bool) {
		return mapped(p, k.Sign() < 0, func(v value.Value) (value.Value, error) { return value.Div(v, k) })
	})
}

// divided returns the integers v for which v times k lies in the interval. k is not zero, and the ends are closed.
func divided(p abstract.Interval, k value.Value) abstract.Interval {
	if k.Sign() < 0 {
		p.Lo, p.Hi = p.Hi, p.Lo
	}
	if p.Lo.Bounded() {
		p.Lo.At = ceilDiv(p.Lo.At, k)
	}
	if p.Hi.Bounded() {
		p.Hi.At = floorDiv(p.Hi.At, k)
	}
	return p
}

// absolute is the rule of abs: the nonnegative part of what is wanted, and its mirror image.
func absolute(a *Application) {
	if !a.known() {
		return
	}
	s := a.Sort(0)
	if abstract.IsAny(a.Want) {
		a.Sets[0] = abstract.Any(s)
		return
	}
	if _, ok := abstract.AsIntegral(a.Want); ok {
		a.Sets[0] = a.Want
		return
	}
	var buf [6]abstract.Interval
	parts, ok := abstract.Intervals(buf[:0], a.Want)
	if !ok {
		a.preimage(0, itself)
		return
	}
	zero := a.zero(0)
	for i, p := range parts {
		parts[i] = abstract.Both(p, abstract.Interval{Lo: abstract.Closed(zero)})
	}
	for _, p := range parts {
		p, ok := mapped(p, true, func(v value.Value) (value.Value, error) { return value.Neg(v), nil })
		if !ok {
			a.preimage(0, itself)
			return
		}
		parts = append(parts, p)
	}
	a.Sets[0] = abstract.Numbers(s, parts...)
}

// zero returns the zero of the sort of argument i, Int or Real.
func (a *Application) zero(i int) value.Value {
	if a.Sort(i) == sorts.Real {
		return value.ToReal(value.OfInt(0))
	}
	return value.OfInt(0)
}
