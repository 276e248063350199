package rules

import (
	"errors"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/values"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// noTerms chooses values only.
type noTerms struct{ valued }

func (noTerms) Term(*sorts.Sort) *term.Term { return nil }
func (noTerms) IntN(n int) int              { return n - 1 }

// TestSidesMatch: in both directions, a rule matches its own side over any sorts, and turns it into its other side, unless
// something had to be chosen.
func TestSidesMatch(t *testing.T) {
	rs, err := Builtin(theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	spread := samples
	spread.lengths, spread.most = []int{2, 3}, 12
	for _, r := range rs {
		t.Run(r.Name, func(t *testing.T) {
			st := term.NewStore(r.table)
			w := NewRewriter(st)
			some := valued{simpleValues(st), rng.New(1)}
			for _, in := range r.instances(st, spread) {
				b := sides(t, w, r, in, some)
				if b == nil {
					continue
				}
				for _, u := range r.Uses() {
					from, err := build(st, u.from(), b)
					if err != nil {
						continue // there is no such instance
					}
					bs := w.Match(u, from)
					if len(bs) == 0 {
						t.Fatalf("%s does not match %s", u.Direction, from)
					}
					to, err := build(st, u.to(), b)
					if err != nil {
						t.Fatal(err)
					}
					if !makes(t, w, u, bs, to, noTerms{some}) {
						t.Errorf("%s does not make %s from %s", u.Direction, to, from)
					}
				}
			}
		})
	}
}

// valued draws values.
type valued struct {
	values *values.Generator
	rand   *rng.Rand
}

func (v valued) Value(s *sorts.Sort) *term.Term { return v.values.Value(v.rand, s) }

// sides binds an instance's parameters to constants, and to values where conditions require them; nil when no values meet
// the conditions.
func sides(t *testing.T, w *Rewriter, r *Rule, in instance, some valued) *Binding {
	t.Helper()
	for range 500 {
		b, _, err := in.constants(w.store, r, func(v *variable, s *sorts.Sort) *term.Term {
			if v.value {
				return some.Value(s)
			}
			return nil
		})
		if err != nil {
			return nil
		}
		if w.hold(r, b, true) {
			return b
		}
	}
	return nil
}

// makes reports whether one of the bindings yields the term to, or some binding had to choose.
func makes(t *testing.T, w *Rewriter, u Use, bs []*Binding, to *term.Term, c Choice) bool {
	t.Helper()
	for _, b := range bs {
		got, err := w.Apply(u, b, c)
		if err != nil {
			if !errors.Is(err, ErrNotApplicable) {
				t.Fatal(err)
			}
			continue
		}
		if term.Equal(got, to) {
			return true
		}
	}
	need, have := u.Rule.usage(u.to()), u.Rule.usage(u.from())
	for i := range need.vars {
		if need.vars[i] && !have.vars[i] {
			return true
		}
	}
	for i := range need.index {
		if need.index[i] && !have.index[i] {
			return true
		}
	}
	return false
}
