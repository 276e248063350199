package triage

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/proof"
)

// A report shows the wrong step, else the first doubtful one, else none; without a proof, the tactic that is wrong, once one is known to be.
func TestBrief(t *testing.T) {
	step := func(conclusion string) proof.Located {
		return proof.Located{
			Conclusion: conclusion, Why: "because " + conclusion,
			Premises: []proof.Premise{{Step: "s1", Text: "p", Value: "true"}}, Assignment: []proof.Assigned{{Name: "x", Value: "1"}},
		}
	}
	shown := func(conclusion string) findings.Located {
		return findings.Located{
			Conclusion: conclusion, Why: "because " + conclusion, Counts: "0 steps",
			Premises: []findings.LocatedPremise{{Name: "s1", Text: "p", Value: "true"}}, Assignment: []findings.LocatedConstant{{Name: "x", Value: "1"}},
		}
	}
	wrong := step("wrong")
	tactics := []proof.Goal{
		{Tactic: "simplify", Verdict: proof.Holds.String(), False: "no"}, {Tactic: "smt", Verdict: proof.Wrong.String(), False: "g", Why: "x = 1"},
		{Tactic: "later", Verdict: proof.Wrong.String(), False: "h"},
	}
	for _, tt := range []struct {
		name  string
		l     Location
		state LocateState
		want  findings.Located
	}{
		{"wrong", Location{Report: &proof.Report{Wrong: &wrong, Doubtful: []proof.Located{step("doubtful")}}}, Located, shown("wrong")},
		{"doubtful", Location{Report: &proof.Report{Doubtful: []proof.Located{step("doubtful"), step("later")}}}, Narrowed, shown("doubtful")},
		{"nothing", Location{Report: &proof.Report{Beneath: []proof.Located{step("beneath")}}}, NotLocated, findings.Located{Counts: "0 steps"}},
		{"a tactic", Location{State: Located, Tactics: tactics}, "", findings.Located{Conclusion: "g", Why: "x = 1"}},
		{"tactics of a formula that is not located", Location{State: NoProof, Tactics: tactics}, "", findings.Located{}},
		{"tactics that hold", Location{State: Located, Tactics: tactics[:1]}, "", findings.Located{}},
	} {
		if tt.l.Report != nil {
			if got := stateOf(tt.l.Report); got != tt.state {
				t.Errorf("%s: state %q, want %q", tt.name, got, tt.state)
			}
			tt.want.Counts = tt.l.Report.Counts()
		}
		if diff := cmp.Diff(tt.want, tt.l.Brief()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
