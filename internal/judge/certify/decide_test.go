package certify_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// TestDecide: what evaluation decides without a model, and what it must leave open.
func TestDecide(t *testing.T) {
	const sat, unsat, open = oracle.ModelHolds, oracle.ModelFails, oracle.NoModel
	for _, tt := range []struct {
		name, script string
		want         oracle.ModelVerdict
		words        string // in the summary or the interpretation
	}{
		{"ground and true", "(assert (< 1 2))", sat, ""},
		{"ground and false", "(assert (< 2 1))", unsat, "assertion 1 is false"},
		{"nothing is asserted", "(declare-const x Int)", sat, ""},
		{"pi is not a quarter", "(assert (= real.pi 0.25))", unsat, "assertion 1 is false"},
		{"one of several is ground and false", "(declare-const x Int)(assert (< x 3))(assert (= 1 2))", unsat, "assertion 2 is false"},
		{"false whatever the symbols mean", "(declare-const p Bool)(assert (and p (not (= 1 1))))", unsat, ""},
		{"the same on both sides", "(declare-fun f (Int) Int)(declare-const x Int)(assert (distinct (f x) (f x)))", unsat, ""},
		{"true under defaults", "(declare-const x Int)(declare-fun f (Int) Int)(assert (< (f x) 3))", sat, "(define-fun x () Int 0)"},
		{"false under defaults alone", "(declare-const x Int)(assert (< 3 x))", open, ""},
		{"a constant that an equation gives", "(declare-const x Int)(assert (= x 7))(assert (< 3 x))", sat, "(define-fun x () Int 7)"},
		{"equations against each other", "(declare-const x Int)(declare-const y Int)(assert (and (= 7 x) (= y (+ x 1))))(assert (< y x))", unsat, ""},
		{"equations in any order", "(declare-const x Int)(declare-const y Int)(assert (= y (+ x 1)))(assert (= x 7))(assert (= y 9))", unsat, ""},
		{"literals", "(declare-const p Bool)(declare-const q Bool)(assert p)(assert (not q))(assert (= p q))", unsat, ""},
		{"literals that fit", "(declare-const p Bool)(declare-const q Bool)(assert p)(assert (not q))(assert (distinct p q))", sat, "(define-fun p () Bool true)"},
		{"a disjunction gives nothing", "(declare-const x Int)(assert (or (= x 7) (= x 8)))(assert (< 7 x))", open, ""},
		{"division by zero is free", "(assert (= (/ 1.0 0.0) 0.0))", sat, "division"},
		{"division by zero is a function", "(assert (distinct (/ 1.0 0.0) (/ 1.0 0.0)))", unsat, ""},
		{"division by zero chosen otherwise", "(assert (= (/ 1.0 0.0) 5.0))", open, ""},
		{"what the standard leaves open", "(assert (= (fp.min (_ -zero 8 24) (_ +zero 8 24)) (_ -zero 8 24)))", open, ""},
		{"a sort without elements", "(declare-sort U 0)(declare-const a U)(declare-const b U)(assert (= a b))", sat, "@U_0"},
		{"a sort may have more elements", "(declare-sort U 0)(declare-const a U)(declare-const b U)(assert (distinct a b))", open, ""},
		{"a quantifier over a sort", "(declare-sort U 0)(assert (forall ((x U) (y U)) (= x y)))", open, ""},
		{"a quantifier over few values", "(assert (forall ((x (_ BitVec 4))) (= (bvand x x) x)))", sat, ""},
		{"a counterexample", "(assert (forall ((x Int)) (< x 100)))", unsat, ""},
		{"a definition without sense", "(define-fun-rec f ((x Int)) Int (+ 1 (f x)))(assert (= 1 1))", open, ""},
		{"a recursive definition", "(define-fun-rec f ((x Int)) Int (ite (< x 1) 0 (+ 1 (f (- x 1)))))(assert (= (f 3) 4))", unsat, ""},
		{"a selector of another constructor", "(declare-datatype T ((a (n Int)) (b)))(assert (= (n b) 1))", open, ""},
		{"the last character", `(assert (= 9 (str.len "\u{2FFFF}")))`, unsat, ""},
		{"an escape beyond it", `(assert (= 9 (str.len "\u{30000}")))`, open, ""},
		{"an escape with zeros in front", `(assert (= 9 (str.len "\u{000041}")))`, unsat, ""},
		{"more than the evaluator knows", "(assert (< (tan 1.0) 2.0))", open, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := formula(t, "(set-logic ALL)"+tt.script+"(check-sat)")
			got := f.Decide(0)
			if got.Verdict != tt.want {
				t.Fatalf("%v: %s %s", got.Verdict, got.Summary, got.Text)
			}
			if !strings.Contains(got.Summary+got.Text, tt.words) {
				t.Errorf("%q does not say %q: %s", got.Summary, tt.words, got.Text)
			}
			// What is found without a model is itself a model, and anyone can check it.
			if again := f.Model(got.Text, "", 0); tt.want == sat && again.Verdict != sat {
				t.Errorf("the interpretation %s: %s\n%s", again.Verdict, again.Summary, got.Text)
			}
		})
	}
}

// TestDecideChecks: each check-sat is decided by what is in force there, assumptions included.
func TestDecideChecks(t *testing.T) {
	f := formula(t, "(declare-const p Bool)(push 1)(assert false)(check-sat)(pop 1)(check-sat)(check-sat-assuming ((not p) p))(check-sat-assuming (p))")
	for check, want := range []oracle.ModelVerdict{oracle.ModelFails, oracle.ModelHolds, oracle.ModelFails, oracle.ModelHolds, oracle.NoModel} {
		if got := f.Decide(check); got.Verdict != want {
			t.Errorf("check %d: %v, want %v: %s", check, got.Verdict, want, got.Summary)
		}
	}
	if got := (*certify.Formula)(nil).Decide(0); got.Verdict != oracle.NoModel {
		t.Errorf("a formula that cannot be read: %v", got.Verdict)
	}
}

// TestDecideEnds: a formula that takes too long, and a campaign that ends, decide nothing.
func TestDecideEnds(t *testing.T) {
	const hard = "(set-logic ALL)(declare-fun f (Int) Int)(assert (forall ((x (_ BitVec 12)) (y (_ BitVec 12))) (= (bvadd x y) (bvadd y x))))(assert (= (f 1) 3))(check-sat)"
	f := formula(t, hard)
	f.Effort = certify.Quick
	if got := f.Decide(0); got.Verdict != oracle.NoModel {
		t.Errorf("%v: %s", got.Verdict, got.Summary)
	}
	done := make(chan struct{})
	close(done)
	f = formula(t, "(set-logic ALL)(assert (forall ((x (_ BitVec 16))) (= x x)))(check-sat)")
	f.Done = done
	if got := f.Decide(0); got.Verdict != oracle.NoModel {
		t.Errorf("after the end: %v", got.Verdict)
	}
}
