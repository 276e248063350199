package certified_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// starving is a runner on a machine that is busy now and then: one run of three under a limit shorter than the usual one reaches it.
type starving struct {
	trial.Runner
	usual time.Duration
	cpu   func(limit time.Duration) time.Duration // that such a run has had
	ever  bool                                    // they reach the usual limit too

	mu             sync.Mutex
	n              int
	short, usually int // runs that reached a limit
}

func (s *starving) Run(ctx context.Context, r trial.Request) (solver.Run, error) {
	run, err := s.Runner.Run(ctx, r)
	s.mu.Lock()
	defer s.mu.Unlock()
	late := s.ever && assertions(string(r.Text.Bytes)) == 2
	switch {
	case r.Limits.Time == s.usual && late && s.short > 0:
		s.usually++
	case r.Limits.Time < s.usual && s.ever && late, r.Limits.Time < s.usual && !s.ever && s.n%3 == 2:
		s.short++
	default:
		s.n++
		return run, err
	}
	s.n++
	run.Verdict, run.Wall, run.CPU = solver.Verdict{Limit: solver.LimitTime}, r.Limits.Time, s.cpu(r.Limits.Time)
	return run, err
}

// A machine that is busy now and then does not make results larger: what reached the limit for candidates without having had half of it in
// processor time is run once more, under the usual limit. What did have that is not.
func TestStarved(t *testing.T) {
	stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) {
		return said(smt.Unsat, "", text), strings.Contains(text, "bvmul") && assertions(text) >= 2
	})
	m := maker{rand.New(rand.NewPCG(5, 1))}
	for n := 0; n < 3; {
		text := m.formula(4)
		if truth, _ := worldOf(text).truth(); truth != smt.Sat || !strings.Contains(text, "bvmul") {
			continue
		}
		n++
		reduced := func(r trial.Runner) certified.Result {
			c := stage.caseOf(oracle.RefutationSoundness, stage.first)
			c.Bench.Runner, c.Bench.Fresh = r, r
			result, err := stage.reduce(t, c, text, certified.Config{})
			if err != nil {
				t.Fatal(err)
			}
			return result
		}
		want := reduced(stage.runner)
		waiting := &starving{Runner: stage.runner, usual: 10 * time.Second, cpu: func(limit time.Duration) time.Duration { return limit/2 - 1 }}
		if got := reduced(waiting); got.Best.Text != want.Best.Text || waiting.short == 0 {
			t.Errorf("after %d runs that were kept waiting\n%s\nand not\n%s", waiting.short, got.Best.Text, want.Best.Text)
		}
		working := &starving{Runner: stage.runner, usual: 10 * time.Second, ever: true, cpu: func(limit time.Duration) time.Duration { return limit / 2 }}
		if reduced(working); working.usually > 0 || working.short == 0 {
			t.Errorf("%d runs that work for ever have the usual limit", working.usually)
		}
		asleep := &starving{Runner: stage.runner, usual: 10 * time.Second, ever: true, cpu: func(time.Duration) time.Duration { return 0 }}
		if reduced(asleep); asleep.usually > 3+2 || asleep.usually == 0 { // two are under way at once
			t.Errorf("%d runs that sleep for ever have the usual limit, and %d a shorter one", asleep.usually, asleep.short)
		}
	}
}
