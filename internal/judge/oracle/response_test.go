package oracle_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt"
)

// A response that evaluation refutes is a finding of its class, whether the answers are right or not; one that it leaves open is not.
// Values under a model that fails say nothing: it is undefined what they should be.
func TestResponses(t *testing.T) {
	fails := func(c oracle.Class) oracle.Response {
		return oracle.Response{Command: "simplify", Class: c, Verdict: oracle.ResponseFails, Summary: "it is wrong"}
	}
	unknown := []smt.Status{smt.Unknown}
	if (oracle.Observation{Answers: unknown, AskedMore: true}).Undecided() || !(oracle.Observation{Answers: unknown}).Undecided() {
		t.Error("what a solver is given besides the formula may make it answer unknown")
	}
	for _, tt := range []struct {
		name string
		o    oracle.Observation
		want oracle.Class // "" for nothing
	}{
		{"wrong", oracle.Observation{Answers: []smt.Status{smt.Unsat}, Responses: []oracle.Response{fails(oracle.InvalidSimplification)}}, oracle.InvalidSimplification},
		{"goals", oracle.Observation{Answers: []smt.Status{smt.Unknown}, Responses: []oracle.Response{fails(oracle.InvalidGoals)}}, oracle.InvalidGoals},
		{"right", oracle.Observation{Answers: []smt.Status{smt.Sat}, Responses: []oracle.Response{{Verdict: oracle.ResponseHolds}, {Verdict: oracle.ResponseUnread}, {}}}, ""},
		{"a value under a model that holds", oracle.Observation{
			Answers: []smt.Status{smt.Sat}, Models: []oracle.ModelReport{{Verdict: oracle.ModelHolds}}, Responses: []oracle.Response{fails(oracle.InvalidValue)},
		}, oracle.InvalidValue},
		{"a value under a model that fails", oracle.Observation{
			Answers: []smt.Status{smt.Sat}, Models: []oracle.ModelReport{{Verdict: oracle.ModelFails}}, Responses: []oracle.Response{fails(oracle.InvalidValue)},
		}, oracle.InvalidModel},
		{"an optimum under a model that holds", oracle.Observation{
			Answers: []smt.Status{smt.Sat}, Models: []oracle.ModelReport{{Verdict: oracle.ModelHolds}}, Responses: []oracle.Response{fails(oracle.InvalidObjective)},
		}, oracle.InvalidObjective},
		{"an optimum under a model that fails", oracle.Observation{
			Answers: []smt.Status{smt.Sat}, Models: []oracle.ModelReport{{Verdict: oracle.ModelFails}}, Responses: []oracle.Response{fails(oracle.InvalidObjective)},
		}, oracle.InvalidModel},
		{"void", oracle.Observation{Answers: []smt.Status{smt.Sat}, Void: true, Responses: []oracle.Response{fails(oracle.InvalidValue)}}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.o.Solver = "a"
			found := oracle.Judge(oracle.Case{Checks: 1, Logic: "QF_S", Observations: []oracle.Observation{tt.o}})
			switch {
			case tt.want == "" && len(found) == 0:
			case tt.want == "" || len(found) != 1 || found[0].Class != tt.want || found[0].Suspect || !found[0].Evidence.Kind.Exact():
				t.Errorf("%+v, want %q", found, tt.want)
			case tt.want.Further() && found[0].Signature != string(tt.want)+"/a/simplify/QF_S":
				t.Errorf("signature %s", found[0].Signature)
			}
		})
	}
}
