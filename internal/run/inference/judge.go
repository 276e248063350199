package inference

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// An examination judges the statements of one run.
type examination struct {
	*Examiner
	script *script.Script
	target solver.Target
	text   string
	forms  []proof.Form
	report *Report
	// problem is the script taken apart; whole says why that is not possible.
	problem *problem.Problem
	whole   error
	// states are what is known about the statements, and tried the interpretations.
	states []state
	tried  []string
	found  []falsified
	// again is what was read, where it may be evaluated under one interpretation after the other.
	again *proof.Proof
	// verdicts are what is known about the steps of a proof, and vague says which of them have constants that stand for nothing known.
	verdicts []proof.Verdict
	vague    []bool
}

func newExamination(e *Examiner, s *script.Script, target solver.Target, out *Report) *examination {
	c := &examination{Examiner: e, script: s, target: target, report: out}
	c.problem, c.whole = problem.At(s, 0)
	return c
}

// A state is what is known about a statement.
type state struct {
	// holds and fails are the first interpretations, as indices of tried, under which it is true and false; -1 for none.
	holds, fails int
	// vague: it has constants of the solver's that stand for nothing known, so that it says nothing when it is false.
	vague bool
}

// vagueIn says which statements have constants of the solver's that are not defined.
func vagueIn(read *proof.Proof) []bool {
	unknown := make(map[*term.Decl]bool)
	for _, s := range read.Skolems {
		if s.Is == nil {
			unknown[s.Decl] = true
		}
	}
	out := make([]bool, len(read.Steps))
	for i := range read.Steps {
		if read.Steps[i].Claim == nil || len(unknown) == 0 {
			continue
		}
		term.Walk([]*term.Term{read.Steps[i].Claim}, func(t *term.Term) bool {
			f := t.Func()
			out[i] = out[i] || f != nil && unknown[f.Decl]
			return !out[i]
		})
	}
	return out
}

// falsified is a false statement with the interpretation.
type falsified struct {
	implied bool
	// from are the premises of a step of a proof.
	from []*term.Term
	// claim is the statement; for a conflict, the negation of what was printed; nil where it, or a premise, has no text.
	claim *term.Term
	model string
	at    int // in Report.Found
}

// judge evaluates the statements under one interpretation after the other.
func (c *examination) judge(ctx context.Context, models []string) error {
	read, err := c.read(ctx)
	if err != nil {
		if c.report.Why = "it shows no statement"; !errors.Is(err, proof.ErrNone) {
			c.report.Why = err.Error()
		}
		return nil
	}
	c.report.Statements, c.report.Cut = len(read.Steps), read.Cut
	vague := vagueIn(read)
	for i := range read.Steps {
		c.states = append(c.states, state{holds: -1, fails: -1, vague: vague[i]})
	}
	if err := c.evaluate(ctx, read, models); err != nil {
		return err
	}
	for i := range read.Steps {
		c.conclude(&read.Steps[i], i)
	}
	return c.locate(ctx)
}

// read reads the statements. The solver's own constants get their values once, so that statements with some are read anew each time.
func (c *examination) read(ctx context.Context) (*proof.Proof, error) {
	if c.again != nil {
		return c.again, nil
	}
	read, err := proof.ReadStatements(c.text, c.script, 0, c.forms, proof.Options{Budget: c.bounds().Reading, Done: ctx.Done()})
	if err == nil && len(read.Skolems)+len(read.Functions) == 0 {
		c.again = read
	}
	return read, err
}

// evaluate evaluates the statements under the models, and then under random interpretations and neighbours of the models.
func (c *examination) evaluate(ctx context.Context, read *proof.Proof, models []string) error {
	var near []*interp.Interpretation
	for _, text := range models {
		if err := c.under(ctx, text); err != nil {
			return err
		}
		if a, err := interp.ReadAt(c.script, 0, text, "a model"); err == nil {
			near = append(near, a)
		}
	}
	if c.whole != nil {
		return nil // there is nothing to make interpretations of
	}
	chooser := interp.NewChooser(withLiterals(c.problem, read))
	for i := range c.Assignments {
		r := c.Rand.SplitN(uint64(i))
		a, err := chooser.Random(r)
		if len(near) > 0 && i%2 == 1 {
			a, err = chooser.Near(r, near[i/2%len(near)])
		}
		if err != nil {
			continue
		}
		if err := c.under(ctx, a.Witness()); err != nil {
			return err
		}
	}
	return nil
}

// mostLiterals bounds the statements whose literals are values of random interpretations.
const mostLiterals = 500

// withLiterals returns a problem whose interpretations have the literals of statements too: around them, truth changes.
func withLiterals(p *problem.Problem, read *proof.Proof) *problem.Problem {
	out := *p
	out.Assertions = slices.Clone(p.Assertions)
	for i := range read.Steps[:min(len(read.Steps), mostLiterals)] {
		if claim := read.Steps[i].Claim; claim != nil {
			out.Assertions = append(out.Assertions, claim)
		}
	}
	return &out
}

// under evaluates the statements under an interpretation.
func (c *examination) under(ctx context.Context, text string) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	m, err := model.Read(text, c.script, 0, model.Options{})
	if err != nil {
		return nil // another one
	}
	read, err := c.read(ctx)
	if err != nil || len(read.Steps) != len(c.states) {
		return nil // it was stopped
	}
	w, _ := proof.NewWitness(m, c.bounds().Evaluating)
	w.Stop(ctx.Done())
	v := proof.Check(read, w)
	first := len(c.tried) == 0
	if first {
		maps.Copy(c.report.OpenBy, v.OpenBy)
	}
	for i, verdict := range v.Verdicts {
		s := &c.states[i]
		switch {
		case verdict == proof.Open || verdict == proof.Vacuous || verdict == proof.Doubtful:
			continue
		case verdict == proof.Holds && s.holds < 0:
			s.holds = len(c.tried)
		case verdict == proof.Wrong && s.vague:
			if first {
				c.report.OpenBy["false for the value that a constant of the solver's happens to have"]++
			}
			continue
		case verdict == proof.Wrong && s.fails < 0:
			s.fails = len(c.tried)
		}
		c.report.Evaluated++
	}
	c.tried = append(c.tried, text)
	c.report.Interpretations++
	return nil
}

// conclude counts a statement. A conjunction or a literal that is false wherever it was evaluated is a conflict, which holds.
func (c *examination) conclude(step *proof.Step, i int) {
	t, s := c.tally(step.Rule), c.states[i]
	t.Statements++
	if c.target.Profile().Infers.Preserving.Match(step.Rule) {
		c.report.OpenBy["it only keeps the script satisfiable"]++
		return
	}
	conflict := c.problem != nil && step.Kind == proof.Inference && step.Rule != c.target.Profile().Infers.Name && mayBeConflict(step.Claim)
	switch {
	case s.holds < 0 && s.fails < 0:
		return
	case s.fails < 0, conflict && s.holds < 0:
		t.True++
		c.report.True++
		return
	}
	if len(c.report.Found) >= c.bounds().False && step.Rule == c.target.Profile().Infers.Name {
		c.report.OpenBy[asWritten]++
		return
	}
	t.False++
	c.report.False++
	if len(c.report.Found) >= c.bounds().False || c.Only != "" && c.Only != step.Rule {
		return
	}
	f := falsified{implied: step.Kind == proof.Input, claim: step.Claim, at: len(c.report.Found)}
	if f.model = c.tried[s.fails]; conflict {
		f.model = c.tried[s.holds]
	}
	if conflict {
		var err error
		if f.claim, err = c.problem.Connect("not", step.Claim); err != nil {
			return // the store is full
		}
	}
	c.found = append(c.found, f)
	out := Finding{Rule: step.Rule, Implied: f.implied, Conflict: conflict, Statement: proof.Clip(f.claim), Model: f.model, index: i}
	if conflict {
		out.Contrary = c.tried[s.fails]
	}
	c.report.Found = append(c.report.Found, out)
}

// mayBeConflict reports whether a statement may say what cannot be.
func mayBeConflict(t *term.Term) bool {
	if t == nil {
		return false
	}
	f := t.Func()
	if f.Is("not") { // of a literal
		f = t.Args()[0].Func()
		return !f.Is("and") && !f.Is("or") && !f.Is("=>")
	}
	return !f.Is("=>") && !f.Is("or") && !f.Is("ite") && !f.Is("xor")
}

// locate says of each false statement why it is false.
func (c *examination) locate(ctx context.Context) error {
	for k := range c.found {
		out := &c.report.Found[c.found[k].at]
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		read, err := c.read(ctx)
		if err != nil || len(read.Steps) <= out.index {
			continue // it was stopped
		}
		m, err := model.Read(out.Model, c.script, 0, model.Options{})
		if err != nil {
			continue
		}
		one, step := *read, read.Steps[out.index]
		if out.Conflict {
			if step.Claim, err = c.problem.Connect("not", step.Claim); err != nil {
				continue
			}
		}
		w, _ := proof.NewWitness(m, c.bounds().Evaluating)
		one.Steps = []proof.Step{step}
		if l := proof.Check(&one, w).Wrong; l != nil {
			out.Statement, out.Why, out.Assignment = l.Conclusion, l.Why, l.Assignment
		}
	}
	return nil
}

// mostRules bounds the names of inferences that are counted apart: the solver chooses them.
const mostRules = 1000

func (c *examination) tally(rule string) *Tally {
	if c.report.By[rule] == nil && len(c.report.By) >= mostRules {
		rule = "others"
	}
	t := c.report.By[rule]
	if t == nil {
		t = &Tally{}
		c.report.By[rule] = t
	}
	return t
}
