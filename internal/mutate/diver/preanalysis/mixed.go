package preanalysis

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// toReal is the rule of to_real: the integers in the wanted set.
func toReal(a *Application) {
	if !a.known() {
		return
	}
	if integers, ok := abstract.AsIntegral(a.Want); ok && integers {
		a.Sets[0] = abstract.Any(sorts.Int)
		return
	}
	a.pull(0, a.Want, func(p abstract.Interval) (abstract.Interval, bool) { return wholes(p), true })
}

// wholes returns the integers of an interval of reals.
func wholes(p abstract.Interval) abstract.Interval {
	if p.Lo.Bounded() {
		n := ceil(p.Lo.At)
		p.Lo = abstract.End{At: n, Open: p.Lo.Open && value.IsInteger(p.Lo.At)}
	}
	if p.Hi.Bounded() {
		n := value.Floor(p.Hi.At)
		p.Hi = abstract.End{At: n, Open: p.Hi.Open && value.IsInteger(p.Hi.At)}
	}
	return p
}

// toInt is the rule of to_int: from the smallest wanted integer up to the one after the largest.
func toInt(a *Application) {
	if !a.known() {
		return
	}
	if abstract.IsAny(a.Want) {
		a.Sets[0] = abstract.Any(sorts.Real)
		return
	}
	var buf [3]abstract.Interval
	parts, ok := abstract.Intervals(buf[:0], a.Want)
	if !ok {
		a.preimage(0, func(_ *rng.Rand, w value.Value) (value.Value, bool) { return value.ToReal(w), true })
		return
	}
	for i, p := range parts {
		if p.Lo.Bounded() {
			p.Lo.At = value.ToReal(p.Lo.At)
		}
		if p.Hi.Bounded() {
			n, _ := value.Add(p.Hi.At, value.OfInt(1)) // integer addition cannot fail
			p.Hi = abstract.Open(value.ToReal(n))
		}
		parts[i] = p
	}
	a.Sets[0] = abstract.Numbers(sorts.Real, parts...)
}

// isInt is the rule of is_int.
func isInt(a *Application) {
	if !a.known() {
		return
	}
	switch yes, no := a.Want.Has(value.True), a.Want.Has(value.False); {
	case yes && no:
		a.Sets[0] = abstract.Any(sorts.Real)
	case yes:
		a.Sets[0] = abstract.Integral()
	case no:
		a.Sets[0] = abstract.Fractional()
	}
}
