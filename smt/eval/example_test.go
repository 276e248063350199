package eval_test

import (
	"fmt"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
)

func ExampleEvaluator() {
	s, err := elab.Script(`(declare-const x Int)
(assert (and (> x 0) (or (= x 3) (= (* x x) 5))))
(assert (= (div x 0) 1))
(assert (or (> x 0) (= (div x 0) 1)))
(check-sat)`, elab.Options{})
	if err != nil {
		panic(err)
	}
	m, err := model.Read("((define-fun x () Int 2))", s, 0, model.Options{})
	if err != nil {
		panic(err)
	}
	ev := eval.New(s.Store, m, eval.Options{})
	active, _ := s.Active(0)
	for _, a := range active {
		switch v := ev.Term(a.Term); {
		case v.IsFalse():
			fmt.Println("false:", ev.Explain(a.Term))
		case v.IsOpen():
			fmt.Println("open:", v.Reason())
		default:
			fmt.Println(v)
		}
	}
	// Output:
	// false: (or (= x 3) (= (* x x) 5)) is false: (= x 3) = false, (= (* x x) 5) = false
	// open: the standard leaves the value of (div 2 0) open
	// true
}
