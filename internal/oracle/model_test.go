package oracle_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/oracle"
)

// Models decide: what holds, fails, is open or missing, in every combination that matters.
func TestModelsDecide(t *testing.T) {
	run := func(name string, a oracle.Answer, v oracle.ModelVerdict) oracle.Observation {
		return oracle.Observation{
			Solver: name, Answers: answers(a),
			Models: []oracle.ModelReport{{Verdict: v, Words: "words", Text: "model of " + name}},
		}
	}
	core := run("a", unsat, oracle.NoModel)
	core.Cores = []oracle.ModelReport{{Verdict: oracle.ModelHolds, Text: "model"}}
	selfCheck := run("a", sat, oracle.ModelHolds)
	selfCheck.InvalidModel = "an invalid model was generated"
	void := run("a", sat, oracle.ModelHolds)
	void.Void = true
	label := oracle.Truth{Status: sat, Reason: "its label", Label: true}
	for _, tt := range []struct {
		name  string
		truth oracle.Truth
		runs  []oracle.Observation
		want  []blame
	}{
		{"a witness convicts", oracle.Truth{}, []oracle.Observation{run("a", sat, oracle.ModelHolds), run("b", unsat, 0), run("c", unsat, 0)},
			[]blame{{oracle.RefutationSoundness, "b", "a", 0, false}, {oracle.RefutationSoundness, "c", "a", 0, false}}},
		{"a witness against the truth", oracle.Truth{Status: unsat, Reason: "a rule"}, []oracle.Observation{run("a", sat, oracle.ModelHolds), run("b", unsat, 0)},
			[]blame{{oracle.RefutationSoundness, "b", "a", 0, false}, {oracle.Harness, "a", "", 0, false}}},
		{"a wrong model and an unsat", oracle.Truth{}, []oracle.Observation{run("a", sat, oracle.ModelFails), run("b", unsat, 0)},
			[]blame{{oracle.SolutionSoundness, "a", "b", 0, false}}},
		{"a wrong model against the truth", oracle.Truth{Status: unsat, Reason: "a rule"}, []oracle.Observation{run("a", sat, oracle.ModelFails)},
			[]blame{{oracle.SolutionSoundness, "a", "", 0, false}}},
		{"a wrong model alone", oracle.Truth{}, []oracle.Observation{run("a", sat, oracle.ModelFails)},
			[]blame{{oracle.InvalidModel, "a", "", 0, false}}},
		{"a wrong model beside a witness", oracle.Truth{}, []oracle.Observation{run("a", sat, oracle.ModelFails), run("b", sat, oracle.ModelHolds), run("c", unsat, 0)},
			[]blame{{oracle.RefutationSoundness, "c", "b", 0, false}, {oracle.InvalidModel, "a", "", 0, false}}},
		{"an open model decides nothing", oracle.Truth{}, []oracle.Observation{run("a", sat, oracle.ModelOpen), run("b", unsat, 0)},
			[]blame{{oracle.RefutationSoundness, "b", "a", 0, true}}},
		{"an unreadable model decides nothing", oracle.Truth{}, []oracle.Observation{run("a", sat, oracle.ModelUnreadable), run("b", unsat, 0)},
			[]blame{{oracle.RefutationSoundness, "b", "a", 0, true}}},
		{"a sat without a model is the weaker side", oracle.Truth{}, []oracle.Observation{run("a", sat, oracle.ModelRefused), run("b", unsat, 0)},
			[]blame{{oracle.SolutionSoundness, "a", "b", 0, true}}},
		{"a label alone convicts nobody", label, []oracle.Observation{run("b", unsat, 0)},
			[]blame{{oracle.RefutationSoundness, "b", "", 0, true}}},
		{"a label and a witness do", label, []oracle.Observation{run("a", sat, oracle.ModelHolds), run("b", unsat, 0)},
			[]blame{{oracle.RefutationSoundness, "b", "a", 0, false}}},
		{"a core with a model", oracle.Truth{}, []oracle.Observation{core}, []blame{{oracle.InvalidCore, "a", "", 0, false}}},
		{"a false alarm of a self-check", oracle.Truth{}, []oracle.Observation{selfCheck}, nil},
		{"a void answer is no witness", oracle.Truth{}, []oracle.Observation{void, run("b", unsat, 0)}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := oracle.Judge(oracle.Case{Checks: 1, Truths: []oracle.Truth{tt.truth}, Observations: tt.runs})
			if diff := cmp.Diff(tt.want, blames(found)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			for _, f := range found {
				if !f.Suspect && !strings.HasPrefix(f.Evidence.Model, "model") {
					t.Errorf("%s is proven without a model: %+v", f.Class, f.Evidence)
				}
			}
		})
	}
}
