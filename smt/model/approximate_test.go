package model_test

import (
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
)

// TestApproximations: yices prints the root of 2 as 1.414214, which is not a root of 2, so everything that depends on it is open. Its
// quotients, and the decimals of others, are values.
func TestApproximations(t *testing.T) {
	const text = "(declare-const x Real)(declare-fun f (Real) Real)(assert (= (* x x) 2.0))(assert (= (f 1.0) 1.5))(check-sat)"
	for _, tt := range []struct {
		solver, model string
		want          []string
	}{
		{"yices2", "(model (define-fun x () Real -1.414214)(define-fun f ((y Real)) Real (/ 3 2)))", []string{"open", "true"}},
		{"yices2", "(model (define-fun x () Real 1)(define-fun f ((y Real)) Real (ite (= y 1) 1.500000 0)))", []string{"false", "open"}},
		{"yices2", "(model (define-fun x () Real (/ 3 2))(define-fun f ((y Real)) Real 1))", []string{"false", "false"}},
		{"yices2", "(= x -1.414214)(= (f 1) 3/2)", []string{"open", "true"}},
		{"yices2", "(= x 3/2)(= (f 2) 1)(= (f 1) 1.500000)(= (f 3) 1)", []string{"false", "open"}},
		{"yices2", "(= x 1)(= (f 0.999999) 3)(= (f 1) 2)", []string{"false", "open"}},
		{"yices2", "((x -1.414214) ((f 1) (/ 3 2)))", []string{"open", "true"}},
		{"yices2", "((x 1) ((f 1) 1.500000))", []string{"false", "open"}},
		{"yices2", "(= x 1)(function f (type (-> real real)) (= (f 1) 1.500000) (default 0))", []string{"false", "open"}},
		{"yices2", "(= x 1)(function f (type (-> real real)) (= (f 1) 3/2) (default 0))", []string{"false", "true"}},
		{"z3", "((x 1.414214) ((f 1.0) 1.5))", []string{"false", "true"}},
		{"z3", "((define-fun x () Real 1.414214)(define-fun f ((y Real)) Real 1.5))", []string{"false", "true"}},
	} {
		s, err := elab.Script(text, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, err := model.Read(tt.model, s, 0, model.Options{Solver: tt.solver})
		if err != nil {
			t.Fatal(err)
		}
		active, ok := s.Active(0)
		if !ok {
			t.Fatal("there is no check-sat")
		}
		ev := eval.New(s.Store, m, eval.Options{})
		for i, want := range tt.want {
			v := ev.Term(active[i].Term)
			got := "open"
			if v.IsKnown() {
				got = v.String()
			}
			if got != want {
				t.Errorf("%s, %s: assertion %d is %s, want %s", tt.solver, tt.model, i, got, want)
			}
		}
	}
}
