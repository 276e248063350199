package fragment_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/mutate/kit/fragment"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// formulas returns what a script asserts.
func formulas(s *script.Script) []*term.Term {
	var out []*term.Term
	for _, i := range mutatetest.Asserts(s) {
		out = append(out, s.Commands[i].Terms[0])
	}
	return out
}

// TestAllows: a fragment of a logic has the logic's terms and the script's own; without a logic to keep to, it has all terms.
func TestAllows(t *testing.T) {
	const ints = "(declare-const a Int)(declare-const b Int)"
	tests := []struct {
		name, logic, decls, own, other string
		want                           bool
	}{
		{"linear sum", "QF_LIA", ints, "(> a 0)", "(> (+ a b) 0)", true},
		{"product", "QF_LIA", ints, "(> a 0)", "(> (* a b) 0)", false},
		{"product that the script has", "QF_LIA", ints, "(> (* a b) 0)", "(< (* a b) 7)", true},
		{"another product", "QF_LIA", ints, "(> (* a b) 0)", "(< (* a a) 7)", false},
		{"sum in difference logic", "QF_IDL", ints, "(> (- a b) 0)", "(> (+ a b) 0)", true},
		{"quantifier", "QF_LIA", ints, "(> a 0)", "(forall ((x Int)) (> x a))", false},
		{"quantifier where there are some", "LIA", ints, "(> a 0)", "(forall ((x Int)) (> x a))", true},
		{"quotient by a number", "QF_LIA", ints, "(> a 0)", "(> (div a 2) 0)", true},
		{"quotient by a negative number", "QF_LIA", ints, "(> a 0)", "(> (mod a (- 2)) 0)", true},
		{"quotient by zero", "QF_LIA", ints, "(> a 0)", "(> (div a 0) 0)", false},
		{"remainder by zero with a sign", "QF_LIA", ints, "(> a 0)", "(> (mod a (- 0)) 0)", false},
		{"quotient by zero after others", "QF_LIA", ints, "(> a 0)", "(> (div a 2 0) 0)", false},
		{"quotient by zero of a number", "QF_LIA", ints, "(> a 0)", "(> (div 7 0) a)", false},
		{"quotient by a symbol", "QF_LIA", ints, "(> a 0)", "(> (div a b) 0)", false},
		{"quotient by zero that the script has", "QF_LIA", ints, "(> (div a 0) 0)", "(< (div a 0) 7)", true},
		{"quotient by zero where all is allowed", "QF_NIA", ints, "(> a 0)", "(> (div a 0) 0)", true},
		{"quotient of reals", "QF_LRA", "(declare-const a Real)", "(> a 0.0)", "(> (/ a 2.5) 0.0)", true},
		{"quotient of reals by zero", "QF_LRA", "(declare-const a Real)", "(> a 0.0)", "(> (/ a 0.0) 0.0)", false},
		{"quotient of reals by a zero with decimals", "QF_LRA", "(declare-const a Real)", "(> a 0.0)", "(> (/ a 0.000) 0.0)", false},
		{"product with zero", "QF_LIA", ints, "(> a 0)", "(> (* a 0) 0)", true},
		{"everything", "ALL", ints, "(> a 0)", "(> (* a b) 0)", true},
		{"no logic", "", ints, "(> a 0)", "(> (* a b) 0)", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all := formulas(mutatetest.Script(t, tt.decls+"(assert "+tt.own+")(assert "+tt.other+")"))
			if got := fragment.New(tt.logic, all[0]).Allows(all[1]); got != tt.want {
				t.Errorf("%s under %q beside %s: %t", all[1], tt.logic, all[0], got)
			}
		})
	}
}

// TestAllowsRow: operators of the logic are in, and so are, in a linear logic, those with a linear use. Under a logic that
// allows everything, the operators of the theories in use are in.
func TestAllowsRow(t *testing.T) {
	tests := []struct {
		logic, own, operator string
		want                 bool
	}{
		{"QF_LIA", "(> 1 0)", "+", true},
		{"QF_LIA", "(> 1 0)", "*", true},
		{"QF_LIA", "(> 1 0)", "div", false},
		{"QF_LIA", "(> (div 4 2) 0)", "mod", true},
		{"QF_NIA", "(> 1 0)", "div", true},
		{"QF_LIA", "(> 1 0)", "bvadd", false},
		{"ALL", "(> 1 0)", "+", true},
		{"ALL", "(> 1 0)", "bvadd", false},
		{"ALL", "(> 1 0)", "and", true},
		{"", "(= #b1 (bvadd #b1 #b1))", "bvor", true},
	}
	for _, tt := range tests {
		s := mutatetest.Script(t, "(assert "+tt.own+")")
		f := fragment.New(tt.logic, formulas(s)...)
		if got := f.AllowsRow(s.Store.Table.Lookup(tt.operator)[0]); got != tt.want {
			t.Errorf("%s under %q beside %s: %t", tt.operator, tt.logic, tt.own, got)
		}
	}
}

// TestAllowsBinders: the logic decides, or the script where the logic allows everything.
func TestAllowsBinders(t *testing.T) {
	const quantified = "(forall ((x Int)) (> x 0))"
	for _, tt := range []struct {
		logic, own string
		want       bool
	}{{"QF_LIA", "true", false}, {"LIA", "true", true}, {"ALL", "true", false}, {"ALL", quantified, true}, {"", quantified, true}} {
		if got := fragment.New(tt.logic, formulas(mutatetest.Script(t, "(assert "+tt.own+")"))...).AllowsBinders(); got != tt.want {
			t.Errorf("%q beside %s: %t", tt.logic, tt.own, got)
		}
	}
}

// TestFilter: a term is accepted when all its nodes are, and given terms are accepted as they are.
func TestFilter(t *testing.T) {
	all := formulas(mutatetest.Script(t, "(declare-const a Int)(assert (> (* a a) 0))(assert (< (* a a) 7))(assert (> (* a 2) 0))(assert (> a 0))"))
	f := fragment.NewFilter(func(n *term.Term) bool { return !n.Func().Is("*") }, all[0])
	for range 2 {
		for i, want := range []bool{true, true, false, true} {
			if got := f.Allows(all[i]); got != want {
				t.Errorf("%s: %t", all[i], got)
			}
		}
	}
}
