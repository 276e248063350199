package preanalysis

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/bitvec"
)

// region is a set of bit-vectors of one width: all, none, or those from lo up to hi, wrapping past zero when hi is less.
type region struct {
	lo, hi    bitvec.BV
	all, none bool
}

func exactly(b bitvec.BV) region { return region{lo: b, hi: b} }

// not returns the complement.
func (g region) not() region {
	if g.all || g.none {
		return region{all: g.none, none: g.all}
	}
	w := one(g.lo.Width())
	if g.lo.Equal(g.hi.Add(w)) {
		return region{none: true}
	}
	return region{lo: g.hi.Add(w), hi: g.lo.Sub(w)}
}

// set returns the region as the set of an argument.
func (g region) set(a *Application, i int) abstract.Set {
	s := a.Sort(i)
	switch {
	case g.all:
		return abstract.Any(s)
	case g.none:
		return abstract.Nothing(s)
	}
	return abstract.Bounded(s, abstract.Cyclic(g.lo, g.hi))
}

// truths sets the set of argument i of a predicate that holds for values in the region.
func (g region) truths(a *Application, i int) {
	a.truths(i, func() abstract.Set { return g.set(a, i) }, func() abstract.Set { return g.not().set(a, i) })
}

// ordered is the rule of a predicate that holds for one argument in a region determined by the other: first and second give the region
// of each argument.
func ordered(first, second func(other bitvec.BV) region) rule {
	return func(a *Application) {
		if len(a.Args) != 2 || a.Sort(0).Width() > maxWidth {
			return
		}
		gaps := a.gaps()
		for i, f := range []func(bitvec.BV) region{first, second} {
			if a.knownBut(i, gaps) {
				f(a.Args[1-i].BV()).truths(a, i)
			}
		}
	}
}

// Unsigned regions: what is below c, and so on.

func below(c bitvec.BV) region {
	if c.IsZero() {
		return region{none: true}
	}
	return region{lo: zeros(c.Width()), hi: c.Sub(one(c.Width()))}
}

func above(c bitvec.BV) region {
	if c.Not().IsZero() {
		return region{none: true}
	}
	return region{lo: c.Add(one(c.Width())), hi: allOnes(c.Width())}
}

func notAbove(c bitvec.BV) region { return region{lo: zeros(c.Width()), hi: c} }

func notBelow(c bitvec.BV) region { return region{lo: c, hi: allOnes(c.Width())} }

// signed turns an unsigned region into a signed one: the order is the same when half of the range is added.
func signed(f func(bitvec.BV) region) func(bitvec.BV) region {
	return func(c bitvec.BV) region {
		half := least(c.Width())
		g := f(c.Add(half))
		if !g.none {
			g.lo, g.hi = g.lo.Add(half), g.hi.Add(half)
		}
		return g
	}
}

func no(f func(bitvec.BV) region) func(bitvec.BV) region {
	return func(c bitvec.BV) region { return f(c).not() }
}

// tooManyTimes is where x * c overflows, unsigned.
func tooManyTimes(c bitvec.BV) region {
	if c.IsZero() {
		return region{none: true}
	}
	return above(allOnes(c.Width()).Udiv(c))
}

// signedSum is where x + c overflows.
func signedSum(c bitvec.BV) region {
	half := least(c.Width())
	switch {
	case c.IsZero():
		return region{none: true}
	case c.Bit(c.Width() - 1):
		return signed(below)(half.Sub(c))
	}
	return signed(above)(half.Not().Sub(c))
}

// signedMinuend is where x - c overflows.
func signedMinuend(c bitvec.BV) region {
	half := least(c.Width())
	switch {
	case c.IsZero():
		return region{none: true}
	case c.Bit(c.Width() - 1):
		return signed(above)(half.Not().Add(c))
	}
	return signed(below)(half.Add(c))
}

// signedSubtrahend is where c - x overflows.
func signedSubtrahend(c bitvec.BV) region {
	half := least(c.Width())
	if c.Bit(c.Width() - 1) {
		return signed(above)(c.Sub(half))
	}
	return signed(below)(c.Sub(half.Not()))
}

// signedProduct is where x * c overflows.
func signedProduct(c bitvec.BV) region {
	w := c.Width()
	half := least(w)
	switch {
	case c.IsZero() || c.Equal(one(w)) && w > 1:
		return region{none: true}
	case c.Not().IsZero():
		return exactly(half)
	}
	lo, hi := half.Sdiv(c), half.Not().Sdiv(c)
	if c.Bit(w - 1) {
		lo, hi = hi, lo
	}
	return region{lo: lo, hi: hi}.not()
}

// leastBy is where the least number is divided by -1: other is what the other argument must be.
func leastBy(other func(width int) bitvec.BV) func(bitvec.BV) region {
	return func(c bitvec.BV) region {
		w := c.Width()
		if !c.Equal(other(w)) {
			return region{none: true}
		}
		if other(w).Equal(allOnes(w)) && w > 1 {
			return exactly(least(w))
		}
		return exactly(allOnes(w))
	}
}

// bitOf is the rule of bit2bool.
func bitOf(a *Application) {
	w := a.Sort(0).Width()
	if w > maxWidth {
		return
	}
	mask := one(w).Shl(amount(w, a.Term.Func().Indices[0]))
	known := func(bits bitvec.BV) func() abstract.Set {
		return func() abstract.Set { return abstract.Bounded(a.Sort(0), abstract.Known(mask, bits)) }
	}
	a.truths(0, known(mask), known(zeros(w)))
}

// negativeOverflow is the rule of bvnego.
func negativeOverflow(a *Application) {
	if w := a.Sort(0).Width(); w <= maxWidth {
		exactly(least(w)).truths(a, 0)
	}
}

// extraction is the rule of extract.
func extraction(a *Application) {
	idx := a.Term.Func().Indices
	if a.Sort(0).Width() > maxWidth {
		return
	}
	old := zeros(a.Sort(0).Width())
	if a.Args[0].IsKnown() {
		old = a.Args[0].BV()
	}
	inverse{
		undo: func(o operand, s abstract.Vectors) (abstract.Vectors, verdict) {
			return lift(s, idx[1], o.width), reached
		},
		back: func(o operand, r *rng.Rand, w bitvec.BV) bitvec.BV {
			at, rest := amount(o.width, idx[1]), o.width-w.Width()
			other := old
			if r.Bool() {
				other = abstract.RandomVector(r, o.width)
			}
			return merged(allOnes(w.Width()).ZeroExtend(rest).Shl(at), w.ZeroExtend(rest).Shl(at), other)
		},
	}.apply(a, 0, operand{})
}

// negated turns the inverse of an operator into that of its complement.
func (inv inverse) negated() inverse {
	return inverse{
		undo: func(o operand, s abstract.Vectors) (abstract.Vectors, verdict) { return inv.undo(o, undoNot(s)) },
		back: func(o operand, r *rng.Rand, w bitvec.BV) bitvec.BV { return inv.back(o, r, w.Not()) },
	}
}

// singled makes the inverse of an operator whose value is one bit: hit for the bit-vector that of returns, and the opposite bit for all
// others.
func singled(hit uint64, of func(operand) bitvec.BV) inverse {
	return inverse{
		undo: func(o operand, s abstract.Vectors) (abstract.Vectors, verdict) {
			at := of(o)
			switch in, out := s.Contains(bitvec.New(1, hit)), s.Contains(bitvec.New(1, 1-hit)); {
			case in && out:
				return abstract.Free(o.width), reached
			case in:
				return abstract.Known(allOnes(o.width), at), reached
			case out:
				return abstract.AllBut(at), reached
			}
			return s, unreached
		},
		back: func(o operand, r *rng.Rand, w bitvec.BV) bitvec.BV {
			if w.Equal(bitvec.New(1, hit)) {
				return of(o)
			}
			return abstract.RandomVector(r, o.width)
		},
	}
}
