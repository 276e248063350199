package elab_test

import (
	"fmt"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

// Script makes well-sorted terms. Integers that stand for reals are converted where they stand.
func ExampleScript() {
	s, err := elab.Script("(declare-const r Real)\n(assert (> (* 2 r) 1))", elab.Options{File: "f.smt2"})
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Commands[1].Terms[0])

	_, err = elab.Script("(assert (bvadd #b01 #b001))", elab.Options{File: "g.smt2", Dialects: theory.Standard})
	fmt.Println(err)
	// Output:
	// (> (* 2.0 r) 1.0)
	// g.smt2:1:9: sort: bvadd applied to ((_ BitVec 2) (_ BitVec 3)) fits no signature (known: (bvadd (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc))
}

// Check keeps nothing of a script, so that it can be large.
func ExampleCheck() {
	f, err := elab.Check("(set-logic QF_LIA)(set-info :status unsat)(assert false)(check-sat)", elab.Options{})
	fmt.Println(f.Logic, f.Status, f.Commands, f.Checks, err)
	// Output: QF_LIA unsat 4 1 <nil>
}

// A Session reads further terms in the scope of a script.
func ExampleResume() {
	s, err := elab.Script("(declare-fun f (Int) Bool)(check-sat)", elab.Options{})
	if err != nil {
		panic(err)
	}
	x := elab.Resume(s, 0, elab.Options{})
	if _, err := x.Next(syntax.NewReader("(f -3)")); err != nil { // solvers print such numbers
		panic(err)
	}
	t, e := x.Term(syntax.Root)
	if e != nil {
		panic(e)
	}
	fmt.Println(t, t.Sort())
	// Output: (f (- 3)) Bool
}
