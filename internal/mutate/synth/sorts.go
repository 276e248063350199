package synth

import (
	"slices"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/theory"
)

// Sorts says which sorts every target has. A solver may read terms of a sort in a few places without having the sort: bitwuzla takes
// decimals as arguments of to_fp, and no other term of sort Real. The zero value says that they have all. Immutable.
type Sorts struct{ missing map[string]bool }

// SortsOf returns the sorts of a table that every target has.
func SortsOf(table *theory.Table, targets []mutate.Dialect) Sorts {
	var out Sorts
	for _, d := range table.Sorts() {
		if d.In != nil && slices.ContainsFunc(targets, func(t mutate.Dialect) bool { return !d.AvailableIn(t.Name, t.Version) }) {
			if out.missing == nil {
				out.missing = map[string]bool{}
			}
			out.missing[d.Name] = true
		}
	}
	return out
}

// Has reports whether every target has a sort, with all that it is made of.
func (ss Sorts) Has(s *sorts.Sort) bool {
	if ss.missing == nil {
		return true
	}
	if s.Kind() != sorts.User && s.Kind() != sorts.Param && ss.missing[s.Name()] {
		return false
	}
	return !slices.ContainsFunc(s.Args(), func(a *sorts.Sort) bool { return !ss.Has(a) })
}

// Takes reports whether every target has the sorts that a row names.
func (ss Sorts) Takes(r *theory.Row) bool {
	if ss.missing == nil {
		return true
	}
	return ss.names(&r.Result) && !slices.ContainsFunc(r.Args, func(p sorts.Pattern) bool { return !ss.names(&p) })
}

func (ss Sorts) names(p *sorts.Pattern) bool {
	if p.Var < 0 && ss.missing[p.Name] {
		return false
	}
	return !slices.ContainsFunc(p.Args, func(a sorts.Pattern) bool { return !ss.names(&a) })
}
