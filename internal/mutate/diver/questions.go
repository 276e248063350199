package diver

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// questions are the check-sats of a seed with what is known about them.
type questions struct {
	checks []mutate.Truth // of the seed, by check
	worlds []world
	// sees holds the worlds in which an assertion has to be true, by command.
	sees map[int][]int
	// others holds the checks without a model that an assertion is part of, by command.
	others map[int][]int
}

// world is a check-sat under a model that makes its formulas true.
type world struct {
	check int
	model *interp.Interpretation
}

const (
	// maxChecks is how many check-sats of a script get a model.
	maxChecks = 8
	// guesses is how many interpretations are tried where no solver can be asked.
	guesses = 200
)

// questionsOf finds a model for each check-sat of a seed. The error wraps mutate.ErrNotApplicable when there is none, and says why.
func questionsOf(ctx context.Context, seed *mutate.Seed, env mutate.Env, r *rng.Rand) (*questions, error) {
	s := seed.Script
	n := s.Checks()
	if n == 0 {
		return nil, fmt.Errorf("%w: the seed asks nothing", mutate.ErrNotApplicable)
	}
	q := &questions{checks: make([]mutate.Truth, n), sees: map[int][]int{}, others: map[int][]int{}}
	for check := range n {
		q.checks[check].Status = smt.Unknown
	}
	var why error
	// Nothing is known about later ones, whatever changes, and a script can ask many thousand times about all that it has asserted so far.
	for check := range min(n, maxChecks) {
		model, truth, err := modelOf(ctx, seed, env, check, r)
		if cause := context.Cause(ctx); cause != nil {
			return nil, cause // an unanswered question is not a reason
		}
		if err != nil && why == nil {
			why = err
		}
		q.checks[check] = truth
		if model != nil {
			q.worlds = append(q.worlds, world{check, model})
		}
		active, _ := s.Active(check)
		for _, a := range active {
			switch {
			case a.Assumed:
			case model == nil:
				q.others[a.Command] = append(q.others[a.Command], check)
			default:
				q.sees[a.Command] = append(q.sees[a.Command], len(q.worlds)-1)
			}
		}
	}
	if len(q.worlds) == 0 {
		return nil, why
	}
	return q, nil
}

// modelOf finds a model of what a check-sat asks about. Without one, it still returns the truth as far as it is known, and the error,
// which wraps mutate.ErrNotApplicable, says why there is none.
func modelOf(ctx context.Context, seed *mutate.Seed, env mutate.Env, check int, r *rng.Rand) (*interp.Interpretation, mutate.Truth, error) {
	unknown := mutate.Truth{Status: smt.Unknown}
	p, err := problem.At(seed.Script, check)
	if err != nil {
		return nil, unknown, err
	}
	if len(p.Assertions) == 0 {
		return nil, unknown, fmt.Errorf("%w: the seed has no assertion", mutate.ErrNotApplicable)
	}
	if env.Asker == nil {
		return guessed(p, seed, r)
	}
	why := errors.New("no solver finds a model of the seed")
	question := p.Asking(p.Assertions...)
	for _, reply := range env.Asker.Ask(ctx, question, mutate.WantModel) {
		if reply.Status == smt.Unsat {
			if votes := env.Asker.Ask(ctx, question, mutate.WantAgreement); mutate.Agreed(votes) == smt.Unsat {
				unknown = mutate.Truth{Status: smt.Unsat, Derivation: []string{fmt.Sprintf("%d solvers find %s unsat", len(votes), seed.Name)}}
			}
			why = fmt.Errorf("%s says that the seed is unsat", reply.Solver)
			continue
		}
		model, err := interp.Confirm(seed.Script, check, reply)
		if err == nil {
			return model, satisfied(seed, model), nil
		}
		why = err
	}
	return nil, unknown, fmt.Errorf("%w: %w", mutate.ErrNotApplicable, why)
}

// guessed searches for a model at random.
func guessed(p *problem.Problem, seed *mutate.Seed, r *rng.Rand) (*interp.Interpretation, mutate.Truth, error) {
	chooser := interp.NewChooser(p)
	var last *interp.Interpretation
	for i := range guesses {
		a, err := last, error(nil)
		if last == nil || i%4 == 0 {
			a, err = chooser.Random(r)
		} else {
			a, err = chooser.Near(r, last)
		}
		if err != nil {
			if last == nil {
				return nil, mutate.Truth{Status: smt.Unknown}, fmt.Errorf("%w: %w", mutate.ErrNotApplicable, err)
			}
			continue
		}
		if last = a; !slices.ContainsFunc(p.Assertions, func(t *term.Term) bool { return !a.Value(t).IsTrue() }) {
			return a, satisfied(seed, a), nil
		}
	}
	return nil, mutate.Truth{Status: smt.Unknown}, fmt.Errorf("%w: no random assignment satisfies the seed, and there is no solver to ask for a model", mutate.ErrNotApplicable)
}

func satisfied(seed *mutate.Seed, a *interp.Interpretation) mutate.Truth {
	return mutate.Truth{Status: smt.Sat, Derivation: []string{fmt.Sprintf("the %s makes %s true", a.Name, seed.Name)}}
}

// usedLabels returns the labels of a script that are used somewhere: the terms they stand for must not change.
func usedLabels(s *script.Script) map[*term.Decl]bool {
	used := map[*term.Decl]bool{}
	term.Walk(s.Roots(), func(t *term.Term) bool {
		if f := t.Func(); f != nil && f.Decl != nil && f.Decl.Kind == term.Label {
			used[f.Decl] = true
		}
		return true
	})
	return used
}

// holdsAny reports whether t is annotated with one of the labels.
func holdsAny(t *term.Term, labels map[*term.Decl]bool) bool {
	return slices.ContainsFunc(t.Attrs(), func(a term.Attr) bool { return a.Label != nil && labels[a.Label] })
}
