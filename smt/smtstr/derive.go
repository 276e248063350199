package smtstr

// maxDerived bounds the derivatives that a builder remembers.
const maxDerived = 1 << 20

// derive returns the language of the rests of the words of n that begin with c (Brzozowski's derivative). It
// takes from the budget and gives up, returning nil, when that is spent. It keeps its own stack: expressions
// nest as deep as anybody likes.
func (b *Builder) derive(root *node, c uint32, budget *int) *node {
	if d, ok := b.simple(root, c); ok {
		return d
	}
	if len(b.derived) > maxDerived {
		clear(b.derived)
	}
	todo := []*node{root}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		if b.derived[step{n.id, c}] != nil {
			todo = todo[:len(todo)-1]
			continue
		}
		need := n.args
		if n.kind == kConcat && !n.args[0].nullable {
			need = n.args[:1]
		}
		missing := false
		for _, a := range need {
			if b.of(a, c) == nil {
				todo = append(todo, a)
				missing = true
			}
		}
		if missing {
			continue
		}
		if *budget -= 1 + len(n.args); *budget < 0 {
			return nil
		}
		b.derived[step{n.id, c}] = b.combine(n, c)
		todo = todo[:len(todo)-1]
	}
	return b.of(root, c)
}

// simple returns the derivative of an expression without parts.
func (b *Builder) simple(n *node, c uint32) (d *node, ok bool) {
	switch n.kind {
	case kNone, kEps:
		return b.none, true
	case kAll:
		return b.all, true
	case kChars:
		if n.lo <= c && c <= n.hi {
			return b.eps, true
		}
		return b.none, true
	case kWord:
		if n.word.At(0) == c {
			return b.wordNode(n.word.Slice(1, n.word.Len())), true
		}
		return b.none, true
	}
	return nil, false
}

// of returns a derivative that is known, nil if it is not.
func (b *Builder) of(n *node, c uint32) *node {
	if d, ok := b.simple(n, c); ok {
		return d
	}
	return b.derived[step{n.id, c}]
}

// combine makes a derivative from those of the parts.
func (b *Builder) combine(n *node, c uint32) *node {
	first := b.of(n.args[0], c)
	switch n.kind {
	case kConcat:
		d := b.concat(first, n.args[1])
		if n.args[0].nullable {
			return b.join(kUnion, []*node{d, b.of(n.args[1], c)})
		}
		return d
	case kComp:
		return b.comp(first)
	case kLoop:
		lo, hi := n.lo, n.hi
		if lo > 0 {
			lo--
		}
		if hi != unbounded {
			hi--
		}
		return b.concat(first, b.loop(n.args[0], lo, hi))
	}
	parts := make([]*node, len(n.args))
	for i, a := range n.args {
		parts[i] = b.of(a, c)
	}
	return b.join(n.kind, parts)
}

// Match reports whether s is in the language of r; ok is false when that takes more than about budget steps.
func (b *Builder) Match(r Regex, s String, budget int) (in, ok bool) {
	n := r.n
	for i := range s.Len() {
		switch n {
		case b.none:
			return false, true
		case b.all:
			return true, true
		}
		if budget--; budget < 0 {
			return false, false
		}
		if n = b.derive(n, s.At(i), &budget); n == nil {
			return false, false
		}
	}
	return n.nullable, true
}

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
	var parts []String
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
		parts = append(parts, s.Slice(from, i), t)
		from, i = end, end
	}
	return Concat(append(parts, s.Slice(from, s.Len()))...)
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
