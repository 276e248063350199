package script

import (
	"slices"

	"github.com/assay-smt/assay/smt/term"
)

// Open returns the sorted names of the operators of s whose values the standard leaves open and which solvers
// fill in ways of their own. See [theory.Row.Diverges].
func (s *Script) Open() []string {
	var names []string
	for i := range s.Commands {
		c := s.Commands[i]
		roots := slices.Clone(c.Terms)
		for _, d := range c.Decls {
			if d.Body != nil {
				roots = append(roots, d.Body)
			}
		}
		term.Walk(roots, func(t *term.Term) bool {
			if f := t.Func(); f != nil && f.Row != nil && f.Row.Diverges() {
				names = append(names, f.Row.Name)
			}
			return true
		})
	}
	slices.Sort(names)
	return slices.Compact(names)
}
