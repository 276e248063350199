package oracle_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt"
)

// What counts against an unknown: a baseline's answer to the same script, the solver's own answer to the base.
func TestIncompleteness(t *testing.T) {
	said := func(solver string, as ...smt.Status) oracle.Observation {
		return oracle.Observation{Solver: solver, Answers: as}
	}
	late := func(o oracle.Observation) oracle.Observation { o.NearTimeout = true; return o }
	cut := func(o oracle.Observation) oracle.Observation { o.Cut = true; return o }
	lacking := func(o oracle.Observation) oracle.Observation { o.Incomplete = true; return o }
	void := func(o oracle.Observation) oracle.Observation { o.Void = true; return o }
	crashed := func(o oracle.Observation) oracle.Observation {
		o.Crash, o.Cut = &oracle.Crash{Kind: "signal", Signature: "SEGV"}, true
		return o
	}
	disowned := func(o oracle.Observation) oracle.Observation { o.InvalidModel = "bad model"; return o }
	pairs := []oracle.Pair{{Old: "old", New: "new"}}
	step := func(a smt.Status) *oracle.Step {
		return &oracle.Step{Summary: "weaken or-intro", Answers: map[string]smt.Status{"new": a}}
	}
	regression := blame{oracle.IncompletenessRegression, "new", "old", 0, false}
	implication := blame{oracle.IncompletenessImplication, "new", "", 0, false}

	for _, tt := range []struct {
		name  string
		c     oracle.Case
		truth smt.Status
		want  []blame
	}{
		{name: "regression from sat", c: oracle.Case{Checks: 1, Baselines: pairs, Observations: []oracle.Observation{said("old", sat), said("new", unknown)}},
			want: []blame{regression}},
		{name: "regression from unsat", c: oracle.Case{Checks: 1, Baselines: pairs, Observations: []oracle.Observation{said("old", unsat), said("new", unknown)}},
			want: []blame{regression}},
		{name: "by a tactic", c: oracle.Case{Checks: 1, Tactic: true, Baselines: pairs, Observations: []oracle.Observation{said("old", sat), said("new", unknown)}}},
		{name: "a step, by a tactic", c: oracle.Case{Checks: 1, Tactic: true, Step: step(sat), Observations: []oracle.Observation{said("new", unknown)}}},
		{name: "the other way round", c: oracle.Case{Checks: 1, Baselines: pairs, Observations: []oracle.Observation{said("old", unknown), said("new", sat)}}},
		{name: "nobody knows", c: oracle.Case{Checks: 1, Baselines: pairs, Observations: []oracle.Observation{said("old", unknown), said("new", unknown)}}},
		{name: "no pair", c: oracle.Case{Checks: 1, Observations: []oracle.Observation{said("old", sat), said("new", unknown)}}},
		{name: "old was not run", c: oracle.Case{Checks: 1, Baselines: pairs, Observations: []oracle.Observation{said("new", unknown)}}},
		{name: "late", c: oracle.Case{Checks: 1, Baselines: pairs, Observations: []oracle.Observation{said("old", sat), late(said("new", unknown))}}},
		{name: "limit", c: oracle.Case{Checks: 1, Baselines: pairs, Observations: []oracle.Observation{said("old", sat), cut(said("new", unknown))}}},
		{name: "time-out without an answer", c: oracle.Case{Checks: 1, Baselines: pairs, Observations: []oracle.Observation{said("old", sat), cut(said("new"))}}},
		{name: "void", c: oracle.Case{Checks: 1, Baselines: pairs, Observations: []oracle.Observation{said("old", sat), void(said("new", unknown))}}},
		{name: "void baseline", c: oracle.Case{Checks: 1, Baselines: pairs, Observations: []oracle.Observation{void(said("old", sat)), said("new", unknown)}}},
		{name: "crash", c: oracle.Case{Checks: 1, Baselines: pairs, Observations: []oracle.Observation{said("old", sat), crashed(said("new", unknown))}},
			want: []blame{{oracle.CrashClass, "new", "", oracle.WholeRun, false}}},
		{name: "own model disowned", c: oracle.Case{Checks: 1, Baselines: pairs, Observations: []oracle.Observation{said("old", sat), disowned(said("new", unknown))}},
			want: []blame{{oracle.InvalidModel, "new", "", 0, true}}},
		{name: "late baseline", c: oracle.Case{Checks: 1, Baselines: pairs, Observations: []oracle.Observation{late(said("old", sat)), said("new", unknown)}},
			want: []blame{regression}},
		{name: "two checks", c: oracle.Case{Checks: 2, Baselines: pairs, Observations: []oracle.Observation{said("old", sat, sat), said("new", unknown, unknown)}}},
		{name: "checks not known", c: oracle.Case{Baselines: pairs, Observations: []oracle.Observation{said("old", sat), said("new", unknown)}}},
		{name: "truth agrees", truth: sat, c: oracle.Case{Checks: 1, Baselines: pairs, Observations: []oracle.Observation{said("old", sat), said("new", unknown)}},
			want: []blame{regression}},
		{name: "old is wrong", truth: unsat, c: oracle.Case{Checks: 1, Baselines: pairs, Observations: []oracle.Observation{said("old", sat), said("new", unknown)}},
			want: []blame{{oracle.SolutionSoundness, "old", "", 0, false}}},
		{name: "old is contradicted", c: oracle.Case{Checks: 1, Baselines: pairs, Observations: []oracle.Observation{said("old", sat), said("new", unknown), said("x", unsat)}},
			want: []blame{{oracle.RefutationSoundness, "x", "old", 0, true}}},

		{name: "implication", c: oracle.Case{Checks: 1, Step: step(unsat), Observations: []oracle.Observation{said("new", unknown)}}, want: []blame{implication}},
		{name: "what the solver lacks", c: oracle.Case{Checks: 1, Step: step(unsat), Observations: []oracle.Observation{lacking(said("new", unknown))}}},
		{name: "what the new one lacks", c: oracle.Case{Checks: 1, Baselines: pairs, Observations: []oracle.Observation{said("old", sat), lacking(said("new", unknown))}},
			want: []blame{regression}},
		{name: "base not decided", c: oracle.Case{Checks: 1, Step: step(unknown), Observations: []oracle.Observation{said("new", unknown)}}},
		{name: "base not run", c: oracle.Case{Checks: 1, Step: &oracle.Step{}, Observations: []oracle.Observation{said("new", unknown)}}},
		{name: "decided", c: oracle.Case{Checks: 1, Step: step(sat), Observations: []oracle.Observation{said("new", sat)}}},
		{name: "late implication", c: oracle.Case{Checks: 1, Step: step(sat), Observations: []oracle.Observation{late(said("new", unknown))}}},
		{name: "another solver", c: oracle.Case{Checks: 1, Step: step(sat), Observations: []oracle.Observation{said("other", unknown)}}},
		{name: "base answered wrongly", truth: sat, c: oracle.Case{Checks: 1, Step: step(unsat), Observations: []oracle.Observation{said("new", unknown)}}},
		{name: "both", c: oracle.Case{Checks: 1, Step: step(sat), Baselines: pairs, Observations: []oracle.Observation{said("new", unknown), said("old", sat)}},
			want: []blame{regression, implication}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.truth != 0 {
				tt.c.Truths = []oracle.Truth{{Status: tt.truth}}
			}
			if diff := cmp.Diff(tt.want, blames(oracle.Judge(tt.c))); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// Evidence names both answers, the step, and says that nothing wrong was answered.
func TestIncompletenessEvidence(t *testing.T) {
	found := oracle.Judge(oracle.Case{
		Checks: 1, Logic: "QF_S", Baselines: []oracle.Pair{{Old: "z3 old", New: "z3 new"}},
		Step:         &oracle.Step{Summary: "weaken or-intro: p -> (or p q)", Answers: map[string]smt.Status{"z3 new": unsat}},
		Observations: []oracle.Observation{{Solver: "z3 old", Family: "z3", Answers: answers(sat)}, {Solver: "z3 new", Family: "z3", Answers: answers(unknown)}},
	})
	// The old solver's sat contradicts the base's unsat, so one finding remains.
	if len(found) != 1 {
		t.Fatalf("%+v", found)
	}
	want := oracle.Evidence{
		Kind: oracle.EvidenceRegression, Expected: sat, Observed: unknown,
		Summary: "z3 new answers unknown, its baseline z3 old answers sat; this is lost completeness, not a soundness bug",
		Votes:   oracle.Votes{Sat: []string{"z3 old"}, Unknown: []string{"z3 new"}},
	}
	if diff := cmp.Diff(want, found[0].Evidence); diff != "" || found[0].Signature != "incompleteness-regression/z3/QF_S" {
		t.Errorf("%s (-want +got):\n%s", found[0].Signature, diff)
	}
	found = oracle.Judge(oracle.Case{
		Checks: 1, Step: &oracle.Step{Summary: "weaken or-intro: p -> (or p q)", Answers: map[string]smt.Status{"z3": sat}},
		Observations: []oracle.Observation{{Solver: "z3", Answers: answers(unknown)}},
	})
	for _, part := range []string{"z3 answers sat to the base", "unknown", "p -> (or p q)", "not a soundness bug"} {
		if !strings.Contains(found[0].Evidence.Summary, part) {
			t.Errorf("%q is not in %q", part, found[0].Evidence.Summary)
		}
	}
	if kind := found[0].Evidence.Kind; kind != oracle.EvidenceImplication || !found[0].Class.Incompleteness() {
		t.Errorf("kind %s, class %s", kind, found[0].Class)
	}
}
