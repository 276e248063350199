package oracle_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt"
)

// Models decide: those that hold, fail, are open or missing, in every combination that matters.
func TestModelsDecide(t *testing.T) {
	run := func(name string, a smt.Status, v oracle.ModelVerdict) oracle.Observation {
		return oracle.Observation{
			Solver: name, Answers: answers(a),
			Models: []oracle.ModelReport{{Verdict: v, Summary: "words", Text: "model of " + name}},
		}
	}
	core := run("a", unsat, oracle.NoModel)
	core.Cores = []oracle.ModelReport{{Verdict: oracle.ModelHolds, Text: "model"}}
	votedCore := run("a", unsat, oracle.NoModel)
	votedCore.Cores = []oracle.ModelReport{{Agreed: []string{"b", "c"}}}
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
			[]blame{{oracle.SolutionSoundness, "a", "b", 0, true}, {oracle.InvalidModel, "a", "", 0, false}}},
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
		{"a label alone convicts no solver", label, []oracle.Observation{run("b", unsat, 0)},
			[]blame{{oracle.RefutationSoundness, "b", "", 0, true}}},
		{"a label and a witness do", label, []oracle.Observation{run("a", sat, oracle.ModelHolds), run("b", unsat, 0)},
			[]blame{{oracle.RefutationSoundness, "b", "a", 0, false}}},
		{"a core with a model", oracle.Truth{}, []oracle.Observation{core}, []blame{{oracle.InvalidCore, "a", "", 0, false}}},
		{"a core of a wrong unsat", oracle.Truth{}, []oracle.Observation{core, run("b", sat, oracle.ModelHolds)},
			[]blame{{oracle.RefutationSoundness, "a", "b", 0, false}}},
		{"a core that two codebases call sat", oracle.Truth{}, []oracle.Observation{votedCore}, []blame{{oracle.InvalidCore, "a", "b", 0, true}}},
		{"a false alarm of a self-check", oracle.Truth{}, []oracle.Observation{selfCheck}, nil},
		{"a void answer is not a witness", oracle.Truth{}, []oracle.Observation{void, run("b", unsat, 0)}, nil},
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

// A truth with a witness: what evaluation says about the witness decides which side is to blame.
func TestWitnessedTruth(t *testing.T) {
	truth := func(v oracle.ModelVerdict) oracle.Truth {
		return oracle.Truth{Status: sat, Reason: "an assignment", Witness: "text", Model: oracle.ModelReport{Verdict: v, Summary: "words", Text: "model"}}
	}
	says := func(name string, a smt.Status) oracle.Observation {
		return oracle.Observation{Solver: name, Answers: answers(a)}
	}
	for _, tt := range []struct {
		name  string
		truth oracle.Truth
		runs  []oracle.Observation
		want  []blame
		kind  oracle.EvidenceKind
	}{
		{"it holds", truth(oracle.ModelHolds), []oracle.Observation{says("a", unsat)}, []blame{{oracle.RefutationSoundness, "a", "", 0, false}}, oracle.EvidenceModel},
		{"it holds against all solvers", truth(oracle.ModelHolds), []oracle.Observation{says("a", unsat), says("b", unsat)},
			[]blame{{oracle.RefutationSoundness, "a", "", 0, false}, {oracle.RefutationSoundness, "b", "", 0, false}}, oracle.EvidenceModel},
		{"it fails", truth(oracle.ModelFails), []oracle.Observation{says("a", unsat)}, []blame{{oracle.Harness, "a", "", 0, false}}, oracle.EvidenceModel},
		{"it is open", truth(oracle.ModelOpen), []oracle.Observation{says("a", unsat)}, []blame{{oracle.RefutationSoundness, "a", "", 0, true}}, oracle.EvidenceTruth},
		{"it cannot be read", truth(oracle.ModelUnreadable), []oracle.Observation{says("a", unsat), says("b", sat)}, []blame{{oracle.RefutationSoundness, "a", "", 0, true}}, oracle.EvidenceTruth},
		{"no solver contradicts it", truth(oracle.NoModel), []oracle.Observation{says("a", sat), says("b", unknown)}, nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := oracle.Judge(oracle.Case{Checks: 1, Truths: []oracle.Truth{tt.truth}, Observations: tt.runs})
			if diff := cmp.Diff(tt.want, blames(found)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			for _, f := range found {
				if f.Evidence.Kind != tt.kind || tt.kind == oracle.EvidenceModel && f.Evidence.Model != "model" {
					t.Errorf("evidence %+v", f.Evidence)
				}
			}
		})
	}
}

// A witness is asked about only where an answer that counts contradicts it, and once.
func TestContradicted(t *testing.T) {
	truth := oracle.Truth{Status: sat, Witness: "text"}
	run := func(name string, as ...smt.Status) oracle.Observation {
		return oracle.Observation{Solver: name, Answers: as}
	}
	void := run("void", unsat, unsat)
	void.Void = true
	c := oracle.Case{
		Checks: 2, Truths: []oracle.Truth{truth, truth},
		Observations: []oracle.Observation{void, run("short", unsat), run("a", sat, unknown), run("b", unknown, unsat), run("c", unknown, unsat)},
	}
	if o, ok := c.Contradicted(0); ok {
		t.Errorf("check 1 is contradicted by %s", o.Solver)
	}
	if o, ok := c.Contradicted(1); !ok || o.Solver != "b" {
		t.Errorf("check 2 is contradicted by %q: %v", o.Solver, ok)
	}
	c.Truths[1].Model.Verdict = oracle.ModelOpen
	if _, ok := c.Contradicted(1); ok {
		t.Error("a witness that was evaluated is asked about again")
	}
	c.Truths[1] = oracle.Truth{Status: sat}
	if _, ok := c.Contradicted(1); ok {
		t.Error("a truth without a witness is asked about")
	}
}
