package storm

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
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

// TestNegationInwards: a negation moves inwards over as many connectives as it may, one level at a time, and stays in front of what is below them.
func TestNegationInwards(t *testing.T) {
	for name, c := range map[string]struct{ formula, negated string }{
		"and":                       {"(and p%d %s)", "(or (not p%d) %s)"},
		"or":                        {"(or p%d %s)", "(and (not p%d) %s)"},
		"implication":               {"(=> p%d %s)", "(and p%d %s)"},
		"ite, the else-branch":      {"(ite q p%d %s)", "(ite q (not p%d) %s)"},
		"implication of several":    {"(=> q p%d %s)", "(and q p%d %s)"},
		"conjunction of the others": {"(and p%d q %s)", "(or (not p%d) (not q) %s)"},
	} {
		t.Run(name, func(t *testing.T) {
			for levels := 1; levels <= maxInwards+2; levels++ {
				var formula, negated func(at int) string
				formula = func(at int) string {
					if at == levels {
						return fmt.Sprintf("p%d", at)
					}
					return fmt.Sprintf(c.formula, at, formula(at+1))
				}
				negated = func(at int) string {
					if at == levels || at == maxInwards {
						return "(not " + formula(at) + ")"
					}
					return fmt.Sprintf(c.negated, at, negated(at+1))
				}
				text := "(declare-const q Bool)"
				for i := range levels + 1 {
					text += fmt.Sprintf("(declare-const p%d Bool)", i)
				}
				s, err := elab.Script(text+"(assert "+formula(0)+")", elab.Options{})
				if err != nil {
					t.Fatal(err)
				}
				c := s.Commands[len(s.Commands)-1]
				if c.Kind != script.Assert {
					t.Fatalf("the last command is %s", c.Text)
				}
				n, err := negation(s.Store, c.Terms[0])
				if err != nil {
					t.Fatal(err)
				}
				if n.String() != negated(0) {
					t.Errorf("%d levels: the negation of %s is %s, want %s", levels, formula(0), n, negated(0))
				}
			}
		})
	}
}

// TestNegationOfSharedOperands: what occurs often is negated once. The formula has 1000^6 places.
func TestNegationOfSharedOperands(t *testing.T) {
	const width = 1000
	st, p := constants(t, 1)
	f := p[0]
	for level := range maxInwards {
		args := make([]*term.Term, width)
		for i := range args {
			args[i] = f
		}
		name := "and"
		if level%2 == 0 {
			name = "or"
		}
		var err error
		if f, _, err = st.Overload(st.Table.Lookup(name), nil, nil, args); err != nil {
			t.Fatal(err)
		}
	}
	before := st.Len()
	if _, err := negation(st, f); err != nil {
		t.Fatal(err)
	}
	if made := st.Len() - before; made > 2*maxInwards {
		t.Errorf("%d terms for %d levels", made, maxInwards)
	}
}
