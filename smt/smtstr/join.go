package smtstr

import "slices"

// Union is the union of two languages.
func (b *Builder) Union(p, q Regex) Regex { return Regex{b.pair(kUnion, p.n, q.n)} }

// Inter is the intersection of two languages.
func (b *Builder) Inter(p, q Regex) Regex { return Regex{b.pair(kInter, p.n, q.n)} }

// maxFlat bounds the number of parts of a union or intersection that is built pair by pair. Building a long one copies
// the list with every part. Beyond the bound the list becomes one part of the next, so that the total size of all copies
// grows with the number of parts, not with its square.
const maxFlat = 64

// pair joins two expressions given by a caller.
func (b *Builder) pair(k kind, p, q *node) *node {
	var parts []*node
	for _, x := range [2]*node{p, q} {
		if x.kind == k && len(x.args) < maxFlat {
			parts = append(parts, x.args...)
		} else {
			parts = append(parts, x)
		}
	}
	return b.gather(k, parts)
}

// join makes a union or intersection of any number of parts, and flattens it completely. That, and the identities of
// gather, keep the number of derivatives finite. It may reorder parts.
func (b *Builder) join(k kind, parts []*node) *node {
	// Equal parts go first: each may have many members.
	slices.SortFunc(parts, byID)
	parts = slices.Compact(parts)
	var flat []*node
	for _, p := range parts {
		if p.kind == k {
			flat = append(flat, members(p)...)
		} else {
			flat = append(flat, p)
		}
	}
	return b.gather(k, flat)
}

// members returns the parts of a union or intersection, with nested ones replaced by their parts.
func members(n *node) []*node {
	if !slices.ContainsFunc(n.args, func(a *node) bool { return a.kind == n.kind }) {
		return n.args
	}
	var flat []*node
	seen := map[*node]bool{n: true}
	todo := []*node{n}
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, a := range x.args {
			switch {
			case a.kind != n.kind:
				flat = append(flat, a)
			case !seen[a]:
				seen[a] = true
				todo = append(todo, a)
			}
		}
	}
	return flat
}

func byID(x, y *node) int { return int(x.id) - int(y.id) }

// gather makes a union or intersection of these parts: sorted, without repetitions, and without neutral and absorbing
// parts. It may reorder parts.
func (b *Builder) gather(k kind, parts []*node) *node {
	neutral, absorbing := b.none, b.all
	if k == kInter {
		neutral, absorbing = b.all, b.none
	}
	if slices.Contains(parts, absorbing) {
		return absorbing
	}
	parts = slices.DeleteFunc(parts, func(p *node) bool { return p == neutral })
	slices.SortFunc(parts, byID)
	parts = slices.Compact(parts)
	if opposed(parts) {
		return absorbing
	}
	nullable := k == kInter
	for _, p := range parts {
		if p.nullable != nullable && p != b.eps {
			nullable = !nullable
			break
		}
	}
	if i := slices.Index(parts, b.eps); i >= 0 {
		switch {
		case k == kInter && nullable:
			return b.eps
		case k == kInter:
			return b.none
		case nullable:
			parts = slices.Delete(parts, i, i+1) // another part contains the empty word
		default:
			nullable = true
		}
	}
	switch len(parts) {
	case 0:
		return neutral
	case 1:
		return parts[0]
	}
	return b.make(node{kind: k, nullable: nullable, args: parts})
}

// opposed reports whether these include an expression together with its complement.
func opposed(sorted []*node) bool {
	for _, p := range sorted {
		if p.kind != kComp {
			continue
		}
		_, both := slices.BinarySearchFunc(sorted, p.args[0].id, func(x *node, id uint32) int { return int(x.id) - int(id) })
		if both {
			return true
		}
	}
	return false
}
