package smt_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/smt"
)

// A solver says sat and prints a model. Is it one?
func Example() {
	const text = `(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(assert (and (< x y)
             (= (mod x 3) 1)))
(check-sat)`
	const answer = `sat
((define-fun x () Int 5)
 (define-fun y () Int 9))`

	script, err := smt.Parse("f.smt2", text)
	if err != nil {
		panic(err)
	}
	formula, err := script.Check(smt.Options{})
	if err != nil {
		panic(err)
	}
	m, err := smt.ReadModel(formula, answer, smt.ModelOptions{})
	if err != nil {
		panic(err)
	}
	for _, r := range m.Eval().Results {
		fmt.Printf("line %d is %v\n", r.Line, r.Verdict)
		if b := r.Blame; b != nil {
			fmt.Printf("line %d, column %d: %s\n", b.Line, b.Col, text[b.Start:b.End])
			for _, v := range b.Values {
				fmt.Printf("  %s is %s\n", v.Term, v.Value)
			}
		}
	}
	// Output:
	// line 4 is false
	// line 5, column 14: (= (mod x 3) 1)
	//   (mod x 3) is 2
}

func ExampleParse() {
	script, err := smt.Parse("f.smt2", "(set-logic QF_BV) ; bits\n(check-sat)")
	if err != nil {
		panic(err)
	}
	for c := range script.Commands() {
		fmt.Println(c.Line, c.Name, c.Text)
	}
	_, err = smt.Parse("g.smt2", "(check-sat)\n(assert (or p q)")
	fmt.Println(err)
	// Output:
	// 1 set-logic (set-logic QF_BV)
	// 2 check-sat (check-sat)
	// g.smt2:2:1: truncated: parenthesis never closed: the text ends at line 2 with 1 open
}

func ExampleScript_Check() {
	script, err := smt.Parse("f.smt2", "(declare-const x Int)\n(assert (< x \"a\"))")
	if err != nil {
		panic(err)
	}
	_, err = script.Check(smt.Options{})
	var e *smt.Error
	if errors.As(err, &e) {
		fmt.Println(e.Line, e.Col, e.Code)
	}
	// Output:
	// 2 9 sort
}

// Print normalises: what is old or of a dialect becomes standard, as far as the standard has it.
func ExamplePrint() {
	script, err := smt.Parse("f.smt2", "(declare-const p Bool)\n(assert (implies p p)) ; an old spelling")
	if err != nil {
		panic(err)
	}
	formula, err := script.Check(smt.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Print(smt.Print(formula))
	// Output:
	// (declare-fun p () Bool)
	// (assert (=> p p))
}

func ExampleModel_Value() {
	script, err := smt.Parse("f.smt2", "(declare-fun f (Real) Real)")
	if err != nil {
		panic(err)
	}
	formula, err := script.Check(smt.Options{})
	if err != nil {
		panic(err)
	}
	m, err := smt.ReadModel(formula, "((define-fun f ((x Real)) Real (* x x)))", smt.ModelOptions{})
	if err != nil {
		panic(err)
	}
	for _, term := range []string{"(f 1.5)", "(+ (f 2.0) (/ 1 3))", "(/ 1.0 0.0)"} {
		text, reason, err := m.Value(term)
		fmt.Println(strings.TrimSpace(text+" "+reason), err)
	}
	// Output:
	// (/ 9.0 4.0) <nil>
	// (/ 13.0 3.0) <nil>
	// the standard leaves the value of (/ 1.0 0.0) open <nil>
}

func ExampleScript_Format() {
	script, err := smt.Parse("f.smt2", "(assert(and p\nq)) ; both\n\n\n(check-sat)")
	if err != nil {
		panic(err)
	}
	fmt.Print(script.Format())
	// Output:
	// (assert (and p q)) ; both
	//
	// (check-sat)
}
