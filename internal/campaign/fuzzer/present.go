package fuzzer

import (
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/run/inquiry"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// A Lesson is what a chain has learned about a target that refuses what it is asked for beyond answers, such as models: how scripts
// are presented to it since then, and the words of its refusal.
type Lesson struct {
	Presentation solver.Presentation `json:"presentation"`
	Reason       string              `json:"reason"`
}

// plain reports whether a target is, for a change, asked only for an answer about the mutant. That follows from the names of mutant
// and target.
func (r *mutantRun) plain(t solver.Target) bool {
	n := r.fuzzer.Plain
	return n > 0 && r.choose.SplitN(uint64(r.index)).Split(t.Stem()).IntN(n) == 0 && r.trial.AsksMore(t)
}

// facts returns what is known about a mutant, and what solvers are asked about it beyond models and cores; the latter follows from its name.
func (c *Chain) facts(i int) trial.Facts {
	f := trial.Facts{Truths: truths(&c.mutants[i])}
	n := c.fuzzer.Questions
	if n <= 0 {
		return f
	}
	r := c.choose.SplitN(uint64(i)).Split("questions")
	if r.Split("share").IntN(n) > 0 {
		return f
	}
	f.EverySat = true // a script that asks several times needs a second run: which checks are sat is not known before
	q := inquiry.New(c.mutants[i].Script, r.Split("terms"))
	f.Further, f.Front, f.Referees = q.For, q.Front, c.readers
	f.SelfCheck = r.Split("check").IntN(selfChecked) == 0
	return f
}

// selfChecked is how many mutants with further questions share one on which solvers check the models themselves. They see more than
// evaluation does under quantifiers, and take time for it.
const selfChecked = 4

// present decides how the mutant is presented to a target.
func (r *mutantRun) present(t solver.Target) {
	known := r.session.of(t)
	switch {
	case r.plain(t):
		r.trial.Present(t, solver.Plain)
	case known.lesson != nil:
		r.trial.Present(t, known.lesson.Presentation)
	case known.askAlways:
		r.trial.AskAlways(t)
	}
}

// learn draws a lesson from a run: about a target that refuses what goes beyond answers, or one that refused the mutant and still
// refuses it without that. The target gave its earlier answers in another presentation, so they are not a base to compare with.
func (r *mutantRun) learn(run *solver.Run, besides []solver.Run) {
	known := r.session.of(run.Target)
	switch {
	case run.Presentation == solver.Brief: // the next one is asked for other things
	case run.Without != "":
		known.lesson = &Lesson{run.Presentation, run.Without}
		known.answered = nil
	case known.lesson != nil && !r.plain(run.Target):
		run.Without = known.lesson.Reason
	case run.Refused() && len(besides) > 0:
		known.askAlways = true
	}
}

// askModels asks for the models of targets that answered sat when asked only for an answer, where something speaks against the
// sat: an unsat of another target, or the truth.
func (r *mutantRun) askModels(ctx context.Context, runs []solver.Run) error {
	disputed := disputed(r.trial, runs)
	if len(disputed) == 0 {
		return nil
	}
	ask := r.trial.AskModel
	if r.trial.Checks() != 1 {
		ask = r.trial.AskModels
	}
	for i, run := range runs {
		sat := func(check int) bool { return check < len(run.Answers) && run.Answers[check] == smt.Sat }
		if run.Void || !slices.ContainsFunc(disputed, sat) || r.trial.Checks() == 1 && run.Presentation != solver.Plain {
			continue
		}
		with, err := ask(ctx, run.Target, run)
		if err != nil {
			return err
		}
		runs[i] = with
		r.extra = append(r.extra, r.trial.Besides()...)
	}
	return nil
}

// disputed returns the check-sats that a run answers with unsat, or whose truth is unsat.
func disputed(t *trial.Trial, runs []solver.Run) []int {
	var out []int
	truths := t.Truths()
	for check := range t.Checks() {
		unsat := func(run solver.Run) bool {
			return !run.Void && check < len(run.Answers) && run.Answers[check] == smt.Unsat
		}
		if check < len(truths) && truths[check].IsUnsat() || slices.ContainsFunc(runs, unsat) {
			out = append(out, check)
		}
	}
	return out
}

// rememberRun keeps what a target answered to the mutant, unless it was asked in an unusual way.
func (r *mutantRun) rememberRun(run solver.Run) {
	if !r.plain(run.Target) {
		r.session.remember(r.mutant.Script, run.Target, run.Answer())
	}
}
