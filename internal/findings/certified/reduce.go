package certified

import (
	"context"
	"errors"
	"fmt"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/reduce"
	"github.com/assay-smt/assay/internal/run/trial"
)

// Config says how to reduce a case.
type Config struct {
	// Dir is for the files that solvers read.
	Dir *disk.Scratch
	// Jobs is how many candidates are tried at once, 0 for one.
	Jobs int
	// MaxTests ends the reduction after that many candidates, 0 for no limit. Passes are those of package reduce, nil for all of them, and for
	// storm's own minimisation as well where it may help.
	MaxTests int
	Passes   []string
	// Begun is called with what the original shows, before anything is tried.
	Begun func(start *Shown) error
	// Better is called with each text that replaces the one before, and Progress whenever something was tried, both from the goroutine that
	// called Reduce. nil is not called. An error of Better ends the reduction.
	Better   func(best *Shown) error
	Progress func(reduce.Progress)
}

// A Result is the result of reducing a case.
type Result struct {
	// Start is the original, Best the smallest text that was confirmed. Best is Start when nothing smaller was found.
	Start, Best *Shown
	// Reduction counts what was tried, and says why it ended.
	Reduction reduce.Result
	// Confirmed says how often Best was run again in fresh processes at the end, and how often it showed. There are no runs when the context
	// had ended: then it showed only when it was accepted.
	Confirmed findings.Repetition
	// Back counts the texts that showed when they were accepted, but not at the end. Then Best is an earlier one, and nothing is known of its parts.
	Back int
	// Survival says of a crash how one sees that a solver has survived the result: an answer, or what it prints at its end, or why nothing tells it. It is
	// "" for other classes.
	Survival string
	// Options are those that matter, nil when that was not examined.
	Options *Matter
}

// confirmations and flakyConfirmations are how often the result is run again at the end: the latter where the finding did not always show, since
// then the runs are to say how often it does.
const (
	confirmations      = 2
	flakyConfirmations = 10
)

// Reduce makes the text of a case smaller. Every text that it accepts has shown the finding in a fresh plain process, and is certified as
// well as the original. The error is a *NotShownError where the original does not show the finding, or nothing shows it again at the end, or one of the runner,
// the disk or Config.Better: then the result has the best so far, if there is one. The end of ctx is not an error once something was shown.
func Reduce(ctx context.Context, c Case, text string, cfg Config) (Result, error) {
	x, err := newExaminer(c, cfg.Dir, cfg.Jobs)
	if err != nil {
		return Result{}, err
	}
	return x.reduce(ctx, text, cfg)
}

func (x *examiner) reduce(ctx context.Context, text string, cfg Config) (out Result, err error) {
	if why := x.Reducible(); why != "" {
		return out, &NotShownError{Problem: why}
	}
	defer func() {
		if out.Start != nil && err == nil && ctx.Err() != nil {
			out.Reduction.End = reduce.Interrupted // though nothing smaller may be left to try, the rest was not done
		}
	}()
	if out.Start, err = x.settle(ctx, text); err != nil {
		return out, err
	}
	out.Best = out.Start
	if x.Class.Crash() && x.form == nil {
		out.Survival = x.survival.String()
	}
	if x.form == nil {
		text = out.Start.Text
	}
	x.limit(out.Start.Run.Wall)
	slower, _ := x.form.(*slowdown)
	slower.search(out.Start)
	x.patience.set(true, false)
	if cfg.Begun != nil {
		if err := cfg.Begun(out.Start); err != nil {
			return out, err
		}
	}
	taken := []*Shown{out.Start}
	take := func(s *Shown) error {
		taken = append(taken, s)
		out.Best = s
		if cfg.Better != nil {
			return cfg.Better(s)
		}
		return nil
	}
	out.Reduction, err = x.search(ctx, text, cfg, take)
	if err == nil && x.stuck(&out, &cfg) {
		var again reduce.Result
		rest := cfg
		rest.MaxTests = max(0, cfg.MaxTests-out.Reduction.Tests) // stuck leaves some
		again, err = x.again(ctx, out.Start, rest, func(s *Shown) error {
			if len(s.Text) >= len(out.Best.Text) {
				return nil // this way has not got that far yet
			}
			return take(s)
		})
		out.Reduction = added(out.Reduction, again)
	}
	if err != nil || ctx.Err() != nil {
		return out, err
	}
	slower.race()
	if err := x.confirm(ctx, &out, taken); err != nil && ctx.Err() == nil {
		return out, err
	}
	slower.search(out.Best)
	x.patience.set(true, false)
	if _, lasting := x.form.(*session); ctx.Err() == nil && !lasting && !x.Class.Stated() {
		out.Options, err = x.matter(ctx, &out, cfg.Dir)
		if err == nil && out.Options != nil {
			slower.race()
			err = x.quiet(ctx, &out, cfg.Dir)
		}
		if err == nil && out.Options != nil {
			if out.Options.Replaced, err = x.replaced(ctx, &out, cfg.Dir); err == nil {
				out.Options.Tolerance, err = x.tolerance(ctx, &out, x.parse(out.Best.Text), cfg.Dir)
			}
		}
	}
	if ctx.Err() != nil {
		err = nil // what was confirmed stays
	}
	return out, err
}

// search reduces a text that shows the finding with package reduce, and calls take with each text that replaces the one before.
func (x *examiner) search(ctx context.Context, text string, cfg Config, take func(*Shown) error) (reduce.Result, error) {
	return reduce.Reduce(ctx, text, x, reduce.Config{
		Table: x.Bench.Table, Jobs: cfg.Jobs, MaxTests: cfg.MaxTests, Passes: cfg.Passes, Trusted: true, Progress: cfg.Progress,
		Better: func(best *reduce.Candidate) error {
			shown := x.take(best.Text())
			if shown == nil {
				return fmt.Errorf("certified: %d bytes were accepted and never shown", len(best.Text()))
			}
			return take(shown)
		},
	})
}

// confirm runs the last accepted text again, and goes back to earlier ones as long as it does not show. The error is a *NotShownError when not even the
// original does.
func (x *examiner) confirm(ctx context.Context, out *Result, taken []*Shown) error {
	on := <-x.slots
	defer func() { x.slots <- on }()
	flaky := x.Tries > 1
	times := confirmations
	if flaky {
		times = flakyConfirmations
	}
	if x.Class.Measured() {
		times = 1 // which is as many runs as it takes
	}
	for i := len(taken) - 1; i >= 0; i-- {
		rep := findings.Repetition{}
		last := taken[i]
		for range times {
			x.patience.set(true, rep.Shown == 0)
			shown, err := x.once(ctx, on, last.Text, x.parse(last.Text))
			if err != nil {
				return err
			}
			rep.Runs++
			if shown != nil {
				rep.Shown++
				last = shown
			}
		}
		if rep.Shown == rep.Runs || rep.Shown > 0 && (flaky || i == 0) {
			out.Best, out.Confirmed = last, rep
			return nil
		}
		if i == 0 {
			out.Best, out.Confirmed = out.Start, rep
			return &NotShownError{Problem: "it showed when the reduction began, and not again at its end, so it does not always show", Remedy: "nothing is changed; try again"}
		}
		out.Back++
		// Removals were tried from the text that is given up, not from this one.
		out.Best = taken[i-1]
		out.Reduction.End, out.Reduction.Untried = reduce.WentBack, reduce.Single(ctx, out.Best.Text, reduce.Config{Table: x.Bench.Table})
	}
	return nil
}

// Holds implements reduce.Predicate.
func (x *examiner) Holds(ctx context.Context, c *reduce.Candidate) (bool, error) {
	on := <-x.slots
	defer func() { x.slots <- on }()
	s, _ := c.Script()                                                    // nil for a text that cannot be read, which may still crash a solver
	if x.Fast != nil && s != nil && x.form == nil && !x.Class.Further() { // Fast does not ask what the text asks
		t := on.bench.New(s, trial.Facts{Name: "fast", Plan: trial.AskEverySat}).On(x.Fast)
		run, err := t.RunAs(ctx, x.Blamed, x.Solver, t.Text(x.Blamed))
		if err != nil || !x.worth(run) {
			return false, canceled(ctx, err)
		}
	}
	shown, err := x.examine(ctx, on, c.Text(), s)
	if err != nil || shown == nil {
		return false, canceled(ctx, err)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.held[c.Text()] = shown
	return true, nil
}

// canceled drops the error of a candidate that was called off.
func canceled(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return nil
	}
	return err
}

// take returns what an accepted text showed, and forgets all others: they were called off.
func (x *examiner) take(text string) *Shown {
	x.mu.Lock()
	defer x.mu.Unlock()
	shown := x.held[text]
	clear(x.held)
	return shown
}
