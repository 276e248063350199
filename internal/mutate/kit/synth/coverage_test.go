package synth_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// unreached are operators of catalogs that random terms do not contain, with the reason. An operator that is reached must not
// be listed.
var unreached = map[string]string{}

// TestEveryOperatorIsReached: random terms of all sorts contain every operator that the catalog of a solver has, and no other one.
func TestEveryOperatorIsReached(t *testing.T) {
	for _, solver := range []string{"z3", "cvc5", "cvc4", "bitwuzla", "yices2", "smtinterpol", "boolector"} {
		t.Run(solver, func(t *testing.T) {
			s := mutatetest.Script(t, prelude())
			c := synth.NewCatalog(s.Store.Table, nil, targets(solver))
			g := synth.NewGrower(c, s.Store, synth.NewPool(s), synth.Growth{})
			seen := map[*theory.Row]bool{}
			r := rng.New(1)
			for _, want := range g.Sorts() {
				var made []*term.Term
				for range 1500 {
					if x := g.Term(r, want, end(s)); x != nil {
						made = append(made, x)
					}
				}
				term.Walk(made, func(x *term.Term) bool {
					if f := x.Func(); f != nil && f.Kind == term.TheoryFunc {
						seen[f.Row] = true
					}
					return true
				})
			}
			for _, row := range s.Store.Table.Rows() {
				why, excused := unreached[row.Signature()]
				switch made := seen[row]; {
				case c.Has(row) && !made && !excused:
					t.Errorf("%s is never made", row.Signature())
				case made && excused:
					t.Errorf("%s is made although %s", row.Signature(), why)
				case made && !c.Has(row) && len(row.Args) > 0:
					t.Errorf("%s is made, which %s lacks", row.Signature(), solver)
				}
			}
		})
	}
}
