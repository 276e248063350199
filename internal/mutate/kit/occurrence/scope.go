package occurrence

import (
	"slices"

	"github.com/assay-smt/assay/smt/term"
)

// Bind adds the variables that t binds in its argument i to a scope, and keeps it ordered by ID.
func Bind(scope []*term.Term, t *term.Term, i int) []*term.Term {
	var bound []*term.Term
	switch t.Kind() {
	case term.Quant:
		bound = t.Bound()
	case term.Match:
		if i > 0 {
			bound = t.Cases()[i-1].Vars
		}
	}
	if len(bound) == 0 {
		return scope
	}
	scope = append(scope, bound...)
	slices.SortFunc(scope, func(a, b *term.Term) int { return a.ID() - b.ID() })
	return scope
}
