package certify_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// TestWhatModelsSayOfOpenOperators: what a model says about divisions by zero counts, and what it says about other open values does not:
// other solvers complete those differently. That holds whatever else is filled or left out.
func TestWhatModelsSayOfOpenOperators(t *testing.T) {
	const decls = "(declare-const x Int)(declare-const y Int)(declare-const s (Seq Int))\n"
	const one, nth = "(define-fun x () Int 1) (define-fun s () (Seq Int) (as seq.empty (Seq Int))) ", "(define-fun seq.nth_u ((s (Seq Int)) (i Int)) Int 5) "
	const open, fails, holds = oracle.ModelOpen, oracle.ModelFails, oracle.ModelHolds
	for _, tt := range []struct {
		name, formulas, model string
		want                  oracle.ModelVerdict
	}{
		{"a division", "(assert (= (div x 0) 7))", one + "(define-fun div0 ((a Int)) Int 7)", holds},
		{"a division that it does not fix", "(assert (= (div x 0) 0))", one, holds},
		{"a remainder that it does not fix", "(assert (= (mod x 0) x))", one, holds},
		{"z3's remainder", "(assert (= (rem x 0) x))", one, holds},
		{"a quotient and a remainder", "(assert (= (div x 0) 0))(assert (= (mod x 0) x))", one, holds},
		{"no choice fits", "(assert (= (div x 0) 3))", one, open},
		{"another operator", "(assert (= (seq.nth s 0) 5))", one + nth, open},
		{"another operator the other way", "(assert (= (seq.nth s 0) 6))", one + nth, open},
		{"another operator beside a division that is filled", "(assert (= (seq.nth s 0) 5))(assert (= (div x 0) 0))", one + nth, open},
		{"another operator beside a constant that is left out", "(assert (= (seq.nth s 0) 5))(assert (= y 0))", one + nth, open},
		{"another operator beside what is false", "(assert (= (seq.nth s 0) 5))(assert (= x 2))", one + nth, fails},
		{"another operator beside what hangs on a default", "(assert (= (seq.nth s 0) 5))(assert (= y 1))", one + nth, open},
		{"a disjunction over another operator", "(assert (or (= x 1) (= (seq.nth s 0) 6)))", one + nth, holds},
	} {
		f := formula(t, decls+tt.formulas+"(check-sat)")
		if r := f.Model("("+tt.model+")", "", 0); r.Verdict != tt.want {
			t.Errorf("%s: %v, want %v (%s)", tt.name, r.Verdict, tt.want, r.Summary)
		}
	}
}

// TestSymbolsThatAreGone: a symbol of a level that was popped means nothing to a model, which may use its name.
func TestSymbolsThatAreGone(t *testing.T) {
	f := formula(t, `(declare-const a Bool)(assert a)(push 2)(declare-const b Bool)(declare-fun g (Int) Int)(assert b)(check-sat)(pop 2)(check-sat)(reset-assertions)(declare-const c Bool)(assert c)(check-sat)`)
	for check, text := range []string{
		"((define-fun a () Bool true) (define-fun b () Bool true))",
		"((define-fun b () Int 3) (define-fun g () Bool (= b 3)) (define-fun a () Bool g))",
		"((define-fun a () Int 3) (define-fun b ((x Int)) Bool (= x a)) (define-fun c () Bool (b 3)))",
	} {
		if r := f.Model(text, "", check); r.Verdict != oracle.ModelHolds {
			t.Errorf("check %d: %v: %s", check, r.Verdict, r.Summary)
		}
	}
	if r := f.Model("((define-fun a () Bool true) (define-fun b () Int 3))", "", 0); r.Verdict != oracle.ModelUnreadable {
		t.Errorf("a symbol that is there, with another sort: %v", r.Verdict)
	}
}

// TestAssumedLiterals: only literals can be distinguished in a core of assumptions.
func TestAssumedLiterals(t *testing.T) {
	for assumptions, want := range map[string]certify.CoreKind{
		"p": certify.AssumedCore, "(not p)": certify.AssumedCore, "p (not q)": certify.AssumedCore, "(not (not p))": certify.NoCore, "p (not (not q))": certify.NoCore,
		"true": certify.NoCore, "(and p q)": certify.NoCore, "(not (or p q))": certify.NoCore, "(= p q)": certify.NoCore, "(! p :named n)": certify.AssumedCore,
	} {
		f := formula(t, coreOptions+"(declare-const p Bool)(declare-const q Bool)(check-sat-assuming ("+assumptions+"))")
		if got := certify.CoreKinds(f.Script()); len(got) != 1 || got[0] != want {
			t.Errorf("(%s): %v, want %v", assumptions, got, want)
		}
	}
}
