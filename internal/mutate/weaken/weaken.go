// Package weaken makes chains of mutants by local implications: a rule replaces one formula in a script by a weaker or a
// stronger one. Either the whole becomes weaker, and a sat script stays sat, or the whole becomes stronger, and an unsat
// script stays unsat (Bringolf: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening, ETH Zürich 2021). The
// rules are those of internal/mutate/weaken/rules, each proved.
//
// Beyond the thesis: polarity belongs to the occurrence, whatever is shared; witnesses are checked at every step; chains stay
// within the seed's logic.
package weaken

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"sync"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/fragment"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Options configure the engine. Every number means what it says: 0 is none.
type Options struct {
	Table *theory.Table // nil: theory.Builtin()
	// Rules are read with Table; nil means the built-in ones.
	Rules []*rules.Rule
	// Own are a user's rules, in addition to the others. Nothing may rely on them before Engine.Verify.
	Own []*rules.Rule
	// Walk is how many successive steps are made before the next walk begins at the seed (the thesis's wl), 1 or more.
	Walk int
	// Stride is how many steps lead from one mutant to the next, 1 or more. Only mutants that are one step apart name their base.
	Stride int
	// Growth bounds the terms of a mutant: it may have this percentage more than its seed, plus GrowthFloor.
	Growth int
	// LeaveLogic is the percentage of chains whose mutants may leave the seed's logic and theories, and get quantifiers.
	LeaveLogic int
	// Connectives says how to treat formulas that have no polarity where they are.
	Connectives Connectives
}

// DefaultOptions returns the usual options: walks as long as in the thesis.
func DefaultOptions() Options { return Options{Walk: 50, Stride: 1, Growth: 100, LeaveLogic: 25} }

const (
	// GrowthFloor is how many terms a mutant may have in addition to its seed in any case.
	GrowthFloor = 500
	// maxSeed bounds the distinct terms of a seed.
	maxSeed = 2_000_000
)

// Connectives is a way to treat formulas that have no polarity where they are: arguments of xor, of = and distinct, the condition of
// ite, and formulas inside terms of other sorts.
type Connectives uint8

const (
	// MixConnectives keeps in some chains and expands in all others.
	MixConnectives Connectives = iota
	// KeepConnectives changes nothing inside them.
	KeepConnectives
	// ExpandConnectives first rewrites the seed so that they have a polarity.
	ExpandConnectives
)

// String returns its name on the command line.
func (c Connectives) String() string { return [...]string{"mixed", "keep", "expand"}[c] }

// Engine implements mutate.Engine.
type Engine struct {
	opts     Options
	catalogs *synth.Catalogs
	hash     string // of the rules

	mu         sync.Mutex
	selections map[string]*selection
}

// New returns the engine. The error says that an option is out of range, that rules were read with another operator table,
// or, as an *mutate.InputError, that a user's rule has the same name as another one.
func New(o Options) (*Engine, error) {
	if o.Walk < 1 || o.Stride < 1 || o.Growth < 0 || o.LeaveLogic < 0 || o.LeaveLogic > 100 {
		return nil, fmt.Errorf("weaken: walk %d, stride %d, growth %d or abroad %d is out of range", o.Walk, o.Stride, o.Growth, o.LeaveLogic)
	}
	if o.Table == nil {
		o.Table = theory.Builtin()
	}
	if o.Rules == nil {
		var err error
		if o.Rules, err = rules.Builtin(o.Table); err != nil {
			return nil, err
		}
	}
	if len(o.Own) > 0 {
		o.Rules = slices.Concat(o.Rules, o.Own)
		if err := rules.Distinct(o.Rules); err != nil {
			return nil, &mutate.InputError{Fault: mutate.Unsound, Err: err}
		}
	}
	sum := sha256.New()
	for _, r := range o.Rules {
		if r.Table() != o.Table {
			return nil, fmt.Errorf("weaken: the rule %s was read with another operator table", r.Name)
		}
		fmt.Fprintln(sum, r)
	}
	return &Engine{
		opts: o, catalogs: synth.NewCatalogs(o.Table, nil), hash: fmt.Sprintf("%x", sum.Sum(nil)[:6]), selections: map[string]*selection{},
	}, nil
}

// Name returns "weaken".
func (e *Engine) Name() string { return "weaken" }

// Configuration implements mutate.Engine.
func (e *Engine) Configuration() string {
	o := e.opts
	return fmt.Sprintf("walk=%d stride=%d growth=%d abroad=%d connectives=%s rules=%d-%s draws=%d", o.Walk, o.Stride, o.Growth, o.LeaveLogic, o.Connectives, len(o.Rules), e.hash, draws)
}

// draws numbers the ways in which random choices were made: the same name means a different mutant under a different number. 2 throws among more
// than 256 assertions, where 1 counted them. 3 declares only what is in scope at a check, where 2 declared everything that the script declares
// anywhere. 4 also expands formulas inside terms. 5 lets no witness become open.
const draws = 5

// Prepare finds out whether the seed is sat, which decides the direction of its mutants; when that is unknown, the direction is random. From
// a script that asks more than once it takes one question. The error wraps mutate.ErrNotApplicable when there is no formula, or no rule for
// any formula.
func (e *Engine) Prepare(ctx context.Context, seed *mutate.Seed, env mutate.Env) (mutate.Source, error) {
	seed, r, err := mutate.Begin(ctx, e, e.opts.Table, seed, env, mutate.Mostly)
	if err != nil {
		return nil, err
	}
	p, label, err := question(seed, r.Split("question"))
	if err != nil {
		return nil, err
	}
	s := &source{opts: e.opts}
	s.truth, s.witness = interp.Decide(ctx, env, p, seed.Name, label)
	if err := context.Cause(ctx); err != nil {
		return nil, err // an unanswered question is not a reason
	}
	s.direction = directionFor(s.truth.Status, r.Split("aim"))
	size := s.counter.distinct(p.Asking(p.Assertions...), maxSeed)
	if size >= maxSeed {
		return nil, fmt.Errorf("%w: the seed has more than %d terms", mutate.ErrNotApplicable, maxSeed)
	}
	start, err := s.start(p, size, r.Split("expand"))
	if err != nil {
		return nil, err
	}
	size = s.counter.distinct(start, maxSeed)
	s.seed = state{script: start, terms: size}
	s.limit, s.text = size+size*e.opts.Growth/100+GrowthFloor, mutate.LimitOf(start)
	if !r.Split("abroad").Chance(e.opts.LeaveLogic, 100) {
		s.fragment = fragment.New(p.Logic, assertions(start)...)
	}
	chosen := e.selection(env.Dialects, start, s.fragment)
	s.applicabilities, s.filter = newApplicabilities(chosen, start.Store), chosen.filter(start)
	s.builder = &synth.Builder{Catalog: e.catalogs.For(env.Dialects), Store: start.Store, Pool: synth.NewPool(start), Literals: true}
	s.terms = start.Store.Len()
	s.field = newField(s.applicabilities, s.direction, start)
	if s.restart(); s.field.applicable().len() == 0 {
		return nil, fmt.Errorf("%w: no rule applies", mutate.ErrNotApplicable)
	}
	return s, nil
}

// question takes one question out of the seed, in a new store, with the status that the label claims for it.
func question(seed *mutate.Seed, r *rng.Rand) (*problem.Problem, smt.Status, error) {
	checks := seed.Script.Checks()
	if checks == 0 {
		return nil, smt.Unknown, fmt.Errorf("%w: the seed asks nothing", mutate.ErrNotApplicable)
	}
	label := smt.Unknown
	if checks == 1 {
		label = seed.Truth.Status
	}
	p, err := problem.At(seed.Script, r.IntN(checks))
	if err != nil {
		return nil, label, err
	}
	if len(p.Assertions) == 0 {
		return nil, label, fmt.Errorf("%w: the seed has no assertion", mutate.ErrNotApplicable)
	}
	if p.Logic == "HORN" {
		p.Logic = "ALL" // mutants are not Horn clauses
	}
	// Nearly every rule leaves difference logic.
	p.Logic = fragment.Linear(p.Logic)
	p, err = p.Fresh()
	return p, label, err
}

// directionFor returns the direction that keeps a status.
func directionFor(s smt.Status, r *rng.Rand) direction {
	switch {
	case s == smt.Sat:
		return weaker
	case s == smt.Unsat, r.Bool():
		return stronger
	}
	return weaker
}

// start makes the script that walks begin with, from a problem with size distinct terms.
func (s *source) start(p *problem.Problem, size int, r *rng.Rand) (*script.Script, error) {
	start := p.Asking(p.Assertions...)
	if s.opts.Connectives == KeepConnectives || s.opts.Connectives == MixConnectives && !r.Chance(expandShare, 100) {
		return start, nil
	}
	x, err := newExpansion(p, size, s.witness).run()
	if err != nil || x == nil {
		return start, err
	}
	s.expanded, s.witness = x.summary, x.witness
	return x.problem.Asking(x.formulas...), nil
}

// assertions returns what a script asserts.
func assertions(s *script.Script) []*term.Term {
	var out []*term.Term
	for i := range s.Commands {
		if s.Commands[i].Kind == script.Assert {
			out = append(out, s.Commands[i].Terms[0])
		}
	}
	return out
}
