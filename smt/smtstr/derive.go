package smtstr

// maxDerived bounds the derivatives that a builder remembers.
const maxDerived = 1 << 20

// derive returns the language of the remainders of the words of n that begin with c (Brzozowski's
// derivative). It charges the budget and gives up, returning nil, when that is spent. It keeps its own stack:
// expressions may nest arbitrarily deeply.
func (b *Builder) derive(root *node, c uint32, budget *int) *node {
	c = b.classes.first(c)
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
		need := b.needed(n, budget)
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
		d := b.combine(n, need, c)
		if *budget -= 1 + max(len(need), len(d.args)); *budget < 0 {
			return nil
		}
		b.derived[step{n.id, c}] = d
		b.derivatives++
		todo = todo[:len(todo)-1]
	}
	return b.of(root, c)
}

// needed returns the expressions from whose derivatives that of n is built.
func (b *Builder) needed(n *node, budget *int) []*node {
	switch n.kind {
	case kUnion, kInter:
		return members(n)
	case kConcat:
		switch {
		case n.args[0].kind == kConcat:
			return []*node{b.turned(n, budget)}
		case !n.args[0].nullable:
			return n.args[:1]
		}
	}
	return n.args
}

// turned returns a concatenation with its brackets to the right, ((p q) r) as (p (q r)): taking characters off the
// front of p costs steps for every bracket around it, and this removes them.
func (b *Builder) turned(n *node, budget *int) *node {
	var rest *node
	for ; n.kind == kConcat; n = n.args[0] {
		*budget--
		if rest == nil {
			rest = n.args[1]
		} else {
			rest = b.concat(n.args[1], rest)
		}
	}
	return b.concat(n, rest)
}

// simple returns the derivative of an expression without parts.
func (b *Builder) simple(n *node, c uint32) (d *node, ok bool) {
	switch n.kind {
	case kNone, kEps:
		return b.none, true
	case kAll:
		return b.all, true
	case kChars:
		if n.lo <= uint64(c) && uint64(c) <= n.hi {
			return b.eps, true
		}
		return b.none, true
	case kWord:
		if n.word.At(0) == c {
			return b.tail(n), true
		}
		return b.none, true
	}
	return nil, false
}

// of returns a derivative if it is known, nil otherwise.
func (b *Builder) of(n *node, c uint32) *node {
	if d, ok := b.simple(n, c); ok {
		return d
	}
	return b.derived[step{n.id, c}]
}

// combine builds a derivative from the derivatives of what is needed for it.
func (b *Builder) combine(n *node, need []*node, c uint32) *node {
	first := b.of(need[0], c)
	switch n.kind {
	case kConcat:
		if n.args[0].kind == kConcat {
			return first
		}
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
	parts := make([]*node, len(need))
	for i, a := range need {
		parts[i] = b.of(a, c)
	}
	return b.join(n.kind, parts)
}

// Match reports whether s is in the language of r; ok is false when that takes more than about budget steps.
func (b *Builder) Match(r Regex, s String, budget int) (in, ok bool) {
	defer b.charge(budget, &budget)
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

// Derivative is the language of the remainders of those words of r that begin with the character c; ok is false when that takes more than about budget
// steps.
func (b *Builder) Derivative(r Regex, c uint32, budget int) (d Regex, ok bool) {
	defer b.charge(budget, &budget)
	n := b.derive(r.n, c, &budget)
	return Regex{n}, n != nil
}
