package synth

import (
	"slices"

	"github.com/assay-smt/assay/internal/mutate/occurrence"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Apply applies the operator of that name, in the first of its rows that fits. It returns nil when none fits that all targets have and
// that may be invented, or an argument is nil.
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

// Writes reports whether a closed term for a value, such as value.Term makes, may stand at the place: all targets have its operators, and
// it holds no elements of uninterpreted sorts, which scripts cannot name.
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
		truth := t.Sort() == sorts.Bool && t.IsLeaf()
		if !truth && !g.build.Catalog.Has(f.Row) || g.build.Pool.own.Shadow(f.Row) {
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

// names reports whether a term at the place may name a sort, and whether all targets have it.
func (g *Grower) names(s *sorts.Sort, pl occurrence.Place) bool {
	return g.build.Catalog.Sorts.Has(s) && g.build.Pool.names(s, pl)
}

// Sorts returns the sorts of the script's expressions, in order of first appearance. The caller must not change them.
func (g *Grower) Sorts() []*sorts.Sort { return g.build.among }

// Holder returns a constructor with a field of sort s that may stand at the place, and the field's number; nil when there is none.
// Parametric datatypes are left out.
func (g *Grower) Holder(r *rng.Rand, s *sorts.Sort, pl occurrence.Place) (ctor *term.Decl, field int) {
	n := 0
	for _, d := range g.build.Pool.decls {
		if d.Kind != term.Constructor || d.From >= pl.Command || d.To <= pl.Command {
			continue
		}
		for i, p := range d.Params {
			if p != s {
				continue
			}
			if n++; r.IntN(n) == 0 {
				ctor, field = d, i
			}
		}
	}
	return ctor, field
}
