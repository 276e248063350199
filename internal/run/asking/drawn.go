package asking

import (
	"context"

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
	out, err := ask(ctx, t, b.Runs, func(run *solver.Run) bool { return Answered(run) && len(q.For(run.Target.Profile())) > 0 })
	if out == nil || err != nil {
		return nil, err
	}
	out.Found = b.fresh(out.Found)
	return out, nil
}

// Conjecture asks for a conjecture that follows from random; nil means that there is nothing to ask.
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
