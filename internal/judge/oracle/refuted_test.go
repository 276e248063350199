package oracle_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt"
)

// modelled is a run with an answer and what evaluation says about its model.
func modelled(name string, a smt.Status, v oracle.ModelVerdict) oracle.Observation {
	return oracle.Observation{Solver: name, Answers: answers(a), Models: []oracle.ModelReport{{Verdict: v, Summary: "words", Text: "model"}}}
}

// TestRefutedSats: a sat whose model is wrong confirms nothing, and is not wrong for that alone; its model is wrong, and counts once.
func TestRefutedSats(t *testing.T) {
	const holds, fails, open, none = oracle.ModelHolds, oracle.ModelFails, oracle.ModelOpen, oracle.NoModel
	label := func(a smt.Status) oracle.Truth { return oracle.Truth{Status: a, Reason: "its label", Label: true} }
	rule := func(a smt.Status) oracle.Truth { return oracle.Truth{Status: a, Reason: "a rule"} }
	falseWitness := oracle.Truth{Status: sat, Witness: "text", Model: oracle.ModelReport{Verdict: fails, Summary: "words", Text: "model"}}
	wrongModel := func(solver string) blame { return blame{oracle.InvalidModel, solver, "", 0, false} }
	wrongSat := func(solver, other string, suspect bool) blame {
		return blame{oracle.SolutionSoundness, solver, other, 0, suspect}
	}
	wrongUnsat := func(solver, other string, suspect bool) blame {
		return blame{oracle.RefutationSoundness, solver, other, 0, suspect}
	}
	harness := func(solver string) blame { return blame{oracle.Harness, solver, "", 0, false} }
	s := func(v oracle.ModelVerdict) oracle.Observation { return modelled("s", sat, v) }
	s2 := func(v oracle.ModelVerdict) oracle.Observation { return modelled("s2", sat, v) }
	u, u2, n := modelled("u", unsat, none), modelled("u2", unsat, none), modelled("n", unknown, none)
	for _, tt := range []struct {
		name  string
		truth oracle.Truth
		eval  oracle.ModelVerdict
		runs  []oracle.Observation
		want  []blame
	}{
		{"label sat, confirmed by a sat that decides nothing", label(sat), none, []oracle.Observation{u, s(open)}, []blame{wrongUnsat("u", "", false)}},
		{"label sat, confirmed by a wrong model", label(sat), none, []oracle.Observation{u, s(fails)}, []blame{wrongUnsat("u", "", true), wrongModel("s")}},
		{"label sat, confirmed by a wrong model and another sat", label(sat), none, []oracle.Observation{u, s(fails), s2(open)}, []blame{wrongUnsat("u", "", false), wrongModel("s")}},
		{"label sat, and a model that holds", label(sat), none, []oracle.Observation{u, s(holds)}, []blame{wrongUnsat("u", "s", false)}},
		{"rule says sat, one family contradicts, wrong model", rule(sat), none, []oracle.Observation{u, s(fails)}, []blame{wrongUnsat("u", "", false), wrongModel("s")}},
		{"rule says sat, two families contradict, wrong model", rule(sat), none, []oracle.Observation{u, u2, s(fails)},
			[]blame{wrongUnsat("u", "", true), wrongUnsat("u2", "", true), wrongModel("s")}},
		{"rule says sat, two families contradict, a model that is open", rule(sat), none, []oracle.Observation{u, u2, s(open)},
			[]blame{wrongUnsat("u", "", false), wrongUnsat("u2", "", false)}},

		{"label unsat, wrong model", label(unsat), none, []oracle.Observation{s(fails)}, []blame{wrongSat("s", "", true), wrongModel("s")}},
		{"label unsat, wrong model and another sat", label(unsat), none, []oracle.Observation{s(fails), s2(open)},
			[]blame{wrongSat("s", "", true), wrongSat("s2", "", true), wrongModel("s")}},
		{"label unsat, confirmed", label(unsat), none, []oracle.Observation{s(fails), u}, []blame{wrongSat("s", "", false)}},
		{"label unsat, and nobody knows", label(unsat), none, []oracle.Observation{s(fails), n}, []blame{wrongSat("s", "", true), wrongModel("s")}},
		{"rule says unsat", rule(unsat), none, []oracle.Observation{s(fails)}, []blame{wrongSat("s", "", false)}},
		{"rule says unsat, two families contradict", rule(unsat), none, []oracle.Observation{s(fails), s2(open)},
			[]blame{wrongSat("s", "", true), wrongSat("s2", "", true), wrongModel("s")}},
		{"evaluation says unsat", label(unsat), fails, []oracle.Observation{s(fails)}, []blame{wrongSat("s", "", false)}},
		{"evaluation says sat", label(unsat), holds, []oracle.Observation{s(fails)}, []blame{wrongModel("s"), harness("s")}},

		{"against another's unsat", oracle.Truth{}, none, []oracle.Observation{u, s(fails)}, []blame{wrongSat("s", "u", true), wrongModel("s")}},
		{"against two others' unsat", oracle.Truth{}, none, []oracle.Observation{u, u2, s(fails)},
			[]blame{wrongSat("s", "u", true), wrongSat("s", "u2", true), wrongModel("s")}},
		{"beside another sat", oracle.Truth{}, none, []oracle.Observation{u, s(fails), s2(open)},
			[]blame{wrongUnsat("u", "s2", true), wrongSat("s", "u", true), wrongModel("s")}},
		{"beside a model that holds", oracle.Truth{}, none, []oracle.Observation{u, s(fails), s2(holds)}, []blame{wrongUnsat("u", "s2", false), wrongModel("s")}},
		{"alone", oracle.Truth{}, none, []oracle.Observation{s(fails), n}, []blame{wrongModel("s")}},

		{"a false witness and others that disagree", falseWitness, none, []oracle.Observation{u, s(open)}, []blame{wrongUnsat("u", "s", true), harness("u")}},
		{"a false witness and a wrong model", falseWitness, none, []oracle.Observation{u, s(fails)}, []blame{wrongSat("s", "u", true), wrongModel("s"), harness("u")}},
		{"a false witness and nobody disagrees", falseWitness, none, []oracle.Observation{s(open), n}, []blame{harness("s")}},
		{"a false witness and a wrong model alone", falseWitness, none, []oracle.Observation{s(fails)}, []blame{wrongModel("s"), harness("s")}},
		{"a false witness and nobody answers", falseWitness, none, nil, nil},
		{"a false witness, and evaluation says unsat", falseWitness, fails, []oracle.Observation{u, s(open)}, []blame{wrongSat("s", "", false), harness("u")}},
		{"a false witness, and a model that holds", falseWitness, none, []oracle.Observation{u, s(holds)}, []blame{wrongUnsat("u", "s", false)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := oracle.Judge(oracle.Case{
				Checks: 1, Truths: []oracle.Truth{tt.truth}, Observations: tt.runs, Evaluated: []oracle.ModelReport{{Verdict: tt.eval, Summary: "words", Text: "model"}},
			})
			if diff := cmp.Diff(tt.want, blames(found)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// TestUnfoundedBaselines: not repeating a sat that rests on a wrong model is not a loss, unless something else says sat.
func TestUnfoundedBaselines(t *testing.T) {
	const holds, fails, open, none = oracle.ModelHolds, oracle.ModelFails, oracle.ModelOpen, oracle.NoModel
	for _, tt := range []struct {
		name    string
		answer  smt.Status
		model   oracle.ModelVerdict
		disowns bool
		truth   oracle.Truth
		eval    oracle.ModelVerdict
		lost    bool
	}{
		{"a model that is open", sat, open, false, oracle.Truth{}, none, true},
		{"a wrong model", sat, fails, false, oracle.Truth{}, none, false},
		{"a model that its own check rejects", sat, none, true, oracle.Truth{}, none, false},
		{"a model that is open and that its own check rejects", sat, open, true, oracle.Truth{}, none, false},
		{"a model that holds and that its own check rejects", sat, holds, true, oracle.Truth{}, none, true},
		{"a wrong model, and evaluation says sat", sat, fails, false, oracle.Truth{}, holds, true},
		{"a wrong model, and evaluation says unsat", sat, fails, false, oracle.Truth{}, fails, false},
		{"a wrong model, and the truth is sat", sat, fails, false, oracle.Truth{Status: sat}, none, true},
		{"unsat", unsat, none, false, oracle.Truth{}, none, true},
	} {
		old := modelled("old", tt.answer, tt.model)
		if tt.disowns {
			old.InvalidModel = "an invalid model was generated"
		}
		lost := false
		for _, f := range oracle.Judge(oracle.Case{
			Checks: 1, Baselines: []oracle.Pair{{Old: "old", New: "new"}}, Truths: []oracle.Truth{tt.truth}, Evaluated: []oracle.ModelReport{{Verdict: tt.eval}},
			Observations: []oracle.Observation{old, modelled("new", unknown, none)},
		}) {
			lost = lost || f.Class == oracle.IncompletenessRegression
		}
		if lost != tt.lost {
			t.Errorf("%s: lost completeness: %v, want %v", tt.name, lost, tt.lost)
		}
	}
}
