package rules_test

import (
	"errors"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// TestApplied: on the formulas of the built-in seeds, whatever the rules make of a formula is implied by it, or implies it,
// under random values of all constants. A sample is every 6th seed.
func TestApplied(t *testing.T) {
	all := rules.NewIndex(builtin(t), nil)
	applied, decisive := 0, 0
	used := map[rules.Use]int{}
	for i, seed := range seeds.All() {
		if i%testdepth.Sample(6, 1) > 0 {
			continue
		}
		r := rng.New(1).Split(seed.Name)
		s := read(t, string(seed.Text))
		formulas, terms := parts(s)
		c := choice{terms, simple(s.Store), r}
		w := rules.NewRewriter(s.Store)
		models := []*model.Model{valuation(s, c), valuation(s, c), valuation(s, c)}
		for range 60 {
			if len(formulas) == 0 {
				break
			}
			f := rng.Pick(r, formulas)
			var uses []rules.Use
			lookup(all, f, func(u rules.Use) { uses = append(uses, u) })
			if len(uses) == 0 {
				continue
			}
			u := rng.Pick(r, uses)
			bs := w.Match(u, f)
			if len(bs) == 0 {
				continue
			}
			g, err := w.Apply(u, rng.Pick(r, bs), c)
			if errors.Is(err, rules.ErrNotApplicable) {
				continue
			}
			if err != nil {
				t.Fatalf("%s: %s: %v", seed.Name, u.Rule.Name, err)
			}
			if !term.Subset(g.Free(), f.Free()) {
				t.Fatalf("%s: %s lets a variable escape: %s from %s", seed.Name, u.Rule.Name, g, f)
			}
			if g.Sort() != sorts.Bool {
				t.Fatalf("%s: %s makes %s", seed.Name, u.Rule.Name, g)
			}
			applied++
			used[u]++
			for _, m := range models {
				ev := eval.New(s.Store, m, eval.Options{Steps: 200_000, Instances: 2_000})
				before, after := ev.Term(f), ev.Term(g)
				if !before.IsKnown() || !after.IsKnown() {
					continue
				}
				decisive++
				if u.Weakens() && before.IsTrue() && after.IsFalse() || u.Strengthens() && before.IsFalse() && after.IsTrue() {
					t.Errorf("%s: %s %s:\n%s is %s\n%s is %s\nunder %s", seed.Name, u.Rule.Name, u.Direction, f, before, g, after, model.Print(m))
				}
			}
		}
	}
	t.Logf("%d applications of %d uses, %d decided", applied, len(used), decisive)
	if applied < 200 || decisive < applied {
		t.Errorf("%d applications, %d decided", applied, decisive)
	}
}

// parts returns the closed formulas and terms of a script.
func parts(s *script.Script) (formulas, terms []*term.Term) {
	var roots []*term.Term
	for i := range s.Commands {
		roots = append(roots, s.Commands[i].Terms...)
	}
	term.Walk(roots, func(u *term.Term) bool {
		if len(u.Free()) == 0 && !u.HasNamed() && term.TreeSize(u, 200) < 200 {
			terms = append(terms, u)
			if u.Sort() == sorts.Bool {
				formulas = append(formulas, u)
			}
		}
		return true
	})
	return formulas, terms
}

// valuation gives constants random values; functions take the default of their sort.
func valuation(s *script.Script, c choice) *model.Model {
	m := &model.Model{Script: s, Defs: map[*term.Decl]*model.Def{}}
	for i := range s.Commands {
		if s.Commands[i].Kind != script.DeclareFun {
			continue
		}
		d := s.Commands[i].Decls[0]
		if v := c.Value(d.Result); v != nil && len(d.Params) == 0 {
			m.Defs[d] = &model.Def{Body: v}
		}
	}
	return m
}

// BenchmarkApply finds the uses that match a formula and makes one replacement with each. It runs as often as there are formulas,
// over the built-in seeds of less than 4 KB in turn.
func BenchmarkApply(b *testing.B) {
	all := rules.NewIndex(builtin(b), nil)
	r := rng.New(1)
	n := 0
	for b.Loop() {
		b.StopTimer()
		seed := seeds.All()[r.IntN(len(seeds.All()))]
		if len(seed.Text) >= 4<<10 {
			b.StartTimer()
			continue
		}
		s := read(b, string(seed.Text))
		formulas, terms := parts(s)
		c := choice{terms, simple(s.Store), r}
		w := rules.NewRewriter(s.Store)
		b.StartTimer()
		for range formulas {
			f := rng.Pick(r, formulas)
			lookup(all, f, func(u rules.Use) {
				if x := w.Choose(u, f, c); x != nil {
					if _, err := w.Apply(u, x, c); err == nil {
						n++
					}
				}
			})
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "applications/s")
}
