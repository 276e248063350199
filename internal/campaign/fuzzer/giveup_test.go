package fuzzer_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
)

// slow is a runner that times out where a text contains a given string, and whose solvers answer unknown elsewhere.
type slow string

func (s slow) Run(_ context.Context, r trial.Request) (solver.Run, error) {
	run := solver.Run{Target: r.Target, Solver: r.Target.String(), Verdict: solver.Verdict{Answers: []smt.Status{smt.Unknown}}}
	if strings.Contains(string(r.Text.Bytes), string(s)) {
		run.Verdict = solver.Verdict{Limit: solver.LimitTime}
	}
	return run, nil
}

// TestGiveUp: a target is no longer asked in a chain after a number of consecutive time-outs, and any other end of a run
// restarts the count.
func TestGiveUp(t *testing.T) {
	const hangs, answers = "<=", ">="
	for _, tt := range []struct {
		name   string
		giveUp int
		chain  []string
		runs   int // until it is given up
	}{
		{"one of two", 2, []string{hangs, answers, hangs, answers, hangs, answers}, 6},
		{"two in a row", 2, []string{answers, hangs, hangs, answers, answers}, 3},
		{"two in a row after one", 2, []string{hangs, answers, hangs, hangs, answers}, 4},
		{"the first", 1, []string{hangs, answers}, 1},
		{"never", -1, []string{hangs, hangs, hangs, answers}, 4},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := &fuzzer.Fuzzer{Bench: &trial.Bench{Runner: slow("(<= x")}, Plan: fuzzer.Plan{GiveUp: tt.giveUp}, Targets: trialtest.Fakes(t, "", "")}
			results := runAll(t, f, arithmetic, list{operators: tt.chain})
			for i, r := range results {
				gaveUp := slices.ContainsFunc(r.Skipped, func(s event.Skip) bool { return s.Why == event.GaveUp })
				if asked := len(r.Runs) > 0; asked != (i < tt.runs) || gaveUp == asked {
					t.Errorf("mutant %d: asked %v, given up %v", i, asked, gaveUp)
				}
			}
		})
	}
}

// apart is a list whose mutants count as independent of each other.
type apart struct{ list }

func (apart) Relation() mutate.Relation { return mutate.Independent }

// hurried is a runner that times out where a text contains a given string, and records the limits of runs.
type hurried struct {
	slow
	limits *[]time.Duration
}

func (h hurried) Run(ctx context.Context, r trial.Request) (solver.Run, error) {
	*h.limits = append(*h.limits, r.Limits.Time)
	return h.slow.Run(ctx, r)
}

// TestIndependentMutantsAreNotGivenUp: a target that runs out of time on mutants that have nothing in common is asked about the next one, but has less
// time until it answers again.
func TestIndependentMutantsAreNotGivenUp(t *testing.T) {
	var limits []time.Duration
	f := &fuzzer.Fuzzer{
		Bench: &trial.Bench{Runner: hurried{"(<= x", &limits}, Limits: solver.Limits{Time: 8 * time.Second}},
		Plan:  fuzzer.Plan{GiveUp: 2}, Targets: trialtest.Fakes(t, "", ""),
	}
	for i, r := range runAll(t, f, arithmetic, apart{list{operators: []string{"<=", "<=", "<=", ">=", ">"}}}) {
		if len(r.Runs) != 1 || len(r.Skipped) > 0 {
			t.Errorf("mutant %d: %d runs, skipped: %v", i, len(r.Runs), r.Skipped)
		}
	}
	const full, short = 8 * time.Second, time.Second
	if diff := cmp.Diff([]time.Duration{full, full, short, short, full}, limits); diff != "" {
		t.Errorf("limits (-want +got):\n%s", diff)
	}
}
