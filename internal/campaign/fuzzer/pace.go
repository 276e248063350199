package fuzzer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/solver"
)

// A Pace says how much time targets get in one chain. It does not influence which mutants the chain has. Its methods are called
// from the chain's goroutine.
type Pace interface {
	// Knows reports whether it is known what a target does with the seed itself. If not, the chain runs it and reports the result
	// through Solved, whose errors are *disk.OutputError and what the campaign ended with.
	Knows(t solver.Target) bool
	Solved(e event.Solve) error
	// TooSlow returns why a target should not be run on the chain's mutants, "" if it should.
	TooSlow(t solver.Target) string
	// Limit returns the time limit for a target on the mutant with an index, 0 for that of the bench.
	Limit(t solver.Target, index int) time.Duration
	// OverBudget reports whether the mutant with an index is not run because those before it took long.
	OverBudget(index int) bool
}

// ErrAllTooSlow is wrapped by Chain's error when no target should be run on the mutants, so none were made.
var ErrAllTooSlow = errors.New("all solvers give way")

// solveSeed runs on the seed itself the targets whose result on it is not known, and finds out which targets are skipped.
func (c *Chain) solveSeed(ctx context.Context, seed seeds.Seed) error {
	pace := c.place.Pace
	if pace == nil {
		return nil
	}
	for _, t := range c.readers {
		if c.fuzzer.Solver == nil || pace.Knows(t) {
			continue
		}
		s, ok := c.fuzzer.Solver.Solve(ctx, t, c.script)
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if !ok {
			continue // its runs on mutants say why
		}
		err := pace.Solved(event.Solve{
			Seed: seed.Name, SeedHash: seed.Hash, Job: c.place.Slot, Logic: c.script.Logic(), Solver: t.String(), Version: t.Version(),
			Outcome: s.Outcome, Reason: s.Reason, Seconds: s.Seconds, CPU: s.CPU, Limit: s.Limit,
		})
		if err != nil {
			return err
		}
	}
	for _, t := range c.readers {
		c.session.of(t).tooSlow = pace.TooSlow(t)
	}
	if len(c.Asks()) == 0 {
		return fmt.Errorf("%w: %s", ErrAllTooSlow, c.session.of(c.readers[0]).tooSlow)
	}
	return nil
}

// limit returns the time limit for a target on a mutant, 0 for that of the bench.
func (c *Chain) limit(t solver.Target, index int) time.Duration {
	if c.place.Pace == nil {
		return 0
	}
	return c.place.Pace.Limit(t, index)
}

// overBudget reports whether a mutant is not run because those before it took long.
func (c *Chain) overBudget(index int) bool {
	return c.place.Pace != nil && c.place.Pace.OverBudget(index)
}
