package inference

import (
	"context"
	"errors"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// convert makes scripts of false statements: satisfiable ones that the statement contradicts.
func (c *examination) convert(ctx context.Context) error {
	for _, f := range c.found {
		out := &c.report.Found[f.at]
		if c.whole != nil {
			out.Unmade = c.whole.Error()
			continue
		}
		if err := c.make(ctx, f, out); err != nil {
			return err
		}
	}
	return nil
}

// make tries scripts until the solver answers one wrongly; the last one that is certified stays.
func (c *examination) make(ctx context.Context, f falsified, out *Finding) error {
	all, why := c.scripts(f)
	if out.Unmade = why; why != "" {
		return nil
	}
	out.Unmade = "no script is certified"
	for _, s := range all {
		if _, err := interp.Confirm(s, 0, mutate.Reply{Solver: "the interpretation", Status: smt.Sat, Model: f.model}); err != nil {
			continue
		}
		answer, err := c.ask(ctx, s)
		if err != nil {
			return err
		}
		out.Script, out.Made, out.Answer, out.Unmade = s.String(), s, answer, ""
		if out.WrongAnswer() {
			return nil
		}
	}
	return nil
}

// scripts returns what to try, the shortest first; why says why there is nothing.
func (c *examination) scripts(f falsified) (all []*script.Script, why string) {
	p := c.problem
	formulas := p.Assertions
	if f.claim == nil || len(f.claim.Free()) > 0 {
		return nil, "the step cannot be written as a script"
	}
	if !f.implied {
		if strange(p, append(f.from[:len(f.from):len(f.from)], f.claim)...) {
			return nil, "the statement has constants of the solver's"
		}
		not, err := p.Connect("not", f.claim)
		if err != nil {
			return nil, err.Error()
		}
		formulas = append(f.from[:len(f.from):len(f.from)], not)
	}
	all = append(all, p.Asking(formulas...))
	if fixed, err := c.fixed(f.model); err == nil && len(fixed) > 0 {
		all = append(all, p.Asking(append(formulas[:len(formulas):len(formulas)], fixed...)...))
	}
	return all, ""
}

// strange reports whether terms have constants that the script does not declare.
func strange(p *problem.Problem, all ...*term.Term) bool {
	own := map[*term.Decl]bool{}
	for _, c := range p.Decls {
		for _, d := range problem.Declared(c) {
			own[d] = true
		}
	}
	found := false
	term.Walk(all, func(t *term.Term) bool {
		if f := t.Func(); f != nil && f.Decl != nil && f.Decl.Kind == term.Declared && !own[f.Decl] {
			found = true
		}
		return !found
	})
	return found
}

// fixed returns equations that give the constants their values.
func (c *examination) fixed(model string) ([]*term.Term, error) {
	p := c.problem
	a, err := interp.ReadAt(c.script, 0, model, "")
	if err != nil {
		return nil, err
	}
	var out []*term.Term
	for _, cmd := range p.Decls {
		if cmd.Kind != script.DeclareFun {
			continue
		}
		for _, d := range cmd.Decls {
			def := a.Def(d)
			if len(d.Params) > 0 || def == nil || def.Body == nil {
				continue
			}
			x, err := p.Store.App(p.Store.User(d, nil))
			if err != nil {
				return nil, err
			}
			if eq, err := p.Connect("=", x, def.Body); err == nil {
				out = append(out, eq)
			}
		}
	}
	return out, nil
}

// ask asks the solver for its answer, as anybody would.
func (c *examination) ask(ctx context.Context, s *script.Script) (string, error) {
	t := c.Bench.New(s, trial.Facts{Name: "false", Plan: trial.AskNothing})
	defer t.Close()
	run, err := t.Run(ctx, c.target)
	var unusable *solver.UnusableError
	if errors.As(err, &unusable) {
		return unusable.Problem, nil
	}
	if err != nil {
		return "", err
	}
	c.report.Runs = append(c.report.Runs, run)
	if len(run.Answers) > 0 {
		return run.Answers[0].String(), nil
	}
	return string(run.Outcome()), nil
}
