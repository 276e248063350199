package trial_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/experiment"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
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

// TestCores reads cores where they occur and evaluates them with the witness of the last check.
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
		{"no core after a wrong sat", "sat\n(error \"line 11 column 15: unsat core is not available\")\nunsat\n(p)\nsat\n", false,
			[]oracle.ModelVerdict{none, holds, none}},
		{"no assumptions after a wrong sat", "unsat\n(a)\nsat\n(error \"line 14 column 22: unsat assumptions is not available\")\nsat\n", false,
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

// TestCoreCommands: every profile asks with its own commands, and one without any asks nothing.
func TestCoreCommands(t *testing.T) {
	for name, want := range map[string]int{"z3": 2, "cvc5": 2, "cvc4": 2, "boolector": 0} {
		tr := (&trial.Bench{}).In(trialtest.Scratch(t)).New(read(t, coreScript), trial.Facts{Truths: coreTruths()})
		text := tr.Text(trialtest.Printing(t, name, ""))
		if got := strings.Count(string(text.Bytes), "(get-unsat-"); got != want || len(text.Questions) != want {
			t.Errorf("%s: %d commands, %d questions in\n%s", name, got, len(text.Questions), text.Bytes)
		}
	}
}

// votedScript is unsat as a whole, and some of its parts are not.
const votedScript = `(set-option :produce-unsat-cores true)
(set-logic QF_NIA)
(declare-const x Int)
(declare-const y Int)
(assert (! (> (* x y) 17) :named a))
(assert (! (> (* y x) (+ x y)) :named b))
(assert (! (< (* x y) 5) :named c))
(check-sat)
`

// TestCoreVotes: where no witness is known, a referee's model shows that a core is not unsat. Two codebases without a deciding model are a
// suspicion, unless another solver contradicts them or what they say is wrong.
func TestCoreVotes(t *testing.T) {
	const model = "((define-fun x () Int 6)(define-fun y () Int 7))\n"
	const wrong = "((define-fun x () Int 0)(define-fun y () Int 0))\n"
	for _, tt := range []struct {
		name string
		core string
		says map[string]string // by the family of the referee
		want oracle.Class
		sure bool
	}{
		{"a model", "(a b)", map[string]string{"cvc5": "sat\n" + model}, oracle.InvalidCore, true},
		{"two codebases", "(a b)", map[string]string{"cvc5": "sat\n", "yices-smt2": "sat\n"}, oracle.InvalidCore, false},
		{"two of one codebase", "(a b)", map[string]string{"cvc5": "sat\n", "cvc4": "sat\n"}, "", false},
		{"one", "(a b)", map[string]string{"cvc5": "sat\n"}, "", false},
		{"itself and one other", "(a b)", map[string]string{"cvc5": "sat\n", "z3": "sat\n"}, oracle.InvalidCore, false},
		{"contradicted", "(a b)", map[string]string{"cvc5": "sat\n", "yices-smt2": "sat\n", "cvc4": "unsat\n"}, "", false},
		{"a wrong model", "(a b)", map[string]string{"cvc5": "sat\n" + wrong, "yices-smt2": "sat\n"}, "", false},
		{"all of it", "(a b c)", map[string]string{"cvc5": "sat\n" + model, "yices-smt2": "sat\n"}, "", false},
		{"unknown", "(a b)", map[string]string{"cvc5": "unknown\n", "yices-smt2": "sat\n"}, "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			leavesNoFolder(t)
			var referees []solver.Target
			for _, name := range slices.Sorted(maps.Keys(tt.says)) {
				referees = append(referees, trialtest.Printing(t, name, tt.says[name]))
			}
			suspect := trialtest.Printing(t, "z3", "unsat\n(error \"line 9 column 10: model is not available\")\n"+tt.core+"\n")
			bench := (&trial.Bench{}).In(trialtest.Scratch(t))
			tr := bench.New(read(t, votedScript), trial.Facts{Referees: referees, Further: func(*solver.Profile) []solver.Question { return nil }})
			out, err := experiment.Of(tr, suspect).Once(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case tt.want == "" && len(out.Found) == 0:
			case len(out.Found) != 1 || out.Found[0].Class != tt.want || out.Found[0].Suspect == tt.sure:
				t.Errorf("%+v\nvotes %+v", out.Found, out.Runs[0].OnCores)
			}
			// The text with its question shows the same, as in a replay.
			raw := bench.RawText("raw.smt2", tr.Text(suspect).Bytes)
			bench.Dir = nil
			again, err := experiment.Of(bench.Raw(raw, read(t, votedScript), trial.Facts{Referees: referees}), suspect).Once(t.Context())
			if err != nil || len(again.Found) != len(out.Found) {
				t.Errorf("%v, %+v", err, again.Found)
			}
		})
	}
}

// Assumptions are put to the vote like cores, on what is left of the check.
func TestAssumptionVotes(t *testing.T) {
	const script = `(set-option :produce-unsat-assumptions true)
(set-logic QF_LIA)
(declare-const x Int)
(declare-const p Bool)
(declare-const q Bool)
(assert (=> p (> (* 3 x) 7)))
(assert (=> q (< (* 2 x) 0)))
(check-sat-assuming (p q))
`
	referee := trialtest.Printing(t, "cvc5", "sat\n((define-fun x () Int 9)(define-fun p () Bool true)(define-fun q () Bool false))\n")
	tr := (&trial.Bench{}).In(trialtest.Scratch(t)).New(read(t, script),
		trial.Facts{Referees: []solver.Target{referee}, Further: func(*solver.Profile) []solver.Question { return nil }})
	out, err := experiment.Of(tr, trialtest.Printing(t, "z3", "unsat\n(error \"line 10 column 10: model is not available\")\n(p)\n")).Once(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Found) != 1 || out.Found[0].Class != oracle.InvalidCore || out.Found[0].Suspect {
		t.Errorf("%+v\nvotes %+v", out.Found, out.Runs[0].OnCores)
	}
}

// A core whose model makes everything true shows that the unsat is wrong, which is the graver finding.
func TestCoreOfSat(t *testing.T) {
	const text = `(set-option :produce-unsat-cores true)
(set-logic QF_BV)
(declare-const x (_ BitVec 3))
(declare-const y (_ BitVec 3))
(assert (! (= x #b001) :named a))
(assert (! (bvult %s) :named b))
(check-sat)
`
	for rest, want := range map[string]oracle.Class{"x y": oracle.RefutationSoundness, "y #b000": oracle.InvalidCore} {
		bench := (&trial.Bench{}).In(trialtest.Scratch(t))
		tr := bench.New(read(t, strings.ReplaceAll(text, "%s", rest)), trial.Facts{Plan: trial.AskCore})
		run, err := tr.Run(t.Context(), trialtest.Printing(t, "z3", "unsat\n(a)\n"))
		if err != nil {
			t.Fatal(err)
		}
		v, err := tr.Judge(t.Context(), []oracle.Observation{tr.Observe(t.Context(), run)})
		if found := v.Found; err != nil || len(found) != 1 || found[0].Class != want || found[0].Suspect || found[0].Evidence.Model == "" {
			t.Errorf("%s: %+v, %v", rest, found, err)
		}
	}
}
