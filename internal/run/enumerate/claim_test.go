package enumerate

import (
	"slices"
	"testing"

	"github.com/assay-smt/assay/internal/mutate/kit/termspace"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

// TestClaims takes four terms of each operator and size, forty with ASSAY_LONG=1: what is said of the answers is true. A witness makes all formulas true; what is unsat is true under no interpretation of several regions,
// and where the evaluator can decide a formula without variables, it agrees.
func TestClaims(t *testing.T) {
	for _, topic := range []string{"core", "bitvectors", "ints", "strings", "arrays", "floats", "datatypes"} {
		t.Run(topic, func(t *testing.T) {
			of, ok := termspace.TopicOf(topic)
			if !ok {
				t.Fatal("no such topic")
			}
			s, err := termspace.New(&of, theory.Builtin(), []theory.Release{{Name: "z3"}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			l := &Looker{Job: &Job{Topic: of, Plan: Plan{Size: 2, Limit: testdepth.Sample[uint64](4, 40)}, Asks: Asks(), Samples: 30, Seed: 1}}
			if err := l.enter(s); err != nil {
				t.Fatal(err)
			}
			made := make(map[Ask]map[smt.Status]int)
			for _, b := range l.Plan.Batches(s) {
				l.report = &Report{Batch: b, By: make(map[Ask]Tally), Why: make(map[string]int64)}
				all, err := l.subjects(b)
				if err != nil {
					t.Fatal(err)
				}
				for _, way := range l.claimants() {
					claims, err := way.make(all)
					if err != nil {
						t.Fatal(err)
					}
					for i := range claims {
						c := &claims[i]
						if c.ask != way.ask {
							t.Errorf("%s made a claim of %s", way.ask, c.ask)
						}
						if made[c.ask] == nil {
							made[c.ask] = make(map[smt.Status]int)
						}
						made[c.ask][c.truth]++
						check(t, l, c)
					}
				}
			}
			for _, way := range l.claimants() {
				if made[way.ask] == nil && (way.ask != Bound || !slices.Contains([]string{"core", "datatypes"}, topic)) {
					t.Errorf("no claims of %s", way.ask)
				}
			}
			if of := made[Quantified]; of[smt.Sat] == 0 || of[smt.Unsat] == 0 {
				t.Errorf("of claims with quantifiers, %d are sat and %d unsat", of[smt.Sat], of[smt.Unsat])
			}
		})
	}
}

// check holds a claim against evaluation.
func check(t *testing.T, l *Looker, c *claim) {
	t.Helper()
	if c.witness != nil {
		ev := eval.New(l.space.Script.Store, c.witness, eval.Options{Missing: eval.MissingOpen})
		for _, f := range l.asserted(c) {
			if v := ev.Term(f); !v.IsTrue() && !v.IsUnsupported() || c.truth != smt.Sat {
				t.Errorf("%s: the witness makes it %s: %s", c.ask, v, f)
			}
		}
	}
	for _, ev := range append(l.evs[:len(l.evs):len(l.evs)], l.within...) {
		sum := value.OfBool(true)
		for _, f := range l.asserted(c) {
			if v := ev.Term(f); !v.IsTrue() {
				sum = v
			}
		}
		switch {
		case c.truth == smt.Unsat && sum.IsTrue():
			t.Errorf("%s: said to be unsat, and true: %s", c.ask, l.asserted(c))
		case c.truth == smt.Sat && c.ask == Quantified && !c.inside && sum.IsFalse():
			t.Errorf("%s: said to be sat, and false: %s", c.ask, l.asserted(c))
		}
	}
}
