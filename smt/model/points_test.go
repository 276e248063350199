package model_test

import (
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
)

// TestPointsOfSeveralArguments: a value at some arguments is the value there, and nowhere else.
func TestPointsOfSeveralArguments(t *testing.T) {
	const text = `(declare-fun f (Int Bool) Int)(assert (= (f 1 true) 5))(assert (= (f 1 false) 9))(assert (= (f 2 true) 9))(assert (= (f 2 false) 6))(check-sat)`
	for _, answer := range []string{
		"(function f (type (-> Int Bool Int)) (= (f 1 true) 5) (= (f 2 false) 6) (default 9))",
		"(= (f 1 true) 5)\n(= (f 1 false) 9)\n(= (f 2 true) 9)\n(= (f 2 false) 6)",
	} {
		s, err := elab.Script(text, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, err := model.Read(answer, s, 0, model.Options{})
		if err != nil {
			t.Errorf("%s: %v", answer, err)
			continue
		}
		ev := eval.New(s.Store, m, eval.Options{})
		active, _ := s.Active(0)
		for _, a := range active {
			if v := ev.Term(a.Term); !v.IsTrue() {
				t.Errorf("%s is %s under %s", a.Term, v, answer)
			}
		}
	}
}
