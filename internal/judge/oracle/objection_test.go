package oracle

import (
	"testing"

	"github.com/assay-smt/assay/smt"
)

// An objection is a suspicion with its own signature, beside what else is found; what is void is none of a check's business.
func TestObjections(t *testing.T) {
	by := Objection{By: "exec:/x/mine.py", Name: "exec:mine.py", Title: "no proof", Detail: "line 3"}
	other := by
	other.Title = "too long a proof"
	found := Judge(Case{Checks: 1, Truths: []Truth{{Status: smt.Sat}}, Observations: []Observation{
		{Solver: "a", Family: "z3", Answers: []smt.Status{smt.Unsat}, Objections: []Objection{by, other}},
		{Solver: "b", Family: "cvc5", Answers: []smt.Status{smt.Sat}},
	}})
	if len(found) != 3 || found[0].Class != RefutationSoundness {
		t.Fatalf("%+v", found)
	}
	f := found[1]
	if f.Class != ObjectionClass || !f.Suspect || f.Solver != "a" || f.Check != WholeRun || f.Evidence.By != by.By || f.Evidence.Detail != "line 3" ||
		f.Signature != "objection/z3/exec:mine.py/no proof" {
		t.Errorf("%+v", f)
	}
	if !f.Located() || f.Recurs(found[2:]) || !f.Recurs(found[1:]) {
		t.Error("one title is taken for another")
	}
}
