package elab_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/theory"
)

// TestDialectsOf: a text belongs to the languages that can read all of it, and only options that name one of
// them accept it.
func TestDialectsOf(t *testing.T) {
	for _, tt := range []struct {
		text, dialect string
		features      string
		needs         string
	}{
		{"(assert true)", "standard", "", ""},
		{"(assert (= 1.0 2.))", "z3", "trailing-point", ""},
		{"(declare-const |\xff| Bool)(assert |\xff|)", "z3", "raw-bytes", ""},
		{"(assert (forall ((x Int) (x Bool)) x))", "z3 cvc5", "rebinding", ""},
		{"(assert (forall ((x Int) (x Bool)) (= x (xor x))))", "z3", "unary-operator rebinding", ""},
		{"(declare-const a (Array Int Int Int))", "z3", "many-indices", "many-indices"},
		{"(declare-const p Bool)(assert ((_ at-most 1) p p))", "z3", "", ""},
		{"(assert (= ((_ iand 4) 1 2) 0))", "cvc5", "", ""},
		{"(assert true)(check-sat-using (then simplify smt))", "z3", "check-sat-using", ""},
		{"(assert (= ((_ iand 4) 1 2) (to_int 2.)))", "mixed", "trailing-point", ""},
		{"(assert (= ((_ iand 4) 1 2) -1))", "cvc5", "signed-number", ""},
		{"(assert (= 1/4 -007/020))", "cvc5", "rational-number", ""},
		{"(declare-const f (-> Int (-> Int Int)))(assert (= f (lambda ((x Int)) (lambda ((y Int)) x))))", "standard", "nested-functions", ""},
		{"(declare-const f (-> Int (-> Int Int)))(declare-fun g (Int Int) Int)(assert (= f g))", "cvc5 cvc4", "flat-functions", ""},
		{"(declare-const f (-> Int (-> Int Int)))(assert (= f (choice ((g (-> Int (-> Int Int)))) true)))", "z3", "choice nested-functions", "choice"},
		{"; COMMAND-LINE: --global-declarations -i\n(push 1)(declare-const p Bool)(pop 1)(assert p)", "cvc5", "global-by-option", ""},
		{"(define-fun p () Bool true)(reset-assertions)(assert p)", "z3", "kept-declarations", ""},
		{"; COMMAND-LINE: --no-fresh-declarations\n(declare-const p Bool)(declare-fun p () Bool)(assert p)", "cvc5", "repeated-declaration", ""},
		{"(declare-sort U 0)(assert (_ fmf.card U 2))", "cvc5", "sort-cardinality", "sort-cardinality"},
		{"(assert (= ((_ nullable.lift -) (nullable.some 1)) (nullable.some 2)))", "cvc5", "lifted-operator", "lifted-operator"},
		{"(assert (set.member 1 (set.comprehension ((x Int)) (> x 0) x)))", "cvc5", "set-comprehension", "tuple set-comprehension"},
		{"(assert (= (tuple 1) (tuple 2)))", "cvc5 cvc4", "tuple", "tuple"},
		{"(assert (= seq.empty (seq.rev seq.empty)))", "cvc5", "untyped-empty", ""},
		{"(assert (= 1 (choice ((x Int)) (> x 0))))", "z3", "choice", "choice"},
		{"(declare-const k RoundingMode)(assert (forall ((m RoundingMode)) (! (= m k RNE) :pattern (RNE m))))", "standard", "", ""},
		{"(declare-fun f (Int) Int)(assert (forall ((i Int)) (! (= i (f i)) :pattern (f i))))", "z3 cvc5", "loose-pattern", ""},
		{"(declare-const f (-> Int Int))(declare-const a (Array Int Int))(assert (= f a))", "z3", "array-functions", "array-functions"},
		{"(assert (= 1 (seq.len \"a\")))", "z3 cvc5", "sequence-string", ""},
		{"(declare-datatype N ((z) (s (p N))) :subterm below)", "z3", "subterms", "subterms"},
	} {
		s, err := elab.Script(tt.text, elab.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		got := []string{s.Dialects.String(), names(s.Features), names(s.Needs())}
		if d := cmp.Diff([]string{tt.dialect, tt.features, tt.needs}, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, d)
		}
		if _, err := elab.Script(tt.text, elab.Options{Dialects: theory.Standard}); (err == nil) != (tt.dialect == "standard") {
			t.Errorf("%s by the standard: %v", tt.text, err)
		}
		for _, name := range []string{"z3", "cvc5"} {
			d, _ := theory.DialectOf(name)
			_, err := elab.Script(tt.text, elab.Options{Dialects: theory.Standard | d})
			if wants := s.Dialects&d != 0; wants && err != nil {
				t.Errorf("%s in the language of %s: %v", tt.text, name, err)
			}
		}
		if _, err := elab.Script(tt.text, elab.Options{Dialects: theory.Standard | theory.Bitwuzla}); (err == nil) != (tt.features == "" || tt.dialect == "standard") {
			t.Errorf("%s in the language of bitwuzla: %v", tt.text, err)
		}
	}
}

func names(s theory.Features) string {
	var out []string
	for _, f := range s.List() {
		out = append(out, f.String())
	}
	return strings.Join(out, " ")
}
