package aim

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// dataForms returns the forms of datatypes.
func dataForms() forms {
	return forms{
		{"constructor", 6, true, (*goal).construct},
	}
}

// construct applies the wanted constructor to the wanted fields, using those of t where they are the same.
func (g *goal) construct() *term.Term {
	if g.want.Kind() != value.Data {
		return nil
	}
	ctor, fields := g.want.Data()
	if ctor.From >= g.pl.Command || ctor.To <= g.pl.Command {
		return nil
	}
	dom := value.Domain{Sorts: g.store.Sorts}
	params := dom.Fields(ctor, g.sort)
	args := make([]*term.Term, len(fields))
	for i, f := range fields {
		if args[i] = g.field(ctor, i, f); args[i] == nil {
			args[i] = g.part(params[i], f)
		}
		if args[i] == nil {
			return nil
		}
	}
	return g.data(ctor, g.sort, args)
}

// data applies a constructor, nil when an argument is.
func (g *goal) data(ctor *term.Decl, sort *sorts.Sort, args []*term.Term) *term.Term {
	// Qualified only where the fields leave the sort open: solvers do not treat the two forms as the same.
	t, err := g.store.App(g.store.User(ctor, nil), args...)
	if err != nil || t.Sort() != sort {
		t, err = g.store.App(g.store.User(ctor, sort), args...)
	}
	if err != nil {
		return nil
	}
	return t
}

// field selects a field of t if its value is the wanted one.
func (g *goal) field(ctor *term.Decl, i int, want value.Value) *term.Term {
	if g.is.Kind() != value.Data || g.r.IntN(3) == 0 {
		return nil
	}
	own, fields := g.is.Data()
	if own != ctor || value.Compare(fields[i], want) != 0 {
		return nil
	}
	t, err := g.store.App(g.store.User(ctor.Fields[i], nil), g.t)
	if err != nil {
		return nil
	}
	return t
}
