package storm

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
)

// dressed changes, in a share of the mutants that ask once, how the question is put: by a tactic, or with names and an option by which a solver
// can be asked for an unsat core. What is asked stays the same, and so does its truth.
func (s *source) dressed(r *rng.Rand, m mutate.Mutant) (mutate.Mutant, error) {
	switch {
	case s.tactics != nil && r.Chance(s.opts.Tactics, 100):
		return s.byTactics(r, m), nil
	case m.Truths == nil && r.Chance(s.opts.Cores, 100):
		return s.withNames(m)
	}
	return m, nil
}

// byTactics lets tactics decide: the whole of a script that asks once, some of the checks of others.
func (s *source) byTactics(r *rng.Rand, m mutate.Mutant) mutate.Mutant {
	out := *m.Script
	out.Commands = make([]*script.Command, len(m.Script.Commands))
	for i, c := range m.Script.Commands {
		if c.Kind == script.CheckSat && (m.Truths == nil || r.Bool()) {
			t := s.tactics.Term(r)
			c = &script.Command{Kind: script.CheckSatUsing, Text: "(check-sat-using " + t + ")"}
			step := mutate.Step{Engine: Name, Rule: "tactic", Summary: t}
			m.Steps = append(m.Steps[:len(m.Steps):len(m.Steps)], step)
		}
		out.Commands[i] = c
	}
	m.Script = &out
	return m
}

// withNames names all assertions and enables cores.
func (s *source) withNames(m mutate.Mutant) (mutate.Mutant, error) {
	names := newNamed(s.material.problem)
	out := *m.Script
	out.Commands = append(make([]*script.Command, 0, len(m.Script.Commands)+1), option(question.Core.Option()))
	for _, c := range m.Script.Commands {
		if c.Kind == script.Assert {
			_, t, err := names.label(c.Terms[0])
			if err != nil {
				return mutate.Mutant{}, err
			}
			named := *c
			named.Terms = append(named.Terms[:0:0], t)
			c = &named
		}
		out.Commands = append(out.Commands, c)
	}
	m.Script = &out
	m.Steps = append(m.Steps[:len(m.Steps):len(m.Steps)], mutate.Step{Engine: Name, Rule: "names", Summary: "all assertions have names, for cores"})
	return m, nil
}
