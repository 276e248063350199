package certify_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt"
)

// TestModel: the verdict on a model and the reason for it, as a report has them.
func TestModel(t *testing.T) {
	const decls = "(declare-fun x () Int)(declare-fun y () Int)"
	tests := []struct {
		name, script, model string
		want                oracle.ModelVerdict
		words               string
	}{
		{"holds", decls + "(assert (< x y))(check-sat)", "((define-fun x () Int 1)(define-fun y () Int 2))", oracle.ModelHolds, ""},
		{"fails", decls + "(assert (< x 9))(assert (or (< x y) (= x 7)))(check-sat)", "((define-fun x () Int 3)(define-fun y () Int 2))", oracle.ModelFails, "assertion 2 is false"},
		{"fails twice", decls + "(assert (< x 1))(assert (< y 1))(check-sat)", "((define-fun x () Int 3)(define-fun y () Int 2))", oracle.ModelFails, "(and 1 more)"},
		{"completed", decls + "(assert (< x 1))(assert (> y 1))(check-sat)", "((define-fun y () Int 2))", oracle.ModelHolds, "with the default value for x"},
		{"false only when completed", decls + "(assert (> x 1))(check-sat)", "((define-fun y () Int 2))", oracle.ModelOpen, "the model leaves out x, and a formula depends on it"},
		{"division by zero is free", decls + "(assert (= (div x 0) 0))(check-sat)", "((define-fun x () Int 3)(define-fun y () Int 2))", oracle.ModelHolds, "zero for every division by zero"},
		{"remainder by zero is free", decls + "(assert (= (mod x 0) 3))(assert (= (div x 0) 0))(check-sat)", "((define-fun x () Int 3)(define-fun y () Int 2))", oracle.ModelHolds, "the dividend for every remainder"},
		{"a value that cannot be computed does not matter beside a quotient", "(declare-fun z () Real)(assert (= 0.0 (* (/ z 0.0) (exp (- 2.5)))))(check-sat)", "((define-fun z () Real 3.0))", oracle.ModelHolds, "zero for every division by zero"},
		{"free, and no filling known", decls + "(assert (= (div x 0) 17))(check-sat)", "((define-fun x () Int 3)(define-fun y () Int 2))", oracle.ModelOpen, "assertion 1 is not decided"},
		{"what solvers fix is not believed", "(declare-fun b () (_ BitVec 4))(declare-fun f () Float16)(assert (= b ((_ fp.to_ubv 4) RNE f)))(check-sat)",
			"((define-fun b () (_ BitVec 4) #xf)(define-fun f () Float16 (_ NaN 5 11)))", oracle.ModelOpen, "assertion 1 is not decided"},
		{"quantified", decls + "(assert (forall ((k Int)) (= (* k x) (* y k))))(check-sat)", "((define-fun x () Int 3)(define-fun y () Int 2))", oracle.ModelFails, "assertion 1 is false"},
		{"an escape that solvers read in different ways", `(declare-fun s () String)(assert (= s "\u{30000}"))(assert (= 1 (str.len s)))(check-sat)`, `((define-fun s () String "\u{30000}"))`, oracle.ModelOpen, "an escape above"},
		{"no model", decls + "(assert (< x y))(check-sat)", "((define-fun x () Int true))", oracle.ModelUnreadable, "Bool"},
		{"cut off", decls + "(assert (< x y))(check-sat)", "((define-fun x () Int 1", oracle.ModelUnreadable, "truncated"},
		{"assumption", "(declare-fun p () Bool)(assert (or p (not p)))(check-sat-assuming (p))", "((define-fun p () Bool false))", oracle.ModelFails, "an assumption of the check-sat-assuming is false"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := certify.NewFormula(tt.script, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, effort := range []certify.Effort{certify.Thorough, certify.Quick} {
				f.Effort = effort
				r := f.Model(tt.model, "z3", 0)
				if r.Verdict != tt.want || !strings.Contains(r.Summary, tt.words) {
					t.Errorf("%v: %s", r.Verdict, r.Summary)
				}
			}
		})
	}
}

// TestEffort: a campaign gives up on what a user would wait for, and says so.
func TestEffort(t *testing.T) {
	f, err := certify.NewFormula("(declare-fun b () (_ BitVec 13))(assert (forall ((c (_ BitVec 13))) (= (bvor b c) (bvor c b))))(check-sat)", nil)
	if err != nil {
		t.Fatal(err)
	}
	const model = "((define-fun b () (_ BitVec 13) (_ bv5 13)))"
	if r := f.Model(model, "z3", 0); r.Verdict != oracle.ModelHolds {
		t.Errorf("thorough: %v: %s", r.Verdict, r.Summary)
	}
	f.Effort = certify.Quick
	if r := f.Model(model, "z3", 0); r.Verdict != oracle.ModelOpen {
		t.Errorf("quick: %v: %s", r.Verdict, r.Summary)
	}
	truth := oracle.Truth{Status: smt.Sat, Witness: model}
	if certify.Confirm(&truth, f, 0); truth.Model.Verdict != oracle.ModelHolds {
		t.Errorf("a witness is evaluated thoroughly: %v: %s", truth.Model.Verdict, truth.Model.Summary)
	}
	truth.Model = oracle.ModelReport{}
	if certify.Confirm(&truth, nil, 0); truth.Model.Verdict != oracle.ModelUnreadable {
		t.Errorf("without a formula: %v", truth.Model.Verdict)
	}
}

// TestCompletedText: the text of a model that holds with default values has them, so that it holds by itself.
func TestCompletedText(t *testing.T) {
	for _, script := range []string{
		"(declare-fun x () Int)(declare-fun y () Int)(assert (< x 1))(assert (> y 1))(check-sat)",
		"(declare-sort U 0)(declare-fun f (U Int) U)(declare-fun y () Int)(declare-fun u () U)(assert (= y 2))(assert (= (f u y) u))(check-sat)",
		"(declare-fun y () Int)(declare-fun a () (Array Int (_ BitVec 2)))(assert (= y 2))(assert (= #b00 (select a y)))(check-sat)",
	} {
		f, err := certify.NewFormula(script, nil)
		if err != nil {
			t.Fatal(err)
		}
		first := f.Model("((define-fun y () Int 2))", "", 0)
		again := f.Model(first.Text, "", 0)
		if first.Verdict != oracle.ModelHolds || !strings.Contains(first.Summary, "default value for") {
			t.Errorf("%s: %v, %s", script, first.Verdict, first.Summary)
		}
		if again.Verdict != oracle.ModelHolds || strings.Contains(again.Summary, "default value") {
			t.Errorf("%s: with %s: %v, %s", script, first.Text, again.Verdict, again.Summary)
		}
	}
}
