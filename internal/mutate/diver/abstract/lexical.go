package abstract

import (
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// lexical is the set of the strings between two ends in the lexicographic order of code points, or of all others.
type lexical struct {
	p   Interval // of strings, with at least one end, not empty
	not bool
}

// Ordered returns the set of the strings between two ends in the lexicographic order, or of all others. An end is a string.
func Ordered(p Interval, yes bool) Set {
	none := p.Lo.Bounded() && p.Hi.Bounded() && !room(p)
	// Nothing is before the empty string.
	none = none || p.Hi.Bounded() && p.Hi.Open && p.Hi.At.TextLen() == 0
	if p.Lo.Bounded() && !p.Lo.Open && p.Lo.At.TextLen() == 0 {
		p.Lo = End{}
	}
	full := p.whole()
	switch {
	case full && yes, none && !yes:
		return Any(sorts.String)
	case full || none:
		return Nothing(sorts.String)
	case !yes && !p.Hi.Bounded():
		return Ordered(Interval{Hi: End{p.Lo.At, !p.Lo.Open}}, true)
	case !yes && !p.Lo.Bounded():
		return Ordered(Interval{Lo: End{p.Hi.At, !p.Hi.Open}}, true)
	}
	if v, ok := only(p); ok && yes {
		return Exactly(sorts.String, v)
	}
	return lexical{p, !yes}
}

// room reports whether there are strings between two ends.
func room(p Interval) bool {
	lo, hi := p.Lo.At.Str(), p.Hi.At.Str()
	switch c := smtstr.Compare(lo, hi); {
	case c > 0:
		return false
	case c == 0:
		return !p.Lo.Open && !p.Hi.Open
	}
	// The string that follows another one is that one with a zero added.
	return !p.Lo.Open || !p.Hi.Open || smtstr.Compare(join(lo, smtstr.FromCode(0)), hi) < 0
}

// only returns the single string of a nonempty interval, if that is obvious.
func only(p Interval) (v value.Value, ok bool) {
	lo := smtstr.String{}
	if p.Lo.Bounded() {
		lo = p.Lo.At.Str()
		if p.Lo.Open {
			lo = join(lo, smtstr.FromCode(0))
		}
	}
	if !p.Hi.Bounded() {
		return v, false
	}
	hi := p.Hi.At.Str()
	return value.OfString(lo), !p.Hi.Open && lo == hi || p.Hi.Open && join(lo, smtstr.FromCode(0)) == hi
}

func (l lexical) Sort() *sorts.Sort { return sorts.String }

func (l lexical) Has(v value.Value) bool {
	s, ok := textOf(v)
	return ok && l.between(s) != l.not
}

func (l lexical) between(s smtstr.String) bool {
	if l.p.Lo.Bounded() {
		if c := smtstr.Compare(s, l.p.Lo.At.Str()); c < 0 || c == 0 && l.p.Lo.Open {
			return false
		}
	}
	if l.p.Hi.Bounded() {
		if c := smtstr.Compare(s, l.p.Hi.At.Str()); c > 0 || c == 0 && l.p.Hi.Open {
			return false
		}
	}
	return true
}

// Score implements Set: X Σ* of the paper's table I has a Kleene star. Only below a word of zeros are there just a few.
func (l lexical) Score() float64 {
	if hi := l.p.Hi; !l.not && !l.p.Lo.Bounded() && hi.At.TextLen() < scoreWidth && zeros(hi.At.Str()) {
		return MinScore * float64(hi.At.TextLen()+1)
	}
	return MaxScore
}

// zeros reports whether a string has no characters other than the very first one.
func zeros(s smtstr.String) bool {
	for i := range s.Len() {
		if s.At(i) != 0 {
			return false
		}
	}
	return true
}

func (l lexical) Pick(r *rng.Rand, not value.Value) (value.Value, bool) {
	return pickMember(l, not, l.first(), func() smtstr.String {
		var end smtstr.String
		switch lo, hi := l.p.Lo.Bounded(), l.p.Hi.Bounded(); {
		case lo && (!hi || r.Bool()):
			end = l.p.Lo.At.Str()
		case hi:
			end = l.p.Hi.At.Str()
		}
		return l.beside(r, end)
	})
}

// beside returns a string near an end.
func (l lexical) beside(r *rng.Rand, end smtstr.String) smtstr.String {
	n := end.Len()
	if n > maxPicked {
		return pickShort(r)
	}
	switch r.IntN(6) {
	case 0:
		return end
	case 1:
		return join(end, pickShort(r))
	case 2:
		return join(end, smtstr.FromCode(0))
	case 3:
		return end.Slice(0, r.IntN(n+1))
	case 4:
		if n > 0 { // with a different character somewhere, possibly the next one
			i := r.IntN(n)
			c := int(end.At(i)) + r.IntN(3) - 1
			return join(end.Slice(0, i), smtstr.FromCode(c), end.Slice(i+1, n), pickText(r, r.IntN(2)))
		}
	}
	return pickShort(r)
}

// first returns a string in the set: the lowest one, or one beyond the upper end.
func (l lexical) first() smtstr.String {
	zero := smtstr.FromCode(0)
	switch lo := l.p.Lo; {
	case l.not:
		return join(l.p.Hi.At.Str(), zero)
	case !lo.Bounded():
		return smtstr.String{}
	case lo.Open:
		return join(lo.At.Str(), zero)
	default:
		return lo.At.Str()
	}
}

func (l lexical) Formula(st *term.Store, x *term.Term) (*term.Term, error) {
	f := formula{st: st, x: x, sort: sorts.String, less: "str.<", atMost: "str.<="}
	t := f.bounds(&l.p)
	if l.not {
		t = f.op("not", t)
	}
	return t, f.err
}

func (l lexical) Same(other Set) bool {
	o, ok := other.(lexical)
	return ok && o.not == l.not && sameText(l.p.Lo, o.p.Lo) && sameText(l.p.Hi, o.p.Hi)
}

func sameText(a, b End) bool {
	if !a.Bounded() || !b.Bounded() {
		return a.Bounded() == b.Bounded()
	}
	return a.Open == b.Open && a.At.Str() == b.At.Str()
}

func (l lexical) String() string {
	var b strings.Builder
	if l.not {
		b.WriteString("not ")
	}
	if l.p.Lo.Bounded() {
		b.WriteString(l.p.Lo.At.Text(80))
		if l.p.Lo.Open {
			b.WriteString(" < ")
		} else {
			b.WriteString(" ≤ ")
		}
	}
	b.WriteString("_")
	if l.p.Hi.Bounded() {
		if l.p.Hi.Open {
			b.WriteString(" < ")
		} else {
			b.WriteString(" ≤ ")
		}
		b.WriteString(l.p.Hi.At.Text(80))
	}
	return b.String()
}
