package interp_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// TestDecide: a status is sat when a model makes every formula true, or when a label says so; it is unsat when a label says so, or
// solvers of two codebases do. A model that makes a formula false, or leaves one open, shows nothing.
func TestDecide(t *testing.T) {
	p := take(t, "(declare-const x (_ FloatingPoint 5 11))(assert (fp.isNaN (fp.add RNE x x)))(assert (= ((_ fp.to_ubv 8) RNE x) ((_ fp.to_ubv 8) RTZ x)))")
	easy := take(t, "(declare-const x Int)(assert (> x 1))(assert (< x 9))")
	model := func(value string) string { return "((define-fun x () " + value + "))" }
	say := func(codebase string, status smt.Status, text string) mutate.Reply {
		return mutate.Reply{Solver: codebase + " 1", Codebase: codebase, Status: status, Model: text}
	}
	right, wrong := model("Int 5"), model("Int 10")
	for _, tt := range []struct {
		name    string
		open    bool // use the problem whose second formula can be open
		label   smt.Status
		replies []mutate.Reply
		want    smt.Status
		byLabel bool
		witness bool
	}{
		{"nobody", false, smt.Unknown, nil, smt.Unknown, false, false},
		{"a right model", false, smt.Unknown, []mutate.Reply{say("z3", smt.Sat, right)}, smt.Sat, false, true},
		{"a wrong model", false, smt.Unknown, []mutate.Reply{say("z3", smt.Sat, wrong)}, smt.Unknown, false, false},
		{"a wrong model and a right one", false, smt.Unknown, []mutate.Reply{say("z3", smt.Sat, wrong), say("cvc5", smt.Sat, right)}, smt.Sat, false, true},
		{"a text that is not a model", false, smt.Unknown, []mutate.Reply{say("z3", smt.Sat, "((define-fun")}, smt.Unknown, false, false},
		{"sat without a model", false, smt.Unknown, []mutate.Reply{say("z3", smt.Sat, "")}, smt.Unknown, false, false},
		{"an open model", true, smt.Unknown, []mutate.Reply{say("z3", smt.Sat, model("(_ FloatingPoint 5 11) (_ NaN 5 11)"))}, smt.Unknown, false, false},
		{"an open model beside a label", true, smt.Sat, []mutate.Reply{say("z3", smt.Sat, model("(_ FloatingPoint 5 11) (_ NaN 5 11)"))}, smt.Sat, true, false},
		{"a right model beside a label", false, smt.Sat, []mutate.Reply{say("z3", smt.Sat, right)}, smt.Sat, false, true},
		{"a wrong model beside a label", false, smt.Sat, []mutate.Reply{say("z3", smt.Sat, wrong)}, smt.Sat, true, false},
		{"a label that says unsat", false, smt.Unsat, []mutate.Reply{say("z3", smt.Sat, right)}, smt.Unsat, true, false},
		{"one codebase", false, smt.Unknown, []mutate.Reply{say("z3", smt.Unsat, "")}, smt.Unknown, false, false},
		{"two codebases", false, smt.Unknown, []mutate.Reply{say("z3", smt.Unsat, ""), say("cvc5", smt.Unsat, "")}, smt.Unsat, false, false},
		{"two codebases against a label", false, smt.Sat, []mutate.Reply{say("z3", smt.Unsat, ""), say("cvc5", smt.Unsat, "")}, smt.Sat, true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			of := easy
			if tt.open {
				of = p
			}
			ask := mutatetest.Scripted(func(*script.Script, mutate.Want) []mutate.Reply { return tt.replies })
			truth, a := interp.Decide(t.Context(), mutate.Env{Asker: ask}, of, "seed", tt.label)
			if truth.Status != tt.want || truth.Label != tt.byLabel || (a != nil) != tt.witness {
				t.Errorf("%+v, a witness: %v", truth, a != nil)
			}
		})
	}
}
