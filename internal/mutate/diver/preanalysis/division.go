package preanalysis

import (
	"math"
	"math/big"

	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// floorDiv returns the greatest integer not above a divided by k; k is not zero.
func floorDiv(a, k value.Value) value.Value {
	m, small := a.Small()
	n, also := k.Small()
	if small && also && m != math.MinInt64 && n != math.MinInt64 {
		q := m / n
		if m%n != 0 && (m < 0) != (n < 0) {
			q--
		}
		return value.OfInt(q)
	}
	x, y := a.Big(), k.Big()
	if y.Sign() < 0 {
		x, y = new(big.Int).Neg(x), new(big.Int).Neg(y)
	}
	// Euclidean division rounds down when the divisor is positive.
	return value.OfBig(new(big.Int).Div(x, y))
}

// ceilDiv returns the least integer not below a divided by k; k is not zero.
func ceilDiv(a, k value.Value) value.Value { return value.Neg(floorDiv(value.Neg(a), k)) }

// ceil returns the least integer not below a real.
func ceil(v value.Value) value.Value { return value.Neg(value.Floor(value.Neg(v))) }

func magnitude(v value.Value) value.Value {
	if v.Sign() < 0 {
		return value.Neg(v)
	}
	return v
}

// Integer arithmetic has no errors.
func plus(a, b value.Value) value.Value { v, _ := value.Add(a, b); return v }

func minus(a, b value.Value) value.Value { v, _ := value.Sub(a, b); return v }

func times(a, b value.Value) value.Value { v, _ := value.Mul(a, b); return v }

var unit = value.OfInt(1)

// quotient is the rule of div.
func quotient(a *Application) {
	if !a.known() {
		return
	}
	var buf [3]abstract.Interval
	if parts, ok := abstract.Intervals(buf[:0], a.Want); !ok || !a.nonzero() {
		a.preimage(0, numberNear(a.Args[0]))
	} else if abstract.IsAny(a.Want) {
		a.Sets[0] = a.Want
	} else {
		for j := len(a.Args) - 1; j > 0; j-- {
			for k, p := range parts {
				parts[k] = dividends(p, a.Args[j])
			}
		}
		a.Sets[0] = abstract.Numbers(sorts.Int, parts...)
	}
	if len(a.Args) != 2 {
		for i := range a.Args[1:] {
			a.preimage(i+1, numberNear(a.Args[i+1]))
		}
		return
	}
	if abstract.IsAny(a.Want) {
		a.Sets[1] = a.withZero(1, abstract.Interval{})
		return
	}
	if parts, ok := abstract.Intervals(buf[:0], a.Want); ok {
		var space [6]abstract.Interval
		out := space[:0]
		for _, p := range parts {
			up, down := divisors(a.Args[0], p), divisors(a.Args[0], mirrored(p))
			out = append(out, up, mirrored(down))
		}
		a.Sets[1] = a.withZero(1, out...)
		return
	}
	a.preimage(1, numberNear(a.Args[1]))
}

// nonzero reports whether all arguments except the first are nonzero.
func (a *Application) nonzero() bool {
	for _, v := range a.Args[1:] {
		if v.Sign() == 0 {
			return false
		}
	}
	return true
}

// withZero returns the union of intervals for the divisor i, including zero exactly when the interpretation of divisions by zero gives a
// wanted value.
func (a *Application) withZero(i int, parts ...abstract.Interval) abstract.Set {
	zero := a.zero(i)
	v := a.Try(i, zero)
	if v.IsKnown() && a.Want.Has(v) {
		return abstract.Numbers(a.Sort(i), append(parts, abstract.Point(zero))...)
	}
	var buf [8]abstract.Interval
	out := buf[:0]
	for _, p := range parts {
		out = append(out, abstract.Both(p, abstract.Interval{Hi: abstract.Open(zero)}), abstract.Both(p, abstract.Interval{Lo: abstract.Open(zero)}))
	}
	return abstract.Numbers(a.Sort(i), out...)
}

// mirrored returns the interval of the negated numbers.
func mirrored(p abstract.Interval) abstract.Interval {
	p, _ = mapped(p, true, func(v value.Value) (value.Value, error) { return value.Neg(v), nil })
	return p
}

// dividends returns the integers whose quotient by d lies in the interval. d is not zero, and the ends are closed.
func dividends(p abstract.Interval, d value.Value) abstract.Interval {
	if d.Sign() < 0 { // the quotient is the negated quotient by -d
		p, d = mirrored(p), value.Neg(d)
	}
	if p.Lo.Bounded() {
		p.Lo.At = times(p.Lo.At, d)
	}
	if p.Hi.Bounded() {
		p.Hi.At = plus(times(p.Hi.At, d), minus(d, unit))
	}
	return p
}

// divisors returns the positive integers d for which x div d, that is, x / d rounded down, lies in the interval, whose ends are closed.
func divisors(x value.Value, p abstract.Interval) abstract.Interval {
	none := abstract.Interval{Lo: abstract.Closed(unit), Hi: abstract.Closed(value.OfInt(0))}
	out := abstract.Interval{Lo: abstract.Closed(unit)}
	negative := x.Sign() < 0
	if lo := p.Lo; lo.Bounded() { // lo d <= x
		switch sign := lo.At.Sign(); {
		case sign > 0:
			out.Hi = abstract.Closed(floorDiv(x, lo.At))
		case sign == 0 && negative:
			return none
		case sign < 0:
			out.Lo = larger(out.Lo, ceilDiv(x, lo.At))
		}
	}
	if hi := p.Hi; hi.Bounded() { // x < (hi + 1) d
		switch b := plus(hi.At, unit); {
		case b.Sign() > 0:
			out.Lo = larger(out.Lo, plus(floorDiv(x, b), unit))
		case b.Sign() == 0 && !negative:
			return none
		case b.Sign() < 0:
			out = abstract.Both(out, abstract.Interval{Hi: abstract.Closed(minus(ceilDiv(x, b), unit))})
		}
	}
	return out
}

// larger returns the end or the number, whichever is larger, as a closed lower end.
func larger(e abstract.End, v value.Value) abstract.End {
	if value.CompareNumbers(e.At, v) >= 0 {
		return e
	}
	return abstract.Closed(v)
}

// maxModuli bounds the divisors of mod that are examined one by one.
const maxModuli = 64

// modulo is the rule of mod. The divisor's set is complete when the dividend is small:
// among divisors whose absolute value is at most the dividend's, it has only those up to maxModuli.
func modulo(a *Application) {
	if !a.known() {
		return
	}
	x, d := a.Args[0], magnitude(a.Args[1])
	var buf [3]abstract.Interval
	parts, ok := abstract.Intervals(buf[:0], a.Want)
	if !ok {
		a.preimage(0, numberNear(x))
		a.preimage(1, numberNear(a.Args[1]))
		return
	}
	if d.Sign() != 0 {
		a.Sets[0] = abstract.Residues(d, parts...)
	} else {
		a.preimage(0, numberNear(x))
	}
	if abstract.IsAny(a.Want) {
		a.Sets[1] = a.withZero(1, abstract.Interval{})
		return
	}
	// A divisor beyond the dividend's absolute value leaves the dividend unchanged, or fills it up to the divisor.
	var space [8]abstract.Interval
	out := space[:0]
	if x.Sign() >= 0 {
		if a.Want.Has(x) {
			out = append(out, abstract.Interval{Lo: abstract.Open(x)})
		}
	} else {
		for _, p := range parts {
			p, _ = moved(p, false, x)
			out = append(out, abstract.Both(p, abstract.Interval{Lo: abstract.Closed(value.Neg(x))}))
		}
	}
	top := magnitude(x)
	if x.Sign() < 0 {
		top = minus(top, unit)
	}
	for k := range top.Clamp(0, maxModuli) {
		if k >= maxModuli {
			break
		}
		if r := rest(x, int64(k)+1); a.Want.Has(r) {
			out = append(out, abstract.Point(value.OfInt(int64(k)+1)))
		}
	}
	if value.CompareNumbers(d, value.OfInt(maxModuli)) > 0 { // not examined
		out = append(out, abstract.Point(d))
	}
	for _, p := range out {
		out = append(out, mirrored(p))
	}
	a.Sets[1] = a.withZero(1, out...)
}

// rest returns x modulo a positive number.
func rest(x value.Value, d int64) value.Value {
	if n, ok := x.Small(); ok {
		if n %= d; n < 0 {
			n += d
		}
		return value.OfInt(n)
	}
	return value.OfBig(new(big.Int).Mod(x.Big(), big.NewInt(d)))
}

// turned moves intervals of remainders, which may lie anywhere and are no longer than the modulus, to between zero and the modulus.
func turned(parts []abstract.Interval, mod value.Value) []abstract.Interval {
	var out []abstract.Interval
	for _, p := range parts {
		turns := times(floorDiv(p.Lo.At, mod), mod)
		lo, hi := minus(p.Lo.At, turns), minus(p.Hi.At, turns)
		out = append(out, abstract.Interval{Lo: abstract.Closed(lo), Hi: abstract.Closed(hi)})
		if value.CompareNumbers(hi, mod) >= 0 {
			out = append(out, abstract.Interval{Lo: abstract.Closed(value.OfInt(0)), Hi: abstract.Closed(minus(hi, mod))})
		}
	}
	return out
}

// divisible is the rule of divisible.
func divisible(a *Application) {
	if !a.known() {
		return
	}
	n := value.OfInt(int64(a.Term.Func().Indices[0]))
	switch yes, no := a.Want.Has(value.True), a.Want.Has(value.False); {
	case yes && no:
		a.Sets[0] = abstract.Any(sorts.Int)
	case yes:
		a.Sets[0] = abstract.Residues(n, abstract.Point(value.OfInt(0)))
	case no:
		a.Sets[0] = abstract.Residues(n, abstract.Interval{Lo: abstract.Closed(unit)})
	}
}
