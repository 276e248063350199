package triage

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/term"
)

// The last step of a mutant is named by its rule, what it replaced, and the operators that it brought, the first four of them.
func TestCause(t *testing.T) {
	read := func(formula string) *term.Term {
		t.Helper()
		if formula == "" {
			return nil
		}
		s, err := elab.Script(fmt.Sprintf("(declare-const x Int)(declare-const y Int)(declare-const p Bool)(assert %s)(check-sat)", formula), elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s.Commands[3].Terms[0]
	}
	for _, tt := range []struct {
		rule, before, after string
		cause, operator     string
	}{
		{"r", "p", "(or p (< x y))", "r/symbol/<+or", "or"},
		{"r", "(< x y)", "(and (< x y) (< y x))", "r/</and", "and"},
		{"r", "(< x y)", "(< y x)", "r/</none", "<"},
		{"r", "(< x y)", "(not (> (- x) (* 2 (div x 2) (mod x 3) (abs y))))", "r/</*+-+>+abs", "not"},
		{"r", "(< x y)", "(not (> (- x) (* 2 y)))", "r/</*+-+>+not", "not"},
		{"r", "(< x y)", "(not (> (* 2 x) y))", "r/</*+>+not", "not"},
		{"r", "true", "(exists ((z Int)) (< z x))", "r/true/<", "exists"},
		{"r", "", "", "r/none/none", "r"},
		{"", "p", "p", "none/symbol/none", "symbol"},
	} {
		m := &mutate.Mutant{Steps: []mutate.Step{{Rule: "earlier"}, {Rule: tt.rule, Before: read(tt.before), After: read(tt.after)}}}
		if got := cause(m); got != tt.cause {
			t.Errorf("%s -> %s: cause %q, want %q", tt.before, tt.after, got, tt.cause)
		}
		if got := operator(m); got != tt.operator {
			t.Errorf("%s -> %s: operator %q, want %q", tt.before, tt.after, got, tt.operator)
		}
	}
	if m := (&mutate.Mutant{}); cause(m) != "seed" || operator(m) != "seed" {
		t.Errorf("without steps: %s, %s", cause(m), operator(m))
	}
	if got := strings.Count(cause(&mutate.Mutant{Steps: []mutate.Step{{Rule: "r"}}}), "/"); got != 2 {
		t.Errorf("%d parts", got+1)
	}
}
