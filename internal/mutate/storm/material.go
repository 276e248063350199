package storm

import (
	"context"
	"fmt"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/term"
)

// assignments finds n different assignments: a solver's model of the formulas, or of their negation where they are unsat;
// neighbours of that model; and random ones. Without a solver all are random.
func (m *material) assignments(ctx context.Context, env mutate.Env, n int, r *rng.Rand) ([]*interp.Interpretation, error) {
	var all []*interp.Interpretation
	if a := m.solved(ctx, env); a != nil {
		all = append(all, a)
	}
	ch := interp.NewChooser(m.problem)
	var fail error
	for k := 0; len(all) < n && k < 2*n; k++ {
		var a *interp.Interpretation
		var err error
		if len(all) > 0 && r.Bool() {
			a, err = ch.Near(r, rng.Pick(r, all))
		} else {
			a, err = ch.Random(r)
		}
		if err != nil {
			fail = err
			continue
		}
		all = append(all, a)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%w: no assignment: %w", mutate.ErrNotApplicable, fail)
	}
	return all, nil
}

// solved asks solvers for a model; nil when no solver has one.
func (m *material) solved(ctx context.Context, env mutate.Env) *interp.Interpretation {
	if env.Asker == nil {
		return nil
	}
	p := m.problem
	unsat := false
	for _, reply := range env.Asker.Ask(ctx, p.Asking(p.Assertions...), mutate.WantModel) {
		if a := m.read(reply); a != nil {
			return a
		}
		unsat = unsat || reply.Status == smt.Unsat
	}
	if !unsat {
		return nil
	}
	negation, err := m.negated()
	if err != nil {
		return nil
	}
	for _, reply := range env.Asker.Ask(ctx, p.Asking(negation), mutate.WantModel) {
		if a := m.read(reply); a != nil {
			return a
		}
	}
	return nil
}

// read makes an assignment from a reply; nil when it contains no readable model.
func (m *material) read(reply mutate.Reply) *interp.Interpretation {
	if reply.Status != smt.Sat || reply.Model == "" {
		return nil
	}
	a, err := interp.Read(m.problem, reply.Model, reply.Solver)
	if err != nil {
		return nil
	}
	return a
}

// negated returns the negation of the conjunction of all formulas.
func (m *material) negated() (*term.Term, error) {
	all, err := m.problem.Conjunction(m.problem.Assertions...)
	if err != nil {
		return nil, err
	}
	return m.problem.Connect("not", all)
}
