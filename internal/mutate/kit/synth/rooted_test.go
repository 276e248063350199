package synth_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// TestRooted: terms of sorts that a script lacks are built over its own.
func TestRooted(t *testing.T) {
	s := mutatetest.Script(t, `(declare-datatypes ((C 0)) (((red) (green))))(declare-const x Int)(define-fun five () Int 5)(assert (> x five 3))(declare-const c C)(assert (distinct c red))(check-sat)`)
	pool := synth.NewPool(s)
	in := s.Store.Sorts
	x := synth.Rooted{
		Build:       &synth.Builder{Catalog: synth.NewCatalog(s.Store.Table, nil, nil), Store: s.Store, Pool: pool},
		LeavesLogic: []*sorts.Sort{sorts.String, in.BitVec(8)},
	}
	for _, sort := range []*sorts.Sort{sorts.Int, sorts.Bool, sorts.String, in.BitVec(8), sorts.Real} {
		made, heads := 0, map[string]bool{}
		for seed := range uint64(400) {
			m := x.Operator(rng.New(seed), sort, occurrence.Place{Command: len(s.Commands) - 1})
			if m == nil {
				continue
			}
			made++
			heads[m.Func().Name()] = true
			if m.Sort() != sort {
				t.Errorf("%s of sort %s, not %s", m, m.Sort(), sort)
			}
			declared := false
			term.Walk([]*term.Term{m}, func(u *term.Term) bool {
				f := u.Func()
				declared = declared || f != nil && f.Decl != nil && f.Decl.Kind == term.Declared
				return true
			})
			if !declared || !pool.Symbolic(m) {
				t.Errorf("%s contains no symbol of the script", m)
			}
		}
		if made < 15 || len(heads) < 3 {
			t.Errorf("%s: %d terms with %d operators at the head", sort, made, len(heads))
		}
	}
	for text, want := range map[string]bool{"five": false, "red": false, "x": true, "(distinct c red)": true, "3": false, "(> x five 3)": true} {
		found := false
		term.Walk(s.Roots(), func(u *term.Term) bool {
			if u.String() == text {
				found = true
				if pool.Symbolic(u) != want {
					t.Errorf("%s is symbolic: %t", text, !want)
				}
			}
			return true
		})
		if !found {
			t.Errorf("%s is missing", text)
		}
	}
}
