package term_test

import (
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/term"
)

// TestEqualTellsHeadsApart: terms of one sort over the same arguments are equal only when their heads are: names, indices,
// qualifying sorts, and what a declaration says. The terms of one store are compared with those of another.
func TestEqualTellsHeadsApart(t *testing.T) {
	texts := []string{
		"(= ((_ extract 3 2) v) #b00)", "(= ((_ extract 2 1) v) #b00)", "(= ((_ extract 1 0) v) #b00)",
		"(= ((_ rotate_left 1) v) v)", "(= ((_ rotate_left 2) v) v)", "(= ((_ rotate_right 1) v) v)",
		"((_ divisible 2) i)", "((_ divisible 3) i)",
		"(str.in_re s ((_ re.loop 1 2) re.allchar))", "(str.in_re s ((_ re.loop 1 3) re.allchar))", "(str.in_re s ((_ re.loop 2 2) re.allchar))", "(str.in_re s ((_ re.^ 2) re.allchar))",
		"((_ at-most 1) p q)", "((_ at-most 2) p q)", "((_ at-least 1) p q)", "((_ pbge 2 1 2) p q)", "((_ pbge 2 2 1) p q)",
		"(= ((_ int_to_bv 4) i) v)", "(= ((_ int_to_bv 4) j) v)",
		"((_ is one) c)", "((_ is two) c)", "(= ((_ update number) c 1) c)", "(= ((_ update amount) c 1) c)",
		"(= (number c) 1)", "(= (amount c) 1)", "(= (f i) 1)", "(= (g i) 1)",
		"(= (as set.empty (Set Int)) (as set.empty (Set Int)))", "(= (as set.empty (Set Bool)) (as set.empty (Set Bool)))",
		"(= ((as const (Array Int Int)) 1) a)", "(= (store a 1 1) a)",
		"(forall ((x Int)) (= (f x) 1))", "(exists ((x Int)) (= (f x) 1))", "(forall ((x Int)) (= (g x) 1))",
		"(forall ((x Int)) (! (= (f x) 1) :pattern ((f x))))", "(forall ((x Int)) (! (= (f x) 1) :pattern ((g x))))",
		"(! p :weight 1)", "(! p :weight 2)", "(! p :named n)", "p", "q",
	}
	const decls = `(declare-datatype C ((one (number Int) (amount Int)) (two (count Int))))
(declare-const v (_ BitVec 4))(declare-const i Int)(declare-const j Int)(declare-const s String)(declare-const p Bool)(declare-const q Bool)
(declare-const c C)(declare-const a (Array Int Int))(declare-fun f (Int) Int)(declare-fun g (Int) Int)`
	read := func(text string) *term.Term {
		s, err := elab.Script(decls+"(assert "+text+")", elab.Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return s.Commands[len(s.Commands)-1].Terms[0]
	}
	var first, second []*term.Term
	for _, text := range texts {
		first, second = append(first, read(text)), append(second, read(text))
	}
	for i, x := range first {
		for k, y := range second {
			if got := term.Equal(x, y); got != (i == k) {
				t.Errorf("%s and %s: equal %v", texts[i], texts[k], got)
			}
		}
	}
}
