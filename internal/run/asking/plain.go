package asking

import (
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/experiment"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
)

// Plain asks the targets that were asked for a model for nothing but an answer: solvers do other things then, and some of their defects show only
// so. Scripts that ask several times are left out, since the first of their two runs asks for no model. What ends as it did with a model is judged
// already; the others are judged together with the runs of all other targets, in Runs. nil means that nothing is different.
func (b *Base) Plain(ctx context.Context) (*Asked, error) {
	t := b.Bench.New(b.Script, trial.Facts{Name: b.Name + "plain-", Plan: trial.AskEverySat, Truths: b.proven(b.Script.Checks())})
	x := experiment.Experiment{Trial: t, Known: b.Observed}
	var all []solver.Run
	for _, run := range b.Runs {
		if t.Checks() != 1 || run.Presentation == solver.Plain || !t.AsksMore(run.Target) {
			continue
		}
		t.Present(run.Target, solver.Plain)
		plain, err := t.Run(ctx, run.Target)
		if err != nil {
			t.Close()
			return nil, err
		}
		all = append(append(all, plain), t.Besides()...)
		if ends(&plain, &run) {
			x.Readers = append(x.Readers, experiment.Made(plain))
		}
	}
	if len(x.Readers) == 0 {
		t.Close()
		return nil, context.Cause(ctx)
	}
	once, err := x.Once(ctx)
	if err != nil {
		t.Close()
		return nil, err
	}
	out := &Asked{Trial: t, Result: once}
	out.Extra = all
	out.Found = slices.DeleteFunc(b.fresh(once.Found), func(f oracle.Finding) bool {
		return !slices.ContainsFunc(out.Runs, func(r solver.Run) bool { return r.Solver == f.Solver || r.Solver == f.Other })
	})
	for i := range out.Found {
		if f := &out.Found[i]; slices.ContainsFunc(out.Runs, func(r solver.Run) bool { return r.Solver == f.Solver }) {
			f.Evidence.Summary += " (asked for nothing but an answer)"
		}
	}
	return out, nil
}

// ends reports whether a run without a model ends in a way that has to be judged, unlike the one with a model.
func ends(plain, with *solver.Run) bool {
	switch {
	case plain.Crash != nil:
		return with.Crash == nil || with.Crash.Signature != plain.Crash.Signature
	case plain.InvalidModel != "":
		return with.InvalidModel == ""
	}
	return plain.Answer().Decides() && plain.Answer() != with.Answer()
}
