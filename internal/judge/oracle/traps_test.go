package oracle_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt"
)

// The names are the numbers in the list of known false alarms.

func observation(solver string, as ...smt.Status) oracle.Observation {
	return oracle.Observation{Solver: solver, Answers: as}
}

func TestTrap01AnswersNextToAnErrorAreVoid(t *testing.T) {
	dropped := observation("z3", sat)
	dropped.Void = true
	c := oracle.Case{Checks: 1, Observations: []oracle.Observation{dropped, observation("cvc5", unsat)}}
	if found := oracle.Judge(c); len(found) > 0 {
		t.Errorf("findings from a void answer: %+v", found)
	}
}

func TestTrap07SelfChecksProveNothing(t *testing.T) {
	o := observation("z3", sat)
	o.InvalidModel = "an invalid model was generated"
	found := oracle.Judge(oracle.Case{Checks: 1, Observations: []oracle.Observation{o}})
	if len(found) != 1 || !found[0].Suspect || found[0].Evidence.Kind != oracle.EvidenceSelfCheck {
		t.Errorf("want one suspicion by self-check, got %+v", found)
	}
}

func TestTrap16RunningOutIsNoFinding(t *testing.T) {
	out := oracle.Observation{Solver: "z3", Cut: true}
	c := oracle.Case{Checks: 1, Observations: []oracle.Observation{out, observation("cvc5", unsat)}}
	if found := oracle.Judge(c); len(found) > 0 {
		t.Errorf("findings from a limit: %+v", found)
	}
}

func TestTrap19LabelsLie(t *testing.T) {
	truth := []oracle.Truth{{Status: unsat, Reason: "the seed's label"}}
	c := oracle.Case{Truths: truth, Observations: []oracle.Observation{observation("z3", sat), observation("cvc5", sat)}}
	found := oracle.Judge(c)
	if len(found) != 2 || !found[0].Suspect || !found[1].Suspect {
		t.Errorf("two unrelated solvers against a label must be suspicions, got %+v", found)
	}
	c.Observations[1].Answers = answers(unsat)
	if found = oracle.Judge(c); len(found) != 1 || found[0].Suspect {
		t.Errorf("one solver against label and another solver must be blamed, got %+v", found)
	}
}

func TestTrap07FalseAlarmsOfSelfChecks(t *testing.T) {
	// The printed model lacks a partial function, which evaluation completes: the solver may have checked another completion.
	o := observation("z3", sat)
	o.InvalidModel = "an invalid model was generated"
	o.Models = []oracle.ModelReport{{Verdict: oracle.ModelHolds, Summary: "with zero for every division by zero"}}
	if found := oracle.Judge(oracle.Case{Checks: 1, Observations: []oracle.Observation{o}}); len(found) > 0 {
		t.Errorf("findings from a model that had to be completed: %+v", found)
	}
}

func TestTrap25MajoritiesAreWrong(t *testing.T) {
	c := oracle.Case{
		Checks: 1, Observations: []oracle.Observation{observation("a", sat), observation("b", sat), observation("c", unsat)},
		Evaluated: []oracle.ModelReport{{Verdict: oracle.ModelFails, Summary: "assertion 1 is false"}},
	}
	found := oracle.Judge(c)
	if len(found) != 2 || found[0].Suspect || found[0].Solver != "a" || found[1].Solver != "b" || found[0].Class != oracle.SolutionSoundness {
		t.Errorf("evaluation must beat two solvers: %+v", found)
	}
}
