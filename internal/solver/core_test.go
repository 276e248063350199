package solver

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/certify"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/sandbox"
	"github.com/assay-smt/assay/smt"
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

// asked writes the script as a solver of the profile gets it, asked for a core behind the checks that are unsat.
func asked(t *testing.T, p *Profile) (text string, checks int) {
	t.Helper()
	f, err := certify.NewFormula(coreScript, nil)
	if err != nil {
		t.Fatal(err)
	}
	kinds := certify.CoreKinds(f.Script())
	printer := smtscript.Printer{Solver: p.Dialect, ForSolver: true, AfterCheck: func(check int) string {
		if check == 2 {
			return ""
		}
		return p.Show.CoreCommand(kinds[check])
	}}
	return string(printer.Append(nil, f.Script())), len(kinds)
}

// TestCores reads cores where they stand and evaluates them with the witness of the last check.
func TestCores(t *testing.T) {
	const holds, fails, none = oracle.ModelHolds, oracle.ModelFails, oracle.NoModel
	witnesses := []string{"", "", "((define-fun x () Int 9)(define-fun p () Bool true))"}
	p, _ := builtinSet(t).Profile("z3")
	text, checks := asked(t, p)
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
			f, err := certify.NewFormula(text, nil)
			if err != nil {
				t.Fatal(err)
			}
			r := Run{Family: "z3", Verdict: classify(p, sandbox.Result{Reason: sandbox.Exited, Stdout: []byte(tt.stdout)}, 0, checks)}
			if r.Void != tt.void {
				t.Errorf("void: %v (%s)", r.Void, r.Reason)
			}
			var got []oracle.ModelVerdict
			for _, report := range r.Cores(f, witnesses) {
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
		p, _ := builtinSet(t).Profile(name)
		text, _ := asked(t, p)
		if got := strings.Count(text, "(get-unsat-"); got != want {
			t.Errorf("%s: %d commands in\n%s", name, got, text)
		}
	}
}

// TestHalted: a solver that stops where it has nothing to show has answered the checks up to there, and those alone.
func TestHalted(t *testing.T) {
	const refusal = "(error \"Cannot get unsat assumptions unless in unsat mode.\")\n"
	for _, tt := range []struct {
		name, stdout string
		status       int
		want         bool
	}{
		{"stopped", "unsat\n(a)\nsat\n" + refusal, 1, true},
		{"stopped at the first", "sat\n" + refusal, 1, true},
		{"went on", "sat\n" + refusal + "unsat\n", 1, false},
		{"printed something else behind", "sat\n" + refusal + "(a)\n", 1, false},
		{"said something else behind", "sat\n" + refusal + "so be it\n", 1, false},
		{"all answers are there", "sat\nsat\nsat\n" + refusal, 1, false},
		{"no answer is there", refusal, 1, false},
		{"no error", "unsat\n(a)\nsat\n", 1, false},
		{"another error", "sat\n(error \"something else\")\n", 1, false},
		{"the end of the script", "sat\n" + refusal, 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, _ := builtinSet(t).Profile("cvc5")
			v := classify(p, sandbox.Result{Reason: sandbox.Exited, ExitCode: tt.status, Stdout: []byte(tt.stdout)}, 0, 3)
			if v.Halted != tt.want {
				t.Errorf("halted: %v, reason %q", v.Halted, v.Reason)
			}
			if o := (Run{Verdict: v}).Observation(); o.Cut != tt.want {
				t.Errorf("cut: %v", o.Cut)
			}
		})
	}
}

// TestHaltedIsJudged: the wrong answer in front of the stop convicts.
func TestHaltedIsJudged(t *testing.T) {
	p, _ := builtinSet(t).Profile("cvc5")
	stdout := "sat\n(error \"Cannot get unsat assumptions unless in unsat mode.\")\n"
	r := Run{Solver: "cvc5", Family: "cvc5", Verdict: classify(p, sandbox.Result{Reason: sandbox.Exited, ExitCode: 1, Stdout: []byte(stdout)}, 0, 2)}
	found := oracle.Judge(oracle.Case{Checks: 2, Truths: []oracle.Truth{{Status: smt.Unsat, Reason: "a rule"}, {Status: smt.Sat}},
		Observations: []oracle.Observation{r.Observation()}})
	if len(found) != 1 || found[0].Class != oracle.SolutionSoundness || found[0].Check != 0 {
		t.Errorf("findings: %+v", found)
	}
}
