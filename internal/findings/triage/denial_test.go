package triage_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/elab"
)

// The innermost application that the solver denies alone is found, and nothing where it denies none, or where evaluation does not know what is
// true.
func TestDeny(t *testing.T) {
	const (
		not    = "(declare-const x (_ BitVec 1))\n(declare-const p Bool)\n(assert (=> p (bvult #b0 (bvnot x))))\n(assert p)\n(check-sat)\n"
		model  = "((define-fun x () (_ BitVec 1) #b0) (define-fun p () Bool true))"
		wide   = "(declare-const x (_ BitVec 8))\n(assert (= (bvnot x) #xff))\n(check-sat)\n"
		open   = "(declare-const x Int)\n(assert (= (div x 0) 5))\n(check-sat)\n"
		user   = "(declare-sort S 0)\n(declare-const x S)\n(declare-const y S)\n(assert (distinct x y))\n(check-sat)\n"
		ground = "(assert (bvult #b0 #b1))\n(check-sat)\n"
	)
	for _, tt := range []struct {
		name, text, model, does string
		want                    triage.Denial
	}{
		{"every value", not, model, "--when=bvnot=>unsat --answer=sat", triage.Denial{Words: "(= (bvnot x1) #b1)", Every: true, Of: "x1: (_ BitVec 1); (bvnot x1) and every value"}},
		{"one value", not, model, "'--when=bvnot x1. #b1=>unsat' --answer=sat", triage.Denial{Words: "(= (bvnot x1) #b1)", Of: "x1: (_ BitVec 1); (= (bvnot x1) #b1)"}},
		{"an operator around it", not, model, "--when=bvult=>unsat --answer=sat", triage.Denial{Words: "(= (bvult #b0 x1) true)", Every: true, Of: "x1: (_ BitVec 1); (bvult #b0 x1) and every value"}},
		{"only both together", not, model, "'--when=bvult #b0 .bvnot=>unsat' --answer=sat", triage.Denial{}},
		{"more arguments than are tried", wide, "((define-fun x () (_ BitVec 8) #x00))", "--answer=unsat", triage.Denial{Words: "(= (bvnot x1) #xff)", Of: "x1: (_ BitVec 8); (= (bvnot x1) #xff)"}},
		{"a value that the standard leaves open", open, "((define-fun x () Int 1))", "--answer=unsat", triage.Denial{}},
		{"a sort of the script's", user, "((define-fun x () S (as @a S)) (define-fun y () S (as @b S)))", "--answer=unsat", triage.Denial{}},
		{"nothing but literals", ground, "()", "--answer=unsat", triage.Denial{}},
		{"no answer", not, model, "--answer=unknown", triage.Denial{}},
		{"a crash", not, model, "'--do=unsat crash SEGV'", triage.Denial{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := elab.Script(tt.text, elab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			dir := trialtest.Scratch(t)
			l := triage.Locator{Bench: (&trial.Bench{Dir: dir}).In(dir)}
			got, err := l.Deny(t.Context(), triage.Wrongly{Script: s, Witness: tt.model, Blamed: trialtest.Fakes(t, "", tt.does)[0]})
			if err != nil {
				t.Fatal(err)
			}
			if (got.Script == "") != (got.Words == "") {
				t.Errorf("%+v", got)
			}
			if got.Script = ""; got != tt.want {
				t.Errorf("%+v, want %+v", got, tt.want)
			}
		})
	}
}
