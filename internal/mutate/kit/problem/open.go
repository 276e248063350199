package problem

import (
	"slices"

	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Open returns what in formulas, and in the definitions that they call, has values that the standard leaves open somewhere: operators, and
// whether there are selectors.
func Open(formulas []*term.Term) (operators []*theory.Row, selectors bool) {
	called := map[*term.Decl]bool{}
	for roots := formulas; len(roots) > 0; {
		var bodies []*term.Term
		term.Walk(roots, func(t *term.Term) bool {
			f := t.Func()
			if f == nil {
				return true
			}
			if f.Row != nil && f.Row.Partial != "" && !slices.Contains(operators, f.Row) {
				operators = append(operators, f.Row)
			}
			if d := f.Decl; d != nil {
				selectors = selectors || d.Kind == term.Selector
				if d.Kind == term.Defined && d.Body != nil && !called[d] {
					called[d] = true
					bodies = append(bodies, d.Body)
				}
			}
			return true
		})
		roots = bodies
	}
	return operators, selectors
}
