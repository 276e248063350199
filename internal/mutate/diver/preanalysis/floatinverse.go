package preanalysis

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/softfloat"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// floatImage is the rule of an operator that maps NaN to itself and each interval back to some intervals, which image gives.
func floatImage(image func(softfloat.Format, abstract.FloatInterval) []abstract.FloatInterval, again func(softfloat.Float) softfloat.Float) rule {
	return func(a *Application) {
		s := a.Sort(0)
		if abstract.IsAny(a.Want) {
			a.Sets[0] = abstract.Any(s)
			return
		}
		if nan, parts, ok := abstract.FloatParts(a.Want); ok {
			var back []abstract.FloatInterval
			for _, p := range parts {
				back = append(back, image(formatOf(s), p)...)
			}
			a.Sets[0] = abstract.Floats(s, nan, back...)
			return
		}
		a.preimage(0, func(r *rng.Rand, w value.Value) (value.Value, bool) {
			x := w.Float()
			if r.Bool() {
				x = again(x)
			}
			return value.OfFloat(x), true
		})
	}
}

// extremum is the rule of fp.min and fp.max: NaN yields the other argument, and zeros of different signs yield an open value.
func extremum(a *Application, greater bool) {
	s, gaps := a.Sort(0), a.gaps()
	nan, parts, ok := abstract.FloatParts(a.Want)
	for i := range a.Args {
		if !a.knownBut(i, gaps) {
			continue
		}
		c := a.Args[1-i].Float()
		switch {
		case !ok:
			a.preimage(i, func(_ *rng.Rand, w value.Value) (value.Value, bool) { return w, true })
			continue
		case c.IsNaN():
			a.Sets[i] = a.Want
			continue
		}
		// Where the result is this argument, it must be wanted; where it is the other one, that must be wanted.
		taken, left := upTo(c, false), from(c, false)
		if greater {
			taken, left = left, taken
		}
		own := abstract.BothFloats(abstract.Floats(s, nan, parts...), abstract.Floats(s, false, taken))
		_, all, _ := abstract.FloatParts(own)
		wanted := a.Want.Has(value.OfFloat(c))
		if wanted {
			all = append(all, left, abstract.FloatInterval{Lo: c, Hi: c})
		}
		a.Sets[i] = abstract.Floats(s, wanted, all...)
	}
}

// nearby varies a guess at a float: in some cases it guesses a neighbour of it, or of the previous float.
func nearby(a *Application, i int, guess func(w value.Value) (softfloat.Float, bool)) back {
	old := a.Args[i]
	return func(r *rng.Rand, w value.Value) (value.Value, bool) {
		if old.IsKnown() && r.IntN(6) == 0 {
			return value.OfFloat(follower(old.Float(), 1-2*r.IntN(2))), true
		}
		x, ok := guess(w)
		if !ok {
			return value.Value{}, false
		}
		if r.IntN(3) == 0 {
			x = follower(x, r.IntN(5)-2)
		}
		return value.OfFloat(x), true
	}
}

// rounds sets the set of a float argument of an operator that has a known value for all arguments.
func (a *Application) rounds(i, gaps int, guess func(w value.Value) (softfloat.Float, bool)) {
	s := a.Sort(i)
	switch {
	case !a.knownBut(i, gaps):
	case abstract.IsAny(a.Want):
		a.Sets[i] = abstract.Any(s)
	case modest(s):
		a.preimage(i, nearby(a, i, guess))
	}
}

// roundedFloats is the rule of an operator on a rounding mode and two floats; first and second guess an argument from the value and the
// other argument.
func roundedFloats(first, second func(m softfloat.Mode, w, c softfloat.Float) softfloat.Float) rule {
	return func(a *Application) {
		gaps := a.gaps()
		for k, guess := range []func(m softfloat.Mode, w, c softfloat.Float) softfloat.Float{first, second} {
			m, c := a.Args[0], a.Args[2-k]
			a.rounds(k+1, gaps, func(w value.Value) (softfloat.Float, bool) { return guess(m.Mode(), w.Float(), c.Float()), true })
		}
	}
}

// roundedFloat is the rule of an operator on a rounding mode and one float.
func roundedFloat(guess func(m softfloat.Mode, w softfloat.Float) softfloat.Float) rule {
	return func(a *Application) {
		m := a.Args[0]
		a.rounds(1, a.gaps(), func(w value.Value) (softfloat.Float, bool) { return guess(m.Mode(), w.Float()), true })
	}
}

// fused is the rule of fp.fma.
func fused(a *Application) {
	gaps, m := a.gaps(), a.Args[0]
	x, y, z := a.Args[1], a.Args[2], a.Args[3]
	factor := func(other value.Value) func(value.Value) (softfloat.Float, bool) {
		return func(w value.Value) (softfloat.Float, bool) {
			return softfloat.Div(m.Mode(), softfloat.Sub(m.Mode(), w.Float(), z.Float()), other.Float()), true
		}
	}
	a.rounds(1, gaps, factor(y))
	a.rounds(2, gaps, factor(x))
	a.rounds(3, gaps, func(w value.Value) (softfloat.Float, bool) {
		return softfloat.FMA(m.Mode(), x.Float().Neg(), y.Float(), w.Float()), true
	})
}

// floatRemainder is the rule of fp.rem.
func floatRemainder(a *Application) {
	gaps := a.gaps()
	x, y := a.Args[0], a.Args[1]
	a.rounds(0, gaps, func(w value.Value) (softfloat.Float, bool) {
		return softfloat.Add(softfloat.RNE, w.Float(), y.Float()), true
	})
	a.rounds(1, gaps, func(w value.Value) (softfloat.Float, bool) {
		return softfloat.Sub(softfloat.RNE, x.Float(), w.Float()), true
	})
}

// assembled is the rule of fp, with sign, exponent and significand.
func assembled(a *Application) {
	s, gaps := a.Term.Sort(), a.gaps()
	if !modest(s) {
		return
	}
	for i := range a.Args {
		if !a.knownBut(i, gaps) {
			continue
		}
		if abstract.IsAny(a.Want) {
			a.Sets[i] = abstract.Any(a.Sort(i))
			continue
		}
		w := a.Sort(i).Width()
		if w == 1 {
			a.eachBit(i)
			continue
		}
		a.preimage(i, func(r *rng.Rand, v value.Value) (value.Value, bool) {
			if v.Float().IsNaN() {
				return value.OfBV(abstract.RandomVector(r, w)), true
			}
			_, exp, frac := v.Float().Parts()
			if i == 1 {
				return value.OfBV(bitvec.FromBig(w, exp)), true
			}
			return value.OfBV(bitvec.FromBig(w, frac)), true
		})
	}
}

// eachBit probes both values of a one-bit argument.
func (a *Application) eachBit(i int) {
	s := abstract.Free(1)
	zero, one := a.Want.Has(a.Try(i, value.OfBits(1, 0))), a.Want.Has(a.Try(i, value.OfBits(1, 1)))
	switch {
	case !zero && !one:
		a.Sets[i] = abstract.Nothing(a.Sort(i))
		return
	case zero != one:
		s = abstract.Known(allOnes(1), bitvec.New(1, bit(one)))
	}
	a.Sets[i] = abstract.Bounded(a.Sort(i), s)
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// toFloat is the rule of conversions to floats.
func toFloat(a *Application) {
	f := formatOf(a.Term.Sort())
	i, gaps := len(a.Args)-1, a.gaps()
	s := a.Sort(i)
	switch {
	case !modest(a.Term.Sort()) || !a.knownBut(i, gaps):
		return
	case len(a.Args) == 3:
		if a.Sort(0).Kind() == sorts.BitVec {
			assembled(a)
		}
		return
	case abstract.IsAny(a.Want):
		a.Sets[i] = abstract.Any(s)
		return
	case len(a.Args) == 1:
		fromBits(a, f)
		return
	}
	switch s.Kind() {
	case sorts.Float:
		a.rounds(i, gaps, func(w value.Value) (softfloat.Float, bool) {
			return softfloat.Convert(formatOf(s), softfloat.RNE, w.Float()), true
		})
	case sorts.BitVec:
		if s.Width() > maxWidth {
			return
		}
		a.preimage(i, func(_ *rng.Rand, w value.Value) (value.Value, bool) {
			n, ok := w.Float().ToInt(softfloat.RNE)
			if !ok {
				return value.Value{}, false
			}
			return value.OfBV(bitvec.FromBig(s.Width(), n)), true
		})
	default:
		a.preimage(i, func(_ *rng.Rand, w value.Value) (value.Value, bool) { return numeral(s, w.Float()) })
	}
}

// numeral returns a float as an integer or a real.
func numeral(s *sorts.Sort, x softfloat.Float) (value.Value, bool) {
	if s == sorts.Int {
		n, ok := x.ToInt(softfloat.RNE)
		if !ok {
			return value.Value{}, false
		}
		return value.OfBig(n), true
	}
	q, ok := x.Rat()
	if !ok {
		return value.Value{}, false
	}
	return value.OfRat(q), true
}

// fromBits is the rule of the float whose interchange format is a bit-vector.
func fromBits(a *Application, f softfloat.Format) {
	s := a.Sort(0)
	w := s.Width()
	if nan, parts, ok := abstract.FloatParts(a.Want); ok {
		sign := least(w)
		exponent := allOnes(f.EB).ZeroExtend(f.SB).Shl(amount(w, f.SB-1))
		switch {
		case nan && len(parts) == 0: // all exponent bits are set, and not all others clear
			n := f.SB - 1
			a.Sets[0] = abstract.Bounded(s, abstract.Known(exponent, exponent).WithField(0, one(n), allOnes(n).Sub(one(n))))
			return
		case !nan && len(parts) == 1 && parts[0].Lo.IsNegative() == parts[0].Hi.IsNegative():
			lo, hi := bitsOf(parts[0].Lo).Extract(w-2, 0), bitsOf(parts[0].Hi).Extract(w-2, 0)
			known := abstract.Known(sign, zeros(w))
			if parts[0].Lo.IsNegative() {
				lo, hi = hi, lo
				known = abstract.Known(sign, sign)
			}
			a.Sets[0] = abstract.Bounded(s, known.WithField(0, lo, hi.Sub(lo)))
			return
		}
	}
	a.preimage(0, func(r *rng.Rand, v value.Value) (value.Value, bool) {
		b := bitsOf(v.Float())
		if v.Float().IsNaN() {
			b = b.Or(abstract.RandomVector(r, w))
		}
		return value.OfBV(b), true
	})
}

// fromFloat is the rule of conversions from floats: NaN and values that do not fit have no value, or an open one.
func fromFloat(a *Application) {
	i := len(a.Args) - 1
	s, result := a.Sort(i), a.Term.Sort()
	if !modest(s) || result.Width() > maxWidth || !a.knownBut(i, a.gaps()) {
		return
	}
	f, name := formatOf(s), a.Term.Func().Row.Name
	if abstract.IsAny(a.Want) && len(a.Args) == 1 {
		last := greatest(f)
		if name == "fp.to_ieee_bv" {
			last = softfloat.Inf(f, false)
		}
		a.Sets[i] = abstract.Floats(s, false, abstract.FloatInterval{Lo: last.Neg(), Hi: last})
		return
	}
	a.preimage(i, nearby(a, i, func(w value.Value) (softfloat.Float, bool) {
		switch name {
		case "fp.to_ieee_bv":
			return floatOf(f, w.BV()), true
		case "fp.to_real":
			q, ok := w.Rat()
			if !ok {
				return softfloat.Float{}, false
			}
			return softfloat.FromRat(f, softfloat.RNE, q), true
		case "fp.to_sbv":
			return softfloat.FromInt(f, softfloat.RNE, w.BV().Signed()), true
		}
		return softfloat.FromInt(f, softfloat.RNE, w.BV().Big()), true
	}))
}
