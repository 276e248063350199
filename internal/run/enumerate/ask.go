package enumerate

import (
	"context"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// script returns a script that asserts formulas and asks once.
func (l *Looker) script(formulas ...*term.Term) *script.Script {
	s := l.opened(formulas)
	for _, f := range formulas {
		s.Commands = append(s.Commands, &script.Command{Kind: script.Assert, Terms: []*term.Term{f}})
	}
	s.Commands = append(s.Commands, &script.Command{Kind: script.CheckSat})
	return s
}

// pushed returns a script that asserts a base and asks about each of some groups of formulas, between push and pop.
func (l *Looker) pushed(base []*term.Term, groups [][]*term.Term) *script.Script {
	s := l.opened(slices.Concat(append(slices.Clone(groups), base)...))
	for _, f := range base {
		s.Commands = append(s.Commands, &script.Command{Kind: script.Assert, Terms: []*term.Term{f}})
	}
	for i, group := range groups {
		if i > 0 {
			s.Commands = append(s.Commands, &script.Command{Kind: script.Pop, Arity: 1})
		}
		s.Commands = append(s.Commands, &script.Command{Kind: script.Push, Arity: 1})
		for _, f := range group {
			s.Commands = append(s.Commands, &script.Command{Kind: script.Assert, Terms: []*term.Term{f}})
		}
		s.Commands = append(s.Commands, &script.Command{Kind: script.CheckSat})
	}
	return s
}

// opened returns the beginning of a script about formulas: its logic and declarations.
func (l *Looker) opened(formulas []*term.Term) *script.Script {
	of := l.space.Script
	s := &script.Script{Commands: slices.Clone(of.Commands), Store: of.Store, Dialects: of.Dialects, Features: of.Features}
	if slices.ContainsFunc(formulas, hasBinder) {
		s.Commands[0] = &script.Command{Kind: script.SetLogic, Name: l.Topic.WithQuantifiers()}
	}
	return s
}

func hasBinder(t *term.Term) bool {
	found := false
	term.Walk([]*term.Term{t}, func(t *term.Term) bool {
		found = found || t.Kind() == term.Quant
		return !found
	})
	return found
}

// text writes a script as a suspect has it.
func (l *Looker) text(s *script.Script) string {
	p := script.Printer{Solver: l.Target.Profile().Dialect, ForSolver: true, Fleeting: true}
	return string(p.Append(nil, s))
}

// answer runs the target on a script within a multiple of the usual time, and asks for nothing but answers.
func (l *Looker) answer(ctx context.Context, s *script.Script, times int) (solver.Run, error) {
	return l.run(ctx, l.trial(s, trial.Facts{Plan: trial.AskNothing}, times))
}

// simplified asks the target questions that need no assertions.
func (l *Looker) simplified(ctx context.Context, asked []solver.Question) (solver.Run, error) {
	facts := trial.Facts{Plan: trial.AskFurther, Further: func(*solver.Profile) []solver.Question { return asked }}
	return l.run(ctx, l.trial(l.script(), facts, batchTime))
}

// modelled runs the target on a script and asks for a model. fails says that it gave one under which an assertion is false.
func (l *Looker) modelled(ctx context.Context, s *script.Script) (run solver.Run, fails bool, err error) {
	t := l.trial(s, trial.Facts{Plan: trial.AskForModel}, 1)
	if run, err = l.run(ctx, t); err != nil {
		return run, false, err
	}
	fails = slices.ContainsFunc(t.Observe(ctx, run).Models, func(m oracle.ModelReport) bool { return m.Verdict == oracle.ModelFails })
	return run, fails, nil
}

func (l *Looker) trial(s *script.Script, facts trial.Facts, times int) *trial.Trial {
	facts.Name = "look"
	return l.bench.New(s, facts).Within(l.Bench.Limits.Time * time.Duration(times))
}

func (l *Looker) run(ctx context.Context, t *trial.Trial) (solver.Run, error) {
	run, err := t.Run(ctx, l.Target)
	l.report.Spent += run.CPU
	return run, err
}
