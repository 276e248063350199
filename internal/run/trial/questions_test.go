package trial_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/run/experiment"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
)

// TestQuestionsBehindOtherChecks: two targets of one dialect that answer sat to different checks are each asked for models after their own.
func TestQuestionsBehindOtherChecks(t *testing.T) {
	targets := []solver.Target{trialtest.Printing(t, "z3", ""), trialtest.Printing(t, "z3", "-")}
	answers := map[solver.Target][]smt.Status{targets[0]: {smt.Sat, smt.Unsat}, targets[1]: {smt.Unsat, smt.Sat}}
	runner := &scripted{stdout: func(r trial.Request) solver.Verdict { return solver.Verdict{Answers: answers[r.Target]} }}
	bench := (&trial.Bench{Runner: runner}).In(trialtest.Scratch(t))
	script := read(t, "(set-logic QF_LIA)(declare-const x Int)(push 1)(assert (< x x))(check-sat)(pop 1)(assert (< x 3))(check-sat)")
	if _, err := experiment.Of(bench.New(script, trial.Facts{Plan: trial.AskEverySat}), targets...).Once(t.Context()); err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, r := range runner.asked {
		if len(r.Text.Questions) == 0 {
			continue
		}
		asked++
		check := 0
		if r.Target == targets[1] {
			check = 1
		}
		want := []solver.Question{{Check: check, Kind: question.Model}}
		if diff := cmp.Diff(want, r.Text.Questions); diff != "" {
			t.Errorf("questions (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(want, trial.Questions(string(r.Text.Bytes))); diff != "" {
			t.Errorf("questions in the text (-want +got):\n%s", diff)
		}
		if last := strings.HasSuffix(string(r.Text.Bytes), "(get-model)\n"); last != (check == 1) {
			t.Errorf("text for check %d:\n%s", check, r.Text.Bytes)
		}
	}
	if asked != 2 {
		t.Errorf("%d runs with questions", asked)
	}
}
