package storm

import (
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// maxPins bounds how many quantified fragments of a chain solvers are asked about.
const maxPins = 8

// pin asks solvers for the values of quantified fragments that evaluation leaves open: each question asserts only the fragment
// and defines every symbol by the assignment. A value counts when at least two solvers agree on it and none disagrees, so that
// it never rests on the solver under test alone. What they find sat counts as true only if they had nothing to choose.
func (s *source) pin(ctx context.Context, env mutate.Env) {
	if env.Asker == nil {
		return
	}
	left := maxPins
	for n := range s.pool.members {
		f := &s.pool.members[n]
		if !f.term.HasBinder() {
			continue
		}
		for i, a := range s.assignments {
			if f.known()&(1<<i) != 0 || a.Elements() {
				continue
			}
			if left--; left < 0 {
				return
			}
			ask, ok := s.material.pinned(a, f.term)
			if !ok {
				continue
			}
			switch mutate.Agreed(env.Asker.Ask(ctx, ask, mutate.WantAgreement)) {
			case smt.Sat:
				if s.forced(ctx, env, a, f.term) {
					s.pool.settle(n, truth{holds: 1 << i})
				}
			case smt.Unsat:
				s.pool.settle(n, truth{fails: 1 << i})
			}
		}
	}
}

// forced reports whether a formula that is sat under an assignment is true whatever the values are that the standard leaves open: another
// formula may need others.
func (s *source) forced(ctx context.Context, env mutate.Env, a *interp.Interpretation, t *term.Term) bool {
	if operators, selectors := problem.Open([]*term.Term{t}); len(operators) == 0 && !selectors {
		return true
	}
	not, err := s.not(t)
	if err != nil {
		return false
	}
	ask, ok := s.material.pinned(a, not)
	return ok && mutate.Agreed(env.Asker.Ask(ctx, ask, mutate.WantAgreement)) == smt.Unsat
}

// pinned returns the script that asks about a formula, with the meanings of an assignment for all symbols; ok is false when
// a symbol has none.
func (m *material) pinned(a *interp.Interpretation, t *term.Term) (s *script.Script, ok bool) {
	p := *m.problem
	p.Decls = slices.Clone(p.Decls)
	for i, c := range p.Decls {
		switch c.Kind {
		case script.DeclareSort:
			return nil, false // the number of elements would stay open
		case script.DeclareFun:
			def := a.Def(c.Decls[0])
			if def == nil {
				return nil, false
			}
			d := *c.Decls[0]
			d.Kind, d.Vars, d.Body = term.Defined, def.Vars, def.Body
			p.Decls[i] = &script.Command{Kind: script.DefineFun, Decls: []*term.Decl{&d}}
		}
	}
	return p.Asking(t), true
}
