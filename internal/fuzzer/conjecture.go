package fuzzer

import (
	"context"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/inquiry"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/triage"
	"github.com/assay-smt/assay/internal/trial"
)

// conjectured is how many mutants with further questions share one of which an interpolant or an abduct is asked for, and conjectureTime
// bounds the time of each: most take long, or have none.
const (
	conjectured    = 4
	conjectureTime = 2 * time.Second
)

// conjecture asks targets for an interpolant or an abduct, in fresh processes of their own: what they did with the mutant alone counts without it.
// It returns what stands of what they say.
func (r *mutantRun) conjecture(ctx context.Context, base judged) ([]findings.Hit, error) {
	n := r.fuzzer.Questions
	if n <= 0 {
		return nil, nil
	}
	random := r.choose.SplitN(uint64(r.index)).Split("questions")
	if random.Split("share").IntN(n) > 0 || random.Split("conjectures").IntN(conjectured) > 0 {
		return nil, nil
	}
	s, ask := inquiry.Conjecture(r.mutant.Script, random.Split("conjecture"))
	if s == nil {
		return nil, nil
	}
	t := r.bench.OnFresh().New(s, trial.Facts{Name: "conjecture", Truths: slices.Clone(truths(r.mutant)), Further: ask, Referees: r.readers})
	defer t.Close()
	t.Time = min(r.bench.Limits.Time, conjectureTime)
	var runs []solver.Run
	for i := range base.runs {
		run := &base.runs[i]
		if len(ask(run.Target.Profile())) == 0 || !explorable(run) || base.blames(run.Solver) {
			continue
		}
		answered, err := t.Run(ctx, run.Target)
		if err != nil {
			return nil, err
		}
		r.extra = append(append(r.extra, answered), t.Besides()...)
		runs = append(runs, answered)
	}
	if len(runs) == 0 {
		return nil, nil
	}
	observed := t.ObserveAll(ctx, runs)
	for _, o := range observed {
		o.Models = nil // the mutant's own have been counted
		r.conjectures = append(r.conjectures, o)
	}
	found := slices.DeleteFunc(t.Judge(ctx, observed).Found, func(f oracle.Finding) bool {
		return f.Class != oracle.InvalidInterpolant && f.Class != oracle.InvalidAbduct && f.Class != oracle.CrashClass
	})
	if len(found) == 0 {
		return nil, context.Cause(ctx)
	}
	found, ofBaselines := oracle.OfBaselines(found, r.bench.Baselines)
	r.ofBaselines = append(r.ofBaselines, ofBaselines...)
	out, err := r.examiner.Examine(ctx, triage.Subject{Name: r.Name(r.index), Mutant: r.mutant, Trial: t, Runs: runs}, found)
	r.extra = append(r.extra, out.Extra...)
	return out.Hits, err
}
