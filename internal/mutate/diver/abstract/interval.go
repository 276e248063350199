package abstract

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// End is one end of an interval of integers or reals: a number, or nothing, which is the zero End. The number may be any exact
// one: a long integer, a fraction, an algebraic number.
type End struct {
	At   value.Value
	Open bool // the number itself is outside
}

// Bounded reports whether there is an end.
func (e End) Bounded() bool { return e.At.Kind() != value.Invalid }

// Closed returns the end at a number that belongs to the interval.
func Closed(v value.Value) End { return End{At: v} }

// Open returns the end at a number that does not belong to it.
func Open(v value.Value) End { return End{At: v, Open: true} }

// Interval is all numbers between two ends. It may be empty.
type Interval struct{ Lo, Hi End }

// Point returns the interval of one number.
func Point(v value.Value) Interval { return Interval{Closed(v), Closed(v)} }

// has reports whether a number lies between the ends.
func (p *Interval) has(v value.Value) bool {
	if p.Lo.Bounded() {
		if c := value.CompareNumbers(v, p.Lo.At); c < 0 || c == 0 && p.Lo.Open {
			return false
		}
	}
	if p.Hi.Bounded() {
		if c := value.CompareNumbers(v, p.Hi.At); c > 0 || c == 0 && p.Hi.Open {
			return false
		}
	}
	return true
}

// Empty reports whether no number lies between the ends; for integers the ends have to be closed.
func (p *Interval) Empty() bool {
	if !p.Lo.Bounded() || !p.Hi.Bounded() {
		return false
	}
	c := value.CompareNumbers(p.Lo.At, p.Hi.At)
	return c > 0 || c == 0 && (p.Lo.Open || p.Hi.Open)
}

// whole reports whether there are no ends.
func (p *Interval) whole() bool { return !p.Lo.Bounded() && !p.Hi.Bounded() }

// point returns the only number of a nonempty interval.
func (p *Interval) point() (v value.Value, ok bool) {
	if !p.Lo.Bounded() || !p.Hi.Bounded() || value.CompareNumbers(p.Lo.At, p.Hi.At) != 0 {
		return v, false
	}
	return p.Lo.At, true
}

// closed returns an interval of integers with its ends closed.
func (p Interval) closed() Interval {
	if p.Lo.Open {
		p.Lo = Closed(next(p.Lo.At, 1))
	}
	if p.Hi.Open {
		p.Hi = Closed(next(p.Hi.At, -1))
	}
	return p
}

// next returns a number with a small integer added, an integer or a real.
func next(v value.Value, by int64) value.Value {
	n := value.OfInt(by)
	if v.Kind() == value.Real {
		n = value.ToReal(n)
	}
	// Adding an integer to a number does not raise its degree, so there is no error.
	v, _ = value.Add(v, n)
	return v
}

// before reports whether an interval ends before another one begins, with numbers in between.
func (p *Interval) before(q *Interval, s *sorts.Sort) bool {
	if !p.Hi.Bounded() || !q.Lo.Bounded() {
		return false
	}
	c := value.CompareNumbers(p.Hi.At, q.Lo.At)
	switch {
	case c > 0:
		return false
	case s == sorts.Int:
		return c < 0 && value.CompareNumbers(next(p.Hi.At, 1), q.Lo.At) < 0
	case c == 0:
		return p.Hi.Open && q.Lo.Open
	}
	return true
}

// compareLow orders intervals by where they begin.
func compareLow(p, q Interval) int {
	switch {
	case !p.Lo.Bounded() && !q.Lo.Bounded():
		return 0
	case !p.Lo.Bounded():
		return -1
	case !q.Lo.Bounded():
		return 1
	}
	if c := value.CompareNumbers(p.Lo.At, q.Lo.At); c != 0 || p.Lo.Open == q.Lo.Open {
		return c
	}
	if q.Lo.Open {
		return -1
	}
	return 1
}

// laterHigh returns the higher of two ends.
func laterHigh(a, b End) End {
	if !a.Bounded() || !b.Bounded() {
		return End{}
	}
	if c := value.CompareNumbers(a.At, b.At); c > 0 || c == 0 && !a.Open {
		return a
	}
	return b
}

// Both returns the intersection of two intervals.
func Both(p, q Interval) Interval {
	if !p.Lo.Bounded() || q.Lo.Bounded() && compareLow(p, q) < 0 {
		p.Lo = q.Lo
	}
	if !p.Hi.Bounded() {
		p.Hi = q.Hi
	} else if q.Hi.Bounded() {
		if c := value.CompareNumbers(q.Hi.At, p.Hi.At); c < 0 || c == 0 && q.Hi.Open {
			p.Hi = q.Hi
		}
	}
	return p
}

// text writes an interval: "[0, 5)", "(-∞, 3.0]", "7".
func (p *Interval) text() string {
	if v, ok := p.point(); ok {
		return v.Text(80)
	}
	lo, hi := "(-∞", "+∞)"
	if p.Lo.Bounded() {
		lo = "[" + p.Lo.At.Text(80)
		if p.Lo.Open {
			lo = "(" + lo[1:]
		}
	}
	if p.Hi.Bounded() {
		hi = p.Hi.At.Text(80) + "]"
		if p.Hi.Open {
			hi = hi[:len(hi)-1] + ")"
		}
	}
	return lo + ", " + hi
}
