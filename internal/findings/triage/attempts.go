package triage

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/internal/run/inference"
	"github.com/assay-smt/assay/internal/solver"
)

// An approach is a version with settings.
type approach struct {
	name     string
	find     func(ctx context.Context) (solver.Target, error)
	settings []string
	// stopgap is for what is only tried if the version has shown no proof so far.
	stopgap bool
}

// attempts lists what is tried: the blamed solver with a proof in all its detail, and as it is; then alternately the nearest version and the next setting.
func (l Locator) attempts(q Wrongly) []approach {
	blamed := func(context.Context) (solver.Target, error) { return q.Blamed, nil }
	show := q.Blamed.Profile().Show
	var detail []string
	if show.ProofDetail != "" {
		detail = []string{show.ProofDetail}
	}
	out := []approach{{name: q.Blamed.String(), find: blamed, settings: detail}}
	if detail != nil {
		out = append(out, approach{name: q.Blamed.String(), find: blamed})
	}
	settings, near := show.ProofSettings, q.Near
	for len(settings) > 0 || len(near) > 0 {
		if len(settings) > 0 {
			out = append(out, approach{name: q.Blamed.String(), find: blamed, settings: append(slices.Clone(detail), settings[0])})
			settings = settings[1:]
		}
		for range 2 {
			if len(near) > 0 {
				out = append(out, approach{name: near[0].Name, find: near[0].Target, settings: detail})
				if detail != nil {
					out = append(out, approach{name: near[0].Name, find: near[0].Target, stopgap: true})
				}
				near = near[1:]
			}
		}
	}
	return out
}

// tryAll tries one approach after the other until one shows a wrong step.
func (l Locator) tryAll(ctx context.Context, q Wrongly, out *Location) error {
	shown := map[string]bool{} // the versions that have shown a proof
	left := l.most()
	for _, a := range l.attempts(q) {
		if out.State == Located || left == 0 {
			break
		}
		if a.stopgap && shown[a.name] {
			continue
		}
		left--
		read, err := l.attempt(ctx, q, a, out)
		if err != nil {
			return err
		}
		shown[a.name] = shown[a.name] || read
	}
	return nil
}

// attempt tries one version and setting, and enters the result if it is better than what is known. read reports whether there was a proof.
func (l Locator) attempt(ctx context.Context, q Wrongly, a approach, out *Location) (read bool, err error) {
	note := Attempt{Solver: a.name, Setting: strings.Join(a.settings, ", ")}
	defer func() { out.Tried = append(out.Tried, note) }()
	target, err := a.find(ctx)
	var unusable *solver.UnusableError
	if errors.As(err, &unusable) {
		note.Result = unusable.Problem
		return false, nil
	}
	if err != nil {
		return false, err
	}
	note.Version = target.Version()
	shown, err := inference.ShowProof(ctx, l.Bench, q.Script, q.Check, target, a.settings...)
	if err != nil {
		return false, err
	}
	if shown.Why != "" {
		note.Result = shown.Why
		return false, nil
	}
	p, err := proof.Read(shown.Text, q.Script, q.Check, proof.Options{Done: ctx.Done()})
	if err != nil {
		note.Result = "unsat, and " + err.Error()
		return false, nil
	}
	w, _, err := witnessOf(ctx, q, q.Witness) // each proof has its own constants
	if err != nil {
		return false, err
	}
	r := proof.Check(p, w)
	if err := context.Cause(ctx); err != nil {
		return false, err // the evaluation may have been cut short
	}
	note.Result = "unsat, with a proof of " + r.Counts()
	state := stateOf(&r)
	if rank(state) > rank(out.State) {
		out.State, out.Report, out.Solver, out.Version, out.Setting = state, &r, target.String(), target.Version(), note.Setting
		out.Command, out.Asked, out.Proof = shown.Command, shown.Asked, []byte(shown.Text)
	}
	return true, nil
}
