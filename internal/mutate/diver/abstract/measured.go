package abstract

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// measure is a number that a string has.
type measure uint8

const (
	byLength measure = iota // str.len
	byCode                  // str.to_code
	byNumber                // str.to_int
)

// measured is the set of the strings that have a number in a set of integers.
type measured struct {
	by measure
	in Set // of integers, not all possible ones
}

// ofMeasure returns the strings whose number is in a set of integers and in an interval, beyond which there are no numbers.
func ofMeasure(by measure, in Set, possible Interval) Set {
	if IsAny(in) {
		return Any(sorts.String)
	}
	var buf [4]Interval
	parts, ok := Intervals(buf[:0], in)
	if !ok {
		return measured{by, in}
	}
	for i, p := range parts {
		parts[i] = Both(p, possible)
	}
	in = Numbers(sorts.Int, parts...)
	if _, none := in.(nothing); none {
		return Nothing(sorts.String)
	}
	if in.Same(Between(sorts.Int, possible)) {
		return Any(sorts.String)
	}
	return measured{by, in}
}

// Lengths returns the set of the strings whose length is in a set of integers.
func Lengths(in Set) Set {
	return ofMeasure(byLength, in, Interval{Lo: Closed(value.OfInt(0))})
}

// Codes returns the set of the strings whose code is in a set of integers: the code point of the one character, -1 for all other strings.
func Codes(in Set) Set {
	return ofMeasure(byCode, in, Interval{Closed(value.OfInt(-1)), Closed(value.OfInt(smtstr.MaxChar))})
}

// Numerals returns the set of the strings whose digits denote a number in a set of integers; -1 is the number of strings that are
// not numerals.
func Numerals(in Set) Set {
	return ofMeasure(byNumber, in, Interval{Lo: Closed(value.OfInt(-1))})
}

// AsLengths returns the lengths of a set made by Lengths; ok is false for others.
func AsLengths(set Set) (in Set, ok bool) {
	m, ok := set.(measured)
	return m.in, ok && m.by == byLength
}

// maxNumeral bounds the length of strings that are read as numbers.
const maxNumeral = 1 << 12

// of returns the number of a string; ok is false when the string is too long.
func (m measure) of(v value.Value) (n value.Value, ok bool) {
	switch m {
	case byLength:
		return value.OfInt(int64(v.TextLen())), true
	case byCode:
		return value.OfInt(int64(v.Str().ToCode())), true
	}
	s := v.Str()
	if s.Len() > maxNumeral {
		return n, false
	}
	return value.OfBig(s.ToInt()), true
}

func (m measured) Sort() *sorts.Sort { return sorts.String }

func (m measured) Has(v value.Value) bool {
	if v.Kind() != value.String {
		return false
	}
	n, ok := m.by.of(v)
	return ok && m.in.Has(n)
}

// Score implements Set: the score of the numbers. Strings without a code, and those that are not numerals, are nearly all strings.
func (m measured) Score() float64 {
	if m.by != byLength && m.in.Has(value.OfInt(-1)) {
		return MaxScore
	}
	return m.in.Score()
}

func (m measured) Pick(r *rng.Rand, not value.Value) (value.Value, bool) {
	for range 2 * tries {
		n, ok := m.in.Pick(r, value.Value{})
		if !ok {
			return value.Value{}, false
		}
		v := value.OfString(m.with(r, n, not))
		if m.Has(v) && !same(v, not) {
			return v, true
		}
	}
	return not, m.Has(not)
}

// with returns a string that has the number, or may have it.
func (m measured) with(r *rng.Rand, n, not value.Value) smtstr.String {
	if m.by == byLength {
		return ofLength(r, n.Clamp(0, maxPicked), not)
	}
	switch {
	case n.Sign() < 0 && r.Bool():
		return smtstr.String{}
	case n.Sign() < 0:
		return pickShort(r)
	case m.by == byCode:
		return smtstr.FromCode(n.Clamp(0, smtstr.MaxChar))
	case n.Big().BitLen() > 3*maxPicked:
		return pickShort(r)
	case r.IntN(3) == 0: // leading zeros do not count
		return join(smtstr.FromCode('0'), smtstr.FromInt(n.Big()))
	}
	return smtstr.FromInt(n.Big())
}

// ofLength returns a string of n characters: an arbitrary one, or one that begins like another value.
func ofLength(r *rng.Rand, n int, like value.Value) smtstr.String {
	if n < 0 || n > maxPicked {
		n = r.IntN(20)
	}
	if s, ok := textOf(like); ok && r.Bool() {
		s = s.Substr(0, n)
		return join(s, pickText(r, n-s.Len()))
	}
	return pickText(r, n)
}

func (m measured) Formula(st *term.Store, x *term.Term) (*term.Term, error) {
	n, err := apply(st, m.by.String(), x)
	if err != nil {
		return nil, err
	}
	return m.in.Formula(st, n)
}

func (m measured) Same(other Set) bool {
	o, ok := other.(measured)
	return ok && o.by == m.by && o.in.Same(m.in)
}

// String returns the operator.
func (m measure) String() string { return [...]string{"str.len", "str.to_code", "str.to_int"}[m] }

func (m measured) String() string { return m.by.String() + " in " + m.in.String() }
