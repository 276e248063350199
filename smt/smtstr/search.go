package smtstr

import "strings"

// maxSlips is how many matches across character boundaries a byte search may find before the search goes by
// characters: each costs time proportional to the pattern's length.
const maxSlips = 8

// Contains is str.contains.
func (s String) Contains(t String) bool { return s.IndexOf(t, 0) >= 0 }

// IndexOf is str.indexof: the first position from i on where t occurs, -1 when there is none or i is outside
// [0, Len].
func (s String) IndexOf(t String, i int) int {
	if i < 0 || i > s.Len() {
		return -1
	}
	for range maxSlips {
		k := strings.Index(s.s[i*width:], t.s)
		if k < 0 {
			return -1
		}
		i += k / width
		if k%width == 0 {
			return i
		}
		i++ // the match consisted of bytes of two characters
	}
	return s.search(t, i)
}

// LastIndexOf is z3's seq.last_indexof: the last position where t occurs, -1 when there is none. The empty string
// occurs at the end.
func (s String) LastIndexOf(t String) int {
	end := s.Len()
	for range maxSlips {
		k := strings.LastIndex(s.s[:end*width], t.s)
		if k < 0 {
			return -1
		}
		if k%width == 0 {
			return k / width
		}
		end = k/width + t.Len()
	}
	i := s.Slice(0, end).Rev().search(t.Rev(), 0)
	if i < 0 {
		return -1
	}
	return end - i - t.Len()
}

// search is IndexOf in time linear in the two lengths (Knuth, Morris and Pratt). t is not empty.
func (s String) search(t String, i int) int {
	// border[k] is the length of the longest proper prefix of the first k+1 characters of t that also ends them.
	border := make([]int32, t.Len())
	k := 0
	extend := func(c uint32) {
		for k > 0 && t.At(k) != c {
			k = int(border[k-1])
		}
		if t.At(k) == c {
			k++
		}
	}
	for j := 1; j < t.Len(); j++ {
		extend(t.At(j))
		border[j] = int32(k)
	}
	k = 0
	for ; i < s.Len(); i++ {
		if extend(s.At(i)); k == t.Len() {
			return i + 1 - k
		}
	}
	return -1
}

// Replace is str.replace: the first t in s replaced by u; an empty t occurs at the beginning. ok is false when
// the result would be too long.
func (s String) Replace(t, u String) (r String, ok bool) {
	i := s.IndexOf(t, 0)
	if i < 0 {
		return s, true
	}
	return Concat(s.Slice(0, i), u, s.Slice(i+t.Len(), s.Len()))
}

// LenReplaced returns the length of s with every t, from left to right, replaced by u.
func (s String) LenReplaced(t, u String) int {
	n := s.Len()
	if t.Len() == 0 {
		return n
	}
	for i := s.IndexOf(t, 0); i >= 0; i = s.IndexOf(t, i+t.Len()) {
		n += u.Len() - t.Len() // never below 0: the occurrences do not overlap
	}
	return n
}

// ReplaceAll is str.replace_all: every t in s, from left to right, replaced by u; an empty t occurs nowhere. ok is
// false when the result would be too long.
func (s String) ReplaceAll(t, u String) (r String, ok bool) {
	n := s.LenReplaced(t, u)
	if t.Len() == 0 {
		return s, true
	}
	if n > MaxLen {
		return String{}, false
	}
	var out strings.Builder
	out.Grow(n * width)
	from := 0
	for i := s.IndexOf(t, 0); i >= 0; i = s.IndexOf(t, from) {
		out.WriteString(s.s[from*width : i*width])
		out.WriteString(u.s)
		from = i + t.Len()
	}
	out.WriteString(s.s[from*width:])
	return String{out.String()}, true
}
