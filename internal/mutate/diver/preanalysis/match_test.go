package preanalysis

import (
	"testing"

	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
)

// TestMatchSets checks which sets the parts of a match get, by the case that is taken.
func TestMatchSets(t *testing.T) {
	const decls = `(declare-datatype L ((nil) (cons (hd Int) (tl L))))(declare-const x L)(declare-const n Int)`
	for _, tt := range []struct {
		name, x, text string
		want          []string
	}{
		{"constructor", "nil", "(match x ((nil (> n 3)) ((cons h r) (< h n))))", []string{"nil", "true", "irrelevant"}},
		{"variables", "(cons 1 nil)", "(match x ((nil (> n 3)) ((cons h r) (< h n))))", []string{"(cons 1 nil)", "irrelevant", "nothing"}},
		{"unused variables", "(cons 1 nil)", "(match x ((nil (< n 3)) ((cons h r) (> n 3))))", []string{"(cons 1 nil)", "irrelevant", "true"}},
		{"the rest", "(cons 1 nil)", "(match x ((nil (< n 3)) (_ (> n 3))))", []string{"(cons 1 nil)", "irrelevant", "true"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := elab.Script(decls+"(assert "+tt.text+")(check-sat)", elab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			m, err := model.Read("((define-fun x () L "+tt.x+") (define-fun n () Int 5))", s, 0, model.Options{})
			if err != nil {
				t.Fatal(err)
			}
			active, _ := s.Active(0)
			a := New(eval.New(s.Store, m, eval.Options{}), Options{})
			tree := a.Tree(active[0].Term)
			var got []string
			for _, k := range tree.Kids {
				got = append(got, k.Set.String())
			}
			if len(got) != len(tt.want) {
				t.Fatalf("sets %q, want %q", got, tt.want)
			}
			for i := range got {
				if got[i] != tt.want[i] {
					t.Errorf("sets %q, want %q", got, tt.want)
				}
			}
			// Whatever is put in a place that nothing depends on, the formula stays true.
			for i, k := range tree.Kids {
				if !abstract.IsIrrelevant(k.Set) {
					continue
				}
				for _, with := range []bool{false, true} {
					lit := s.Store.Table.Lookup(map[bool]string{false: "false", true: "true"}[with])
					c, _, err := s.Store.Overload(lit, nil, nil, nil)
					if err != nil {
						t.Fatal(err)
					}
					f, err := withArg(s.Store, tree.Term, i, c)
					if err != nil || !a.Evaluator().Term(f).IsTrue() {
						t.Errorf("argument %d: %v (%v)", i, f, err)
					}
				}
			}
		})
	}
}
