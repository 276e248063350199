package triage

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
)

// ErrNoWitness says that, as far as evaluation can tell, nothing makes the formula true: then nothing shows that unsat is wrong.
var ErrNoWitness = errors.New("no model is known that makes the formula true")

// openModel is what is said about a model that leaves an assertion open.
const openModel = "the model leaves an assertion open: it is not proven that unsat is wrong"

// witness finds the model to evaluate under, and enters it into q and into out who was asked for it: the one given, one that evaluation finds by itself, or
// that of the first solver under whose model every assertion is true; failing that, the first model that makes none false. The error wraps ErrNoWitness, or is
// about the disk or ctx.
func (l Locator) witness(ctx context.Context, q *Wrongly, out *Location) (*proof.Witness, error) {
	if certify.Beyond(q.Script, q.Check) {
		return nil, fmt.Errorf("%w: the check asks for more than its assertions, by an argument or a command that Assay does not know", ErrNoWitness)
	}
	var open *proof.Witness // of the first model that leaves an assertion open
	if q.Witness != "" {
		w, holds, err := witnessOf(ctx, *q, q.Witness)
		if q.Ask == nil || err == nil && holds {
			if err == nil && !holds {
				out.Caveat = openModel
			}
			return w, err
		}
		note := Attempt{Solver: "the model given", Result: "it leaves an assertion open"}
		if err != nil {
			note.Result, q.Witness = "it "+reasonOf(err), ""
		}
		open = w
		out.Witnesses = append(out.Witnesses, note)
	}
	if text := decided(ctx, *q, l.Bench); text != "" {
		if w, holds, err := witnessOf(ctx, *q, text); err == nil && holds {
			if q.Witness = text; len(out.Witnesses) > 0 {
				out.Witnesses = append(out.Witnesses, Attempt{Solver: "evaluation", Result: modelHolds})
			}
			return w, nil
		}
	}
	targets, err := q.asked(ctx)
	if err != nil {
		return nil, err
	}
	for _, t := range targets {
		w, holds, err := l.askFor(ctx, q, t, open == nil, out)
		switch {
		case err != nil:
			return nil, err
		case holds:
			return w, nil
		case open == nil:
			open = w
		}
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if open == nil {
		return nil, noWitness(out.Witnesses)
	}
	out.Caveat = openModel
	return open, nil
}

// asked returns the solvers to ask for a model: without the blamed one, which says unsat.
func (q *Wrongly) asked(ctx context.Context) ([]solver.Target, error) {
	if q.Ask == nil {
		return nil, nil
	}
	all, err := q.Ask(ctx)
	if at := q.Script.CheckCommand(q.Check); at >= 0 && q.Script.Commands[at].Kind == script.CheckSatUsing {
		return all, err // without the tactic it may answer something else
	}
	return slices.DeleteFunc(slices.Clone(all), func(t solver.Target) bool {
		return t.Path() == q.Blamed.Path() && t.Config.String() == q.Blamed.Config.String()
	}), err
}

// modelHolds is the result of asking for a model that is one.
const modelHolds = "sat, with a model under which every assertion is true"

// askFor asks a solver for a model. It enters one that holds into q, and one that leaves an assertion open if there is no better one yet. w is nil for a model
// that gives no usable results, or none. The error is about the disk or ctx.
func (l Locator) askFor(ctx context.Context, q *Wrongly, t solver.Target, first bool, out *Location) (w *proof.Witness, holds bool, err error) {
	note := Attempt{Solver: t.String(), Version: t.Version()}
	defer func() { out.Witnesses = append(out.Witnesses, note) }()
	text, why, err := l.model(ctx, q.Script, q.Check, t)
	if note.Result = why; err != nil || text == "" {
		return nil, false, err
	}
	w, holds, err = witnessOf(ctx, *q, text)
	switch {
	case ctx.Err() != nil:
		return nil, false, context.Cause(ctx)
	case err != nil:
		note.Result = "sat, and its model " + reasonOf(err)
		return nil, false, nil
	case holds:
		note.Result, q.Witness = modelHolds, text
		return w, true, nil
	}
	if note.Result = "sat, with a model that leaves an assertion open"; first {
		q.Witness = text
	}
	return w, false, nil
}

// reasonOf is why a model is none.
func reasonOf(err error) string {
	return strings.TrimPrefix(err.Error(), ErrNoWitness.Error()+": the one given ")
}

// noWitness says who has no model.
func noWitness(asked []Attempt) error {
	if len(asked) == 0 {
		return ErrNoWitness
	}
	by := map[string][]string{}
	var results []string // in order
	for _, a := range asked {
		if by[a.Result] == nil {
			results = append(results, a.Result)
		}
		by[a.Result] = append(by[a.Result], a.Solver)
	}
	parts := make([]string, len(results))
	for i, r := range results {
		parts[i] = strings.Join(by[r], ", ") + ": " + r
	}
	return fmt.Errorf("%w; %s", ErrNoWitness, strings.Join(parts, "; "))
}

// model returns the model that a solver shows for the check when it says sat, without a tactic: only one solver has tactics, and a wrong one may be what is
// looked into. why says why there is none. Only evaluation decides whether the model is right.
func (l Locator) model(ctx context.Context, s *script.Script, check int, target solver.Target) (text, why string, err error) {
	t := l.Bench.OnFresh().New(trial.WithoutTactics(s), trial.Facts{Name: "witness", Plan: trial.AskNothing})
	defer t.Close()
	run, err := t.AskAt(ctx, target, solver.Question{Check: check, Kind: question.Model})
	var unusable *solver.UnusableError
	switch {
	case errors.As(err, &unusable):
		return "", "it cannot be run", nil
	case err != nil:
		return "", "", err
	case run.Refused():
		return "", "it does not read the script", nil
	case run.Void || check >= len(run.Answers):
		return "", "no answer: " + string(run.Outcome()), nil
	case run.Answers[check] != smt.Sat:
		return "", run.Answers[check].String(), nil
	}
	if text = run.Return(check, question.Model); text == "" {
		why = "sat, and it shows no model"
	}
	return text, why, nil
}

// decided returns a witness that evaluation finds by itself, "" for none.
func decided(ctx context.Context, q Wrongly, b *trial.Bench) string {
	text, err := b.Print(ctx, q.Script, "")
	if err != nil {
		return ""
	}
	f, err := certify.ReadFormula(string(text), b.Operators(), ctx.Done())
	if err != nil {
		return ""
	}
	f.Done = ctx.Done()
	if r := f.Decide(q.Check); r.Verdict == oracle.ModelHolds {
		return r.Text
	}
	if r := f.Few(q.Check); r.Verdict == oracle.ModelHolds {
		return r.Text
	}
	return ""
}

// witnessOf reads a model of the formula. It need not make every assertion true, which holds reports: a step whose premises are true and whose conclusion is
// false is wrong anyway. The error wraps ErrNoWitness.
func witnessOf(ctx context.Context, q Wrongly, text string) (w *proof.Witness, holds bool, err error) {
	m, err := model.Read(text, q.Script, q.Check, model.Options{Done: ctx.Done()})
	if err != nil {
		return nil, false, fmt.Errorf("%w: the one given cannot be read: %w", ErrNoWitness, err)
	}
	w, holds = proof.NewWitness(m, proof.DefaultLimits)
	if !holds && w.Refuted() {
		return nil, false, fmt.Errorf("%w: the one given makes an assertion false", ErrNoWitness)
	}
	w.Stop(ctx.Done())
	return w, holds, nil
}
