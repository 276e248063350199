package term_test

import (
	"errors"
	"fmt"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// A store cannot build an ill-sorted term, and builds equal terms once.
func ExampleStore() {
	st := term.NewStore(theory.Builtin())
	x, err := st.App(st.User(term.NewDecl(term.Declared, "x", nil, sorts.Int), nil))
	if err != nil {
		panic(err)
	}
	one := st.Lit(syntax.Numeral, "1", sorts.Int)
	plus := theory.Builtin().Lookup("+")
	sum, _, err := st.Overload(plus, nil, nil, []*term.Term{x, one})
	if err != nil {
		panic(err)
	}
	again, _, err := st.Overload(plus, nil, nil, []*term.Term{x, one})
	fmt.Println(sum, sum.Sort(), sum == again, err)

	_, err = st.App(st.Op(plus[0], nil, nil), x, st.Lit(syntax.String, `"1"`, sorts.String))
	var ill *term.SortError
	fmt.Println(errors.As(err, &ill))
	// Output:
	// (+ x 1) Int true <nil>
	// true
}

// Walk visits each distinct subterm once.
func ExampleWalk() {
	st := term.NewStore(theory.Builtin())
	x, err := st.App(st.User(term.NewDecl(term.Declared, "x", nil, sorts.Int), nil))
	if err != nil {
		panic(err)
	}
	square, _, err := st.Overload(theory.Builtin().Lookup("*"), nil, nil, []*term.Term{x, x})
	if err != nil {
		panic(err)
	}
	term.Walk([]*term.Term{square}, func(t *term.Term) bool {
		fmt.Println(t)
		return true
	})
	// Output:
	// x
	// (* x x)
}
