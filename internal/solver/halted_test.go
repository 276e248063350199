package solver

import (
	"testing"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/smt"
)

// TestHalted: a solver that stops where it has nothing to show has answered only the checks up to there.
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
			v := classify(p, sandbox.Result{Reason: sandbox.Exited, ExitCode: tt.status, Stdout: []byte(tt.stdout)}, Query{Checks: 3})
			if v.Halted != tt.want {
				t.Errorf("halted: %v, reason %q", v.Halted, v.Reason)
			}
			if o := (Run{Verdict: v}).Observation(); o.Cut != tt.want {
				t.Errorf("cut: %v", o.Cut)
			}
		})
	}
}

// TestHaltedIsJudged: the wrong answer before the stop convicts the solver.
func TestHaltedIsJudged(t *testing.T) {
	p, _ := builtinSet(t).Profile("cvc5")
	stdout := "sat\n(error \"Cannot get unsat assumptions unless in unsat mode.\")\n"
	r := Run{Solver: "cvc5", Family: "cvc5", Verdict: classify(p, sandbox.Result{Reason: sandbox.Exited, ExitCode: 1, Stdout: []byte(stdout)}, Query{Checks: 2})}
	found := oracle.Judge(oracle.Case{Checks: 2, Truths: []oracle.Truth{{Status: smt.Unsat, Reason: "a rule"}, {Status: smt.Sat}},
		Observations: []oracle.Observation{r.Observation()}})
	if len(found) != 1 || found[0].Class != oracle.SolutionSoundness || found[0].Check != 0 {
		t.Errorf("findings: %+v", found)
	}
}
