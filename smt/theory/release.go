package theory

import (
	"slices"

	"github.com/assay-smt/assay/smt/sorts"
)

// A Release is a solver, in a version, for which scripts are meant.
type Release struct {
	Name    string // the solver's name in the operator table
	Version string // "" is the newest
}

// AvailableInAll reports whether each of the solvers has the row. A row that names no solver at all is a user's own: the user
// vouches for it.
func (r *Row) AvailableInAll(solvers []Release) bool {
	return r.In == nil || !slices.ContainsFunc(solvers, func(s Release) bool { return !r.AvailableIn(s.Name, s.Version) })
}

// SeldomDecided reports whether one of the solvers seldom decides formulas with the row.
func (r *Row) SeldomDecided(solvers []Release) bool {
	return slices.ContainsFunc(solvers, func(s Release) bool { return available(r.Seldom, s.Name, s.Version) })
}

// CommonSorts says which sorts all of a set of solvers have. A solver may read terms of a sort in a few places without having the sort:
// bitwuzla accepts decimals as arguments of to_fp, but no other term of sort Real. The zero value says that they have all sorts.
// Immutable.
type CommonSorts struct{ missing map[string]bool }

// CommonSorts returns the sorts of the table that all of the solvers have.
func (t *Table) CommonSorts(solvers []Release) CommonSorts {
	var out CommonSorts
	for _, d := range t.Sorts() {
		if d.In != nil && slices.ContainsFunc(solvers, func(s Release) bool { return !d.AvailableIn(s.Name, s.Version) }) {
			if out.missing == nil {
				out.missing = map[string]bool{}
			}
			out.missing[d.Name] = true
		}
	}
	return out
}

// Has reports whether every solver has a sort and all its components.
func (c CommonSorts) Has(s *sorts.Sort) bool {
	if c.missing == nil {
		return true
	}
	if s.Kind() != sorts.User && s.Kind() != sorts.Param && c.missing[s.Name()] {
		return false
	}
	return !slices.ContainsFunc(s.Args(), func(a *sorts.Sort) bool { return !c.Has(a) })
}

// Takes reports whether every solver has the sorts named in a row.
func (c CommonSorts) Takes(r *Row) bool {
	if c.missing == nil {
		return true
	}
	return c.names(&r.Result) && !slices.ContainsFunc(r.Args, func(p sorts.Pattern) bool { return !c.names(&p) })
}

func (c CommonSorts) names(p *sorts.Pattern) bool {
	if p.Var < 0 && c.missing[p.Name] {
		return false
	}
	return !slices.ContainsFunc(p.Args, func(a sorts.Pattern) bool { return !c.names(&a) })
}
