package smtstr

import "strings"

// shortest returns the end of the shortest word of n that begins at i in s and has at least least characters, -1
// when there is none.
func (b *Builder) shortest(n *node, s String, i, least int, budget *int) (end int, ok bool) {
	for k := i; ; k++ {
		if k-i >= least && n.nullable {
			return k, true
		}
		if k == s.Len() || n == b.none {
			return -1, true
		}
		if *budget--; *budget < 0 {
			return 0, false
		}
		if n = b.derive(n, s.At(k), budget); n == nil {
			return 0, false
		}
	}
}

// ReplaceRe is str.replace_re: the leftmost, shortest word of r in s, which may be empty, replaced by t. ok is false
// when that takes more than about budget steps.
func (b *Builder) ReplaceRe(s String, r Regex, t String, budget int) (out String, ok bool) {
	for i := 0; i <= s.Len(); i++ {
		end, ok := b.shortest(r.n, s, i, 0, &budget)
		if !ok {
			return String{}, false
		}
		if end >= 0 {
			return Concat(s.Slice(0, i), t, s.Slice(end, s.Len()))
		}
	}
	return s, true
}

// ReplaceReAll is str.replace_re_all: from left to right, every leftmost, shortest word of r in s that is not empty
// replaced by t.
func (b *Builder) ReplaceReAll(s String, r Regex, t String, budget int) (out String, ok bool) {
	var text strings.Builder
	from := 0
	for i := 0; i < s.Len(); {
		end, ok := b.shortest(r.n, s, i, 1, &budget)
		if !ok {
			return String{}, false
		}
		if end < 0 {
			i++
			continue
		}
		text.WriteString(s.Slice(from, i).s)
		text.WriteString(t.s)
		if text.Len() > MaxLen*width {
			return String{}, false
		}
		from, i = end, end
	}
	return Concat(String{text.String()}, s.Slice(from, s.Len()))
}

// IndexOfRe is cvc5's str.indexof_re: the first position from i on where a word of r begins, the empty one included, -1
// when there is none or i is outside [0, Len].
func (b *Builder) IndexOfRe(s String, r Regex, i, budget int) (at int, ok bool) {
	if i < 0 || i > s.Len() {
		return -1, true
	}
	for ; i <= s.Len(); i++ {
		end, ok := b.shortest(r.n, s, i, 0, &budget)
		if !ok {
			return 0, false
		}
		if end >= 0 {
			return i, true
		}
	}
	return -1, true
}
