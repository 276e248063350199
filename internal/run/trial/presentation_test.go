package trial_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
)

// refusing is a runner whose solvers refuse some requests, and answer sat to the others.
func refusing(refuses func(r trial.Request) bool) *scripted {
	return &scripted{stdout: func(r trial.Request) solver.Verdict {
		if refuses(r) {
			return solver.Verdict{BadOptions: true, Void: true, Reason: "not that"}
		}
		return solver.Verdict{Answers: []smt.Status{smt.Sat}}
	}}
}

// A target that refuses what goes beyond answers is asked without it, and only then: everything that it accepts stays.
func TestAskedWithLess(t *testing.T) {
	models := func(r trial.Request) bool { return r.Options.Models }
	checks := func(r trial.Request) bool { return r.Options.SelfCheck }
	for _, tt := range []struct {
		name    string
		refuses func(r trial.Request) bool
		plan    trial.Plan
		want    solver.Presentation
		asked   int // requests
		refused bool
		insist  bool
	}{
		{"nothing", func(trial.Request) bool { return false }, trial.AskForModel, solver.Whole, 1, false, false},
		{"models", models, trial.AskForModel, solver.Plain, 3, false, false},
		{"self-checks", checks, trial.AskForModel, solver.Unchecked, 2, false, false},
		{"the script", func(trial.Request) bool { return true }, trial.AskForModel, solver.Whole, 3, true, false},
		{"the script, as is known", func(trial.Request) bool { return true }, trial.AskForModel, solver.Whole, 1, true, true},
		{"models, as nobody thinks", models, trial.AskForModel, solver.Whole, 1, true, true},
		{"all, of what is asked nothing", func(trial.Request) bool { return true }, trial.AskNothing, solver.Whole, 1, true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			target := trialtest.Printing(t, "z3", "")
			runner := refusing(tt.refuses)
			bench := (&trial.Bench{Runner: runner, SelfCheck: true}).In(trialtest.Scratch(t))
			tr := bench.New(read(t, "(declare-const x Int)(assert (< x 3))(check-sat)"), trial.Facts{Plan: tt.plan})
			if tt.insist {
				tr.AskAlways(target)
			}
			run, err := tr.Run(t.Context(), target)
			if err != nil || run.Presentation != tt.want || run.Refused() != tt.refused || len(runner.asked) != tt.asked || len(tr.Besides()) != tt.asked-1 {
				t.Fatalf("%+v, %d asked, %v", run, len(runner.asked), err)
			}
			if reason := run.Without; (reason == "not that") != (tt.want != solver.Whole) {
				t.Errorf("without: %q", reason)
			}
			if asks := strings.Contains(string(tr.Text(target).Bytes), "get-model"); asks != (tt.want != solver.Plain && tt.plan != trial.AskNothing) {
				t.Errorf("the text of the run:\n%s", tr.Text(target).Bytes)
			}
			if o := tr.Options(target, tr.Text(target)); o.SelfCheck != (tt.want == solver.Whole) {
				t.Errorf("the options of the run: %+v", o)
			}
			// What was left out once is left out again.
			if tt.refused {
				return
			}
			before := len(runner.asked)
			other := bench.New(read(t, "(check-sat)"), trial.Facts{Plan: tt.plan})
			other.PresentAs(tr)
			if run, err = other.Run(t.Context(), target); err != nil || run.Presentation != tt.want || len(runner.asked) != before+1 {
				t.Errorf("another script: %+v, %v", run, err)
			}
		})
	}
}

// A plain sat is asked for its model when that matters. The new run counts unless it answers otherwise.
func TestAskModel(t *testing.T) {
	crash := solver.Verdict{Crash: &solver.Crash{Kind: "signal"}}
	for _, tt := range []struct {
		name string
		with solver.Verdict // what it does when it is asked for the model
		want solver.Presentation
	}{
		{"the same answer", solver.Verdict{Answers: []smt.Status{smt.Sat}}, solver.Whole},
		{"another answer", solver.Verdict{Answers: []smt.Status{smt.Unknown}}, solver.Plain},
		{"refused", solver.Verdict{Answers: []smt.Status{smt.Sat}, Void: true, Rejected: true}, solver.Plain},
		{"a crash", crash, solver.Whole},
	} {
		t.Run(tt.name, func(t *testing.T) {
			target := trialtest.Printing(t, "z3", "")
			runner := &scripted{stdout: func(r trial.Request) solver.Verdict {
				if r.Options.Models {
					return tt.with
				}
				return solver.Verdict{Answers: []smt.Status{smt.Sat}}
			}}
			tr := (&trial.Bench{Runner: runner}).In(trialtest.Scratch(t)).New(read(t, "(check-sat)"), trial.Facts{})
			tr.Present(target, solver.Plain)
			first, err := tr.Run(t.Context(), target)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(tr.Text(target).Bytes), "get-model") {
				t.Errorf("a plain text:\n%s", tr.Text(target).Bytes)
			}
			run, err := tr.AskModel(t.Context(), target, first)
			if err != nil || run.Presentation != tt.want || len(tr.Besides()) != 1 {
				t.Errorf("%+v, %v", run, err)
			}
			if asks := strings.Contains(string(tr.Text(target).Bytes), "get-model"); asks != (tt.want == solver.Whole) {
				t.Errorf("the text of the run:\n%s", tr.Text(target).Bytes)
			}
			// A run that was already asked for its model is not repeated.
			if again, err := tr.AskModel(t.Context(), target, run); tt.want == solver.Whole && (err != nil || len(tr.Besides()) != 0 || cmp.Diff(again.Answers, run.Answers) != "") {
				t.Errorf("again: %+v, %v", again, err)
			}
		})
	}
}
