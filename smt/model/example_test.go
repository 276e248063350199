package model_test

import (
	"fmt"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/model"
)

// Read reads what any common solver prints; Print writes it as the standard has it.
func ExampleRead() {
	s, err := elab.Script("(declare-const x Real)(declare-fun f (Int) Int)(declare-const y Int)(check-sat)", elab.Options{})
	if err != nil {
		panic(err)
	}
	m, err := model.Read("sat\n(model (define-fun x () Real (- 1/3)) (define-fun f ((n Int)) Int (ite (= n 0) 1 2)))", s, 0, model.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Print(model.Print(m))
	for _, d := range m.Missing() {
		fmt.Println("no value for", d.Name)
	}
	// Output:
	// (
	//   (define-fun x () Real (- (/ 1.0 3.0)))
	//   (define-fun f ((n Int)) Int (ite (= n 0) 1 2))
	// )
	// no value for y
}
