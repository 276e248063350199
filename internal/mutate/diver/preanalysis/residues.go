package preanalysis

import (
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/bitvec"
)

// residues is a set of bit-vectors that depends on their low k bits alone: the j lowest are known to be r, and those above are one
// of the span+1 numbers starting at from.
type residues struct {
	j, k       int
	r          bitvec.BV // of width j
	from, span bitvec.BV // of width k-j
}

// asResidues returns the set in that form, if it has it.
func asResidues(s abstract.Vectors) (q residues, ok bool) {
	w := s.Width()
	for q.j < w && s.Mask.Bit(q.j) {
		q.j++
	}
	if q.j > 0 {
		q.r = s.Bits.Extract(q.j-1, 0)
	} else {
		q.r = zeros(0)
	}
	top := q.j
	switch {
	case s.Len > 0 && s.Low != q.j:
		return q, false
	case s.Len > 0:
		q.from, q.span, top = s.From, s.Span, s.Low+s.Len
	default:
		for top < w && !s.Mask.Bit(top) {
			top++
		}
		if top == w { // only the low bits are known
			q.k, q.from, q.span = q.j, zeros(0), zeros(0)
			return q, true
		}
		q.from, q.span = zeros(top-q.j), allOnes(top-q.j)
	}
	for q.k = top; q.k < w && s.Mask.Bit(q.k); q.k++ {
	}
	switch n := q.k - top; {
	case q.k < w && !s.Mask.Lshr(amount(w, q.k)).IsZero():
		return q, false
	case n > 0:
		if !q.from.Ule(q.from.Add(q.span)) {
			return q, false
		}
		q.from, q.span = s.Bits.Extract(q.k-1, top).Concat(q.from), q.span.ZeroExtend(n)
	}
	return q, true
}

// asInterval returns the ends of a set that is an interval over all bits, where zero follows the greatest number.
func asInterval(s abstract.Vectors) (from, to bitvec.BV, ok bool) {
	if s.Mask.Not().IsZero() {
		return s.Bits, s.Bits, true
	}
	q, ok := asResidues(s)
	if !ok || q.j > 0 || q.k < s.Width() {
		return from, to, false
	}
	return q.from, q.from.Add(q.span), true
}

// vectors returns the set in the common form.
func (q residues) vectors(width int) abstract.Vectors {
	s := abstract.Known(allOnes(q.j).ZeroExtend(width-q.j), q.r.ZeroExtend(width-q.j))
	if q.k > q.j {
		s = s.WithField(q.j, q.from, q.span)
	}
	return s
}

// sum shifts the set by d, or negates it and then shifts it.
func (q residues) sum(d bitvec.BV, turned bool) residues {
	if q.k == 0 {
		return q
	}
	r, d := q.r.ZeroExtend(q.k-q.j), d.Extract(q.k-1, 0)
	base := d.Add(r)
	if turned {
		base = d.Sub(r)
	}
	if q.j > 0 {
		q.r = base.Extract(q.j-1, 0)
	}
	if q.k == q.j {
		return q
	}
	carried := base.Extract(q.k-1, q.j)
	if turned {
		q.from = carried.Sub(q.from.Add(q.span))
	} else {
		q.from = q.from.Add(carried)
	}
	return q
}

// undoAdd is for y = x + c.
func undoAdd(s abstract.Vectors, c bitvec.BV) (abstract.Vectors, verdict) {
	q, ok := asResidues(s)
	if !ok {
		return s, unformed
	}
	return q.sum(c.Neg(), false).vectors(s.Width()), reached
}

// undoSubFrom is for y = c - x.
func undoSubFrom(s abstract.Vectors, c bitvec.BV) (abstract.Vectors, verdict) {
	q, ok := asResidues(s)
	if !ok {
		return s, unformed
	}
	return q.sum(c, true).vectors(s.Width()), reached
}

// undoMul is for y = x * c.
func undoMul(s abstract.Vectors, c bitvec.BV) (abstract.Vectors, verdict) {
	w := s.Width()
	if c.IsZero() {
		return constant(s, zeros(w), w)
	}
	k := 0
	for !c.Bit(k) {
		k++
	}
	// The low k bits of y are zero, and those above are the product of the odd part of c and the low bits of x.
	s, v := inside(s, zeros(w), k, w-k)
	if v != reached {
		return s, v
	}
	if s, v = undoOdd(s, c.Extract(w-1, k)); v != reached {
		return s, v
	}
	return lift(s, 0, w), reached
}

// undoOdd is for y = x * c with an odd c.
func undoOdd(s abstract.Vectors, c bitvec.BV) (abstract.Vectors, verdict) {
	w := s.Width()
	switch {
	case c.Equal(one(w)):
		return s, reached
	case c.Not().IsZero():
		return undoSubFrom(s, zeros(w))
	}
	q, ok := asResidues(s)
	if !ok {
		return s, unformed
	}
	inv, _ := c.Inverse()
	switch {
	case q.k == 0:
		return s, reached
	case q.k == q.j:
		q.r = q.r.Mul(inv.Extract(q.j-1, 0))
	case q.span.Add(one(q.k - q.j)).Not().IsZero(): // all numbers above the known bits except one
		e := q.from.Sub(one(q.k - q.j)).Concat(q.r).Mul(inv.Extract(q.k-1, 0))
		q.from = e.Extract(q.k-1, q.j).Add(one(q.k - q.j))
		if q.j > 0 {
			q.r = e.Extract(q.j-1, 0)
		}
	default:
		return s, unformed
	}
	return q.vectors(w), reached
}

// undoUdiv is for y = x / c, unsigned.
func undoUdiv(s abstract.Vectors, c bitvec.BV) (abstract.Vectors, verdict) {
	w := s.Width()
	if c.IsZero() {
		return constant(s, allOnes(w), w)
	}
	if k, n, ok := abstract.Run(c); ok && n == 1 {
		return undoLshr(s, k)
	}
	from, to, ok := asInterval(s)
	if !ok {
		return s, unformed
	}
	most := allOnes(w).Udiv(c)
	last := func(y bitvec.BV) bitvec.BV { // the last x with that y
		if y.Ult(most) {
			return y.Mul(c).Add(c).Sub(one(w))
		}
		return allOnes(w)
	}
	switch wraps, beyond := to.Ult(from), most.Ult(from); {
	case wraps && beyond:
		return abstract.Cyclic(zeros(w), last(to)), reached
	case wraps && most.Ule(to):
		return abstract.Free(w), reached
	case beyond:
		return s, unreached
	}
	return abstract.Cyclic(from.Mul(c), last(to)), reached
}

// undoUdivOf is for y = c / x, unsigned, where x = 0 gives the greatest number.
func undoUdivOf(s abstract.Vectors, c bitvec.BV) (abstract.Vectors, verdict) {
	w := s.Width()
	from, to, ok := asInterval(s)
	if !ok {
		return s, unformed
	}
	// The greater x, the smaller y; so zero, which gives the greatest y, fits in.
	first, last := zeros(w), allOnes(w)
	if !to.Not().IsZero() {
		first = c.Udiv(to.Add(one(w)))
		if first.Not().IsZero() { // the greatest number by 1
			if from.Ule(to) {
				return s, unreached
			}
			first = zeros(w)
		} else {
			first = first.Add(one(w))
		}
	}
	if !from.IsZero() {
		last = c.Udiv(from)
	}
	if from.Ule(to) && last.Ult(first) {
		return s, unreached
	}
	if !from.Ule(to) && last.Add(one(w)).Equal(first) {
		return abstract.Free(w), reached
	}
	return abstract.Cyclic(first, last), reached
}

// undoUrem is for y = x % c, unsigned; the remainder by zero is x.
func undoUrem(s abstract.Vectors, c bitvec.BV) (abstract.Vectors, verdict) {
	w := s.Width()
	if c.IsZero() {
		return s, reached
	}
	if k, n, ok := abstract.Run(c); ok && n == 1 {
		x, v := inside(s, zeros(w), 0, k)
		if k == 0 {
			return constant(s, zeros(w), w)
		}
		if v != reached {
			return x, v
		}
		return lift(x, 0, w), reached
	}
	return s, unformed
}
