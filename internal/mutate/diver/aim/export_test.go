package aim

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// EachForm visits the forms of a sort, each with a function that makes a term in this form out of another term, or nil where it does not apply.
func (a *Aimer) EachForm(s *sorts.Sort, visit func(name string, form func(r *rng.Rand, t *term.Term, want value.Value, pl occurrence.Place) *term.Term)) {
	for _, f := range slices.Concat(a.of(s), a.general) {
		visit(f.name, func(r *rng.Rand, t *term.Term, want value.Value, pl occurrence.Place) *term.Term {
			g := goal{Aimer: a, r: r, pl: pl, sort: s, t: t, is: a.value(t), want: want}
			if !f.any && !g.is.IsKnown() {
				return nil
			}
			return f.make(&g)
		})
	}
}
