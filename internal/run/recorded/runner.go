// Package recorded has a Runner that runs each text once and then answers from memory. With it the cost of everything but solvers can be
// measured: the rest of a campaign's work is the same as with processes.
package recorded

import (
	"context"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
)

// A Runner answers for a target what the target said to the same text before, without taking the time again; new texts go to Inner. Safe for
// concurrent use.
type Runner struct {
	// Inner runs new texts, nil for processes.
	Inner trial.Runner

	mu    sync.RWMutex
	known map[string]map[string]reply // by target and text
	asked int                         // requests that went to Inner
}

// Run implements trial.Runner.
func (r *Runner) Run(ctx context.Context, q trial.Request) (solver.Run, error) {
	r.mu.RLock()
	v, ok := r.known[q.Target.String()][string(q.Text.Bytes)]
	r.mu.RUnlock()
	if ok {
		return solver.Run{
			Target: q.Target, Solver: q.Target.String(), Family: q.Target.Profile().Name, Version: q.Target.Version(),
			Verdict: v.Verdict, Questions: q.Text.Questions, Mode: solver.Process, Limits: q.Limits, Wall: v.Wall, CPU: v.CPU,
		}, ctx.Err()
	}
	inner := r.Inner
	if inner == nil {
		inner = trial.Process{}
	}
	run, err := inner.Run(ctx, q)
	if err == nil {
		r.add(q.Target.String(), string(q.Text.Bytes), reply{run.Verdict, run.Wall, run.CPU})
		r.mu.Lock()
		r.asked++
		r.mu.Unlock()
	}
	return run, err
}

// A reply is what a target said, and how long that took at the time: a campaign allots its effort by that.
type reply struct {
	Verdict   solver.Verdict
	Wall, CPU time.Duration
}

func (r *Runner) add(target, text string, v reply) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known == nil {
		r.known = make(map[string]map[string]reply)
	}
	if r.known[target] == nil {
		r.known[target] = make(map[string]reply)
	}
	r.known[target][text] = v
}

// Asked returns how many requests went to Inner.
func (r *Runner) Asked() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.asked
}
