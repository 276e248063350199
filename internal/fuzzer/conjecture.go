package fuzzer

import (
	"context"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/inquiry"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/triage"
	"github.com/assay-smt/assay/internal/trial"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// conjectured is how many mutants with further questions share one that is asked for an interpolant or an abduct. conjectureTime bounds
// the time of each such question: most take long, or have no answer.
const (
	conjectured    = 4
	conjectureTime = 2 * time.Second
)

// A conjecture is a question for an interpolant or an abduct.
type conjecture struct {
	script *script.Script
	ask    func(*solver.Profile) []solver.Question
	answer smt.Status // after which it can be asked, 0 for any
	plan   trial.Plan
}

// fits reports whether a run's target is asked: its answer permits the question, and nothing is held against it.
func (q *conjecture) fits(base judged, run *solver.Run) bool {
	return len(q.ask(run.Target.Profile())) > 0 && (q.answer == 0 || run.Answer() == q.answer) && explorable(run) && !base.blames(run.Solver)
}

// conjectureOf returns a question for an interpolant between two parts of the assertions, or one about a goal. The first needs a target that can
// be asked and says that the assertions are unsatisfiable; it is chosen half of the time if some target can be asked about a goal too. Without a
// question, the script is nil.
func (r *mutantRun) conjectureOf(base judged, random *rng.Rand) conjecture {
	var parts, goal conjecture
	parts.script, parts.ask = inquiry.Partition(r.mutant.Script, random.Split("partition"))
	parts.answer, parts.plan = smt.Unsat, trial.AskFurther // after unsat there is no model
	goal.script, goal.ask = inquiry.Conjecture(r.mutant.Script, random.Split("conjecture"))
	some := func(q conjecture) bool {
		return q.script != nil && slices.ContainsFunc(base.runs, func(run solver.Run) bool { return q.fits(base, &run) })
	}
	if some(parts) && (!some(goal) || random.Split("parts").Bool()) {
		return parts
	}
	return goal
}

// conjecture asks targets for an interpolant or an abduct, in fresh processes of their own: what they did with the mutant alone counts without
// it. It returns the findings on what they say that stand.
func (r *mutantRun) conjecture(ctx context.Context, base judged) ([]findings.Hit, error) {
	n := r.fuzzer.Questions
	if n <= 0 {
		return nil, nil
	}
	random := r.choose.SplitN(uint64(r.index)).Split("questions")
	if random.Split("share").IntN(n) > 0 || random.Split("conjectures").IntN(conjectured) > 0 {
		return nil, nil
	}
	q := r.conjectureOf(base, random)
	if q.script == nil {
		return nil, nil
	}
	t := r.bench.OnFresh().New(q.script, trial.Facts{Name: "conjecture", Plan: q.plan, Truths: slices.Clone(truths(r.mutant)), Further: q.ask, Referees: r.readers})
	defer t.Close()
	t.Time = min(r.bench.Limits.Time, conjectureTime)
	var runs []solver.Run
	for i := range base.runs {
		run := &base.runs[i]
		if !q.fits(base, run) {
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
