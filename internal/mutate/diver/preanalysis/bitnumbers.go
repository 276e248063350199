package preanalysis

import (
	"math/big"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// Between bit-vectors and integers.

// bvToInt is the rule of an operator whose value is the integer that a bit-vector represents.
func bvToInt(signed bool) rule {
	return func(a *Application) {
		s := a.Sort(0)
		w := s.Width()
		switch {
		case abstract.IsAny(a.Want):
			a.Sets[0] = abstract.Any(s)
			return
		case w > maxWidth:
			return
		}
		lo, hi := zeros(w), allOnes(w)
		if signed {
			lo, hi = least(w), least(w).Not()
		}
		if parts, ok := abstract.Intervals(nil, a.Want); ok {
			if set, ok := between(s, parts, lo, hi, signed); ok {
				a.Sets[0] = set
				return
			}
		}
		a.preimage(0, func(_ *rng.Rand, n value.Value) (value.Value, bool) {
			return value.OfBV(bitvec.FromBig(w, n.Big())), true
		})
	}
}

// number returns the integer that a bit-vector represents.
func number(b bitvec.BV, signed bool) value.Value {
	if signed {
		return value.OfBig(b.Signed())
	}
	if n, ok := b.Uint64(); ok && n < 1<<63 {
		return value.OfInt(int64(n))
	}
	return value.OfBig(b.Big())
}

// between returns the set of the bit-vectors whose numbers are in the intervals; lo and hi are the least and the greatest number. ok is
// false when these do not form one interval of numbers, where the least follows the greatest.
func between(s *sorts.Sort, parts []abstract.Interval, lo, hi bitvec.BV, signed bool) (set abstract.Set, ok bool) {
	w, bottom, top := lo.Width(), number(lo, signed), number(hi, signed)
	var pieces []region
	for _, p := range parts {
		p = abstract.Both(p, abstract.Interval{Lo: abstract.Closed(bottom), Hi: abstract.Closed(top)})
		if p.Empty() {
			continue
		}
		pieces = append(pieces, region{lo: vectorOf(w, p.Lo.At), hi: vectorOf(w, p.Hi.At)})
	}
	switch {
	case len(pieces) == 0:
		return abstract.Nothing(s), true
	case len(pieces) == 1:
		return abstract.Bounded(s, abstract.Cyclic(pieces[0].lo, pieces[0].hi)), true
	case len(pieces) == 2:
		for i, g := range pieces {
			if other := pieces[1-i]; g.hi.Equal(hi) && other.lo.Equal(lo) {
				return abstract.Bounded(s, abstract.Cyclic(g.lo, other.hi)), true
			}
		}
	}
	return nil, false
}

// vectorOf returns an integer as a bit-vector.
func vectorOf(w int, n value.Value) bitvec.BV {
	if m, ok := n.Small(); ok && w <= 64 {
		return bitvec.New(w, uint64(m))
	}
	return bitvec.FromBig(w, n.Big())
}

// intToBV is the rule of int_to_bv: the low bits of an integer are its remainder modulo a power of two.
func intToBV(a *Application) {
	w := a.Term.Sort().Width()
	switch {
	case abstract.IsAny(a.Want):
		a.Sets[0] = abstract.Any(sorts.Int)
		return
	case w > maxWidth:
		return
	}
	if s, ok := abstract.AsVectors(a.Want); ok {
		if q, ok := asResidues(s); ok && (q.j == 0 || q.j == q.k) {
			a.Sets[0] = q.integers()
			return
		}
	}
	a.preimage(0, func(r *rng.Rand, y value.Value) (value.Value, bool) {
		turn := new(big.Int).Lsh(big.NewInt(int64(r.IntN(5)-2)), uint(w))
		return value.OfBig(turn.Add(turn, y.BV().Big())), true
	})
}

// integers returns the integers whose low bits are in the set. Either nothing but low bits of the set is known, or no low bits are.
func (q residues) integers() abstract.Set {
	modulus := value.OfBig(new(big.Int).Lsh(big.NewInt(1), uint(q.k)))
	if q.j == q.k {
		return abstract.Residues(modulus, abstract.Point(number(q.r, false)))
	}
	from, to := number(q.from, false), number(q.from.Add(q.span), false)
	if value.Compare(from, to) <= 0 {
		return abstract.Residues(modulus, abstract.Interval{Lo: abstract.Closed(from), Hi: abstract.Closed(to)})
	}
	return abstract.Residues(modulus,
		abstract.Interval{Lo: abstract.Closed(value.OfInt(0)), Hi: abstract.Closed(to)},
		abstract.Interval{Lo: abstract.Closed(from), Hi: abstract.Closed(number(allOnes(q.k), false))})
}
