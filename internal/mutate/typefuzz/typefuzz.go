// Package typefuzz is generative type-aware mutation: an expression is replaced by a new one of the same
// sort, built from an operator of the table and expressions of the formula (Park, Winterer, Zhang, Su:
// Generative Type-Aware Mutation for Testing SMT Solvers, OOPSLA 2021, definitions 1 and 2, algorithm 2).
// It says nothing about the mutant's satisfiability.
//
// Beyond the paper: operators of every theory, user-declared functions, fresh literals, attributes and
// labels that survive, and bound variables that cannot escape because scopes are exact. An expression may
// become an argument of what replaces it, as in the paper's figure 3; its algorithm 2 leaves that out.
package typefuzz

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/fragment"
	"github.com/assay-smt/assay/internal/mutate/occurrence"
	"github.com/assay-smt/assay/internal/mutate/synth"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Options configure the engine. The zero value mutates with every operator that all targets have.
type Options struct {
	Table *theory.Table // nil: theory.Builtin()
	// Rows restricts the operators, as a typefuzz configuration file does. nil is all.
	Rows []*theory.Row
	// CopyOnly leaves generation out: expressions are replaced by existing ones only, which is FuzzChick's
	// mutator (section 3.2 of the paper).
	CopyOnly bool
	// NoLiterals invents no values: only expressions of the formula are combined, as in the paper.
	NoLiterals bool
}

// Engine implements mutate.Engine.
type Engine struct {
	opts     Options
	catalogs *synth.Catalogs
}

// New returns the engine.
func New(opts Options) *Engine {
	if opts.Table == nil {
		opts.Table = theory.Builtin()
	}
	return &Engine{opts: opts, catalogs: synth.NewCatalogs(opts.Table, opts.Rows)}
}

// Name returns "typefuzz".
func (e *Engine) Name() string { return "typefuzz" }

// Configuration implements mutate.Engine.
func (e *Engine) Configuration() string {
	rows := "all"
	if e.opts.Rows != nil {
		sum := sha256.New()
		for _, r := range e.opts.Rows {
			fmt.Fprintln(sum, r.Signature())
		}
		rows = fmt.Sprintf("%d-%x", len(e.opts.Rows), sum.Sum(nil)[:6])
	}
	return fmt.Sprintf("operators=%s generate=%t literals=%t", rows, !e.opts.CopyOnly, !e.opts.NoLiterals)
}

// Prepare starts a chain of cumulative mutations of the seed.
func (e *Engine) Prepare(ctx context.Context, seed *mutate.Seed, env mutate.Env) (mutate.Source, error) {
	seed, _, err := mutate.Begin(ctx, e, e.opts.Table, seed, env, mutate.Half)
	if err != nil {
		return nil, err
	}
	s := &source{opts: e.opts, current: seed.Script, limit: mutate.LimitOf(seed.Script)}
	s.occurrences.Update(seed.Script)
	if s.occurrences.Len() == 0 {
		return nil, fmt.Errorf("%w: the seed has no assertion", mutate.ErrNotApplicable)
	}
	s.build = synth.Builder{
		Catalog:  e.catalogs.For(env.Dialects),
		Store:    seed.Script.Store,
		Pool:     synth.NewPool(seed.Script),
		Literals: !e.opts.NoLiterals && !e.opts.CopyOnly,
	}
	s.terms = seed.Script.Store.Len()
	return s, nil
}

// source is a chain of mutants.
type source struct {
	opts        Options
	build       synth.Builder
	occurrences occurrence.Index
	current     *script.Script
	widener     fragment.Widener
	limit       *mutate.Limit
	terms       int // in the store at the beginning
	steps       []mutate.Step
	ending      mutate.Ending
}

const (
	// tries is how often a place and an operator are chosen before the chain ends (the paper tries once
	// per expression).
	tries = 200
	// maxTerms ends a chain whose store has grown too large.
	maxTerms = 200_000
	// maxNodes is the number of distinct subterms from which mutants may no longer grow: beyond it,
	// solvers spend their time on size.
	maxNodes = 4000
)

// Next mutates the last mutant once more.
func (s *source) Next(r *rng.Rand) (mutate.Mutant, error) { return s.ending.Next(r, s.next) }

func (s *source) next(r *rng.Rand) (mutate.Mutant, error) {
	if s.build.Store.Len() > s.terms+maxTerms {
		return mutate.Mutant{}, fmt.Errorf("%w: the chain has made %d terms", mutate.ErrExhausted, maxTerms)
	}
	for range tries {
		at, ok := s.occurrences.Pick(r)
		if !ok || !s.build.Catalog.Sorts.Has(at.Term.Sort()) {
			continue
		}
		rule, repl := s.replacement(r, &at)
		if repl == nil || repl == at.Term || repl.HasBinder() && term.Equal(repl, at.Term) {
			continue
		}
		if m, ok := s.apply(at, rule, repl); ok {
			return m, nil
		}
	}
	return mutate.Mutant{}, fmt.Errorf("%w: no replacement found in %d tries", mutate.ErrExhausted, tries)
}

// replacement chooses what takes the place of the term, and the rule's name.
func (s *source) replacement(r *rng.Rand, at *occurrence.Occurrence) (rule string, t *term.Term) {
	place := at.Place()
	want := at.Term.Sort()
	if s.opts.CopyOnly {
		return "copy", s.build.Pool.Pick(r, want, place, at.Term)
	}
	grow := s.occurrences.Len() < maxNodes
	switch k := r.IntN(10); {
	case k == 0 && s.build.Literals && want != sorts.Bool: // false as an assertion would end the chain's interest
		return "literal", s.build.Literal(r, want, place)
	case k == 1 || !grow:
		return "copy", s.build.Pool.Pick(r, want, place, at.Term)
	}
	t = s.build.Operator(r, want, place)
	if t == nil {
		return "", nil
	}
	return t.Func().Name(), t
}

// apply puts repl at the occurrence. Copies get binders of their own: the same binder must not stand inside
// itself.
func (s *source) apply(at occurrence.Occurrence, rule string, repl *term.Term) (mutate.Mutant, bool) {
	st := s.build.Store
	repl, err := st.Freshen(repl)
	if err != nil {
		return mutate.Mutant{}, false
	}
	cmd := *s.current.Commands[at.Command]
	before := cmd.Terms[0]
	root, err := st.Replace(before, at.Path, repl)
	if err != nil || root == before {
		return mutate.Mutant{}, false
	}
	cmd.Terms = []*term.Term{root}
	next, ok := s.widener.Widen(s.current.With(at.Command, cmd), at.Command, repl, occurrence.Ancestors(root, at.Path))
	if !ok || !s.limit.AllowsChange(next, before, root) {
		return mutate.Mutant{}, false
	}
	s.current = next
	s.occurrences.Change(at.Command, root)
	s.build.Pool.Add(root)
	s.steps = append(s.steps, mutate.Step{ // the mutants of a chain hold on to parts of one list
		Engine: "typefuzz", Rule: rule, Command: at.Command, Path: at.Path, Before: at.Term, After: repl,
	})
	return mutate.Mutant{Script: next, Truth: mutate.Truth{Status: smt.Unknown}, Steps: slices.Clip(s.steps)}, true
}
