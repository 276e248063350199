package diver

import (
	"github.com/assay-smt/assay/internal/mutate/occurrence"
	"github.com/assay-smt/assay/internal/mutate/preanalysis"
	"github.com/assay-smt/assay/internal/mutate/synth"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// goal is a place that wants another term.
type goal struct {
	target *preanalysis.Node
	place  occurrence.Place
	world  int
	state  *state
}

// maker makes the terms.
type maker struct {
	build *synth.Builder
}

// makers starts what makes terms.
func (s *source) makers(c *synth.Catalog, start *script.Script) {
	s.sorts = c.Sorts
	s.maker = maker{build: &synth.Builder{Catalog: c, Store: start.Store, Pool: synth.NewPool(start), Literals: true}}
}

// term returns a random term for the goal; nil when chance finds none.
func (m *maker) term(r *rng.Rand, g *goal) *term.Term {
	return m.build.Operator(r, g.target.Term.Sort(), g.place)
}
