package synth

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Apply applies the operator of that name, in the first of its rows that fits. It returns nil when no fitting row is one that all
// targets have and that may be invented, or when an argument is nil.
func (g *Grower) Apply(name string, args ...*term.Term) *term.Term {
	return g.ApplyAt(name, nil, args...)
}

// ApplyAt is Apply for an operator with indices.
func (g *Grower) ApplyAt(name string, idx []int, args ...*term.Term) *term.Term {
	if slices.Contains(args, nil) {
		return nil
	}
	if g.build.Catalog.binary && len(args) > 2 && name != "ite" && name != "store" {
		return nil
	}
	rows, known := g.byName[name]
	if !known {
		rows = slices.Clone(g.build.Store.Table.Lookup(name))
		rows = slices.DeleteFunc(rows, func(r *theory.Row) bool {
			return !g.build.Catalog.Has(r) || r.Name != name || g.build.Pool.own.Shadow(r)
		})
		g.byName[name] = rows
	}
	t, _, err := g.build.Store.Overload(rows, idx, nil, args)
	if err != nil || t == nil {
		return nil
	}
	row := t.Func().Row
	for i, a := range args {
		if row.Param(i, len(args)).Var >= 0 && !g.build.Catalog.Storable(a.Sort()) {
			return nil
		}
	}
	return t
}

// Writes reports whether a closed term for a value, such as value.Term makes, may be used at the place: all targets have its operators,
// and it contains no elements of uninterpreted sorts, which scripts cannot name.
func (g *Grower) Writes(t *term.Term, pl occurrence.Place) bool {
	switch f := t.Func(); {
	case t.Kind() == term.Literal:
		return t.LiteralKind() != syntax.Algebraic && t.LiteralKind() != syntax.List && g.names(t.Sort(), pl)
	case t.Kind() != term.App:
		return false
	case f.Kind == term.TupleFunc:
	case f.Kind == term.UserFunc:
		if f.Decl.Kind != term.Constructor || f.Decl.From >= pl.Command || f.Decl.To <= pl.Command {
			return false
		}
	case f.Kind == term.TheoryFunc:
		if !g.writes(f.Row, t) || g.build.Pool.own.Shadow(f.Row) {
			return false
		}
	default:
		return false
	}
	if f := t.Func(); f.As != nil && !g.names(f.As, pl) {
		return false
	}
	return !slices.ContainsFunc(t.Args(), func(a *term.Term) bool { return !g.Writes(a, pl) })
}

// writes reports whether an operator may be the head of the term for a value.
func (g *Grower) writes(row *theory.Row, t *term.Term) bool {
	c := g.build.Catalog
	return c.Has(row) || t.Sort() == sorts.Bool && t.IsLeaf() || g.build.Pool.used[row.ID] || c.constArrays[row] && (g.build.Pool.all || !c.z3)
}

// names reports whether a term at the place may name a sort, and whether all targets have it.
func (g *Grower) names(s *sorts.Sort, pl occurrence.Place) bool {
	return g.build.Catalog.Sorts.Has(s) && g.build.Pool.names(s, pl)
}

// Sorts returns the sorts of the script's expressions, in order of first appearance. The caller must not change them.
func (g *Grower) Sorts() []*sorts.Sort { return g.build.among }

// Holder is a field of a datatype.
type Holder struct {
	Sort   *sorts.Sort // the datatype
	Ctor   *term.Decl
	Params []*sorts.Sort // of the constructor in that datatype
	Field  int
}

// Holder returns a random field of sort s of a datatype that the script mentions and that may be named at the place; ok is false when
// there is none.
func (g *Grower) Holder(r *rng.Rand, s *sorts.Sort, pl occurrence.Place) (h Holder, ok bool) {
	n := 0
	consider := func(data *sorts.Sort, d *term.Decl, params []*sorts.Sort) {
		for i, p := range params {
			if p != s {
				continue
			}
			if n++; r.IntN(n) == 0 {
				h = Holder{Sort: data, Ctor: d, Params: params, Field: i}
			}
		}
	}
	open := func(d *term.Decl) bool {
		return d.Kind == term.Constructor && len(d.Params) > 0 && d.From < pl.Command && pl.Command < d.To
	}
	for _, d := range g.build.Pool.decls {
		if open(d) {
			consider(d.Result, d, d.Params)
		}
	}
	for _, d := range g.build.Pool.parametric {
		for _, known := range g.build.among {
			if by := map[string]*sorts.Sort{}; open(d) && sorts.Unify(d.Result, known, by) {
				consider(known, d, substitute(g.build.Store, d.Params, by))
			}
		}
	}
	return h, n > 0
}
