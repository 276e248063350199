package trial

import (
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/question"
)

// Present sets how the script is presented to a target from now on. Without it, the presentation has everything that the plan asks for,
// which a target may refuse; see Run.
func (t *Trial) Present(target solver.Target, p solver.Presentation) {
	if t.presented == nil {
		t.presented = make(map[solver.Target]solver.Presentation)
	}
	t.presented[target] = p
}

// AsksMore reports whether the plan asks a target for, or tells it, more than is needed for its answers.
func (t *Trial) AsksMore(target solver.Target) bool {
	if t.checksItself() || t.everySat && t.checks > 1 && target.Profile().Show.Model != "" {
		return true
	}
	return t.script != nil && slices.ContainsFunc(t.questionsFor(target), func(q solver.Question) bool {
		return target.Profile().Command(q.Kind) != ""
	})
}

// PresentAs presents the script to targets as another trial does, so that their answers can be compared.
func (t *Trial) PresentAs(other *Trial) {
	for target, p := range other.presented {
		t.Present(target, p)
	}
	t.askedAlways = append(t.askedAlways, other.askedAlways...)
}

// AskAlways keeps a target that refuses the script from being asked again for answers alone: it is known that the extra requests are not what
// it refuses.
func (t *Trial) AskAlways(target solver.Target) { t.askedAlways = append(t.askedAlways, target) }

// Besides returns the runs made since its last call that Run did not return: those that were refused, or that were replaced by another one
// with more to show.
func (t *Trial) Besides() []solver.Run {
	out := t.besides
	t.besides = nil
	return out
}

// put runs a target on the script as it is presented to it.
func (t *Trial) put(ctx context.Context, target solver.Target) (solver.Run, error) {
	text, err := t.text(ctx, target, nil)
	if err != nil {
		return solver.Run{}, err
	}
	run, err := t.RunAs(ctx, target, target.String(), text)
	run.Presentation = t.presented[target]
	return run, err
}

// lesser returns the presentations that ask less of a target than its current one, but still as much as possible, in the order in which to
// try them.
func (t *Trial) lesser(ctx context.Context, target solver.Target) []solver.Presentation {
	if t.script == nil || t.facts.Plan == AskCore || t.facts.Plan == AskNothing || t.presented[target] != solver.Whole {
		return nil
	}
	text, err := t.text(ctx, target, nil)
	if err != nil {
		return nil
	}
	var out []solver.Presentation
	if len(t.furtherFor(target, nil)) > 0 {
		out = append(out, solver.Brief)
	}
	if slices.Contains(t.askedAlways, target) {
		return out
	}
	asks := len(text.Questions) > 0
	if t.checksItself() && asks {
		out = append(out, solver.Unchecked)
	}
	if t.checksItself() || asks {
		out = append(out, solver.Plain)
	}
	return out
}

// withLess runs a target that refused the script again, without what goes beyond answers. When it refuses that too, the first run counts.
func (t *Trial) withLess(ctx context.Context, target solver.Target, refused solver.Run) (solver.Run, error) {
	before := t.used[target.String()]
	for _, p := range t.lesser(ctx, target) {
		t.Present(target, p)
		run, err := t.put(ctx, target)
		if err != nil {
			return run, err
		}
		if !run.Refused() {
			run.Without = refused.Reason
			t.besides = append(t.besides, refused)
			return run, nil
		}
		t.besides = append(t.besides, run)
		t.Present(target, solver.Whole)
	}
	t.used[target.String()] = before
	return refused, nil
}

// AskModels is AskModel for a script that asks several times: it asks for the model for every sat, and the trial does so for all targets from then
// on. It returns the first run when there is nothing to ask, or when the new one gives other answers, unless that crashes.
func (t *Trial) AskModels(ctx context.Context, target solver.Target, first solver.Run) (solver.Run, error) {
	if t.script == nil || t.raw != nil || t.checks < 2 || first.Void || first.Without != "" {
		return first, nil
	}
	t.everySat = true
	presented := t.presented[target]
	if presented == solver.Plain {
		t.Present(target, solver.Whole)
	}
	run, asks, err := t.askModels(ctx, target, first)
	if !asks {
		t.Present(target, presented)
	}
	return run, err
}

// AskModel runs a target that answered sat without being asked for anything else once more, with the question for its model. It returns the
// new run, or the first one when the new one gives another answer without a crash, or when the plan does not ask for models.
func (t *Trial) AskModel(ctx context.Context, target solver.Target, first solver.Run) (solver.Run, error) {
	if t.script == nil || t.presented[target] != solver.Plain || first.Without != "" {
		return first, nil
	}
	before := t.used[target.String()]
	t.Present(target, solver.Whole)
	text, err := t.text(ctx, target, nil)
	if err != nil {
		return first, err
	}
	if !asksFor(text.Questions, question.Model) {
		t.Present(target, solver.Plain)
		return first, nil
	}
	run, err := t.put(ctx, target)
	if err != nil {
		return run, err
	}
	if run.Crash == nil && (run.Void || !slices.Equal(run.Answers, first.Answers)) {
		t.Present(target, solver.Plain)
		t.used[target.String()] = before
		first, run = run, first
	}
	t.besides = append(t.besides, first)
	return run, nil
}
