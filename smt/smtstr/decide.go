package smtstr

import (
	"maps"
	"slices"
)

// letters returns one character of each class that the expressions distinguish; ok is false when finding them takes more
// steps than the budget allows.
func letters(budget *int, roots ...*node) (all []uint32, ok bool) {
	bounds := map[uint32]bool{0: true}
	seen := map[*node]bool{}
	todo := slices.Clone(roots)
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		todo = append(todo, n.args...)
		if *budget -= 1 + n.word.Len(); *budget < 0 {
			return nil, false
		}
		switch n.kind {
		case kChars:
			bounds[uint32(n.lo)], bounds[uint32(n.hi)+1] = true, true
		case kWord:
			for i := range n.word.Len() {
				c := n.word.At(i)
				bounds[c], bounds[c+1] = true, true
			}
		}
	}
	delete(bounds, MaxChar+1)
	return slices.Sorted(maps.Keys(bounds)), true
}

// Equivalent reports whether two expressions have the same language; ok is false when that takes more than about budget
// steps.
func (b *Builder) Equivalent(p, q Regex, budget int) (equal, ok bool) {
	// They are equal when no word is in only one of them.
	left := b.Diff(p, q)
	right := b.Diff(q, p)
	empty, ok := b.Empty(b.Union(left, right), budget)
	return empty, ok
}

// Empty reports whether a language is empty; ok is false when that takes more than about budget steps.
func (b *Builder) Empty(r Regex, budget int) (empty, ok bool) {
	_, found, ok := b.Witness(r, budget)
	return !found, ok
}

// Witness returns a shortest word of a language. found is false when the language is empty, and ok is false when
// finding out takes more than about budget steps.
func (b *Builder) Witness(r Regex, budget int) (word String, found, ok bool) {
	defer b.charge(budget, &budget)
	type origin struct {
		from *node
		char uint32
	}
	came := map[*node]origin{r.n: {}}
	queue := []*node{r.n}
	alphabet, ok := letters(&budget, r.n)
	if !ok {
		return String{}, false, false
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		if n.nullable {
			var codes []uint32
			for n != r.n {
				codes = append(codes, came[n].char)
				n = came[n].from
			}
			slices.Reverse(codes)
			word, _ = FromCodes(codes)
			return word, true, true
		}
		for _, c := range alphabet {
			if budget--; budget < 0 {
				return String{}, false, false
			}
			d := b.derive(n, c, &budget)
			if d == nil {
				return String{}, false, false
			}
			if _, seen := came[d]; seen || d == b.none {
				continue
			}
			came[d] = origin{n, c}
			queue = append(queue, d)
		}
	}
	return String{}, false, true
}
