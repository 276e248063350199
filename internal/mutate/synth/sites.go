package synth

import (
	"slices"

	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// Sites are the places of a script's assertions where a term may be replaced. They follow a script from
// mutant to mutant: only changed assertions are looked at again. Not safe for concurrent use.
type Sites struct {
	commands []int // indices of assert commands
	roots    []*term.Term
	graphs   []*graph
	total    int

	index term.Map[int32] // 1 + the node's index in the graph at hand, 0 for none; scratch
}

// graph is the DAG of one assertion: every distinct node with all its parents.
type graph struct {
	nodes []*term.Term
	heads []parentList // by node
	edges []edge
}

// parentList is a linked list of edges: the last one, and how many there are.
type parentList struct{ last, count int32 }

// edge leads from a node to one of its parents.
type edge struct {
	parent int32 // the parent's index
	child  int32 // which child of it
	next   int32 // the edge before it in the same list
}

// Update takes in the script's assertions as they are now.
func (s *Sites) Update(sc *script.Script) {
	k := 0
	s.total = 0
	for i := range sc.Commands {
		if sc.Commands[i].Kind != script.Assert {
			continue
		}
		root := sc.Commands[i].Terms[0]
		if k == len(s.roots) {
			s.commands, s.roots, s.graphs = append(s.commands, 0), append(s.roots, nil), append(s.graphs, nil)
		}
		if s.roots[k] != root {
			s.roots[k], s.graphs[k] = root, s.draw(s.graphs[k], root)
		}
		s.commands[k] = i
		s.total += len(s.graphs[k].nodes)
		k++
	}
	s.commands, s.roots, s.graphs = s.commands[:k], s.roots[:k], s.graphs[:k]
}

// Len returns the number of places.
func (s *Sites) Len() int { return s.total }

// draw makes the graph of an assertion, in the memory of old if that is not nil.
func (s *Sites) draw(old *graph, root *term.Term) *graph {
	g := old
	if g == nil {
		g = &graph{}
	}
	g.nodes, g.heads, g.edges = g.nodes[:0], g.heads[:0], g.edges[:0]
	add := func(t *term.Term) int32 {
		n := s.index.At(t)
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
		s.index.Set(t, 0)
	}
	return g
}

// parent returns a random edge to a parent of node n, which must not be the root.
func (g *graph) parent(r *rng.Rand, n int) edge {
	h := g.heads[n]
	e := g.edges[h.last]
	for range r.IntN(int(h.count)) {
		e = g.edges[e.next]
	}
	return e
}

// Site is an occurrence: a command, the path to the term in its assertion, and what stands above.
type Site struct {
	Command int
	Path    term.Path
	Term    *term.Term
	Above   []*term.Term // the terms on the path, the root first
	Scope   []*term.Term // bound variables in scope, by ID
}

// Place returns where a new term would stand.
func (s *Site) Place() Place { return Place{Command: s.Command, Scope: s.Scope} }

// Pick returns a random place: every distinct subterm is equally likely, and of a shared subterm's
// occurrences one is chosen by a random walk to the root. Annotations are no places of their own (their
// bodies are), and a place never holds a label: replacing it would leave the label undefined.
func (s *Sites) Pick(r *rng.Rand) (site Site, ok bool) {
	if s.total == 0 {
		return Site{}, false
	}
	n := r.IntN(s.total)
	k := 0
	for n >= len(s.graphs[k].nodes) {
		n -= len(s.graphs[k].nodes)
		k++
	}
	g := s.graphs[k]
	t := g.nodes[n]
	if t.Kind() == term.Annot || t.HasNamed() {
		return Site{}, false
	}
	site = Site{Command: s.commands[k], Term: t}
	for n != 0 {
		e := g.parent(r, n)
		site.Path = append(site.Path, int(e.child))
		site.Above = append(site.Above, g.nodes[e.parent])
		n = int(e.parent)
	}
	slices.Reverse(site.Path)
	slices.Reverse(site.Above)
	for i, a := range site.Above {
		site.Scope = Bind(site.Scope, a, site.Path[i])
	}
	return site, true
}

// Bind adds the variables that t binds in its argument i to a scope, and keeps it ordered by ID.
func Bind(scope []*term.Term, t *term.Term, i int) []*term.Term {
	var bound []*term.Term
	switch t.Kind() {
	case term.Quant:
		bound = t.Bound()
	case term.Match:
		if i > 0 {
			bound = t.Cases()[i-1].Vars
		}
	}
	if len(bound) == 0 {
		return scope
	}
	scope = append(scope, bound...)
	slices.SortFunc(scope, func(a, b *term.Term) int { return a.ID() - b.ID() })
	return scope
}

// Along returns the terms on the path below root, the replaced one left out.
func Along(root *term.Term, p term.Path) []*term.Term {
	above := make([]*term.Term, 0, len(p))
	for _, i := range p {
		above = append(above, root)
		root = root.Args()[i]
	}
	return above
}
