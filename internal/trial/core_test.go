package trial_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/trial"
	"github.com/assay-smt/assay/internal/trial/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	smtscript "github.com/assay-smt/assay/smt/script"
)

// coreScript has three checks: unsat, unsat under assumptions, and sat.
const coreScript = `(set-option :produce-unsat-cores true)
(set-option :produce-unsat-assumptions true)
(set-logic QF_LIA)
(declare-const x Int)
(declare-const p Bool)
(push 1)
(assert (! (> x 0) :named a))
(assert (! (< x 7) :named |b b|))
(assert (! (> x 7) :named c))
(check-sat)
(pop 1)
(check-sat-assuming (p (not p)))
(assert (! (> x 0) :named d))
(check-sat)
`

func read(t *testing.T, text string) *smtscript.Script {
	t.Helper()
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// coreTruths are those of coreScript, with a model of the last check.
func coreTruths() []oracle.Truth {
	return []oracle.Truth{
		{Status: smt.Unsat}, {Status: smt.Unsat},
		{Status: smt.Sat, Witness: "((define-fun x () Int 9)(define-fun p () Bool true))"},
	}
}

// TestCores reads cores where they stand and evaluates them with the witness of the last check.
func TestCores(t *testing.T) {
	const holds, fails, none = oracle.ModelHolds, oracle.ModelFails, oracle.NoModel
	for _, tt := range []struct {
		name, stdout string
		void         bool
		want         []oracle.ModelVerdict
	}{
		{"right cores", "unsat\n(|b b| c)\nunsat\n(p (not p))\nsat\n", false, nil},
		{"a core over several lines", "unsat\n(\nc\n|b b|\n)\nunsat\n(p (not p))\nsat\n", false, nil},
		{"a wrong core", "unsat\n(a c)\nunsat\n(p (not p))\nsat\n", false, []oracle.ModelVerdict{holds, none, none}},
		{"wrong assumptions", "unsat\n(|b b| c)\nunsat\n(p)\nsat\n", false, []oracle.ModelVerdict{none, holds, none}},
		{"a stranger", "unsat\n(a d)\nunsat\n(p (not p))\nsat\n", false, []oracle.ModelVerdict{fails, none, none}},
		{"a core cut off", "unsat\n(|b b| c)\nunsat\n(p\n", false, nil},
		{"no core behind a wrong sat", "sat\n(error \"line 11 column 15: unsat core is not available\")\nunsat\n(p)\nsat\n", false,
			[]oracle.ModelVerdict{none, holds, none}},
		{"no assumptions behind a wrong sat", "unsat\n(a)\nsat\n(error \"line 14 column 22: unsat assumptions is not available\")\nsat\n", false,
			[]oracle.ModelVerdict{holds, none, none}},
		{"an error that says more", "unsat\n(a)\n(error \"line 12 column 4: unknown constant x\")\nunsat\n(p)\nsat\n", true, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			bench := (&trial.Bench{}).In(trialtest.Scratch(t))
			tr := bench.New(read(t, coreScript), trial.Facts{Truths: coreTruths()})
			run, err := tr.Run(t.Context(), trialtest.Printing(t, "z3", tt.stdout))
			if err != nil {
				t.Fatal(err)
			}
			if run.Void != tt.void {
				t.Errorf("void: %v (%s)", run.Void, run.Reason)
			}
			var got []oracle.ModelVerdict
			for _, report := range tr.Observe(t.Context(), run).Cores {
				got = append(got, report.Verdict)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("verdicts (-want +got):\n%s", diff)
			}
		})
	}
}

// TestCoreCommands: every profile asks in its words, and one without them asks nothing.
func TestCoreCommands(t *testing.T) {
	for name, want := range map[string]int{"z3": 2, "cvc5": 2, "cvc4": 2, "boolector": 0} {
		tr := (&trial.Bench{}).In(trialtest.Scratch(t)).New(read(t, coreScript), trial.Facts{Truths: coreTruths()})
		text := tr.Text(trialtest.Printing(t, name, ""))
		if got := strings.Count(string(text.Bytes), "(get-unsat-"); got != want || len(text.Questions) != want {
			t.Errorf("%s: %d commands, %d questions in\n%s", name, got, len(text.Questions), text.Bytes)
		}
	}
}
