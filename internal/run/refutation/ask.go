package refutation

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// Bounds on one process of a referee.
const (
	mostBatch = 200     // steps
	mostParts = 200_000 // distinct terms in them, counted for each
)

// An asker asks one referee.
type asker struct {
	*certification
	referee    solver.Target
	name       string
	unanswered int
	models     int // how many were asked for
}

// ask asks a referee about the steps that are not settled.
func (c *certification) ask(ctx context.Context, referee solver.Target) error {
	a := &asker{certification: c, referee: referee, name: referee.String() + " (" + referee.Version() + ")"}
	var batch []query
	parts, settled := 0, false
	flush := func() error {
		err := a.batch(ctx, batch)
		for _, q := range batch {
			settled = settled || q.step.by == a.name
		}
		batch, parts = nil, 0
		return err
	}
	for i := range c.steps {
		s := &c.steps[i]
		if s.by != "" || s.Why != "" {
			continue
		}
		q, err := c.query(s)
		if err != nil {
			s.why = err.Error()
			continue
		}
		if c.out.Queries+len(batch) >= c.Asking.Steps {
			s.why = fmt.Sprintf("not asked: there were %d questions before it", c.Asking.Steps)
			continue
		}
		batch, parts = append(batch, q), parts+q.parts
		if len(batch) >= mostBatch || parts > mostParts {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if err := flush(); err != nil {
		return err
	}
	if settled {
		c.out.Referees = append(c.out.Referees, a.name)
	}
	return nil
}

// A query is the question whether a step can be wrong: formulas that must be unsatisfiable, with the symbols that they need beyond the script's.
type query struct {
	step     *step
	declared []*term.Decl
	formulas []*term.Term
	parts    int
	// whole: all symbols that the proof introduces have a definition, so that a model shows that the step is false.
	whole bool
}

// query writes down what a step says.
func (c *certification) query(s *step) (query, error) {
	not, err := c.problem.Connect("not", s.Conclusion)
	if err != nil {
		return query{}, errUnwritable
	}
	q := query{step: s, whole: true}
	for _, p := range s.Premises {
		if !c.kernel.Holds(p) { // what evaluation knows may be written with functions that the referee lacks
			q.formulas = append(q.formulas, p)
		}
	}
	q.formulas = append(q.formulas, not)
	known := map[*term.Decl]bool{}
	for _, k := range c.problem.Decls {
		for _, d := range problem.Declared(k) {
			known[d] = true
		}
	}
	// Definitions may use further symbols.
	for done := 0; done < len(q.formulas); {
		from := q.formulas[done:]
		done = len(q.formulas)
		var more []*term.Decl
		term.Walk(from, func(t *term.Term) bool {
			q.parts++
			if f := t.Func(); f != nil && f.Kind == term.UserFunc && f.Decl != nil && !known[f.Decl] {
				known[f.Decl] = true
				more = append(more, f.Decl)
			}
			return q.parts <= mostParts
		})
		for _, d := range more {
			if d.Kind != term.Declared || len(d.Params) > 0 && c.defined[d] != nil {
				return query{}, errUnwritable
			}
			q.declared = append(q.declared, d)
			definition, whole := c.definition(d)
			q.whole = q.whole && whole
			if definition != nil {
				q.formulas = append(q.formulas, definition)
			}
		}
	}
	if q.parts > mostParts {
		return query{}, errors.New("too large to ask about")
	}
	return q, c.close(&q)
}

// definition says what a symbol that the proof introduces stands for, nil where that is not known.
func (c *certification) definition(d *term.Decl) (definition *term.Term, whole bool) {
	k := c.defined[d]
	if k == nil {
		return nil, false
	}
	store := c.problem.Store
	constant, err := store.App(store.User(d, nil))
	if err != nil {
		return nil, false
	}
	switch {
	case k.Is != nil && len(k.Is.Free()) == 0:
		definition, err = c.problem.Connect("=", constant, k.Is)
	case k.Condition != nil && len(k.Condition.Free()) <= 1:
		definition, err = c.chosen(k, constant)
	default:
		return nil, false
	}
	return definition, err == nil && definition != nil
}

// chosen says that a constant meets a condition if anything does.
func (c *certification) chosen(k *proof.Skolem, constant *term.Term) (*term.Term, error) {
	if free := k.Condition.Free(); len(free) == 1 && free[0] != k.Var {
		return nil, errUnwritable
	}
	store := c.problem.Store
	v := store.NewVar("v", k.Var.Sort())
	body, err := store.Substitute(k.Condition, map[*term.Term]*term.Term{k.Var: v})
	if err != nil {
		return nil, err
	}
	some, err := store.Quant(term.Exists, []*term.Term{v}, body)
	if err != nil {
		return nil, err
	}
	is, err := store.Substitute(k.Condition, map[*term.Term]*term.Term{k.Var: constant})
	if err != nil {
		return nil, err
	}
	return c.problem.Connect("=>", some, is)
}

// close replaces free variables by constants.
func (c *certification) close(q *query) error {
	store := c.problem.Store
	by := map[*term.Term]*term.Term{}
	for i, f := range q.formulas {
		for _, v := range f.Free() {
			if by[v] != nil {
				continue
			}
			d := c.free[v]
			if d == nil {
				d = term.NewDecl(term.Declared, fmt.Sprintf("assay!free!%d", v.ID()), nil, v.Sort())
				c.free[v] = d
			}
			constant, err := store.App(store.User(d, nil))
			if err != nil {
				return errUnwritable
			}
			by[v] = constant
			q.declared = append(q.declared, d)
		}
		if len(f.Free()) > 0 {
			t, err := store.Substitute(f, by)
			if err != nil {
				return errUnwritable
			}
			q.formulas[i] = t
		}
	}
	return nil
}

// script asks all queries, one after the other. It names no logic: proofs need more than the script's.
func (c *certification) script(batch []query) *script.Script {
	p := *c.problem
	p.Logic = "ALL"
	var commands []*script.Command
	declared := map[*term.Decl]bool{} // two of one name make the referee refuse the script
	for _, q := range batch {
		for _, d := range q.declared {
			if !declared[d] {
				declared[d] = true
				commands = append(commands, &script.Command{Kind: script.DeclareFun, Decls: []*term.Decl{d}})
			}
		}
	}
	for _, q := range batch {
		if len(batch) > 1 {
			commands = append(commands, &script.Command{Kind: script.Push, Arity: 1})
		}
		for _, f := range q.formulas {
			commands = append(commands, problem.Assert(f))
		}
		commands = append(commands, &script.Command{Kind: script.CheckSat})
		if len(batch) > 1 {
			commands = append(commands, &script.Command{Kind: script.Pop, Arity: 1})
		}
	}
	return p.Script(commands...)
}

// batch asks queries in as few processes as possible. One that ends a process is left out of the next.
func (a *asker) batch(ctx context.Context, batch []query) error {
	for len(batch) > 0 {
		if a.unanswered >= a.Asking.Unanswered {
			for _, q := range batch {
				q.step.why = fmt.Sprintf("not asked: %s has no answer to %d other steps", a.referee, a.unanswered)
			}
			return nil
		}
		n, err := a.process(ctx, batch)
		if err != nil {
			return err
		}
		batch = batch[n:]
	}
	return nil
}

// process asks queries in one process, and returns how many of them are dealt with, at least one.
func (a *asker) process(ctx context.Context, batch []query) (int, error) {
	b := a.Bench.OnFresh()
	b.Limits.CheckTime = a.Asking.StepTime
	b.Limits.Time = time.Duration(len(batch)+2) * a.Asking.StepTime
	t := b.New(a.script(batch), trial.Facts{Name: "steps", Plan: trial.AskNothing})
	defer t.Close()
	run, err := t.Run(ctx, a.referee)
	var unusable *solver.UnusableError
	if errors.As(err, &unusable) {
		return a.none(batch, unusable.Problem), nil
	}
	if err != nil {
		return 0, err
	}
	a.out.Seconds += run.CPU.Seconds()
	if run.Void || len(run.Answers) > len(batch) || run.Refused() {
		if len(batch) == 1 {
			a.out.Queries++
			batch[0].step.said = syntax.Clip(strings.ReplaceAll(run.Reason, t.Text(a.referee).Path, "the question"), 200)
			return a.none(batch, fmt.Sprintf("%s refuses it", a.referee)), nil
		}
		// One of them is what it refuses.
		n := len(batch) / 2
		for done := 0; done < n; {
			k, err := a.process(ctx, batch[done:n])
			if err != nil {
				return 0, err
			}
			done += k
		}
		return n, nil
	}
	for i, answer := range run.Answers {
		if err := a.answered(ctx, batch[i], answer); err != nil {
			return 0, err
		}
	}
	n := len(run.Answers)
	a.out.Queries += n
	if n < len(batch) {
		a.out.Queries++
		a.unanswered++
		batch[n].step.why = fmt.Sprintf("%s: %s", a.referee, run.Outcome())
		n++
	}
	return n, nil
}

// none says why there is no answer to any of the queries.
func (a *asker) none(batch []query, why string) int {
	for _, q := range batch {
		q.step.why = why
	}
	return len(batch)
}

// answered enters the answer to a query.
func (a *asker) answered(ctx context.Context, q query, answer smt.Status) error {
	switch answer {
	case smt.Unsat:
		q.step.by = a.name
		return nil
	case smt.Sat:
		q.step.why = fmt.Sprintf("%s finds that it does not follow", a.referee)
		return a.evaluate(ctx, q)
	}
	a.unanswered++
	q.step.why = fmt.Sprintf("%s: unknown", a.referee)
	return nil
}

// maxModels bounds the models that are asked for, and maxFalse the false steps in a certificate.
const (
	maxModels = 20
	maxFalse  = 5
)

// evaluate asks for a model that makes a step false, and evaluates it.
func (a *asker) evaluate(ctx context.Context, q query) error {
	if a.proof.Steps[q.step.Step].Trusted() {
		q.step.why = "trusted: the solver says itself that it has no proof, and it does not follow from its premises alone"
		return nil
	}
	if !q.whole || len(a.proof.Functions) > 0 || a.models >= maxModels || len(a.out.False) >= maxFalse {
		return nil
	}
	a.models++
	b := a.Bench.OnFresh()
	b.Limits.Time = 2 * a.Asking.StepTime
	t := b.New(a.script([]query{q}), trial.Facts{Name: "step"})
	defer t.Close()
	run, err := t.Run(ctx, a.referee)
	var unusable *solver.UnusableError
	if errors.As(err, &unusable) {
		return nil
	}
	if err != nil {
		return err
	}
	a.out.Seconds += run.CPU.Seconds()
	o := t.Observe(ctx, run)
	if len(o.Models) != 1 || o.Models[0].Verdict != oracle.ModelHolds {
		return nil
	}
	s := &a.proof.Steps[q.step.Step]
	f := FalseStep{Step: s.Name, Rule: s.Rule, Conclusion: proof.Clip(q.step.Conclusion), Model: o.Models[0].Text, Solver: a.name}
	for i, p := range q.step.Premises {
		if i == maxPremises {
			f.Premises = append(f.Premises, "...")
			break
		}
		f.Premises = append(f.Premises, proof.Clip(p))
	}
	q.step.why = "false: its premises hold and its conclusion does not"
	a.out.False = append(a.out.False, f)
	return nil
}
