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
}

// graph is the DAG of one assertion: every distinct node with all its parents.
type graph struct {
	nodes   []*term.Term
	parents [][]edge
}

// edge leads from a node to one of its parents.
type edge struct {
	node  int // the parent's index
	child int // which child of it
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
			s.roots[k], s.graphs[k] = root, newGraph(root)
		}
		s.commands[k] = i
		s.total += len(s.graphs[k].nodes)
		k++
	}
	s.commands, s.roots, s.graphs = s.commands[:k], s.roots[:k], s.graphs[:k]
}

// Len returns the number of places.
func (s *Sites) Len() int { return s.total }

func newGraph(root *term.Term) *graph {
	g := &graph{}
	index := map[*term.Term]int{root: 0}
	g.nodes = append(g.nodes, root)
	g.parents = append(g.parents, nil)
	for i := 0; i < len(g.nodes); i++ {
		for c, a := range g.nodes[i].Args() {
			j, ok := index[a]
			if !ok {
				j = len(g.nodes)
				index[a] = j
				g.nodes = append(g.nodes, a)
				g.parents = append(g.parents, nil)
			}
			g.parents[j] = append(g.parents[j], edge{i, c})
		}
	}
	return g
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
		e := rng.Pick(r, g.parents[n])
		site.Path = append(site.Path, e.child)
		site.Above = append(site.Above, g.nodes[e.node])
		n = e.node
	}
	slices.Reverse(site.Path)
	slices.Reverse(site.Above)
	for i, a := range site.Above {
		switch a.Kind() {
		case term.Quant:
			site.Scope = append(site.Scope, a.Bound()...)
		case term.Match:
			if c := site.Path[i]; c > 0 {
				site.Scope = append(site.Scope, a.Cases()[c-1].Vars...)
			}
		}
	}
	slices.SortFunc(site.Scope, func(a, b *term.Term) int { return a.ID() - b.ID() })
	return site, true
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
