package asking

import (
	"context"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/inquiry"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// conjectureTime bounds the time of each of these questions: most take long, or have no answer.
const conjectureTime = 2 * time.Second

// A Conjecture is a question for an interpolant or an abduct. The zero Conjecture asks nothing.
type Conjecture struct {
	script *script.Script
	ask    func(*solver.Profile) []solver.Question
	answer smt.Status // after which it can be asked, 0 for any
	plan   trial.Plan
	fits   func(*solver.Run) bool
}

// takes reports whether a run's target is asked: it gave answers, and they permit the question.
func (q *Conjecture) takes(run *solver.Run) bool {
	return len(q.ask(run.Target.Profile())) > 0 && (q.answer == 0 || run.Answer() == q.answer) && Answered(run) && q.fits(run)
}

// Answered reports whether a run gave answers that count and ended by itself, so that others can be compared with it.
func Answered(run *solver.Run) bool {
	return run.Crash == nil && !run.Void && !run.Refused() && run.Limit == solver.LimitNone && len(run.Answers) > 0
}

// ConjectureOf returns a question about a script for an interpolant between two parts of the assertions, or one about a goal. runs are those on the
// script itself, and fits says whose targets may be asked. The first kind needs a target that can be asked and says that the assertions are
// unsatisfiable; it is chosen half of the time if some target can be asked about a goal too. ok is false when there is nothing to ask.
func ConjectureOf(s *script.Script, random *rng.Rand, runs []solver.Run, fits func(*solver.Run) bool) (q Conjecture, ok bool) {
	parts, goal := Conjecture{fits: fits}, Conjecture{fits: fits}
	parts.script, parts.ask = inquiry.Partition(s, random.Split("partition"))
	parts.answer, parts.plan = smt.Unsat, trial.AskFurther // after unsat there is no model
	goal.script, goal.ask = inquiry.Conjecture(s, random.Split("conjecture"))
	some := func(q Conjecture) bool {
		return q.script != nil && slices.ContainsFunc(runs, func(run solver.Run) bool { return q.takes(&run) })
	}
	if some(parts) && (!some(goal) || random.Split("parts").Bool()) {
		return parts, true
	}
	return goal, goal.script != nil
}

// Ask asks the targets of runs in fresh processes: what they did with the script alone counts without the question. Referees are asked for models
// that refute what is said. nil means that no target was asked. Errors are those of experiment.Experiment.Once.
func (q *Conjecture) Ask(ctx context.Context, bench *trial.Bench, runs []solver.Run, truths []oracle.Truth, referees []solver.Target) (*Asked, error) {
	facts := trial.Facts{Name: "conjecture", Plan: q.plan, Truths: slices.Clone(truths), Further: q.ask, Referees: referees}
	limit := conjectureTime
	if all := bench.Limits.Time; all > 0 {
		limit = min(limit, all)
	}
	t := bench.OnFresh().New(q.script, facts).Within(limit)
	out, err := ask(ctx, t, runs, q.takes)
	if out == nil || err != nil {
		return nil, err
	}
	for i := range out.Observed {
		out.Observed[i].Models = nil // those of the script itself have been counted
	}
	out.Found = slices.DeleteFunc(out.Found, func(f oracle.Finding) bool {
		return !(f.Class.Further() && f.Class.Refereed()) && !f.Class.Crash()
	})
	return out, nil
}
