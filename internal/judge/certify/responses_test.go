package certify_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// What solvers say to further questions is compared with exact evaluation: only what can be read, and has a value, can count against them.
func TestResponses(t *testing.T) {
	const script = `(set-logic ALL)
(set-option :produce-assignments true)
(declare-sort U 0)
(declare-fun x () Int) (declare-fun y () Int) (declare-fun r () Real) (declare-fun s () String) (declare-fun u () U)
(declare-fun a () (Array Int Int)) (declare-fun f (Int) Int)
(assert (! (> x 3) :named big))
(assert (or (= y 1) (= y 2)))
(check-sat)
(get-model)
`
	const model = `((declare-fun U!val!0 () U) (define-fun x () Int 5) (define-fun y () Int 2) (define-fun r () Real (/ 1 3)) (define-fun s () String "ab")
 (define-fun u () U U!val!0) (define-fun a () (Array Int Int) ((as const (Array Int Int)) 7)) (define-fun f ((n Int)) Int (ite (= n 5) 9 0)))`
	for _, tt := range []struct {
		name, command, said string
		want                string // verdicts, with the class of those that fail
		words               string // in the summary or the detail of the first
	}{
		{"right values", "(get-value (x (+ x y) (f x)))", "((x 5) ((+ x y) 7) ((f x) 9))", "holds holds holds", ""},
		{"the solver's own way to write terms", "(get-value ((>= x 1)))", "(((not (<= x 0)) true))", "holds", ""},
		{"a wrong value", "(get-value (x (+ x y)))", "((x 5) ((+ x y) 8))", "holds invalid-value", ""},
		{"a wrong value alone", "(get-value ((+ x y)))", "(((+ x y) 8))", "invalid-value", "under its model (+ x y) is 7, not 8"},
		{"a quotient", "(get-value (r))", "((r 0.3333))", "invalid-value", "r is (/ 1.0 3.0)"},
		{"a numeral for a real", "(get-value ((* 3.0 r)))", "(((* 3.0 r) 1))", "holds", ""},
		{"division by zero", "(get-value ((div x 0)))", "(((div x 0) 4))", "open", "leaves"},
		{"hidden behind a connective", "(get-value ((or (= x 5) (= (div x 0) 1))))", "(((or (= x 5) (= (div x 0) 1)) false))", "invalid-value", ""},
		{"an array", "(get-value (a))", "((a ((as const (Array Int Int)) 7)))", "holds", ""},
		{"a wrong array", "(get-value (a))", "((a (store ((as const (Array Int Int)) 7) 1 2)))", "invalid-value", ""},
		{"an element of the model", "(get-value (u))", "((u U!val!0))", "holds", ""},
		{"an unknown element", "(get-value (u))", "((u (as @U_3 U)))", "unread", "element"},
		{"an approximation", "(get-value (r))", "((r 0.33?))", "unread", ""},
		{"too few values", "(get-value (x y))", "((x 5))", "unread", "1 values for 2 terms"},
		{"no values", "(get-value (x))", "x", "unread", "not a list"},
		{"another sort", "(get-value (x))", "((x true))", "unread", "sort"},
		{"an assignment", "(get-assignment)", "((big true))", "holds", ""},
		{"a wrong assignment", "(get-assignment)", "((big false))", "invalid-value", "(> x 3)"},
		{"a name of nothing", "(get-assignment)", "((small false))", "unread", "small"},
		{"eval", "(eval (f (+ x 0)))", "9", "holds", ""},
		{"a wrong eval", "(eval (f (+ x 0)))", "0", "invalid-value", ""},
		{"simplify", "(simplify (+ x 1 y 2))", "(+ 3 x y)", "holds", ""},
		{"a wrong simplify", "(simplify (+ x 1 y 2))", "(+ 2 x y)", "invalid-simplification", "value of the term"},
		{"a wrong simplify of values", `(simplify (seq.last_indexof "abab" "ab"))`, "0", "invalid-simplification", "value of the term: 2"},
		{"simplify with lets", "(simplify (* (+ x y) (+ x y)))", "(let ((a!1 (+ x y))) (* a!1 a!1))", "holds", ""},
		{"an operator of the solver's own", "(simplify (seq.nth (seq.unit x) 0))", "(seq.frobnicate (seq.unit x) 0)", "unread", ""},
		{"simplify of what is open", "(simplify (mod x 0))", "x", "open", ""},
		{"simplify to the same open value", "(simplify (mod (+ x 0) 0))", "(mod x 0)", "holds", ""},
		{"simplify under few interpretations", "(simplify (ite (= s \"\") 1 0))", "0", "invalid-simplification", ""},
		{"goals", "(apply simplify)", "(goals (goal (not (<= x 3)) (or (= y 1) (= y 2)) :precision precise :depth 1))", "holds", ""},
		{"a goal that lost a formula", "(apply simplify)", "(goals (goal (not (<= x 3)) :precision precise :depth 1))", "invalid-goals", ""},
		{"an over-approximation may lose one", "(apply simplify)", "(goals (goal (not (<= x 3)) :precision over :depth 1))", "holds", ""},
		{"a goal that is not an over-approximation", "(apply simplify)", "(goals (goal (< x 5) :precision over :depth 1))", "invalid-goals", ""},
		{"an under-approximation may have one more", "(apply simplify)", "(goals (goal (> x 3) (= y 2) :precision under :depth 1))", "holds", ""},
		{"goals that are alternatives", "(apply (or-else split-clause skip))",
			"(goals (goal (> x 3) (= y 1) :precision precise :depth 1) (goal (> x 3) (= y 2) :precision precise :depth 1))", "holds", ""},
		{"an alternative is lost", "(apply (or-else split-clause skip))", "(goals (goal (> x 3) (= y 1) :precision precise :depth 1))", "invalid-goals", ""},
		{"a tactic that promises nothing", "(apply elim-uncnstr)", "(goals (goal :precision precise :depth 1))", "open", "elim-uncnstr"},
		{"no goals", "(apply simplify)", "(goals)", "unread", "no goal"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, err := certify.NewFormula(script+tt.command+"\n", nil)
			if err != nil {
				t.Fatal(err)
			}
			all := f.Responses(0, []certify.Said{{Place: 1, Text: tt.said}}, certify.Context{
				Family: "z3", Model: model, Tactics: []string{"simplify", "(or-else split-clause skip)"},
			})
			var got []string
			for _, r := range all {
				word := r.Verdict.String()
				if r.Verdict == oracle.ResponseFails {
					word = string(r.Class)
				}
				got = append(got, word)
			}
			if strings.Join(got, " ") != tt.want {
				t.Fatalf("%v, want %s: %+v", got, tt.want, all)
			}
			if !strings.Contains(all[0].Summary+all[0].Detail, tt.words) {
				t.Errorf("%q is neither in %q nor in %q", tt.words, all[0].Summary, all[0].Detail)
			}
		})
	}
}

// Without a model there is nothing to compare values with; simplifications need no model.
func TestResponsesWithoutModel(t *testing.T) {
	f, err := certify.NewFormula("(declare-fun x () Int)\n(assert (> x 0))\n(check-sat)\n(get-value (x))\n(simplify (+ x x))\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	all := f.Responses(0, []certify.Said{{Place: 0, Text: "((x 1))"}, {Place: 1, Text: "(* 3 x)"}}, certify.Context{Family: "z3"})
	if len(all) != 2 || all[0].Verdict != oracle.ResponseOpen || all[1].Verdict != oracle.ResponseFails || !strings.Contains(all[1].Model, "define-fun x") {
		t.Errorf("%+v", all)
	}
}

// SMTInterpol simplifies under the assertions: what it leaves out may be what they say already.
func TestSimplifiedUnderAssertions(t *testing.T) {
	f, err := certify.NewFormula("(declare-fun x () Int)\n(declare-fun y () Int)\n(assert (> x 5))\n(check-sat)\n(simplify (and (> x 3) (> y 7)))\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	c := certify.Context{Family: "smtinterpol", Model: "((define-fun x () Int 6) (define-fun y () Int 8))", Asserted: true}
	for said, want := range map[string]oracle.ResponseVerdict{"(> y 7)": oracle.ResponseHolds, "(> x 3)": oracle.ResponseFails, "false": oracle.ResponseFails} {
		all := f.Responses(0, []certify.Said{{Text: said}}, c)
		if len(all) != 1 || all[0].Verdict != want {
			t.Errorf("%s: %+v", said, all)
		}
	}
	c.Asserted = false
	if all := f.Responses(0, []certify.Said{{Text: "(> y 7)"}}, c); len(all) != 1 || all[0].Verdict != oracle.ResponseFails {
		t.Errorf("a solver that simplifies under nothing: %+v", all)
	}
}
