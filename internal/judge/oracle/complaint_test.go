package oracle_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt"
)

// What a solver says about its own model, compared with what evaluation says about it.
func TestComplaints(t *testing.T) {
	model := func(v oracle.ModelVerdict) oracle.ModelReport { return oracle.ModelReport{Verdict: v, Text: "model"} }
	completed := oracle.ModelReport{Verdict: oracle.ModelHolds, Summary: "with the default value for x", Text: "model"}
	holds, fails, open := model(oracle.ModelHolds), model(oracle.ModelFails), model(oracle.ModelOpen)
	wrongCheck := func(check int) blame { return blame{oracle.InvalidSelfCheck, "z3", "", check, false} }
	complaint := func(check int) blame { return blame{oracle.InvalidModel, "z3", "", check, true} }
	for _, tt := range []struct {
		name    string
		answers []smt.Status
		models  []oracle.ModelReport
		eval    oracle.ModelVerdict
		want    []blame
	}{
		{"the model holds", answers(sat), []oracle.ModelReport{holds}, 0, []blame{wrongCheck(0)}},
		{"the model holds once it is completed", answers(sat), []oracle.ModelReport{completed}, 0, nil},
		{"the model fails", answers(sat), []oracle.ModelReport{fails}, 0, []blame{{oracle.InvalidModel, "z3", "", 0, false}}},
		{"the model is open", answers(sat), []oracle.ModelReport{open}, 0, []blame{complaint(0)}},
		{"there is no model", answers(sat), nil, 0, []blame{complaint(0)}},
		{"there is no answer", nil, nil, 0, []blame{complaint(0)}},
		{"no model can hold", answers(sat), nil, oracle.ModelFails, []blame{{oracle.SolutionSoundness, "z3", "", 0, false}}},
		{"all models hold", answers(sat, unsat, sat), []oracle.ModelReport{holds, {}, holds}, 0, []blame{wrongCheck(oracle.WholeRun)}},
		{"one of them fails", answers(sat, sat), []oracle.ModelReport{holds, fails}, 0, []blame{{oracle.InvalidModel, "z3", "", 1, false}}},
		{"one of them is open", answers(sat, sat), []oracle.ModelReport{holds, open}, 0, []blame{complaint(oracle.WholeRun)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := oracle.Observation{Solver: "z3", Answers: tt.answers, Models: tt.models, InvalidModel: "an invalid model was generated\nmore"}
			c := oracle.Case{Checks: max(1, len(tt.answers)), Observations: []oracle.Observation{o}, Evaluated: []oracle.ModelReport{{Verdict: tt.eval}}}
			found := oracle.Judge(c)
			if diff := cmp.Diff(tt.want, blames(found)); diff != "" {
				t.Fatalf("findings (-want +got):\n%s", diff)
			}
			for _, f := range found {
				if f.Class == oracle.InvalidSelfCheck && (f.Evidence.Model != "model" || f.Evidence.Detail != o.InvalidModel || f.Signature != "invalid-self-check/z3/") {
					t.Errorf("%+v", f)
				}
			}
			// Nothing is known about a run whose answers do not count.
			c.Observations[0].Void = true
			if found := oracle.Judge(c); len(found) > 0 {
				t.Errorf("void: %+v", found)
			}
		})
	}
}
