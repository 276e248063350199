package storm

import (
	"context"
	"fmt"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// core is a set of formulas that cannot all be true.
type core struct {
	formulas []*term.Term
	reason   []string
	// label says that it rests on the seed's status label alone.
	label bool
}

// core finds formulas that are unsat: those of an unsat core where a solver gives one, otherwise all formulas of an unsat
// seed; nil when no seed is unsat.
func (m *material) core(ctx context.Context, env mutate.Env, o Options) *core {
	if o.Unsat == 0 {
		return nil
	}
	from := 0
	for k, seed := range m.seeds {
		formulas := m.problem.Assertions[from : from+m.of[k]]
		from += m.of[k]
		// Formulas can be assumptions of checks other than the unsat one, or be stated on levels that are gone.
		labelled := seed.Truth.Status == smt.Unsat && seed.Script.Checks() == 1 && !seed.Script.Incremental()
		if seed.Truth.Status == smt.Sat || len(formulas) == 0 {
			continue
		}
		c, denied := m.asked(ctx, env, formulas, seed.Name, labelled)
		if c != nil {
			return c
		}
		if labelled && !denied {
			return &core{formulas: formulas, reason: []string{fmt.Sprintf("seed %s is labelled unsat", seed.Name)}, label: true}
		}
	}
	return nil
}

// asked lets solvers find a core. It returns nil when none says unsat, or when a single solver says so about formulas that no label
// covers. denied says that a solver answers sat for all formulas.
func (m *material) asked(ctx context.Context, env mutate.Env, formulas []*term.Term, seed string, labelled bool) (c *core, denied bool) {
	if env.Asker == nil {
		return nil, false
	}
	n := newNamed(m.problem)
	var commands []*script.Command
	commands = append(commands, option(question.Core.Option()))
	byName := map[string]*term.Term{}
	asserts := make([]*script.Command, 0, len(formulas))
	for _, t := range formulas {
		label, t2, err := n.label(t)
		if err != nil {
			return nil, false
		}
		byName[label] = t
		asserts = append(asserts, problem.Assert(t2))
	}
	ask := m.problem.Script(append(asserts, check)...)
	ask.Commands = append(commands, ask.Commands...)
	replies := env.Asker.Ask(ctx, ask, mutate.WantCore)
	if len(replies) == 0 {
		return nil, false
	}
	for _, reply := range replies {
		if reply.Status != smt.Unsat {
			return nil, true
		}
	}
	reply := replies[len(replies)-1] // the one with a core, if there is one
	c = &core{}
	for _, name := range reply.Core {
		if t := byName[name]; t != nil {
			c.formulas = append(c.formulas, t)
		}
	}
	if len(c.formulas) == 0 {
		c.formulas = formulas
	}
	// The word of one solver does not establish a truth, and a label covers all formulas together, not those that one solver picks.
	if !labelled || len(c.formulas) < len(formulas) {
		votes := env.Asker.Ask(ctx, m.problem.Asking(c.formulas...), mutate.WantAgreement)
		if mutate.Agreed(votes) != smt.Unsat {
			return nil, false
		}
	}
	if labelled {
		c.reason = append(c.reason, fmt.Sprintf("seed %s is labelled unsat", seed))
	}
	c.reason = append(c.reason, fmt.Sprintf("%s finds %d of its %d formulas unsat", reply.Solver, len(c.formulas), len(formulas)))
	return c, false
}

// unsat makes a script that contains the core, whatever else it asserts.
func (s *source) unsat(r *rng.Rand) (mutate.Mutant, error) {
	var commands []*script.Command
	for _, t := range s.core.formulas {
		t, err := s.disguised(r, t)
		if err != nil {
			return mutate.Mutant{}, err
		}
		commands = append(commands, problem.Assert(t))
	}
	extra := 0
	if s.opts.MaxAsserts > len(commands) {
		extra = r.IntN(s.opts.MaxAsserts - len(commands) + 1)
	}
	for range extra {
		f := s.pool.pick(r, s.reference(r), s.opts.Initial)
		if f == nil {
			break
		}
		commands = append(commands, problem.Assert(f.term))
	}
	for i := len(commands) - 1; i > 0; i-- {
		k := r.IntN(i + 1)
		commands[i], commands[k] = commands[k], commands[i]
	}
	summary := fmt.Sprintf("%d assertions of %s around a core of %d", len(commands), s.material.description(), len(s.core.formulas))
	return mutate.Mutant{
		Script: s.material.problem.Script(append(commands, check)...),
		Truth:  s.core.truth(),
		Steps:  []mutate.Step{{Engine: Name, Rule: "core", Summary: summary}},
	}, nil
}

func (c *core) truth() mutate.Truth {
	return mutate.Truth{Status: smt.Unsat, Derivation: c.reason, Label: c.label}
}

// disguised returns a formula that implies the given one: the same formula, or its conjunction with another one, plain or as
// the negation of a disjunction.
func (s *source) disguised(r *rng.Rand, t *term.Term) (*term.Term, error) {
	f := s.pool.pick(r, s.reference(r), s.opts.Initial)
	if f == nil || f.term == t || r.Chance(2, 3) {
		return t, nil
	}
	args := []*term.Term{t, f.term}
	if r.Bool() {
		args[0], args[1] = args[1], args[0]
	}
	if r.Bool() {
		return s.material.problem.Connect("and", args...)
	}
	for i := range args {
		var err error
		if args[i], err = s.not(args[i]); err != nil {
			return nil, err
		}
	}
	or, err := s.material.problem.Connect("or", args...)
	if err != nil {
		return nil, err
	}
	return s.not(or)
}

func option(key string) *script.Command {
	return &script.Command{Kind: script.SetOption, Name: key, Text: "true"}
}

// named gives formulas unique names.
type named struct {
	problem *problem.Problem
	taken   map[string]bool
	next    int
}

func newNamed(p *problem.Problem) *named {
	n := &named{problem: p, taken: map[string]bool{}}
	for i := range p.Decls {
		for _, d := range problem.Declared(p.Decls[i]) {
			n.taken[d.Name] = true
		}
	}
	return n
}

// fresh returns a name.
func (n *named) fresh(stem string) string {
	for {
		name := fmt.Sprintf("%s_%d", stem, n.next)
		n.next++
		if !n.taken[name] {
			n.taken[name] = true
			return name
		}
	}
}

// label returns (! t :named ...) and the name.
func (n *named) label(t *term.Term) (name string, labelled *term.Term, err error) {
	name = n.fresh("part")
	d := term.NewDecl(term.Label, name, nil, t.Sort())
	d.Body = t
	labelled, err = n.problem.Store.Annot(t, []term.Attr{{Key: ":named", Label: d}})
	return name, labelled, err
}
