package asking

import (
	"cmp"
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/run/inquiry"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
)

// Drawn asks questions that follow from random, as campaigns do: for values, simplifications, goals and optima. Targets that gave no answers are
// not asked. nil means that there is nothing to ask.
func (b *Base) Drawn(ctx context.Context, random *rng.Rand) (*Asked, error) {
	q := inquiry.New(b.Script, random.Split("terms"))
	t := b.Bench.New(b.Script, trial.Facts{
		Name: b.Name + "asked-", Plan: trial.AskEverySat, Truths: b.proven(b.Script.Checks()), Further: q.For, Front: q.Front, Referees: b.Referees,
	})
	return b.ask(ctx, t, func(run *solver.Run) bool { return len(q.For(run.Target.Profile())) > 0 })
}

// ask runs those targets on a trial's script that gave answers and that fit, and judges each of them.
func (b *Base) ask(ctx context.Context, t *trial.Trial, fits func(*solver.Run) bool) (*Asked, error) {
	out, err := askEach(ctx, t, b.Runs, func(run *solver.Run) bool { return Answered(run) && fits(run) })
	if out == nil || err != nil {
		return nil, cmp.Or(err, context.Cause(ctx))
	}
	out.Observed = t.ObserveAll(ctx, out.Runs)
	out.Found = b.fresh(slices.Clone(t.Judge(ctx, out.Observed).Found))
	return out, context.Cause(ctx)
}

// Conjecture asks for an interpolant or an abduct that follows from random; nil means that there is nothing to ask.
func (b *Base) Conjecture(ctx context.Context, random *rng.Rand) (*Asked, error) {
	q, ok := ConjectureOf(b.Script, random, b.Runs, b.blameless)
	if !ok {
		return nil, nil
	}
	asked, err := q.Ask(ctx, b.Bench, b.Runs, b.proven(b.Script.Checks()), b.Referees)
	if asked != nil {
		asked.Found = b.fresh(asked.Found)
	}
	return asked, err
}
