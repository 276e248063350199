package preanalysis

import (
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/softfloat"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// floatRules are the rules of the operators on floats, and from and to them. Rounding modes are probed. An operator that rounds is seen as a
// function, whose preimage is complete; the rules know how to invert it.
var floatRules = map[string]rule{
	"fp.leq": floatChain(func(c softfloat.Float) abstract.FloatInterval { return upTo(c, true) }, func(c softfloat.Float) abstract.FloatInterval { return from(c, true) }),
	"fp.lt":  floatChain(func(c softfloat.Float) abstract.FloatInterval { return upTo(c, false) }, func(c softfloat.Float) abstract.FloatInterval { return from(c, false) }),
	"fp.geq": floatChain(func(c softfloat.Float) abstract.FloatInterval { return from(c, true) }, func(c softfloat.Float) abstract.FloatInterval { return upTo(c, true) }),
	"fp.gt":  floatChain(func(c softfloat.Float) abstract.FloatInterval { return from(c, false) }, func(c softfloat.Float) abstract.FloatInterval { return upTo(c, false) }),
	"fp.eq":  floatChain(alike, alike),

	"fp.isNormal": floatClass(func(f softfloat.Format) []abstract.FloatInterval {
		return bothSigns(abstract.FloatInterval{Lo: leastNormal(f), Hi: greatest(f)})
	}),
	"fp.isSubnormal": floatClass(func(f softfloat.Format) []abstract.FloatInterval {
		return bothSigns(abstract.FloatInterval{Lo: follower(softfloat.Zero(f, false), 1), Hi: follower(leastNormal(f), -1)})
	}),
	"fp.isZero": floatClass(func(f softfloat.Format) []abstract.FloatInterval {
		return bothSigns(abstract.FloatInterval{Lo: softfloat.Zero(f, false), Hi: softfloat.Zero(f, false)})
	}),
	"fp.isInfinite": floatClass(func(f softfloat.Format) []abstract.FloatInterval {
		return bothSigns(abstract.FloatInterval{Lo: softfloat.Inf(f, false), Hi: softfloat.Inf(f, false)})
	}),
	"fp.isNegative": floatClass(func(f softfloat.Format) []abstract.FloatInterval { return bothSigns(positive(f))[1:] }),
	"fp.isPositive": floatClass(func(f softfloat.Format) []abstract.FloatInterval { return bothSigns(positive(f))[:1] }),
	"fp.isNaN": func(a *Application) {
		s := a.Sort(0)
		nan := abstract.Floats(s, true)
		a.truths(0, func() abstract.Set { return nan }, func() abstract.Set { return abstract.OtherFloats(nan) })
	},

	"fp.neg": floatImage(func(_ softfloat.Format, p abstract.FloatInterval) []abstract.FloatInterval {
		return bothSigns(p)[1:]
	}, softfloat.Float.Neg),
	"fp.abs": floatImage(func(f softfloat.Format, p abstract.FloatInterval) []abstract.FloatInterval {
		zero := softfloat.Zero(f, false)
		if p.Hi.Compare(zero) < 0 {
			return nil
		}
		if p.Lo.Compare(zero) < 0 {
			p.Lo = zero
		}
		return bothSigns(p)
	}, softfloat.Float.Abs),
	"fp.min": func(a *Application) { extremum(a, false) },
	"fp.max": func(a *Application) { extremum(a, true) },

	"fp.add": roundedFloats(
		func(m softfloat.Mode, w, c softfloat.Float) softfloat.Float { return softfloat.Sub(m, w, c) },
		func(m softfloat.Mode, w, c softfloat.Float) softfloat.Float { return softfloat.Sub(m, w, c) }),
	"fp.sub": roundedFloats(
		func(m softfloat.Mode, w, c softfloat.Float) softfloat.Float { return softfloat.Add(m, w, c) },
		func(m softfloat.Mode, w, c softfloat.Float) softfloat.Float { return softfloat.Sub(m, c, w) }),
	"fp.mul": roundedFloats(
		func(m softfloat.Mode, w, c softfloat.Float) softfloat.Float { return softfloat.Div(m, w, c) },
		func(m softfloat.Mode, w, c softfloat.Float) softfloat.Float { return softfloat.Div(m, w, c) }),
	"fp.div": roundedFloats(
		func(m softfloat.Mode, w, c softfloat.Float) softfloat.Float { return softfloat.Mul(m, w, c) },
		func(m softfloat.Mode, w, c softfloat.Float) softfloat.Float { return softfloat.Div(m, c, w) }),
	"fp.fma":             fused,
	"fp.sqrt":            roundedFloat(func(m softfloat.Mode, w softfloat.Float) softfloat.Float { return softfloat.Mul(m, w, w) }),
	"fp.roundToIntegral": roundedFloat(func(_ softfloat.Mode, w softfloat.Float) softfloat.Float { return w }),
	"fp.rem":             floatRemainder,

	"fp":             assembled,
	"to_fp":          toFloat,
	"to_fp_unsigned": toFloat,
	"fp.to_ubv":      fromFloat,
	"fp.to_sbv":      fromFloat,
	"fp.to_real":     fromFloat,
	"fp.to_ieee_bv":  fromFloat,
}

// formatOf returns the format of a sort of floats.
func formatOf(s *sorts.Sort) softfloat.Format {
	return softfloat.Format{EB: s.Indices()[0], SB: s.Indices()[1]}
}

// Formats beyond these are pinned: their numbers take too long to write out.
const (
	maxExponent    = 16
	maxSignificand = 256
)

// modest reports whether rules compute with floats of the sort.
func modest(s *sorts.Sort) bool {
	f := formatOf(s)
	return f.EB <= maxExponent && f.SB <= maxSignificand
}

// follower returns the float that is n places further on in the order.
func follower(x softfloat.Float, n int) softfloat.Float {
	for ; n > 0; n-- {
		x = neighbour(x, false)
	}
	for ; n < 0; n++ {
		x = neighbour(x, true)
	}
	return x
}

// neighbour returns the float after x in the order, or before it; the infinities and NaN stay.
func neighbour(x softfloat.Float, down bool) softfloat.Float {
	f := x.Format()
	switch {
	case x.IsNaN(), x.IsInf() && x.IsNegative() == down:
		return x
	case x.IsZero() && x.IsNegative() != down: // the other zero
		return x.Neg()
	}
	w := f.EB + f.SB
	b := bitsOf(x)
	if x.IsNegative() == down {
		b = b.Add(one(w))
	} else {
		b = b.Sub(one(w))
	}
	return floatOf(f, b)
}

// bitsOf returns the interchange format.
func bitsOf(x softfloat.Float) bitvec.BV {
	w := x.Format().EB + x.Format().SB
	if word, ok := x.Word(); ok {
		return bitvec.New(w, word)
	}
	return bitvec.FromBig(w, x.Bits())
}

// floatOf returns the float of an interchange format.
func floatOf(f softfloat.Format, b bitvec.BV) softfloat.Float {
	if bits, ok := b.Uint64(); ok {
		if x, ok := softfloat.FromWord(f, bits); ok {
			return x
		}
	}
	return softfloat.FromBits(f, b.Big())
}

// leastNormal is the least positive normal number, whose exponent field is 1.
func leastNormal(f softfloat.Format) softfloat.Float {
	w := f.EB + f.SB
	return floatOf(f, one(w).Shl(amount(w, f.SB-1)))
}

// greatest is the greatest finite number.
func greatest(f softfloat.Format) softfloat.Float { return neighbour(softfloat.Inf(f, false), true) }

func positive(f softfloat.Format) abstract.FloatInterval {
	return abstract.FloatInterval{Lo: softfloat.Zero(f, false), Hi: softfloat.Inf(f, false)}
}

// bothSigns returns the interval and that of the same numbers with the other sign.
func bothSigns(p abstract.FloatInterval) []abstract.FloatInterval {
	return []abstract.FloatInterval{p, {Lo: p.Hi.Neg(), Hi: p.Lo.Neg()}}
}

// none is an interval without floats.
func none(f softfloat.Format) abstract.FloatInterval {
	return abstract.FloatInterval{Lo: softfloat.Inf(f, false), Hi: softfloat.Inf(f, true)}
}

// upTo is the floats that are less than c according to fp.lt, including c if closed. fp.lt treats the zeros as equal.
func upTo(c softfloat.Float, closed bool) abstract.FloatInterval {
	f := c.Format()
	if c.IsNaN() {
		return none(f)
	}
	if c.IsZero() {
		c = softfloat.Zero(f, !closed)
	}
	if !closed {
		if c.IsInf() && c.IsNegative() {
			return none(f)
		}
		c = neighbour(c, true)
	}
	return abstract.FloatInterval{Lo: softfloat.Inf(f, true), Hi: c}
}

// from is the floats that are greater than c, including c if closed.
func from(c softfloat.Float, closed bool) abstract.FloatInterval {
	p := upTo(c.Neg(), closed)
	return abstract.FloatInterval{Lo: p.Hi.Neg(), Hi: p.Lo.Neg()}
}

// alike is the floats that fp.eq treats as equal to c.
func alike(c softfloat.Float) abstract.FloatInterval {
	switch {
	case c.IsNaN():
		return none(c.Format())
	case c.IsZero():
		return abstract.FloatInterval{Lo: softfloat.Zero(c.Format(), true), Hi: softfloat.Zero(c.Format(), false)}
	}
	return abstract.FloatInterval{Lo: c, Hi: c}
}

// floatChain is the rule of a relation between neighbours: left gives the floats that may come before another one, and right those that
// may come after it.
func floatChain(left, right func(softfloat.Float) abstract.FloatInterval) rule {
	return func(a *Application) {
		s, gaps := a.Sort(0), a.gaps()
		if gaps > 1 || s.Indices()[0]+s.Indices()[1] > maxWidth {
			return
		}
		// Which neighbours are related as they should be.
		fits := func(i int) bool {
			p := left(a.Args[i+1].Float())
			x := a.Args[i].Float()
			return !x.IsNaN() && p.Lo.Compare(x) <= 0 && x.Compare(p.Hi) <= 0
		}
		misfits := 0
		for i := range len(a.Args) - 1 {
			if a.Args[i].IsKnown() && a.Args[i+1].IsKnown() && !fits(i) {
				misfits++
			}
		}
		for i := range a.Args {
			if !a.knownBut(i, gaps) {
				continue
			}
			others := misfits
			set := abstract.Any(s)
			restrict := func(p abstract.FloatInterval, first int) {
				if a.Args[i].IsKnown() && !fits(first) {
					others--
				}
				if q := abstract.Floats(s, false, p); abstract.IsAny(set) {
					set = q
				} else {
					set = abstract.BothFloats(set, q)
				}
			}
			if i+1 < len(a.Args) {
				restrict(left(a.Args[i+1].Float()), i)
			}
			if i > 0 {
				restrict(right(a.Args[i-1].Float()), i-1)
			}
			if others > 0 { // it is false whatever the argument is here
				if a.Want.Has(value.False) {
					a.Sets[i] = abstract.Any(s)
				} else {
					a.Sets[i] = abstract.Nothing(s)
				}
				continue
			}
			a.truths(i, func() abstract.Set { return set }, func() abstract.Set { return abstract.OtherFloats(set) })
		}
	}
}

// floatClass is the rule of a predicate that holds for the floats in some intervals.
func floatClass(parts func(softfloat.Format) []abstract.FloatInterval) rule {
	return func(a *Application) {
		s := a.Sort(0)
		if s.Indices()[0]+s.Indices()[1] > maxWidth {
			return
		}
		set := func() abstract.Set { return abstract.Floats(s, false, parts(formatOf(s))...) }
		a.truths(0, set, func() abstract.Set { return abstract.OtherFloats(set()) })
	}
}
