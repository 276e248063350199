package oracle_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt"
)

// What evaluation decides without a model is decided, whichever and however many solvers say otherwise.
func TestEvaluated(t *testing.T) {
	run := func(name string, a smt.Status, v oracle.ModelVerdict) oracle.Observation {
		o := oracle.Observation{Solver: name, Answers: answers(a)}
		if v != oracle.NoModel {
			o.Models = []oracle.ModelReport{{Verdict: v, Summary: "its model", Text: "model of " + name}}
		}
		return o
	}
	says := func(name string, a smt.Status) oracle.Observation { return run(name, a, oracle.NoModel) }
	void := says("v", sat)
	void.Void = true
	const holds, fails = oracle.ModelHolds, oracle.ModelFails
	refuted := func(solver string) blame { return blame{oracle.SolutionSoundness, solver, "", 0, false} }
	missed := func(solver string) blame { return blame{oracle.RefutationSoundness, solver, "", 0, false} }
	for _, tt := range []struct {
		name  string
		eval  oracle.ModelVerdict
		truth oracle.Truth
		runs  []oracle.Observation
		want  []blame
	}{
		{"two right solvers and a wrong one", fails, oracle.Truth{}, []oracle.Observation{says("a", unsat), says("b", unsat), says("c", sat)}, []blame{refuted("c")}},
		{"two wrong solvers and a right one", fails, oracle.Truth{}, []oracle.Observation{says("a", sat), says("b", sat), says("c", unsat)}, []blame{refuted("a"), refuted("b")}},
		{"all are wrong", holds, oracle.Truth{}, []oracle.Observation{says("a", unsat), says("b", unsat)}, []blame{missed("a"), missed("b")}},
		{"alone and wrong", fails, oracle.Truth{}, []oracle.Observation{says("a", sat)}, []blame{refuted("a")}},
		{"a wrong model of a ground formula does not matter", fails, oracle.Truth{}, []oracle.Observation{run("a", sat, fails)}, []blame{refuted("a")}},
		{"a wrong model of a satisfiable formula does", holds, oracle.Truth{}, []oracle.Observation{run("a", sat, fails)}, []blame{{oracle.InvalidModel, "a", "", 0, false}}},
		{"right", holds, oracle.Truth{}, []oracle.Observation{says("a", sat), says("b", unknown)}, nil},
		{"unknown and void say nothing", fails, oracle.Truth{}, []oracle.Observation{says("a", unknown), void}, nil},
		{"a wrong label", fails, oracle.Truth{Status: sat, Reason: "its label", Label: true}, []oracle.Observation{says("a", sat), says("b", unsat)},
			[]blame{refuted("a"), {oracle.Harness, "a", "", 0, false}}},
		{"a wrong derivation", holds, oracle.Truth{Status: unsat, Reason: "a rule"}, []oracle.Observation{says("a", sat)}, []blame{{oracle.Harness, "a", "", 0, false}}},
		{"a right truth", fails, oracle.Truth{Status: unsat, Reason: "a rule"}, []oracle.Observation{says("a", sat), says("b", sat)}, []blame{refuted("a"), refuted("b")}},
		{"a false witness of a right truth", holds, oracle.Truth{Status: sat, Witness: "text", Model: oracle.ModelReport{Verdict: fails}}, []oracle.Observation{says("a", unsat)},
			[]blame{missed("a"), {oracle.Harness, "a", "", 0, false}}},
		{"a model that holds needs no evaluation", holds, oracle.Truth{}, []oracle.Observation{run("a", sat, holds), says("b", unsat)},
			[]blame{{oracle.RefutationSoundness, "b", "a", 0, false}}},
		{"evaluation against itself", fails, oracle.Truth{}, []oracle.Observation{run("a", sat, holds), says("b", unsat)}, []blame{{oracle.Harness, "a", "", 0, false}}},
		{"nothing is decided", oracle.ModelOpen, oracle.Truth{}, []oracle.Observation{says("a", sat), says("b", unsat)}, []blame{{oracle.RefutationSoundness, "b", "a", 0, true}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := oracle.Case{
				Checks: 1, Truths: []oracle.Truth{tt.truth}, Observations: tt.runs,
				Evaluated: []oracle.ModelReport{{Verdict: tt.eval, Summary: "the words", Detail: "detail"}},
			}
			found := oracle.Judge(c)
			if diff := cmp.Diff(tt.want, blames(found)); diff != "" {
				t.Fatalf("findings (-want +got):\n%s", diff)
			}
			for _, f := range found {
				if e := f.Evidence; e.Kind == oracle.EvidenceEvaluation && (!strings.Contains(e.Summary, "the words") || e.Detail != "detail" || !e.Expected.Decides() || !e.Observed.Decides()) {
					t.Errorf("evidence %+v", e)
				}
			}
			if kept, _ := oracle.Excuse(found, []string{"fp.min"}); !cmp.Equal(kept, found) && tt.eval != oracle.ModelOpen {
				t.Error("operators with open values excuse what was evaluated")
			}
		})
	}
}

// Evaluation is asked for where an answer could be wrong, and nowhere else.
func TestAnswering(t *testing.T) {
	says := func(name string, as ...smt.Status) oracle.Observation {
		return oracle.Observation{Solver: name, Answers: as}
	}
	void := says("void", unsat)
	void.Void = true
	holding := says("holds", sat)
	holding.Models = []oracle.ModelReport{{Verdict: oracle.ModelHolds}}
	failing := says("fails", sat)
	failing.Models = []oracle.ModelReport{{Verdict: oracle.ModelFails}}
	witnessed := oracle.Truth{Status: sat, Witness: "text"}
	confirmed := witnessed
	confirmed.Model.Verdict = oracle.ModelHolds
	for _, tt := range []struct {
		name  string
		truth oracle.Truth
		runs  []oracle.Observation
		want  []string
	}{
		{"all that decide", oracle.Truth{}, []oracle.Observation{says("a", unsat), says("b", unknown), void, says("c", sat)}, []string{"a", "c"}},
		{"a model settles it", oracle.Truth{}, []oracle.Observation{says("a", unsat), holding}, nil},
		{"a witness that no solver contradicts", witnessed, []oracle.Observation{says("a", sat)}, nil},
		{"a witness and an unsat", witnessed, []oracle.Observation{says("a", sat), says("b", unsat)}, []string{"a", "b"}},
		{"a witness and a wrong model", witnessed, []oracle.Observation{failing}, []string{"fails"}},
		{"a witness that holds", confirmed, []oracle.Observation{says("a", unsat)}, nil},
		{"a label is not a witness", oracle.Truth{Status: sat, Label: true}, []oracle.Observation{says("a", sat)}, []string{"a"}},
	} {
		c := oracle.Case{Checks: 1, Truths: []oracle.Truth{tt.truth}, Observations: tt.runs}
		var got []string
		for _, o := range c.Answering(0) {
			got = append(got, o.Solver)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// Where an interpretation could only acquit, having one changes no verdict: tried for all answers and models of two solvers, with and without
// a baseline and a step, and for all truths.
func TestAcquits(t *testing.T) {
	var runs []oracle.Observation
	for _, a := range []smt.Status{sat, unsat, unknown} {
		for v := oracle.NoModel; v <= oracle.ModelTooLarge; v++ {
			o := oracle.Observation{Answers: answers(a), Models: []oracle.ModelReport{{Verdict: v}}}
			rejected, void := o, o
			rejected.InvalidModel, void.Void = "wrong", true
			runs = append(runs, o, rejected, void)
		}
	}
	acquitted := 0
	for _, truth := range []oracle.Truth{{}, {Status: sat}, {Status: unsat}, {Status: sat, Label: true}, {Status: sat, Witness: "text"}} {
		for _, step := range []*oracle.Step{nil, {Answers: map[string]smt.Status{"a": sat}}, {Answers: map[string]smt.Status{"a": unsat}}} {
			for _, a := range runs {
				for _, b := range runs {
					a.Solver, b.Solver = "a", "b"
					c := oracle.Case{
						Checks: 1, Truths: []oracle.Truth{truth}, Step: step, Observations: []oracle.Observation{a, b},
						Baselines: []oracle.Pair{{Old: "b", New: "a"}},
					}
					if !c.Acquits(0) || len(c.Answering(0)) == 0 {
						continue
					}
					acquitted++
					without := oracle.Judge(c)
					c.Evaluated = []oracle.ModelReport{{Verdict: oracle.ModelHolds}}
					if diff := cmp.Diff(without, oracle.Judge(c)); diff != "" {
						t.Fatalf("%+v (-without +with):\n%s", c, diff)
					}
				}
			}
		}
	}
	if acquitted < 1000 {
		t.Errorf("%d cases are too few to be meaningful", acquitted)
	}
}

// An unknown is not a loss where evaluation shows that the decided answer was wrong, and is one where it shows that the answer was right,
// whatever others say.
func TestIncompletenessOfEvaluated(t *testing.T) {
	wrong := blame{oracle.SolutionSoundness, "old", "", 0, false}
	missed := blame{oracle.RefutationSoundness, "third", "", 0, false}
	lost := blame{oracle.IncompletenessRegression, "new", "old", 0, false}
	for verdict, want := range map[oracle.ModelVerdict][]blame{
		oracle.ModelFails: {wrong},
		oracle.ModelHolds: {missed, lost},
		oracle.NoModel:    {{oracle.RefutationSoundness, "third", "old", 0, true}},
	} {
		c := oracle.Case{
			Checks: 1, Baselines: []oracle.Pair{{Old: "old", New: "new"}}, Evaluated: []oracle.ModelReport{{Verdict: verdict}},
			Observations: []oracle.Observation{
				{Solver: "old", Answers: answers(sat)}, {Solver: "new", Answers: answers(unknown)}, {Solver: "third", Answers: answers(unsat)},
			},
		}
		if diff := cmp.Diff(want, blames(oracle.Judge(c))); diff != "" {
			t.Errorf("%v (-want +got):\n%s", verdict, diff)
		}
	}
}
