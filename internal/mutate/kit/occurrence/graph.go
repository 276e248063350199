package occurrence

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/term"
)

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

// parent returns a random edge to a parent of node n, which must not be the root.
func (g *graph) parent(r *rng.Rand, n int) edge {
	h := g.heads[n]
	e := g.edges[h.last]
	for range r.IntN(int(h.count)) {
		e = g.edges[e.next]
	}
	return e
}
