package certify_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// A model may refute an interpolant of symbols that are declared behind assertions which the refuted claim does not have.
func TestRefutationOfLateSymbols(t *testing.T) {
	f := formula(t, `(set-option :produce-interpolants true)
(declare-const x Int)
(assert (> x 0))
(assert (> x 1))
(assert (> x 2))
(declare-const y Int)
(assert (> y 200000))
(check-sat)
(get-interpolant I (distinct y 123457))
`)
	said := []certify.Said{{Text: "(define-fun I () Bool (> y 100))"}}
	if n := len(f.Refutations(0, said[0])); n != 2 {
		t.Fatalf("%d claims", n)
	}
	for model, want := range map[string]oracle.ResponseVerdict{
		"((define-fun y () Int 123457))": oracle.ResponseFails,
		"((define-fun y () Int 123456))": oracle.ResponseHolds,
	} {
		r := f.Responses(0, said, certify.Context{Refutations: []certify.Refutation{{Claim: 1, Solver: "z3", Family: "z3", Model: model}}})
		if len(r) != 1 || r[0].Verdict != want {
			t.Errorf("%s: %+v, want %v", model, r, want)
		}
	}
}
