package trial_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/question"
)

// An interpolant of two parts of the assertions is compared with both, with models of other solvers where evaluation does not decide. An interpolant
// question that names something else is not judged.
func TestPartitions(t *testing.T) {
	const script = `(set-option :produce-interpolants true)
(set-logic QF_NIA)
(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun z () Int)
(assert (! (> (* x y) 100000) :named a))
(assert (! (> y 1) :named b))
(assert (! (and (< (* x y) 0) (> z 3)) :named c))
(check-sat)
`
	lists := func(parts string) solver.Question {
		return solver.Question{Kind: question.Interpolant, Command: "(get-interpolants " + parts + ")"}
	}
	whole, one := lists("(and a b) c"), solver.Question{Kind: question.Interpolant, Command: "(get-interpolant (b a))"}
	const strong, weak = "(> (* x y) 200000)", "(> (* x y) (- 7))"
	for _, tt := range []saying{
		{"an interpolant", whole, "((> (* x y) 99999))", "unsat\n", "", oracle.ResponseHolds},
		{"by the first part alone", one, "(> (* x y) 99999)", "unsat\n", "", oracle.ResponseHolds},
		{"refuted by a random interpretation", whole, "(true)", "unsat\n", oracle.InvalidInterpolant, oracle.ResponseFails},
		{"not implied", whole, "(" + strong + ")", "sat\n((define-fun x () Int 60000)(define-fun y () Int 2))\n", oracle.InvalidInterpolant, oracle.ResponseFails},
		{"not implied, by the first part alone", one, strong, "sat\n((define-fun x () Int 60000)(define-fun y () Int 2))\n", oracle.InvalidInterpolant, oracle.ResponseFails},
		{"no contradiction", whole, "(" + weak + ")", "sat\n((define-fun x () Int 1)(define-fun y () Int (- 5))(define-fun z () Int 4))\n", oracle.InvalidInterpolant, oracle.ResponseFails},
		{"a referee with a wrong model", whole, "((> (* x y) 99999))", "sat\n((define-fun x () Int 1)(define-fun y () Int (- 5))(define-fun z () Int 4))\n", "", oracle.ResponseHolds},
		{"a symbol of the second part", whole, "((and (> (* x y) 99999) (= z z)))", "unsat\n", oracle.InvalidInterpolant, oracle.ResponseFails},
		{"two formulas", whole, "(true (> x 0))", "unsat\n", "", oracle.ResponseUnread},
		{"no formula", one, "x", "unsat\n", "", oracle.ResponseUnread},
		{"an assertion in neither part", lists("a c"), "(true)", "unsat\n", "", oracle.ResponseUnread},
		{"an unknown name", lists("(and a b d) c"), "(true)", "unsat\n", "", oracle.ResponseUnread},
		{"a tree", lists("a (b) c"), "(true true)", "unsat\n", "", oracle.ResponseUnread},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.judged(t, trialtest.Printing(t, "smtinterpol", "unsat\n"+tt.says+"\n"), script, trial.AskFurther)
		})
	}
}
