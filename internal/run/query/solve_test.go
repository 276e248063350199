package query_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
)

// What a target does with a seed is determined once in a campaign, whatever it is.
func TestSolve(t *testing.T) {
	text := "(set-logic QF_LIA)\n(set-info :source |me|)\n(declare-const x Int)\n(assert (< x 3))\n(check-sat)\n(exit)\n(check-sat)\n"
	for _, tt := range []struct {
		options string
		want    query.Solved
	}{
		{"--answer=sat", query.Solved{Answer: smt.Sat, Outcome: outcome.Sat}},
		{"--answer=unknown", query.Solved{Outcome: outcome.Unknown}},
		{"--do=hang", query.Solved{Outcome: outcome.Timeout, Reason: "timeout"}},
		{"--do='crash SEGV'", query.Solved{Outcome: outcome.Crash}},
		{`--do='error "line 1 column 2: unknown constant y"'`, query.Solved{Outcome: outcome.Rejected, Refused: true}},
	} {
		t.Run(tt.options, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "answers")
			targets := trialtest.Fakes(t, "", tt.options)
			var before query.Solved
			for time := range 2 { // another process, then
				spy := &trialtest.Spy{}
				a := &query.Answers{Bench: &trial.Bench{Runner: spy, Fresh: spy}, Targets: targets, Dir: dir, Scratch: trialtest.Scratch(t), Time: limit(tt.want.Outcome)}
				got, ok := a.Solve(t.Context(), targets[0], question(t, text))
				if !ok || got.Answer != tt.want.Answer || got.Outcome != tt.want.Outcome || got.Refused != tt.want.Refused || got.Seconds <= 0 || got.Limit != a.Time.Seconds() {
					t.Fatalf("%+v, %v", got, ok)
				}
				if time == 1 && (got != before || len(spy.Runs()) != 0) {
					t.Errorf("again: %+v, %d runs", got, len(spy.Runs()))
				}
				if a.Stats() != (query.AskStats{}) {
					t.Errorf("it counts as a question: %+v", a.Stats())
				}
				before = got
			}
		})
	}
}

// limit is short where it is reached.
func limit(o outcome.Outcome) time.Duration {
	if o == outcome.Timeout {
		return 100 * time.Millisecond
	}
	return time.Minute
}

// An engine that asks for a model of the seed's assertions, or for votes, has the answer already.
func TestSolveServesEngines(t *testing.T) {
	targets := trialtest.Fakes(t, "", `--do='sat out "((define-fun x () Int 1))\n"'`)
	targets[0].Profile().Show.Model = "(get-model)"
	spy := &trialtest.Spy{}
	a := &query.Answers{Bench: &trial.Bench{Runner: spy, Fresh: spy}, Targets: targets, Scratch: trialtest.Scratch(t)}
	if got, ok := a.Solve(t.Context(), targets[0], question(t, "(set-info :status sat)\n"+arithmetic+"(get-model)\n(exit)\n")); !ok || got.Answer != smt.Sat {
		t.Fatalf("%+v, %v", got, ok)
	}
	if votes := a.Ask(t.Context(), question(t, arithmetic), mutate.WantVotes); len(votes) != 1 || votes[0].Status != smt.Sat || votes[0].Model != "" {
		t.Errorf("votes %+v", votes)
	}
	replies := a.Ask(t.Context(), question(t, arithmetic), mutate.WantModel)
	if len(replies) != 1 || replies[0].Model == "" {
		t.Errorf("%+v", replies)
	}
	if runs := spy.Runs(); len(runs) != 1 || runs[0].Mode != solver.Process {
		t.Errorf("%d runs", len(runs))
	}
}

// What a copy says tells how long a target takes; engines use only its model.
func TestSolveInCopies(t *testing.T) {
	for _, tt := range []struct {
		name, options string
		vote          smt.Status
	}{
		{"unsat", "--answer=unsat", smt.Unsat},
		{"sat with a model", `--do='sat out "((define-fun x () Int 1))\n"'`, smt.Sat},
		{"unknown", "--answer=unknown", 0},
		{"crash", "--do='crash SEGV'", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			targets := trialtest.Fakes(t, "", tt.options)
			targets[0].Profile().Show.Model = "(get-model)"
			spy := &trialtest.Spy{}
			a := &query.Answers{
				Bench: &trial.Bench{Runner: spy, Fresh: spy}, Models: trialtest.Living{Mode: solver.Snapshot}, Targets: targets,
				Dir: filepath.Join(t.TempDir(), "answers"), Scratch: trialtest.Scratch(t),
			}
			got, ok := a.Solve(t.Context(), targets[0], question(t, arithmetic))
			if !ok || got.Answer != tt.vote {
				t.Fatalf("%+v, %v", got, ok)
			}
			if n := len(spy.Runs()); n > 0 != (got.Outcome == outcome.Crash) {
				t.Errorf("%d fresh runs for %s", n, got.Outcome)
			}
			replies := a.Ask(t.Context(), question(t, arithmetic), mutate.WantModels)
			if len(replies) > 0 != tt.vote.Decides() || len(replies) > 0 && replies[0].Status != tt.vote {
				t.Errorf("%+v", replies)
			}
			if n := len(spy.Runs()); tt.vote == smt.Unsat && n != 1 {
				t.Errorf("a truth rests on %d fresh runs", n)
			}
		})
	}
}
