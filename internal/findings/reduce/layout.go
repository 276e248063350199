package reduce

import (
	"strings"

	"github.com/assay-smt/assay/smt/syntax"
)

// A layout is a text with the place of each of its s-expressions: one command per line, one blank between siblings, no comments.
type layout struct {
	text  string
	nodes []node
	roots []int32 // the commands
	sums  []uint64
	ways  *ways
}

// A node is an s-expression of a layout. Its children follow it.
type node struct {
	from, to int32 // bytes
	parent   int32 // -1 for commands
	end      int32 // the node after its subtree
	kind     syntax.Kind
}

// lay returns the layout of a text. The error is about the first place that is not an s-expression.
func lay(text string) (*layout, error) {
	l := &layout{}
	r := syntax.NewReader(text)
	var tree syntax.Tree
	var b strings.Builder
	b.Grow(len(text))
	for {
		more, err := r.Next(&tree)
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
		l.add(&b, &tree)
	}
	l.text = b.String()
	return l, nil
}

// add appends one command.
func (l *layout) add(b *strings.Builder, t *syntax.Tree) {
	base := int32(len(l.nodes))
	l.roots = append(l.roots, base)
	open := int32(-1) // the open list
	last := t.End(syntax.Root)
	blank := false
	closing := func(at int32) {
		for open >= 0 && l.nodes[open].end == at {
			b.WriteByte(')')
			l.nodes[open].to = int32(b.Len())
			open = l.nodes[open].parent
			blank = true
		}
	}
	for i := syntax.Root; i < last; i++ {
		closing(base + int32(i))
		if blank {
			b.WriteByte(' ')
		}
		n := node{from: int32(b.Len()), parent: open, end: base + int32(t.End(i)), kind: t.Kind(i)}
		if n.kind == syntax.List {
			b.WriteByte('(')
			open = base + int32(i)
			blank = false
		} else {
			b.WriteString(t.Text(i))
			blank = true
		}
		n.to = int32(b.Len())
		l.nodes = append(l.nodes, n)
	}
	closing(base + int32(last))
	b.WriteByte('\n')
}

// textOf is the text of node n.
func (l *layout) textOf(n int32) string { return l.text[l.nodes[n].from:l.nodes[n].to] }

// size is the number of nodes of n's subtree.
func (l *layout) size(n int32) int { return int(l.nodes[n].end - n) }

// hashes returns for each node a number that nodes with the same text share.
func (l *layout) hashes() []uint64 {
	if l.sums != nil || len(l.nodes) == 0 {
		return l.sums
	}
	l.sums = make([]uint64, len(l.nodes))
	for n := int32(len(l.nodes)) - 1; n >= 0; n-- {
		if l.nodes[n].kind != syntax.List {
			l.sums[n] = hashText(0, l.textOf(n))
			continue
		}
		h := uint64(2)
		l.children(n, func(_ int, c int32) bool { h = mix(h, l.sums[c]); return true })
		l.sums[n] = h
	}
	return l.sums
}

// children calls f for each child of n, in order, until f returns false.
func (l *layout) children(n int32, f func(i int, c int32) bool) {
	if l.nodes[n].kind != syntax.List {
		return
	}
	i := 0
	for c := n + 1; c < l.nodes[n].end; c = l.nodes[c].end {
		if !f(i, c) {
			return
		}
		i++
	}
}

// child is child i of n, -1 when there is none.
func (l *layout) child(n int32, i int) int32 {
	found := int32(-1)
	l.children(n, func(k int, c int32) bool {
		if k == i {
			found = c
		}
		return k < i
	})
	return found
}

// head is the symbol that begins the list n, "" when none does.
func (l *layout) head(n int32) string {
	if c := l.child(n, 0); c >= 0 && l.nodes[c].kind == syntax.Symbol {
		return l.textOf(c)
	}
	return ""
}

// name is the symbol that node n is, without bars.
func (l *layout) name(n int32) (string, bool) {
	if n < 0 {
		return "", false
	}
	switch l.nodes[n].kind {
	case syntax.Symbol:
		return l.textOf(n), true
	case syntax.Quoted:
		s := l.textOf(n)
		return s[1 : len(s)-1], true
	}
	return "", false
}

// A splice replaces the bytes from..to by text.
type splice struct {
	from, to int32
	text     string
}

// spliced applies splices, which must be in order; one that begins inside of another is left out.
func spliced(text string, all []splice) string {
	var b strings.Builder
	b.Grow(len(text))
	at := int32(0)
	for _, s := range all {
		if s.from < at {
			continue
		}
		b.WriteString(text[at:s.from])
		b.WriteString(s.text)
		at = s.to
	}
	b.WriteString(text[at:])
	return b.String()
}
