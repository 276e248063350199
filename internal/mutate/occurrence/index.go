package occurrence

import (
	"slices"

	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// Index holds the occurrences of terms in a script's assertions. It follows a script from mutant to mutant: only changed
// assertions are looked at again. The zero Index is empty. Not safe for concurrent use.
type Index struct {
	commands []int // indices of assert commands
	roots    []*term.Term
	graphs   []*graph
	total    int

	index term.Map[int32] // 1 + the node's index in the graph at hand, 0 for none; scratch
}

// Update takes in the assertions of a script as they are now.
func (x *Index) Update(sc *script.Script) {
	k := 0
	x.total = 0
	for i := range sc.Commands {
		if sc.Commands[i].Kind != script.Assert {
			continue
		}
		root := sc.Commands[i].Terms[0]
		if k == len(x.roots) {
			x.commands, x.roots, x.graphs = append(x.commands, 0), append(x.roots, nil), append(x.graphs, nil)
		}
		if x.roots[k] != root {
			x.roots[k], x.graphs[k] = root, x.draw(x.graphs[k], root)
		}
		x.commands[k] = i
		x.total += len(x.graphs[k].nodes)
		k++
	}
	x.commands, x.roots, x.graphs = x.commands[:k], x.roots[:k], x.graphs[:k]
}

// Len returns the number of distinct subterms of each assertion, added up.
func (x *Index) Len() int { return x.total }

// draw makes the graph of an assertion, in the memory of old if that is not nil.
func (x *Index) draw(old *graph, root *term.Term) *graph {
	g := old
	if g == nil {
		g = &graph{}
	}
	g.nodes, g.heads, g.edges = g.nodes[:0], g.heads[:0], g.edges[:0]
	add := func(t *term.Term) int32 {
		n := x.index.At(t)
		if *n == 0 {
			g.nodes = append(g.nodes, t)
			g.heads = append(g.heads, parentList{})
			*n = int32(len(g.nodes))
		}
		return *n - 1
	}
	add(root)
	for i := 0; i < len(g.nodes); i++ {
		for c, a := range g.nodes[i].Args() {
			h := &g.heads[add(a)]
			g.edges = append(g.edges, edge{int32(i), int32(c), h.last})
			h.last = int32(len(g.edges) - 1)
			h.count++
		}
	}
	for _, t := range g.nodes {
		x.index.Set(t, 0)
	}
	return g
}

// Pick returns a random occurrence: every distinct subterm is equally likely, and of a shared subterm's occurrences a random
// walk to the root chooses one. ok is false when chance hit a term that must not be replaced: an annotation, whose body can
// be replaced instead, or a term that holds a label, which would be left undefined.
func (x *Index) Pick(r *rng.Rand) (o Occurrence, ok bool) {
	if x.total == 0 {
		return Occurrence{}, false
	}
	n := r.IntN(x.total)
	k := 0
	for n >= len(x.graphs[k].nodes) {
		n -= len(x.graphs[k].nodes)
		k++
	}
	g := x.graphs[k]
	t := g.nodes[n]
	if t.Kind() == term.Annot || t.HasNamed() {
		return Occurrence{}, false
	}
	o = Occurrence{Command: x.commands[k], Term: t}
	for n != 0 {
		e := g.parent(r, n)
		o.Path = append(o.Path, int(e.child))
		o.Above = append(o.Above, g.nodes[e.parent])
		n = int(e.parent)
	}
	slices.Reverse(o.Path)
	slices.Reverse(o.Above)
	for i, a := range o.Above {
		o.Scope = Bind(o.Scope, a, o.Path[i])
	}
	return o, true
}
