package fuzzer

import (
	"context"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/solver"
)

// Asks returns the targets that the mutants are for: those that read the seed, whose turn it is, and that are not skipped.
func (c *Chain) Asks() []solver.Target {
	var out []solver.Target
	for _, t := range c.readers {
		if c.session.of(t).tooSlow == "" {
			out = append(out, t)
		}
	}
	return out
}

// Repeat replaces Run for a mutant, 0 <= i < Len, that was run before: it reports that no target is run on it again. The error is what ctx
// ended with.
func (c *Chain) Repeat(ctx context.Context, i int) (Result, error) {
	if ctx.Err() != nil {
		return Result{}, context.Cause(ctx)
	}
	r := &mutantRun{Chain: c, index: i, mutant: &c.mutants[i], name: c.Name(i).String()}
	made := c.made(i)
	made.Repeat = true
	r.emit(made)
	for _, t := range c.fuzzer.Targets {
		if r.aside(t) {
			continue
		}
		if why := r.session.of(t).tooSlow; why != "" {
			r.skip(t, event.TooSlow, why)
			continue
		}
		r.skip(t, event.Repeat, "")
	}
	r.emit(event.Verdict{Mutant: r.name, Engine: c.name.Engine})
	return Result{Events: r.events}, nil
}
