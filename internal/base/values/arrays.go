package values

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

const (
	// maxStores bounds the entries of an array.
	maxStores = 2
	// maxBases is how many times a value for all other indices is drawn.
	maxBases = 8
)

// array returns a constant array with a few stores.
func (g *Generator) array(r *rng.Rand, s *sorts.Sort, b budget) *term.Term {
	index, elem := s.Args()[0], s.Args()[1]
	in := b.inside(1 + 2*maxStores)
	stores := b.depth < g.opts.MaxDepth && max(g.smallest(index), g.smallest(elem)) <= in.values
	if !stores {
		in = b.inside(1)
	}
	a := g.op("const", nil, s, g.base(r, elem, in))
	if a == nil || !stores {
		return a
	}
	for range r.IntN(maxStores + 1) {
		i, e := g.value(r, index, in), g.value(r, elem, in)
		if i == nil || e == nil {
			break
		}
		a = g.op("store", nil, nil, a, i, e)
	}
	return a
}

// base returns what an array holds at all indices without an entry.
func (g *Generator) base(r *rng.Rand, elem *sorts.Sort, b budget) *term.Term {
	t := g.value(r, elem, b)
	for tries := 1; tries < maxBases && t != nil && g.opts.Base != nil && !g.opts.Base(t); tries++ {
		t = g.value(r, elem, b)
	}
	return t
}
