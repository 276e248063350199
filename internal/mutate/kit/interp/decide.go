package interp

import (
	"context"
	"fmt"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
)

// Decide finds out whether the formulas of p are sat together. A model that evaluation confirms decides, and is returned. So does the
// label, Unknown for none, and the agreement of two solvers on unsat. Otherwise the status is Unknown. name is the seed's name, for the
// derivation.
func Decide(ctx context.Context, env mutate.Env, p *problem.Problem, name string, label smt.Status) (mutate.Truth, *Interpretation) {
	agreed := 0 // solvers on unsat
	if env.Asker != nil && label != smt.Unsat {
		question := p.Asking(p.Assertions...)
		for _, reply := range env.Asker.Ask(ctx, question, mutate.WantModel) {
			if a := confirmed(p, reply); a != nil {
				return mutate.Truth{Status: smt.Sat, Derivation: []string{fmt.Sprintf("the %s makes %s true", a.Name, name)}}, a
			}
			if reply.Status == smt.Unsat && label != smt.Sat {
				if votes := env.Asker.Ask(ctx, question, mutate.WantAgreement); mutate.Agreed(votes) == smt.Unsat {
					agreed = len(votes)
				}
			}
		}
	}
	switch {
	case label == smt.Sat, label == smt.Unsat:
		return mutate.Truth{Status: label, Label: true, Derivation: []string{fmt.Sprintf("%s is labelled %s", name, label)}}, nil
	case agreed > 0:
		return mutate.Truth{Status: smt.Unsat, Derivation: []string{fmt.Sprintf("%d solvers find %s unsat", agreed, name)}}, nil
	}
	return mutate.Truth{Status: smt.Unknown}, nil
}

// confirmed reads the model of a reply; nil when it does not make all formulas true.
func confirmed(p *problem.Problem, reply mutate.Reply) *Interpretation {
	a, err := Confirm(p.Asking(p.Assertions...), 0, reply)
	if err != nil {
		return nil
	}
	return a
}

// Confirm reads the model of a reply to what check number check of a script, from 0, asks about, and evaluates all its formulas. The error
// says why the model does not count: there is none, it cannot be read, or it makes a formula false or leaves it open.
func Confirm(s *script.Script, check int, reply mutate.Reply) (*Interpretation, error) {
	if reply.Status != smt.Sat || reply.Model == "" {
		return nil, fmt.Errorf("%s says %s without a model", reply.Solver, reply.Status)
	}
	a, err := ReadAt(s, check, reply.Model, reply.Solver)
	if err != nil {
		return nil, fmt.Errorf("the model of %s cannot be read: %w", reply.Solver, err)
	}
	active, _ := s.Active(check)
	for _, f := range active {
		switch v := a.Value(f.Term); {
		case v.IsFalse():
			return nil, fmt.Errorf("the model of %s makes a formula false: %s", reply.Solver, syntax.Clip(f.Term.String(), 80))
		case !v.IsTrue():
			return nil, fmt.Errorf("the model of %s leaves a formula open: %s", reply.Solver, syntax.Clip(v.Reason(), 120))
		}
	}
	return a, nil
}
