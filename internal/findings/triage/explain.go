package triage

import (
	"context"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/solver"
)

// Unsupported is a finding that was dropped: its formula has operators that the solver does not support at all.
type Unsupported struct {
	Target    solver.Target
	Operators []string // by name, sorted
}

// A loss holds the operators that a solver lacks and its baseline has.
type loss struct {
	solver, baseline string
	operators        []string
}

// explain removes the findings about unknowns that are explained by operators that no solver claims to support: those that the last step
// introduced and the solver lacks, or those of a regression that the baseline lacks too. Operators that only the newer solver lacks are
// lost, and that is the finding.
func (e *examination) explain(ctx context.Context, found []oracle.Finding) ([]oracle.Finding, error) {
	var kept []oracle.Finding
	for _, f := range found {
		excuse, err := e.excuse(ctx, f)
		switch {
		case err != nil:
			return nil, err
		case len(excuse) > 0:
			e.out.Unsupported = append(e.out.Unsupported, Unsupported{Target: e.target(f.Solver), Operators: query.Names(excuse)})
		default:
			kept = append(kept, f)
		}
	}
	return kept, nil
}

// excuse returns the uses of operators that explain an unknown, none for findings of other classes.
func (e *examination) excuse(ctx context.Context, f oracle.Finding) ([]query.Use, error) {
	logic := e.Trial.Logic()
	switch f.Class.Basis() {
	case oracle.BasisStep:
		return e.Support.Lacks(ctx, e.target(f.Solver), logic, query.UsesOf(e.Mutant.Script, e.Mutant.Base))
	case oracle.BasisBaseline:
		lost, err := e.Support.Lacks(ctx, e.target(f.Solver), logic, query.UsesOf(e.Mutant.Script, nil))
		if err != nil {
			return nil, err
		}
		e.lost = append(e.lost, loss{f.Solver, f.Other, query.Names(lost)})
		return e.Support.Lacks(ctx, e.target(f.Other), logic, lost)
	default:
		return nil, nil
	}
}

// lostOperators returns the operators that are known to be lost in a finding.
func (e *examination) lostOperators(f oracle.Finding) []string {
	for _, l := range e.lost {
		if f.Class.Basis() == oracle.BasisBaseline && l.solver == f.Solver && l.baseline == f.Other {
			return l.operators
		}
	}
	return nil
}
