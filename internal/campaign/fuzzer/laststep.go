package fuzzer

import (
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// lastStep finds out what the targets that leave a mutant undecided answer to the script from which the last step made it, and
// enters that into the trial. Most were run on that script when it was itself a mutant. Such an answer counts only when the
// targets were told the same: a step may need another logic or further options, in which solvers differ more than in a rewrite,
// so the base is then run anew. In fresh processes it is always run anew.
func (r *mutantRun) lastStep(ctx context.Context, j *judged) error {
	undecided := j.undecided()
	m := r.mutant
	if m.Base == nil || len(m.Steps) == 0 || len(undecided) == 0 {
		return nil
	}
	before := inLogic(m.Base, m.Script)
	bench := r.bench
	if j.fresh {
		bench = bench.OnFresh()
	}
	base := bench.New(before, trial.Facts{Name: "base"})
	base.PresentAs(j.trial)
	asItWas := base.Adopt(j.trial) && before == m.Base
	step := &oracle.Step{Summary: m.Steps[len(m.Steps)-1].String(), Answers: make(map[string]smt.Status)}
	for _, t := range undecided {
		a, known := r.session.answer(m.Base, t)
		asItWas := asItWas && !r.plain(t)
		if !known || !asItWas || j.fresh {
			limited := base
			if !j.fresh {
				limited = base.Within(r.limit(t, r.index))
			}
			run, err := limited.Run(ctx, t)
			if err != nil {
				return err
			}
			r.extra = append(append(r.extra, run), base.Besides()...)
			a = run.Answer()
			if asItWas {
				r.session.remember(m.Base, t, a)
			}
		}
		// The solver need not repeat an answer that the step does not preserve.
		if a.Decides() && a == m.PreservedStatus {
			step.Answers[t.String()] = a
		}
	}
	j.base, j.trial = base, j.trial.After(step)
	return nil
}

// inLogic returns s in the logic of other, s itself when that is already its logic or one of them sets none.
func inLogic(s, other *script.Script) *script.Script {
	isLogic := func(c *script.Command) bool { return c.Kind == script.SetLogic }
	at, from := slices.IndexFunc(s.Commands, isLogic), slices.IndexFunc(other.Commands, isLogic)
	if at < 0 || from < 0 || s.Commands[at].Name == other.Commands[from].Name {
		return s
	}
	c := *s.Commands[at]
	c.Name = other.Commands[from].Name
	return s.With(at, c)
}
