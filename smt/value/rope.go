package value

import (
	"iter"
	"sync/atomic"

	"github.com/assay-smt/assay/smt/smtstr"
)

// Concatenations are built in constant time and put into one piece when their contents are needed: in a tower of
// them, this usually happens only for the outermost one. The piece is kept. Parts are never empty, so a concatenation
// has no more parts than elements.

// listBytes and elemBytes are the memory that a list and each of its elements take.
const (
	listBytes = 128
	elemBytes = 32
)

// list is a sequence, a tuple or a nullable value.
type list struct {
	summary
	poly        uint64 // of the elements' hashes: that of a concatenation can be computed from those of its parts
	length      int
	elems       atomic.Pointer[[]Value] // nil until needed
	left, right *list                   // for a concatenation, nil for others
}

// polyBase is odd, so that its powers are never zero.
const polyBase = 0x9e3779b97f4a7c15

func (l *list) seal(kind Kind) Value {
	l.hash = mix(l.hash ^ mix(l.poly+uint64(l.length)))
	return Value{kind: kind, ref: l}
}

func ofList(kind Kind, elems []Value) Value {
	l := &list{summary: newSummary(uint64(kind)), length: len(elems)}
	for _, e := range elems {
		l.poly = l.poly*polyBase + Hash(e)
		l.enclose(e)
	}
	l.elems.Store(&elems)
	return l.seal(kind)
}

// OfSeq returns the sequence of elems. It keeps the slice.
func OfSeq(elems []Value) Value { return ofList(Seq, elems) }

// OfTuple returns the tuple of elems. It keeps the slice.
func OfTuple(elems []Value) Value { return ofList(Tuple, elems) }

// OfNullable returns the value of a nullable sort that holds one value, or none for null. It keeps the slice.
func OfNullable(held []Value) Value { return ofList(Nullable, held) }

// Append returns the concatenation of two sequences.
func Append(a, b Value) Value {
	x, y := a.ref.(*list), b.ref.(*list)
	switch {
	case x.length == 0:
		return b
	case y.length == 0:
		return a
	}
	l := &list{summary: newSummary(uint64(Seq)), length: x.length + y.length, left: x, right: y}
	l.poly = x.poly*wrappingPower(polyBase, y.length) + y.poly
	l.partial, l.plain, l.depth = x.partial || y.partial, x.plain && y.plain, max(x.depth, y.depth)
	return l.seal(Seq)
}

func wrappingPower(base uint64, n int) uint64 {
	p := uint64(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			p *= base
		}
		base *= base
	}
	return p
}

// Elems returns the elements of a sequence or tuple. The caller must not change the slice.
func (v Value) Elems() []Value { return v.ref.(*list).flatten() }

func (l *list) flatten() []Value {
	if p := l.elems.Load(); p != nil {
		return *p
	}
	out := make([]Value, 0, l.length)
	todo := []*list{l}
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if p := x.elems.Load(); p != nil {
			out = append(out, *p...)
			continue
		}
		todo = append(todo, x.right, x.left)
	}
	l.elems.Store(&out)
	return out
}

// firstUnknown returns an unknown part of an element.
func (l *list) firstUnknown() *Unknown {
	for {
		if p := l.elems.Load(); p != nil {
			for _, e := range *p {
				if u := firstUnknown(e); u != nil {
					return u
				}
			}
			return nil
		}
		if l.left.partial {
			l = l.left
		} else {
			l = l.right
		}
	}
}

// text is the concatenation of two strings.
type text struct {
	length      int // in characters
	whole       atomic.Pointer[smtstr.String]
	left, right Value // strings
}

// charBytes is the memory that a character takes, textBytes what a concatenation takes without its characters.
const (
	charBytes = 3
	textBytes = 96
)

// shortText is the length up to which a concatenation is built immediately.
const shortText = 64

// ConcatText returns the concatenation of two strings; ok is false when it would be too long.
func ConcatText(a, b Value) (v Value, ok bool) {
	n := a.TextLen() + b.TextLen()
	switch {
	case a.TextLen() == 0:
		return b, true
	case b.TextLen() == 0:
		return a, true
	case n <= shortText:
		s, ok := smtstr.Concat(a.Str(), b.Str())
		return OfString(s), ok
	case n > smtstr.MaxLen:
		return Value{}, false
	}
	return Value{kind: String, ref: &text{length: n, left: a, right: b}}, true
}

// TextLen returns the number of characters of a string.
func (v Value) TextLen() int {
	if t, ok := v.ref.(*text); ok {
		return t.length
	}
	return v.ref.(smtstr.String).Len()
}

func (t *text) flatten() smtstr.String {
	if s := t.whole.Load(); s != nil {
		return *s
	}
	s := smtstr.Collect(t.length, t.parts())
	t.whole.Store(&s)
	return s
}

// parts iterates over the strings of which t consists.
func (t *text) parts() iter.Seq[smtstr.String] {
	return func(yield func(smtstr.String) bool) {
		todo := []Value{{kind: String, ref: t}}
		for len(todo) > 0 {
			v := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			s, plain := v.ref.(smtstr.String)
			if x, ok := v.ref.(*text); ok {
				if p := x.whole.Load(); p != nil {
					s, plain = *p, true
				} else {
					todo = append(todo, x.right, x.left)
				}
			}
			if plain && !yield(s) {
				return
			}
		}
	}
}

// Unfolding returns the bytes that it takes to put v into one piece before its contents can be inspected, 0 for
// everything except concatenations that have not been inspected yet.
func (v Value) Unfolding() int {
	switch x := v.ref.(type) {
	case *list:
		if x.elems.Load() == nil {
			return x.length * elemBytes
		}
	case *text:
		if x.whole.Load() == nil {
			return x.length * charBytes
		}
	}
	return 0
}
