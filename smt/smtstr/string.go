// Package smtstr holds the strings of SMT-LIB's theory UnicodeStrings, words over the code points 0 to 196607,
// surrogates included, and regular expressions over them, matched by derivatives.
package smtstr

import (
	"math/big"
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
	s string // three bytes for each character, the highest first: bytes and code points are in one order
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

// Codes returns the code points.
func (s String) Codes() []uint32 {
	out := make([]uint32, s.Len())
	for i := range out {
		out[i] = s.At(i)
	}
	return out
}

// Compare orders strings lexicographically by code points.
func Compare(a, b String) int { return strings.Compare(a.s, b.s) }

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

// CharAt is str.at: the string of the character at i, empty when there is none.
func (s String) CharAt(i int) String { return s.Substr(i, 1) }

// Substr is str.substr: at most n characters from i on, empty when i is outside or n not positive.
func (s String) Substr(i, n int) String {
	if i < 0 || i >= s.Len() || n <= 0 {
		return String{}
	}
	return s.Slice(i, i+min(n, s.Len()-i))
}

// HasPrefix is str.prefixof with the arguments exchanged.
func (s String) HasPrefix(t String) bool { return strings.HasPrefix(s.s, t.s) }

// HasSuffix is str.suffixof with the arguments exchanged.
func (s String) HasSuffix(t String) bool { return strings.HasSuffix(s.s, t.s) }

// Contains is str.contains.
func (s String) Contains(t String) bool { return s.IndexOf(t, 0) >= 0 }

// IndexOf is str.indexof: the first position from i on where t stands, -1 when there is none or i is outside [0, Len].
func (s String) IndexOf(t String, i int) int {
	if i < 0 || i > s.Len() {
		return -1
	}
	at := i * width
	for {
		k := strings.Index(s.s[at:], t.s)
		if k < 0 {
			return -1
		}
		if k%width == 0 {
			return (at + k) / width
		}
		at += k - k%width + width // a match across characters is none
	}
}

// LastIndexOf returns the last position where t stands, -1 when there is none.
func (s String) LastIndexOf(t String) int {
	end := len(s.s)
	for {
		k := strings.LastIndex(s.s[:end], t.s)
		if k < 0 {
			return -1
		}
		if k%width == 0 {
			return k / width
		}
		end = k - k%width + len(t.s)
	}
}

// Replace is str.replace: the first t in s replaced by u; an empty t stands in front.
func (s String) Replace(t, u String) (r String, ok bool) {
	i := s.IndexOf(t, 0)
	if i < 0 {
		return s, true
	}
	return Concat(s.Slice(0, i), u, s.Slice(i+t.Len(), s.Len()))
}

// ReplaceAll is str.replace_all: every t in s, from left to right, replaced by u; an empty t is nowhere.
func (s String) ReplaceAll(t, u String) (r String, ok bool) {
	if t.Len() == 0 {
		return s, true
	}
	var parts []String
	from := 0
	for {
		i := s.IndexOf(t, from)
		if i < 0 {
			break
		}
		parts = append(parts, s.Slice(from, i), u)
		from = i + t.Len()
	}
	return Concat(append(parts, s.Slice(from, s.Len()))...)
}

func isDigit(code uint32) bool { return '0' <= code && code <= '9' }

// IsDigit is str.is_digit: one character from 0 to 9.
func (s String) IsDigit() bool { return s.Len() == 1 && isDigit(s.At(0)) }

// ToCode is str.to_code: the code point of the one character, -1 unless there is one.
func (s String) ToCode() int {
	if s.Len() != 1 {
		return -1
	}
	return int(s.At(0))
}

// FromCode is str.from_code: the string of the character with that code point, empty when there is none.
func FromCode(n int) String {
	if n < 0 || n > MaxChar {
		return String{}
	}
	return String{string(encode(nil, uint32(n)))}
}

// ToInt is str.to_int: the number that the decimal digits denote, -1 when s is empty or holds anything else.
func (s String) ToInt() *big.Int {
	digits := make([]byte, s.Len())
	for i := range digits {
		c := s.At(i)
		if !isDigit(c) {
			return big.NewInt(-1)
		}
		digits[i] = byte(c)
	}
	n, ok := new(big.Int).SetString(string(digits), 10)
	if !ok {
		return big.NewInt(-1) // the empty string
	}
	return n
}

// FromInt is str.from_int: the decimal digits of n, empty when it is negative.
func FromInt(n *big.Int) String {
	if n.Sign() < 0 {
		return String{}
	}
	return ascii(n.String())
}

// ascii returns a string of characters below 128.
func ascii(text string) String {
	b := make([]byte, 0, width*len(text))
	for i := range len(text) {
		b = encode(b, uint32(text[i]))
	}
	return String{string(b)}
}

// mapped returns s with every character replaced.
func (s String) mapped(f func(uint32) uint32) String {
	b := make([]byte, 0, len(s.s))
	for i := range s.Len() {
		b = encode(b, f(s.At(i)))
	}
	return String{string(b)}
}

// ToLower is cvc5's str.to_lower, which knows the letters A to Z only.
func (s String) ToLower() String {
	return s.mapped(func(c uint32) uint32 {
		if 'A' <= c && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	})
}

// ToUpper is cvc5's str.to_upper, which knows the letters a to z only.
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
