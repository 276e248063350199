package diver

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/aim"
	"github.com/assay-smt/assay/internal/mutate/diver/preanalysis"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// goal is a place that needs another term.
type goal struct {
	target *preanalysis.Node
	place  occurrence.Place
	path   term.Path
	world  int
	state  *state
}

// maker makes the terms.
type maker struct {
	store  *term.Store
	grow   *synth.Grower
	aim    *aim.Aimer
	aiming Aiming
	goal   *goal                          // the one at hand
	values []map[*sorts.Sort][]*term.Term // of the seed's constants, by world
}

const (
	// raw is the percentage of terms for which nothing is aimed at: where sets are too small, chance finds more.
	raw = 25
	// maxValue bounds the size of offered values.
	maxValue = 12
)

// makers starts the makers of terms.
func (s *source) makers(c *synth.Catalog, start *script.Script) {
	s.sorts = c.Sorts
	m := &s.maker
	m.store = start.Store
	m.aiming = s.opts.Aiming
	for _, w := range s.questions.worlds {
		m.values = append(m.values, valuesOf(start, w.model.Evaluator().Term))
	}
	m.grow = synth.NewGrower(c, start.Store, s.guard.Pool, synth.Growth{Depth: s.opts.Depth, Model: m.offer, Rooted: true})
	m.aim = aim.New(m.grow, start.Store, func(t *term.Term) value.Value { return s.of[m.goal.world].Closed(t) })
}

// valuesOf returns, by sort, the values of the constants that a script declares, as far as they can be written without names.
func valuesOf(s *script.Script, of func(*term.Term) value.Value) map[*sorts.Sort][]*term.Term {
	out := map[*sorts.Sort][]*term.Term{}
	for _, c := range s.Commands {
		if c.Kind != script.DeclareFun {
			continue
		}
		for _, d := range c.Decls {
			if len(d.Params) > 0 || d.Result.Kind() == sorts.Array || d.Result.Kind() == functions || d.Result == sorts.Bool {
				continue
			}
			x, err := s.Store.App(s.Store.User(d, nil))
			if err != nil {
				continue
			}
			v := of(x)
			if !v.IsKnown() {
				continue
			}
			t, err := value.Term(s.Store, d.Result, v)
			if err != nil || t.HasUser() || t.Size() > maxValue || t.Sort() != d.Result {
				continue
			}
			out[d.Result] = append(out[d.Result], t)
		}
	}
	return out
}

// offer returns a fresh constant of the state, or a value of the model; nil when there is none.
func (m *maker) offer(r *rng.Rand, s *sorts.Sort) *term.Term {
	g := m.goal
	if r.Bool() {
		var found *term.Term
		n := 0
		for i := range g.state.added {
			c := g.state.added[i].constant
			if c == nil || c.decl.Result != s || c.decl.From >= g.place.Command || g.place.Command >= c.decl.To {
				continue
			}
			if n++; r.IntN(n) == 0 {
				found = c.term
			}
		}
		if found != nil {
			return found
		}
	}
	if list := m.values[g.world][s]; len(list) > 0 {
		return rng.Pick(r, list)
	}
	return nil
}

// term returns a random term for the goal, usually one with a value that the place allows; nil when chance finds none.
func (m *maker) term(r *rng.Rand, g *goal) *term.Term {
	m.goal = g
	t := m.grow.Term(r, g.target.Term.Sort(), g.place)
	if m.aiming == Reject || t == nil || len(t.Free()) > 0 || r.Chance(raw, 100) {
		return t
	}
	return m.aim.Into(r, g.target.Set, t, g.place)
}
