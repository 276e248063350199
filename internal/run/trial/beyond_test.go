package trial_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
)

// What cvc5 blocks with block-model, another solver does not know: that they differ then shows nothing.
func TestDisagreementBeyondAssertions(t *testing.T) {
	for text, want := range map[string]int{
		"(declare-const x Int)(assert (= (* x x x) 8))(check-sat)(block-model :literals)(check-sat)": 0,
		"(declare-const x Int)(assert (= (* x x x) 8))(check-sat)(check-sat)":                        1,
	} {
		one := (&trial.Bench{}).In(trialtest.Scratch(t)).New(read(t, text), trial.Facts{})
		v, err := one.Judge(t.Context(), []oracle.Observation{
			{Solver: "a", Answers: []smt.Status{smt.Sat, smt.Unsat}}, {Solver: "b", Answers: []smt.Status{smt.Sat, smt.Sat}},
		})
		if err != nil || len(v.Found) != want || len(v.Found)+len(v.Excused) != 1 {
			t.Errorf("%s: %v, %v", text, v, err)
		}
	}
}
