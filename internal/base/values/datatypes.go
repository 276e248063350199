package values

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// data returns a value of a datatype, nil for other sorts that a script declares. Deep inside it takes constructors without
// fields or, where there are none, the one with the smallest values.
func (g *Generator) data(r *rng.Rand, s *sorts.Sort, b budget) *term.Term {
	data := g.opts.Datatypes[s.Name()]
	if data == nil || g.smallest(s) > b.values {
		return nil
	}
	ctors := g.fitting(data, s, b)
	if len(ctors) == 0 {
		return nil
	}
	ctor := rng.Pick(r, ctors)
	args := g.fields(r, g.domain.Fields(ctor, s), b)
	if args == nil {
		return nil
	}
	// Qualified only where the fields leave the sort open: solvers do not treat the two forms as the same.
	t, err := g.store.App(g.store.User(ctor, nil), args...)
	if err != nil || t.Sort() != s {
		t, err = g.store.App(g.store.User(ctor, s), args...)
	}
	if err != nil {
		return nil
	}
	return t
}

// fitting returns the constructors to choose from.
func (g *Generator) fitting(data *term.Datatype, s *sorts.Sort, b budget) []*term.Decl {
	var fit, plain, small []*term.Decl
	for _, c := range data.Ctors {
		n := g.total(g.domain.Fields(c, s))
		if n > b.values {
			continue
		}
		fit = append(fit, c)
		if len(c.Params) == 0 {
			plain = append(plain, c)
		}
		if n == g.smallest(s) {
			small = append(small, c)
		}
	}
	switch {
	case b.depth < g.opts.MaxDepth:
		return fit
	case len(plain) > 0:
		return plain
	}
	return small
}

// fields returns a value of each sort, or nil when one sort has none. Each value gets the budget of its smallest value and an
// equal share of the rest.
func (g *Generator) fields(r *rng.Rand, fields []*sorts.Sort, b budget) []*term.Term {
	out := make([]*term.Term, len(fields))
	need := 1
	for _, f := range fields {
		need = min(need+g.smallest(f), noValue)
	}
	if need > b.values {
		return nil
	}
	share := (b.values - need) / max(len(fields), 1)
	for i, f := range fields {
		if out[i] = g.value(r, f, budget{g.smallest(f) + share, b.depth + 1}); out[i] == nil {
			return nil
		}
	}
	return out
}
