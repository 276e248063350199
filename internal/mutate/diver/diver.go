// Package diver makes mutants that share nothing with the syntax of their seed and are certain to be sat (Kim, So, Oh: DIVER: Oracle-Guided
// SMT Solver Testing with Unrestricted Random Mutations, ICSE 2023). Random terms replace a formula's terms; a mutant is a result that exact
// evaluation finds true under the seed's model. A pre-analysis says where changes are likely to survive.
//
// Beyond the paper: all theories; Assay's own evaluation, along the changed path alone; terms that are aimed at the values that a
// place allows; terms that matter: they have symbols of the formula, and other values under other interpretations; no mutant that says what another
// one says; fresh variables of all sorts; scripts that ask many times, with a model for each check-sat.
package diver

import (
	"context"
	"fmt"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/diver/preanalysis"
	"github.com/assay-smt/assay/internal/mutate/kit/normal"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Options configure the engine. Every number means what it says: 0 is none.
type Options struct {
	Table *theory.Table // nil: theory.Builtin()
	// Depth bounds how deeply operators nest in random terms, 1 or more.
	Depth int
	// Tries is how many random terms are tried at one place, 1 or more.
	Tries int
	// Pool is how many mutants a chain keeps to start from, besides the seed.
	Pool int
	// Complicate is the share of mutants, in percent, that get fresh variables.
	Complicate int
	// Decided is the share of chains, in percent, in which random terms have no operators that a target seldom decides.
	Decided int
	// Weighing says how places are chosen.
	Weighing preanalysis.Weighing
	// Aiming says whether terms are made for the values that a place allows.
	Aiming Aiming
}

// Aiming is a way to find terms that keep a formula true.
type Aiming uint8

const (
	// Aim turns random terms into terms with a value that the place allows, where they have another one.
	Aim Aiming = iota
	// Reject only throws away those that make the formula false, as the paper does.
	Reject
)

// DefaultOptions returns the usual options: the paper's numbers where it has them.
func DefaultOptions() Options {
	return Options{Depth: 5, Tries: 50, Pool: 10, Complicate: 50, Decided: 75}
}

// Engine implements mutate.Engine.
type Engine struct {
	opts     Options
	catalogs *synth.Catalogs
}

// New returns the engine. Numbers out of range are replaced by the nearest one in range.
func New(o Options) *Engine {
	if o.Table == nil {
		o.Table = theory.Builtin()
	}
	o.Depth, o.Tries, o.Pool = max(o.Depth, 1), max(o.Tries, 1), max(o.Pool, 0)
	o.Complicate, o.Decided = min(max(o.Complicate, 0), 100), min(max(o.Decided, 0), 100)
	return &Engine{opts: o, catalogs: synth.NewCatalogs(o.Table, nil)}
}

// Name returns "diver".
func (e *Engine) Name() string { return "diver" }

// Configuration implements mutate.Engine.
func (e *Engine) Configuration() string {
	o := e.opts
	return fmt.Sprintf("depth=%d tries=%d pool=%d complicate=%d decided=%d weights=%t aim=%t draws=%d", o.Depth, o.Tries, o.Pool, o.Complicate, o.Decided, o.Weighing == preanalysis.ByScore, o.Aiming == Aim, draws)
}

// draws numbers the ways in which random choices were made: the same name means a different mutant under a different number. 2 makes terms that
// matter, and no mutant that says what another one says.
const draws = 2

// Prepare finds models of the seed, one for each check-sat, that evaluation confirms. The error wraps mutate.ErrNotApplicable when there is
// none, and says why.
func (e *Engine) Prepare(ctx context.Context, seed *mutate.Seed, env mutate.Env) (mutate.Source, error) {
	seed, r, err := mutate.Begin(ctx, e, e.opts.Table, seed, env, mutate.Mostly)
	if err != nil {
		return nil, err
	}
	q, err := questionsOf(ctx, seed, env, r.Split("models"))
	if err != nil {
		return nil, err
	}
	return e.source(seed, env, q, r)
}

// source starts a chain. The error wraps mutate.ErrNotApplicable when there is no place to mutate.
func (e *Engine) source(seed *mutate.Seed, env mutate.Env, q *questions, r *rng.Rand) (*source, error) {
	start := free(seed.Script)
	s := &source{
		opts: e.opts, questions: q, levels: levelsOf(start), names: namesOf(start),
		limit: mutate.LimitOf(start), terms: start.Store.Len(), store: start.Store, writable: newWritable(start, env.Dialects),
		guard: guardOf(start, q, r.Split("samples")), hasher: normal.New(start.Store), said: map[uint64]bool{}, rejected: map[string]int{},
	}
	s.said[s.hasher.Script(start)] = true
	s.makers(e.catalogs.Mostly(r.Split("decided"), e.opts.Decided, env.Dialects), start)
	used := usedLabels(start)
	s.analyses(preanalysis.Options{
		Choosable: func(t *term.Term) bool { return s.sorts.Has(t.Sort()) && t.Sort().Kind() != functions },
		Closed:    wantsLiterals,
		Untouched: func(t *term.Term) bool { return holdsAny(t, used) },
	})
	s.seed = s.first(start)
	if s.seed == nil {
		return nil, fmt.Errorf("%w: no model was found for any assertion of the seed", mutate.ErrNotApplicable)
	}
	for _, f := range s.seed.formulas {
		for _, t := range f.trees {
			if out := s.domains[t.world].leaves(f.term()); out != nil {
				return nil, fmt.Errorf("%w: the argument of %s is outside the function's domain, and to some solvers such a seed is unsat",
					mutate.ErrNotApplicable, syntax.Clip(out.String(), 80))
			}
		}
	}
	if s.weight(s.seed, e.opts.Weighing) <= 0 {
		return nil, fmt.Errorf("%w: the seed has no term that could be replaced", mutate.ErrNotApplicable)
	}
	s.size = s.seed.size()
	return s, nil
}

// free returns the script without a logic that excludes random terms.
func free(s *script.Script) *script.Script {
	for i, c := range s.Commands {
		if c.Kind == script.SetLogic && c.Name == "HORN" {
			c := *c
			c.Name = "ALL" // mutants are not Horn clauses
			s = s.With(i, c)
		}
	}
	return s
}
