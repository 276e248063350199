package trial_test

import (
	"path/filepath"
	"testing"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/experiment"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/question"
)

// Interpolants and abducts are compared with what they have to be, with models of the solver and of referees. Not finding one is not a
// mistake.
func TestConjectures(t *testing.T) {
	const script = `(set-logic QF_NIA)
(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun z () Int)
(assert (> (* x y) 100000))
(assert (> y 1))
(check-sat)
`
	interpolant := solver.Question{Kind: question.Interpolant, Command: "(get-interpolant I (or (> (* x y) 99999) (= z 3)))"}
	abduct := solver.Question{Kind: question.Abduct, Command: "(get-abduct X (> (* x y z) 100000))"}
	const own = "sat\n((define-fun x () Int 50001)(define-fun y () Int 2)(define-fun z () Int 0))\n"
	for _, tt := range []saying{
		{"an interpolant", interpolant, "(define-fun I () Bool (> (* x y) 99999))", "unsat\n", "", oracle.ResponseHolds},
		{"none found", interpolant, "fail", "unsat\n", "", oracle.ResponseOpen},
		{"refuted by its own model", interpolant, "(define-fun I () Bool (> y 2))", "unsat\n", oracle.InvalidInterpolant, oracle.ResponseFails},
		{"refuted by a random interpretation", interpolant, "(define-fun I () Bool true)", "unsat\n", oracle.InvalidInterpolant, oracle.ResponseFails},
		{
			"refuted by a referee", interpolant, "(define-fun I () Bool (> 200000 (* x y) 99999))",
			"sat\n((define-fun x () Int 200000)(define-fun y () Int 2))\n", oracle.InvalidInterpolant, oracle.ResponseFails,
		},
		{
			"a referee with a wrong model", interpolant, "(define-fun I () Bool (> (* x y) 99999))",
			"sat\n((define-fun x () Int 200000)(define-fun y () Int 2))\n", "", oracle.ResponseHolds,
		},
		{"a referee without a model", interpolant, "(define-fun I () Bool (> (* x y) 99999))", "sat\n", "", oracle.ResponseHolds},
		{"a symbol that is not shared", interpolant, "(define-fun I () Bool (and (> (* x y) 99999) (= z z)))", "unsat\n", oracle.InvalidInterpolant, oracle.ResponseFails},
		{"no definition", interpolant, "(> x 0)", "unsat\n", "", oracle.ResponseUnread},
		{"another sort", interpolant, "(define-fun I () Int x)", "unsat\n", "", oracle.ResponseUnread},
		{"an abduct", abduct, "(define-fun X () Bool (> z 0))", "unsat\n", "", oracle.ResponseHolds},
		{"no abduct", abduct, "(define-fun X () Bool (<= z 0))", "unsat\n", oracle.InvalidAbduct, oracle.ResponseFails},
		{
			"an abduct that a referee refutes", abduct, "(define-fun X () Bool (> z (- 2)))",
			"sat\n((define-fun x () Int 60000)(define-fun y () Int 2)(define-fun z () Int (- 1)))\n", oracle.InvalidAbduct, oracle.ResponseFails,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.judged(t, trialtest.Printing(t, "cvc5", own+tt.says+"\n"), script, trial.AskForModel)
		})
	}
}

// A saying is what a solver says to a question, what a referee says to its refutation, and the verdict.
type saying struct {
	name    string
	asked   solver.Question
	says    string
	referee string
	want    oracle.Class // "" for nothing
	verdict oracle.ResponseVerdict
}

// judged asks a target the question after a script, both by a plan and in a separate text.
func (tt saying) judged(t *testing.T, target solver.Target, script string, plan trial.Plan) {
	t.Helper()
	leavesNoFolder(t)
	referees := []solver.Target{trialtest.Printing(t, "z3", tt.referee)}
	bench := (&trial.Bench{}).In(trialtest.Scratch(t))
	tr := bench.New(read(t, script), trial.Facts{
		Plan: plan, Further: func(*solver.Profile) []solver.Question { return []solver.Question{tt.asked} }, Referees: referees,
	})
	raw := bench.RawText("raw.smt2", tr.Text(target).Bytes)
	for what, tr := range map[string]*trial.Trial{"trial": tr, "text": bench.Raw(raw, read(t, script), trial.Facts{Referees: referees})} {
		out, err := experiment.Of(tr, target).Once(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r := out.Observed[0].Responses; len(r) != 1 || r[0].Verdict != tt.verdict {
			t.Errorf("%s: %+v", what, r)
		}
		if tt.want == "" && len(out.Found) > 0 || tt.want != "" && (len(out.Found) != 1 || out.Found[0].Class != tt.want || out.Found[0].Suspect) {
			t.Errorf("%s: %+v", what, out.Found)
		}
	}
}

// leavesNoFolder fails the test if temporary folders of commands are left at its end: a campaign asks for thousands of refutations in one process.
func leavesNoFolder(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Cleanup(func() {
		if left, _ := filepath.Glob(filepath.Join(dir, "assay-*")); len(left) > 0 {
			t.Errorf("left: %q", left)
		}
	})
}
