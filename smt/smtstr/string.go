// Package smtstr holds the strings of SMT-LIB's theory UnicodeStrings, words over the code points 0 to 196607,
// including surrogates, and regular expressions over them, matched by derivatives. It solves no constraints:
// every operator takes values and gives one, or gives up at a limit that its caller sets.
package smtstr

import (
	"iter"
	"strings"
)

// MaxChar is the largest code point (SMT-LIB 2.6, theory UnicodeStrings).
const MaxChar = 0x2ffff

// MaxLen bounds the length of strings that operators make.
const MaxLen = 1 << 26

// width is the number of bytes of a character.
const width = 3

// String is an immutable string; the zero String is the empty one. Strings are comparable with ==. Safe for
// concurrent use.
type String struct {
	s string // three bytes for each character, the highest first, so that bytes and code points are ordered alike
}

func encode(dst []byte, code uint32) []byte {
	return append(dst, byte(code>>16), byte(code>>8), byte(code))
}

// FromCodes returns the string of these code points; ok is false when one is above MaxChar.
func FromCodes(codes []uint32) (s String, ok bool) {
	b := make([]byte, 0, width*len(codes))
	for _, c := range codes {
		if c > MaxChar {
			return String{}, false
		}
		b = encode(b, c)
	}
	return String{string(b)}, true
}

// Len returns the number of characters.
func (s String) Len() int { return len(s.s) / width }

// At returns the code point at i, 0 <= i < Len.
func (s String) At(i int) uint32 {
	i *= width
	return uint32(s.s[i])<<16 | uint32(s.s[i+1])<<8 | uint32(s.s[i+2])
}

// Slice returns the characters from i to j-1, 0 <= i <= j <= Len.
func (s String) Slice(i, j int) String { return String{s.s[i*width : j*width]} }

// Compare orders strings lexicographically by code points.
func Compare(a, b String) int { return strings.Compare(a.s, b.s) }

// Hash is equal for equal strings.
func (s String) Hash() uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s.s) {
		h = (h ^ uint64(s.s[i])) * 1099511628211
	}
	return h
}

// Concat is str.++; ok is false when the result would be too long.
func Concat(parts ...String) (s String, ok bool) {
	n := 0
	for _, p := range parts {
		n += p.Len()
	}
	if n > MaxLen {
		return String{}, false
	}
	var b strings.Builder
	b.Grow(n * width)
	for _, p := range parts {
		b.WriteString(p.s)
	}
	return String{b.String()}, true
}

// Collect returns the concatenation of parts with n characters in total.
func Collect(n int, parts iter.Seq[String]) String {
	var b strings.Builder
	b.Grow(n * width)
	for p := range parts {
		b.WriteString(p.s)
	}
	return String{b.String()}
}

// CharAt is str.at: the string with the character at i, empty when there is none.
func (s String) CharAt(i int) String { return s.Substr(i, 1) }

// Substr is str.substr: at most n characters from i on, empty when i is outside or n not positive.
func (s String) Substr(i, n int) String {
	if i < 0 || i >= s.Len() || n <= 0 {
		return String{}
	}
	return s.Slice(i, i+min(n, s.Len()-i))
}

// HasPrefix is str.prefixof with the arguments swapped.
func (s String) HasPrefix(t String) bool { return strings.HasPrefix(s.s, t.s) }

// HasSuffix is str.suffixof with the arguments swapped.
func (s String) HasSuffix(t String) bool { return strings.HasSuffix(s.s, t.s) }

// mapped returns s with every character replaced.
func (s String) mapped(f func(uint32) uint32) String {
	b := make([]byte, 0, len(s.s))
	for i := range s.Len() {
		b = encode(b, f(s.At(i)))
	}
	return String{string(b)}
}

// ToLower is cvc5's str.to_lower, which knows only the letters A to Z.
func (s String) ToLower() String {
	return s.mapped(func(c uint32) uint32 {
		if 'A' <= c && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	})
}

// ToUpper is cvc5's str.to_upper, which knows only the letters a to z.
func (s String) ToUpper() String {
	return s.mapped(func(c uint32) uint32 {
		if 'a' <= c && c <= 'z' {
			return c - ('a' - 'A')
		}
		return c
	})
}

// Rev is cvc5's str.rev.
func (s String) Rev() String {
	b := make([]byte, 0, len(s.s))
	for i := s.Len() - 1; i >= 0; i-- {
		b = encode(b, s.At(i))
	}
	return String{string(b)}
}

// Update is cvc5's str.update: the characters from i on overwritten by t, never more than there are; s when i is
// outside.
func (s String) Update(i int, t String) String {
	if i < 0 || i >= s.Len() {
		return s
	}
	t = t.Substr(0, s.Len()-i)
	return String{s.s[:i*width] + t.s + s.s[i*width+len(t.s):]}
}
