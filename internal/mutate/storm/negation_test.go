package storm

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
)

// TestNegationOfManyOperands: at all values of its operands, the negation of a formula has the opposite value of the formula, for
// every connective, with any number of operands, and nested in every other one.
func TestNegationOfManyOperands(t *testing.T) {
	values := []string{"false", "true"}
	apply := func(op string, args []string) string { return "(" + op + " " + strings.Join(args, " ") + ")" }
	arities := map[string][]int{
		"not": {1}, "and": {2, 3, 4}, "or": {2, 3, 4}, "=>": {2, 3, 4}, "xor": {2, 3, 4}, "=": {2, 3, 4}, "distinct": {2, 3}, "ite": {3},
	}
	var formulas []string
	for op, all := range arities {
		for _, n := range all {
			for k := range 1 << n {
				args := make([]string, n)
				for i := range args {
					args[i] = values[k>>i&1]
				}
				inner := apply(op, args)
				formulas = append(formulas, inner, apply("not", []string{inner}))
				if n < 4 {
					for _, outer := range []string{"and", "or", "=>", "xor"} {
						formulas = append(formulas, apply(outer, []string{inner, "true", "false"}), apply(outer, []string{"true", "false", inner}))
					}
					formulas = append(formulas, apply("ite", []string{"true", inner, "false"}), apply("ite", []string{"false", "true", inner}), apply("ite", []string{inner, "true", "false"}))
				}
			}
		}
	}
	var text strings.Builder
	for _, f := range formulas {
		fmt.Fprintf(&text, "(assert %s)\n", f)
	}
	s, err := elab.Script(text.String(), elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ev := eval.New(s.Store, nil, eval.Options{})
	for i, c := range s.Commands {
		f := c.Terms[0]
		n, err := negation(s.Store, f)
		if err != nil {
			t.Fatalf("%s: %v", formulas[i], err)
		}
		if a, b := ev.Term(f), ev.Term(n); a.IsTrue() == b.IsTrue() || a.IsFalse() == b.IsFalse() {
			t.Errorf("%s is %s, and its negation %s is %s", f, a, n, b)
		}
	}
}
