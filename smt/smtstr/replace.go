package smtstr

import (
	"slices"
	"strings"
)

// begins reports for every position from i to the end of s, inclusive, whether a word of n begins there. The words are
// read backwards from the end: this takes one pass, whereas trying every position would take quadratic time.
func (b *Builder) begins(n *node, s String, i int, budget *int) (at []bool, ok bool) {
	if s.Len()-i > *budget {
		return nil, false
	}
	rest := b.concat(b.all, b.Reverse(Regex{n}).n)
	at = make([]bool, s.Len()-i+1)
	for k := s.Len(); ; k-- {
		at[k-i] = rest.nullable
		if k == i {
			return at, true
		}
		if *budget--; *budget < 0 {
			return nil, false
		}
		if rest = b.derive(rest, s.At(k-1), budget); rest == nil {
			return nil, false
		}
	}
}

// shortest returns the end of the shortest word of n that begins at i in s; there is one.
func (b *Builder) shortest(n *node, s String, i int, budget *int) (end int, ok bool) {
	for k := i; ; k++ {
		if n.nullable || k == s.Len() {
			return k, true
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
// when that takes more than about budget steps or the result would be too long.
func (b *Builder) ReplaceRe(s String, r Regex, t String, budget int) (out String, ok bool) {
	defer b.charge(budget, &budget)
	at, ok := b.begins(r.n, s, 0, &budget)
	if !ok {
		return String{}, false
	}
	i := slices.Index(at, true)
	if i < 0 {
		return s, true
	}
	end, ok := b.shortest(r.n, s, i, &budget)
	if !ok {
		return String{}, false
	}
	return Concat(s.Slice(0, i), t, s.Slice(end, s.Len()))
}

// ReplaceReAll is str.replace_re_all: from left to right, every leftmost, shortest word of r in s that is not empty
// replaced by t. ok is false when that takes more than about budget steps or the result would be too long.
func (b *Builder) ReplaceReAll(s String, r Regex, t String, budget int) (out String, ok bool) {
	defer b.charge(budget, &budget)
	n := r.n
	if n.nullable {
		n = b.pair(kInter, n, b.concat(b.anyChar, b.all)) // the nonempty words
	}
	at, ok := b.begins(n, s, 0, &budget)
	if !ok {
		return String{}, false
	}
	var text strings.Builder
	from := 0
	for {
		k := slices.Index(at[from:], true)
		if k < 0 {
			return Concat(String{text.String()}, s.Slice(from, s.Len()))
		}
		end, ok := b.shortest(n, s, from+k, &budget)
		if !ok || text.Len()/width+k+t.Len() > MaxLen {
			return String{}, false
		}
		text.WriteString(s.Slice(from, from+k).s)
		text.WriteString(t.s)
		from = end
	}
}

// IndexOfRe is cvc5's str.indexof_re: the first position from i on where a word of r begins, the empty one included, -1
// when there is none or i is outside [0, Len]. ok is false when that takes more than about budget steps.
func (b *Builder) IndexOfRe(s String, r Regex, i, budget int) (at int, ok bool) {
	defer b.charge(budget, &budget)
	if i < 0 || i > s.Len() {
		return -1, true
	}
	begins, ok := b.begins(r.n, s, i, &budget)
	if !ok {
		return 0, false
	}
	if k := slices.Index(begins, true); k >= 0 {
		return i + k, true
	}
	return -1, true
}
