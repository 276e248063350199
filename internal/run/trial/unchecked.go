package trial

import (
	"context"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
)

// unchecked finds out whether a model that a solver's own check rejects is right, where the solver ended without showing it: some abort at once.
// It runs the target once more in a fresh process, without that check, and keeps the answer and the model in the run. It does so for scripts
// with one check-sat: in others it is not known which model was rejected.
func (t *Trial) unchecked(ctx context.Context, target solver.Target, text *Text, o solver.Options, run *solver.Run) error {
	show := target.Profile().Show.Model
	if run.InvalidModel == "" || run.Void || t.checks != 1 || show == "" || run.Return(0, question.Model) != "" {
		return nil
	}
	names := checkNames(target.Profile())
	without := target.With(withoutOptions(target.Config, names))
	free, script := t.uncheckedText(ctx, target, text, names)
	if free == nil || without == target && !o.SelfCheck && !script {
		return nil // nothing tells it to check, as far as is known
	}
	o.SelfCheck, o.Models = false, true
	again, err := t.bench.OnFresh().run(ctx, t, without, free, o)
	if err != nil {
		return err
	}
	if model := again.Return(0, question.Model); again.Answer() == smt.Sat && again.Crash == nil && again.InvalidModel == "" && model != "" && !otherEscapes(again, model) {
		run.Unchecked = &solver.UncheckedRun{Solver: without.String(), Model: model}
	}
	return nil
}

// uncheckedText is the text that asks for the model and does not tell the solver to check it; nil for none. changed says that the text told it so.
func (t *Trial) uncheckedText(ctx context.Context, target solver.Target, text *Text, names []string) (free *Text, changed bool) {
	if t.script == nil {
		if asksFor(text.Questions, question.Model) {
			return text, false
		}
		return nil, false
	}
	c, own := *t, *t.state
	own.texts, c.facts.Name, c.facts.Front = map[string]*Text{}, t.facts.Name+"unchecked-", nil
	s := *t.script
	s.Commands = slices.DeleteFunc(slices.Clone(s.Commands), func(c *script.Command) bool {
		return c.Kind == script.SetOption && slices.Contains(names, strings.TrimPrefix(c.Name, ":"))
	})
	own.script, c.state = &s, &own
	free, err := c.render(ctx, target, []solver.Question{{Check: 0, Kind: question.Model}})
	if err != nil {
		return nil, false
	}
	t.texts["\x00unchecked\x00"+target.Profile().Dialect] = free // Close removes its file
	return free, len(s.Commands) < len(t.script.Commands)
}

// checkNames are the names of the options by which solvers of a profile check their own models, without dashes.
func checkNames(p *solver.Profile) []string {
	var out []string
	for _, arg := range p.Call.SelfCheck {
		name, _, _ := strings.Cut(arg, "=")
		out = append(out, strings.TrimLeft(name, "-"))
	}
	return out
}

// withoutOptions returns a configuration without the options of these names.
func withoutOptions(c solver.Configuration, names []string) solver.Configuration {
	for _, o := range c.Options() {
		if slices.Contains(names, strings.TrimLeft(o.Name, "-")) {
			c = c.Without(o.Name)
		}
	}
	return c
}

// uncheckedModel evaluates the model that the solver gives when it does not check it.
func uncheckedModel(r solver.Run, f *certify.Formula) *oracle.Unchecked {
	if r.Unchecked == nil {
		return nil
	}
	return &oracle.Unchecked{Solver: r.Unchecked.Solver, Model: f.Model(r.Unchecked.Model, r.Family, 0)}
}
