// Package storm makes formulas whose satisfiability is known by construction from the Boolean parts of others (Mansur,
// Christakis, Wüstholz, Zhang: Detecting Critical Bugs in SMT Solvers using Blackbox Mutational Fuzzing, ESEC/FSE 2020). The
// engine takes the Boolean subformulas of a seed, evaluates them under an assignment, and builds new formulas over them,
// whose values follow. An instance asserts formulas that are true, and negations of formulas that are false. The assignment
// satisfies the instance by construction.
//
// Beyond the paper: values come from exact evaluation and never from the solver that made the assignment; several
// assignments at once, so that fragments combine along different truth values; formulas of a second seed; every
// connective; instances that hold the unsat core of an unsat seed, which are unsat; scripts that ask many times, with
// assumptions, cores and resets.
package storm

import (
	"context"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/history"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/mutate/kit/tactics"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Options configure the engine. Every number means what it says: 0 is none.
type Options struct {
	Table *theory.Table // nil: theory.Builtin()
	// MaxDepth bounds how deeply connectives nest in fragments and in what is built from them.
	MaxDepth int
	// MinAsserts and MaxAsserts bound the number of assertions of an instance; the larger one must be 1 or more.
	MinAsserts, MaxAsserts int
	// Enrichment is the number of steps that build formulas; each builds one.
	Enrichment int
	// Initial is the percentage of assertions that are unchanged fragments of the seed.
	Initial int
	// Connectives are the connectives with which formulas are built.
	Connectives Connectives
	// Assignments is the number of different assignments for each chain of mutants, from 1 to MaxAssignments.
	Assignments int
	// Partners is the percentage of chains that combine the seed with another one.
	Partners int
	// Generated is the percentage of chains that combine the seed with a script from the grammar of its logic.
	Generated int
	// History is the percentage of chains that take in formulas of known bugs, see [history.History].
	History int
	// Unsat is the percentage of instances that contain an unsat core, where there is one.
	Unsat int
	// Tactics is the percentage of scripts that let tactics decide, where all z3 of the chain have some.
	Tactics int
	// Cores is the percentage of the other scripts that ask once whose assertions have names for unsat cores.
	Cores int
	// Incremental is the percentage of instances that ask many times.
	Incremental int
}

// MaxAssignments is the largest number of assignments.
const MaxAssignments = 16

// DefaultOptions returns the usual options: the paper's numbers where it has them.
func DefaultOptions() Options {
	return Options{MaxDepth: 20, MinAsserts: 4, MaxAsserts: 20, Enrichment: 1000, Initial: 30, Assignments: 3, Partners: 25, Unsat: 25, Tactics: 30, Cores: 20}
}

// Connectives is a choice of connectives.
type Connectives uint8

// The choices.
const (
	// AllConnectives builds with every connective of the core theory.
	AllConnectives Connectives = iota
	// PaperConnectives builds with and, and not, as the paper does.
	PaperConnectives
)

// String returns its name on the command line.
func (c Connectives) String() string { return [...]string{"all", "paper"}[c] }

// Engine implements mutate.Engine.
type Engine struct {
	opts Options
	past *history.History // nil where no chain takes any of it in
}

// New returns the engine. Numbers out of range are replaced by the nearest one in range.
func New(o Options) *Engine {
	if o.Table == nil {
		o.Table = theory.Builtin()
	}
	for _, percentage := range []*int{&o.Initial, &o.Partners, &o.Generated, &o.History, &o.Unsat, &o.Tactics, &o.Cores, &o.Incremental} {
		*percentage = min(max(*percentage, 0), 100)
	}
	o.MaxDepth, o.Enrichment = max(o.MaxDepth, 0), max(o.Enrichment, 0)
	o.Assignments = min(max(o.Assignments, 1), MaxAssignments)
	o.MaxAsserts = max(o.MaxAsserts, 1)
	o.MinAsserts = min(max(o.MinAsserts, 0), o.MaxAsserts)
	e := &Engine{opts: o}
	if o.History > 0 {
		e.past = history.New(o.Table)
	}
	return e
}

// Name is the engine's name.
const Name = "storm"

// Name returns "storm".
func (e *Engine) Name() string { return Name }

// Relation implements mutate.Related.
func (e *Engine) Relation() mutate.Relation { return mutate.Siblings }

// Configuration implements mutate.Engine.
func (e *Engine) Configuration() string {
	o := e.opts
	return fmt.Sprintf("depth=%d asserts=%d-%d enrichment=%d fragments=%d connectives=%s assignments=%d partners=%d generated=%d unsat=%d tactics=%d-%s cores=%d atoms=2 incremental=%d",
		o.MaxDepth, o.MinAsserts, o.MaxAsserts, o.Enrichment, o.Initial, o.Connectives, o.Assignments, o.Partners, o.Generated, o.Unsat, o.Tactics, tactics.Fingerprint(), o.Cores, o.Incremental) + history.Setting(o.History)
}

// Prepare takes the seed apart, finds assignments and fills the pool. The error wraps mutate.ErrNotApplicable when
// no formula has a known value.
func (e *Engine) Prepare(ctx context.Context, seed *mutate.Seed, env mutate.Env) (mutate.Source, error) {
	seed, r, err := mutate.Begin(ctx, e, e.opts.Table, seed, env, mutate.Mostly)
	if err != nil {
		return nil, err
	}
	m, err := e.material(ctx, seed, env, r.Split("partner"))
	if err != nil {
		return nil, err
	}
	m = e.withHistory(ctx, m, env, r.Split("history"))
	s := &source{opts: e.opts, material: m, tactics: tactics.For(env.Dialects, theory.ParseLogic(seed.Script.Logic()))}
	s.assignments, err = m.assignments(ctx, env, e.opts.Assignments, r.Split("assignments"))
	if err := context.Cause(ctx); err != nil {
		return nil, err // an unanswered question is not a reason
	}
	if err != nil {
		return nil, err
	}
	s.pool = newPool(m.problem.Store, len(s.assignments), e.opts)
	for _, f := range fragments(m.problem.Assertions, e.opts.MaxDepth) {
		s.pool.addFragment(f.term, f.depth, s.truthOf(f.term))
	}
	s.withOddAtoms(r.Split("odd"), env.Dialects)
	s.pin(ctx, env)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if !s.pool.usable() {
		return nil, fmt.Errorf("%w: no formula has a known value", mutate.ErrNotApplicable)
	}
	s.pool.enrich(r.Split("enrichment"), e.opts.Enrichment)
	s.core = m.core(ctx, env, e.opts)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if s.guards, err = newGuards(s, r.Split("guards")); err != nil {
		return nil, err
	}
	s.terms, s.limit = m.problem.Store.Len(), mutate.NewLimit(m.problem.Assertions)
	return s, nil
}

// source makes instances from one pool.
type source struct {
	opts        Options
	material    *material
	assignments []*interp.Interpretation
	pool        *pool
	core        *core           // nil: none
	guards      *guards         // of incremental scripts, nil otherwise
	tactics     *tactics.Choice // nil: no solver of the chain has any
	terms       int             // in the store at the beginning
	ending      mutate.Ending
	limit       *mutate.Limit
	fewer       int // how many times the number of assertions is halved
}

// maxTerms ends a source whose store has grown too large: disguises and negations are new terms.
const maxTerms = 500_000

// Next makes an instance, or a script that asks many times. Every status is checked before it is reported.
func (s *source) Next(r *rng.Rand) (mutate.Mutant, error) { return s.ending.Next(r, s.next) }

func (s *source) next(r *rng.Rand) (mutate.Mutant, error) {
	if s.material.problem.Store.Len() > s.terms+maxTerms {
		return mutate.Mutant{}, fmt.Errorf("%w: the chain has made %d terms", mutate.ErrExhausted, maxTerms)
	}
	for s.fewer = 0; s.fewer < attempts; s.fewer++ {
		m, err := s.mutant(r)
		if err == nil {
			m, err = s.dressed(r, m)
		}
		if err != nil || s.limit.Allows(m.Script) {
			return m, err
		}
	}
	return mutate.Mutant{}, s.limit.Exceeded()
}

// attempts is how often making a mutant is tried until it is not too large, each time with half as many assertions.
const attempts = 5

func (s *source) mutant(r *rng.Rand) (mutate.Mutant, error) {
	switch {
	case s.guards != nil && r.Chance(s.opts.Incremental, 100):
		return s.sequence(r)
	case s.core != nil && r.Chance(s.opts.Unsat, 100):
		return s.unsat(r)
	}
	return s.instance(r)
}

// Bases implements mutate.Based: all formulas, and their negation.
func (s *source) Bases() []*script.Script {
	p := s.material.problem
	out := []*script.Script{p.Asking(p.Assertions...)}
	if t, err := s.material.negated(); err == nil {
		out = append(out, p.Asking(t))
	}
	return out
}

// truthOf evaluates a formula under every assignment.
func (s *source) truthOf(t *term.Term) (v truth) {
	for i, a := range s.assignments {
		switch x := a.Value(t); {
		case x.IsTrue():
			v.holds |= 1 << i
		case x.IsFalse():
			v.fails |= 1 << i
		}
	}
	return v
}

// material is what a chain of mutants is made from: one seed, or several in one script.
type material struct {
	problem *problem.Problem
	seeds   []*mutate.Seed
	// of holds the number of formulas of each seed; they are in this order in the problem.
	of []int
}

// description names the seeds.
func (m *material) description() string {
	var names []string
	for _, s := range m.seeds {
		names = append(names, s.Name)
	}
	return strings.Join(names, " and ")
}

// partner returns what a chain combines the seed with; ok is false where that is nothing.
func (e *Engine) partner(r *rng.Rand, logic string, env mutate.Env) (partner seeds.Seed, ok bool) {
	switch {
	case e.opts.Generated > 0 && r.Chance(e.opts.Generated, 100):
		return e.generated(r, logic, env.Dialects)
	case env.Partners != nil && r.Chance(e.opts.Partners, 100):
		return env.Partners.Partner(r, logic)
	}
	return seeds.Seed{}, false
}

// material takes the seed apart and occasionally adds a partner.
func (e *Engine) material(ctx context.Context, seed *mutate.Seed, env mutate.Env, r *rng.Rand) (*material, error) {
	p, err := problem.Of(seed.Script)
	if err != nil {
		return nil, err
	}
	if len(p.Assertions) == 0 {
		return nil, fmt.Errorf("%w: the seed has no assertion", mutate.ErrNotApplicable)
	}
	if p.Logic == "HORN" {
		p.Logic = "ALL" // instances are not clauses
	}
	if m := e.joined(ctx, p, seed, env, r); m != nil {
		return m, nil
	}
	if p, err = p.Fresh(); err != nil {
		return nil, err
	}
	return &material{problem: p, seeds: []*mutate.Seed{seed}, of: []int{len(p.Assertions)}}, nil
}

// joint reads another formula and combines a problem with it; nil when some solver cannot read it, or the two cannot be combined.
func (e *Engine) joint(ctx context.Context, p *problem.Problem, text seeds.Seed, env mutate.Env) (*mutate.Seed, *problem.Joined) {
	other, err := mutate.ReadUntil(ctx, text, e.opts.Table)
	if err != nil {
		return nil, nil
	}
	q, err := problem.Of(other.Script)
	if err != nil || len(q.Assertions) == 0 || !q.Readable(env.Dialects) {
		return nil, nil
	}
	j, err := problem.Join(p, q)
	if err != nil {
		return nil, nil
	}
	return other, j
}

// joined combines the seed with a partner; nil when there is none or that cannot be done.
func (e *Engine) joined(ctx context.Context, p *problem.Problem, seed *mutate.Seed, env mutate.Env, r *rng.Rand) *material {
	text, ok := e.partner(r, p.Logic, env)
	if !ok || text.Hash == seed.Hash {
		return nil
	}
	other, j := e.joint(ctx, p, text, env)
	if j == nil {
		return nil
	}
	return &material{problem: &j.Problem, seeds: []*mutate.Seed{seed, other}, of: []int{j.First, len(j.Assertions) - j.First}}
}

// check is the last command of an instance.
var check = &script.Command{Kind: script.CheckSat}
