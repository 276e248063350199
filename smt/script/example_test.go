package script_test

import (
	"fmt"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

// Active says what each check asks about, whatever the levels of assertions.
func ExampleScript_Active() {
	s, err := elab.Script("(declare-const p Bool)(assert p)(push 1)(assert (not p))(check-sat)(pop 1)(check-sat)", elab.Options{})
	if err != nil {
		panic(err)
	}
	for check := range s.Checks() {
		active, _ := s.Active(check)
		for _, a := range active {
			fmt.Println(check, a.Term)
		}
	}
	// Output:
	// 0 p
	// 0 (not p)
	// 1 p
}

// A Printer writes a script for a solver under test: labels are withheld, and models asked for.
func ExamplePrinter() {
	s, err := elab.Script("(set-info :status sat)(declare-const x Int)(assert (> x 0))(check-sat)", elab.Options{})
	if err != nil {
		panic(err)
	}
	p := script.Printer{Solver: "z3", ForSolver: true, AfterCheck: func(int) string { return "(get-model)" }}
	fmt.Print(string(p.Append(nil, s)))
	// Output:
	// (declare-fun x () Int)
	// (assert (> x 0))
	// (check-sat)
	// (get-model)
}
