package preanalysis

import (
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/bitvec"
)

// The functions of this file compute, from a set of values y of an operator, the set of arguments x that lead to them. The sets are
// complete where the verdict is reached.

func zeros(width int) bitvec.BV { return bitvec.New(width, 0) }

func allOnes(width int) bitvec.BV { return bitvec.New(width, 0).Not() }

func one(width int) bitvec.BV { return bitvec.New(width, 1) }

// least is the least signed number.
func least(width int) bitvec.BV { return one(width).Shl(bitvec.New(width, uint64(width-1))) }

func amount(width, n int) bitvec.BV { return bitvec.New(width, uint64(n)) }

// constant is the set of the arguments of a function that is y everywhere.
func constant(s abstract.Vectors, y bitvec.BV, width int) (abstract.Vectors, verdict) {
	if s.Contains(y) {
		return abstract.Free(width), reached
	}
	return s, unreached
}

// shrunk is a field that only some multiples of a power of two can have.
type shrunk struct {
	from, span bitvec.BV
	all        bool // no value is excluded
	verdict    verdict
}

// shrink returns the numbers x below 2^t for which x * 2^p is among the span+1 numbers starting at from; p+t is at most their width.
func shrink(from, span bitvec.BV, p, t int) shrunk {
	n := from.Width()
	if t == 0 {
		if zeros(n).Sub(from).Ule(span) {
			return shrunk{all: true}
		}
		return shrunk{verdict: unreached}
	}
	to := from.Add(span)
	first, last, limit := from.Extract(n-1, p), to.Extract(n-1, p), allOnes(t).ZeroExtend(n-p-t)
	beyond := false // first is too large
	if p > 0 && !from.Extract(p-1, 0).IsZero() {
		first = first.Add(one(n - p))
		beyond = first.IsZero()
	}
	beyond = beyond || limit.Ult(first)
	reaches := limit.Ule(last)
	if from.Ule(to) {
		if reaches {
			last = limit
		}
		if beyond || last.Ult(first) {
			return shrunk{verdict: unreached}
		}
	} else {
		switch {
		case reaches, !beyond && first.Ule(last.Add(one(n-p))):
			return shrunk{all: true}
		case beyond:
			first = zeros(n - p)
		}
	}
	return shrunk{from: first.Extract(t-1, 0), span: last.Sub(first).Extract(t-1, 0)}
}

// into puts the field at bit low of s.
func (k shrunk) into(s abstract.Vectors, low int) (abstract.Vectors, verdict) {
	if k.verdict != reached || k.all {
		return s.WithoutField(), k.verdict
	}
	return s.WithField(low, k.from, k.span), reached
}

// inside is for y whose m bits starting at bit off are x and whose other bits are those of c, which has zeros in place of x.
func inside(s abstract.Vectors, c bitvec.BV, off, m int) (abstract.Vectors, verdict) {
	w := c.Width()
	rest := allOnes(m).ZeroExtend(w - m).Shl(amount(w, off)).Not()
	if !c.Xor(s.Bits).And(s.Mask).And(rest).IsZero() {
		return s, unreached
	}
	x := abstract.Known(s.Mask.Extract(off+m-1, off), s.Bits.Extract(off+m-1, off))
	if s.Len == 0 {
		return x, reached
	}
	lo, hi := max(s.Low, off), min(s.Low+s.Len, off+m)
	base := c.Extract(s.Low+s.Len-1, s.Low)
	if hi <= lo {
		if base.Sub(s.From).Ule(s.Span) {
			return x, reached
		}
		return x, unreached
	}
	return shrink(s.From.Sub(base), s.Span, lo-s.Low, hi-lo).into(x, lo-off)
}

// lift is for y that is the bits of x starting at bit low.
func lift(s abstract.Vectors, low, width int) abstract.Vectors {
	m := s.Width()
	up := func(b bitvec.BV) bitvec.BV { return b.ZeroExtend(width - m).Shl(amount(width, low)) }
	x := abstract.Known(up(s.Mask), up(s.Bits))
	if s.Len > 0 {
		x = x.WithField(s.Low+low, s.From, s.Span)
	}
	return x
}

// undoShl is for y = x << n.
func undoShl(s abstract.Vectors, n int) (abstract.Vectors, verdict) {
	w := s.Width()
	if n >= w {
		return constant(s, zeros(w), w)
	}
	x, v := inside(s, zeros(w), n, w-n)
	if v != reached {
		return x, v
	}
	return lift(x, 0, w), reached
}

// undoLshr is for y = x >> n, shifting in zeros.
func undoLshr(s abstract.Vectors, n int) (abstract.Vectors, verdict) {
	w := s.Width()
	if n >= w {
		return constant(s, zeros(w), w)
	}
	x, v := inside(s, zeros(w), 0, w-n)
	if v != reached {
		return x, v
	}
	return lift(x, n, w), reached
}

// undoAshr is for y = x >> n, shifting in copies of the sign.
func undoAshr(s abstract.Vectors, n int) (abstract.Vectors, verdict) {
	w := s.Width()
	n = min(n, w-1)
	x, v := undoSignExtend(s, w-n)
	if v != reached {
		return x, v
	}
	return lift(x, n, w), reached
}

// undoSignExtend is for y that is x of m bits with copies of its sign in front.
func undoSignExtend(s abstract.Vectors, m int) (abstract.Vectors, verdict) {
	w := s.Width()
	if m == w {
		return s, reached
	}
	x := abstract.Known(s.Mask.Extract(m-1, 0), s.Bits.Extract(m-1, 0))
	signs, ones := s.Mask.Extract(w-1, m-1), s.Bits.Extract(w-1, m-1)
	if !signs.IsZero() && !ones.IsZero() && !ones.Equal(signs) {
		return x, unreached
	}
	known, negative := !signs.IsZero(), !ones.IsZero()
	field := shrunk{all: true}
	if top := s.Low + s.Len; s.Len > 0 {
		switch {
		case s.Low >= m-1 && top > m: // copies of the sign and nothing else
			plus, minus := zeros(s.Len).Sub(s.From).Ule(s.Span), allOnes(s.Len).Sub(s.From).Ule(s.Span)
			switch {
			case !plus && !minus, known && negative && !minus, known && !negative && !plus:
				return x, unreached
			case plus != minus:
				known, negative = true, minus
			}
		case top <= m:
			field = shrunk{from: s.From, span: s.Span}
		default: // the signed number plus half of the range is an unsigned one
			t := m - s.Low
			half := one(s.Len).Shl(amount(s.Len, t-1))
			field = shrink(s.From.Add(half), s.Span, 0, t)
			if field.verdict == reached && !field.all {
				field.from = field.from.Sub(half.Extract(t-1, 0))
			}
		}
		if !field.all && field.verdict == reached && known && s.Low+field.from.Width() == m {
			t := field.from.Width()
			base := zeros(t)
			if negative {
				base = least(t)
			}
			field = shrink(field.from.Sub(base), field.span, 0, t-1)
		}
	}
	if known {
		x.Mask = x.Mask.Or(least(m))
		if negative {
			x.Bits = x.Bits.Or(least(m))
		}
	}
	return field.into(x, s.Low)
}

// undoRotate is for y that is x rotated to the left.
func undoRotate(s abstract.Vectors, n int) (abstract.Vectors, verdict) {
	w := s.Width()
	n %= w
	x := abstract.Known(s.Mask.RotateRight(n), s.Bits.RotateRight(n))
	if s.Len == 0 {
		return x, reached
	}
	low := (s.Low + w - n) % w
	if low+s.Len > w {
		return s, unformed
	}
	return x.WithField(low, s.From, s.Span), reached
}

// undoRepeat is for y that repeats x of m bits several times.
func undoRepeat(s abstract.Vectors, m int) (abstract.Vectors, verdict) {
	x := abstract.Free(m)
	for low := 0; low < s.Width(); low += m {
		mask, bits := s.Mask.Extract(low+m-1, low), s.Bits.Extract(low+m-1, low)
		if !x.Bits.Xor(bits).And(x.Mask).And(mask).IsZero() {
			return s, unreached
		}
		x.Mask, x.Bits = x.Mask.Or(mask), x.Bits.Or(bits)
	}
	if s.Len == 0 {
		return x, reached
	}
	low := s.Low % m
	if low+s.Len > m || !x.Mask.Extract(low+s.Len-1, low).IsZero() {
		return s, unformed
	}
	return x.WithField(low, s.From, s.Span), reached
}

// undoNot is for y = ~x.
func undoNot(s abstract.Vectors) abstract.Vectors {
	s.Bits = s.Mask.And(s.Bits.Not())
	if s.Len > 0 {
		s.From = s.To().Not()
	}
	return s
}

// undoAnd is for y = x & c.
func undoAnd(s abstract.Vectors, c bitvec.BV) (abstract.Vectors, verdict) {
	if !s.Bits.And(c.Not()).IsZero() {
		return s, unreached
	}
	x := abstract.Known(s.Mask.And(c), s.Bits)
	if s.Len == 0 {
		return x, reached
	}
	field := c.Extract(s.Low+s.Len-1, s.Low)
	p, n, ok := abstract.Run(field)
	switch {
	case field.IsZero():
		p, n = 0, 0
	case !ok:
		return s, unformed
	}
	return shrink(s.From, s.Span, p, n).into(x, s.Low+p)
}

// undoOr is for y = x | c.
func undoOr(s abstract.Vectors, c bitvec.BV) (abstract.Vectors, verdict) {
	x, v := undoAnd(undoNot(s), c.Not())
	return undoNot(x), v
}

// undoXor is for y = x ^ c.
func undoXor(s abstract.Vectors, c bitvec.BV) (abstract.Vectors, verdict) {
	s.Bits = s.Bits.Xor(c.And(s.Mask))
	if s.Len == 0 {
		return s, reached
	}
	field, top := c.Extract(s.Low+s.Len-1, s.Low), least(s.Len)
	one := one(s.Len)
	switch {
	case field.IsZero():
	case field.Not().IsZero():
		s.From = s.To().Not()
	case field.Equal(top):
		s.From = s.From.Add(top)
	case field.Equal(top.Not()):
		s.From = s.To().Not().Add(top)
	case s.Span.Add(one).Not().IsZero(): // all but one
		s.From = s.From.Sub(one).Xor(field).Add(one)
	default:
		return s, unformed
	}
	return s, reached
}
