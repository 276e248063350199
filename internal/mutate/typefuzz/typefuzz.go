// Package typefuzz is generative type-aware mutation: an expression is replaced by a new one of the same
// sort, built from an operator of the table and expressions of the formula (Park, Winterer, Zhang, Su:
// Generative Type-Aware Mutation for Testing SMT Solvers, OOPSLA 2021, definitions 1 and 2, algorithm 2).
// It says nothing about the mutant's satisfiability.
//
// Beyond the paper: operators of every theory, user-declared functions, fresh literals, attributes and labels that survive,
// and bound variables that cannot escape because scopes are exact. An expression may become an argument of what replaces it,
// as in the paper's figure 3; its algorithm 2 leaves that out.
package typefuzz

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/definition"
	"github.com/assay-smt/assay/internal/mutate/kit/fragment"
	"github.com/assay-smt/assay/internal/mutate/kit/guard"
	"github.com/assay-smt/assay/internal/mutate/kit/history"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// Options configure the engine. The zero value mutates with every operator that all targets have.
type Options struct {
	Table *theory.Table // nil: theory.Builtin()
	// Rows restricts the operators, as a typefuzz configuration file does. nil means all.
	Rows []*theory.Row
	// CopyOnly disables generation: expressions are replaced only by existing ones, which is FuzzChick's mutator (section 3.2
	// of the paper).
	CopyOnly bool
	// NoLiterals disables inventing values: only expressions of the formula are combined, as in the paper.
	NoLiterals bool
	// Pure is the paper's engine: any operator may head a term, whatever its theory, no values are invented, and no term is refused for what
	// it leaves of the formula.
	Pure bool
	// Decided is the percentage of chains in which new terms have no operators that a target seldom decides. Without effect where Rows or Pure is set.
	Decided int
	// History is the percentage of operators that are drawn by how often they occurred together with those of the seed in formulas of known bugs, see
	// [history.Association]. Without effect where Pure or CopyOnly is set.
	History int
}

// DefaultOptions returns the usual options.
func DefaultOptions() Options { return Options{Decided: 75} }

// Engine implements mutate.Engine.
type Engine struct {
	opts     Options
	catalogs *synth.Catalogs
	past     *history.History // nil where it is not used
}

// New returns the engine.
func New(opts Options) *Engine {
	if opts.Table == nil {
		opts.Table = theory.Builtin()
	}
	if opts.Pure {
		opts.Decided = 0
	}
	e := &Engine{opts: opts, catalogs: synth.NewCatalogs(opts.Table, opts.Rows)}
	if opts.History > 0 {
		e.past = history.New(opts.Table)
	}
	return e
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
	return fmt.Sprintf("operators=%s generate=%t literals=%t pure=%t decided=%d draws=%d", rows, !e.opts.CopyOnly, !e.opts.NoLiterals, e.opts.Pure, e.opts.Decided, draws) + history.Setting(e.opts.History)
}

// draws numbers the ways in which random choices were made: the same name means a different mutant under a different number. 2 keeps to
// the seed's world, where 1 did what --typefuzz-pure does, with literals of all sorts. 3 mutates bodies of definitions. 4 keeps literals
// where some solver accepts nothing else.
const draws = 4

// Prepare starts a chain of cumulative mutations of the seed.
func (e *Engine) Prepare(ctx context.Context, seed *mutate.Seed, env mutate.Env) (mutate.Source, error) {
	seed, r, err := mutate.Begin(ctx, e, e.opts.Table, seed, env, mutate.Half)
	if err != nil {
		return nil, err
	}
	s := &source{opts: e.opts, rejected: map[string]int{}, current: seed.Script, limit: mutate.LimitOf(seed.Script)}
	s.occurrences.Bodies = true
	s.occurrences.Update(seed.Script)
	if s.occurrences.Len() == 0 {
		return nil, fmt.Errorf("%w: the seed has no assertion", mutate.ErrNotApplicable)
	}
	s.build = synth.Builder{Catalog: e.catalogs.Mostly(r.Split("decided"), e.opts.Decided, env.Dialects), Store: seed.Script.Store, Pool: newPool(seed.Script)}
	if !e.opts.Pure && !e.opts.CopyOnly {
		var model *mutate.Reply
		if !e.opts.NoLiterals {
			model = modelOf(ctx, seed, env, s.build.Pool)
			if err := context.Cause(ctx); err != nil {
				return nil, err // an unanswered question is not a reason
			}
		}
		s.world = e.newWorld(s, seed, r, model)
	}
	s.terms = seed.Script.Store.Len()
	return s, nil
}

// source is a chain of mutants.
type source struct {
	opts        Options
	build       synth.Builder
	world       *world // nil: any
	occurrences occurrence.Index
	current     *script.Script
	widener     fragment.Widener
	limit       *mutate.Limit
	terms       int // in the store at the beginning
	steps       []mutate.Step
	ending      mutate.Ending
	rejected    map[string]int // failed tries, by reason
}

const (
	// tries is how often a place and an operator are chosen before the chain ends (the paper tries once
	// per expression).
	tries = 200
	// strict is how many of these tries are refused if their result seems constant; later ones are not, since a formula may offer nothing better.
	strict = 100
	// maxTerms ends a chain whose store has grown too large.
	maxTerms = 200_000
	// maxNodes is the number of distinct subterms beyond which mutants may no longer grow: above it, solvers spend their time
	// on size.
	maxNodes = 4000
)

// Reasons why replacements are not made, besides those of the guard.
const (
	leavesLogic = "it leaves the seed's logic"
	unchanged   = "it is already there"
	noLogic     = "no logic has it"
	tooLarge    = "the mutant would be too large"
	nothingFits = "nothing fits the place"
	heldLiteral = "some solver accepts only a literal there"
)

// Next mutates the last mutant once more.
func (s *source) Next(r *rng.Rand) (mutate.Mutant, error) { return s.ending.Next(r, s.next) }

func (s *source) next(r *rng.Rand) (mutate.Mutant, error) {
	if s.build.Store.Len() > s.terms+maxTerms {
		return mutate.Mutant{}, fmt.Errorf("%w: the chain has made %d terms", mutate.ErrExhausted, maxTerms)
	}
	for try := range tries {
		at, ok := s.occurrences.Pick(r)
		if !ok || !s.build.Catalog.Sorts.Has(at.Term.Sort()) {
			continue
		}
		if held(&at) {
			s.rejected[heldLiteral]++
			continue
		}
		rule, repl := s.replacement(r, &at)
		if repl == nil {
			s.rejected[nothingFits]++
			continue
		}
		m, why := s.apply(&at, rule, repl, try < strict)
		if why == "" {
			return m, nil
		}
		s.rejected[why]++
	}
	return mutate.Mutant{}, fmt.Errorf("%w: no replacement found in %d tries", mutate.ErrExhausted, tries)
}

// held reports whether a literal is the argument of an operator that is not generated: some solver accepts only literals there, as cvc5 and
// cvc4 do for re.range.
func held(at *occurrence.Occurrence) bool {
	if at.Term.Kind() != term.Literal || len(at.Above) == 0 {
		return false
	}
	f := at.Above[len(at.Above)-1].Func()
	return f != nil && f.Row != nil && f.Row.NoGenerate != ""
}

// Rejected implements mutate.Choosy.
func (s *source) Rejected() map[string]int { return s.rejected }

// replacement chooses the replacement of the term, and the rule's name.
func (s *source) replacement(r *rng.Rand, at *occurrence.Occurrence) (rule string, t *term.Term) {
	place := at.Place()
	want := at.Term.Sort()
	if s.opts.CopyOnly {
		return "copy", s.build.Pool.Pick(r, want, place, at.Term)
	}
	grow := s.occurrences.Len() < maxNodes
	switch k := r.IntN(10); {
	case k == 0 && s.literals(at):
		return "literal", s.world.values.value(r, want, place)
	case k == 1 || !grow:
		if s.world != nil && s.build.Pool.Symbolic(at.Term) {
			return "copy", s.build.Pool.PickRooted(r, want, place)
		}
		return "copy", s.build.Pool.Pick(r, want, place, at.Term)
	}
	if s.world != nil {
		t = s.world.operator(r, want, place)
	} else {
		t = s.build.Operator(r, want, place)
	}
	if t == nil {
		return "", nil
	}
	return t.Func().Name(), t
}

// literals reports whether a literal may replace a term: only a term without symbols, so that no symbol is lost. false as an assertion would
// make the chain uninteresting.
func (s *source) literals(at *occurrence.Occurrence) bool {
	return s.world != nil && s.world.values != nil && at.Term.Sort() != sorts.Bool && !s.build.Pool.Symbolic(at.Term)
}

// apply puts repl at the occurrence, or returns why not. Copies get their own binders: the same binder must not occur inside
// itself.
func (s *source) apply(at *occurrence.Occurrence, rule string, repl *term.Term, careful bool) (m mutate.Mutant, why string) {
	if repl == at.Term || repl.HasBinder() && term.Equal(repl, at.Term) {
		return m, unchanged
	}
	st := s.build.Store
	repl, err := st.Freshen(repl)
	if err != nil {
		return m, nothingFits
	}
	before := definition.Root(s.current.Commands[at.Command])
	root, err := st.Replace(before, at.Path, repl)
	if err != nil || root == before {
		return m, unchanged
	}
	if s.world != nil {
		if why := s.world.refuses(at, repl, root, careful); why != "" {
			return m, why
		}
	}
	next, redefined, err := definition.With(s.current, at.Command, root)
	if err != nil {
		return m, nothingFits
	}
	if redefined && s.world != nil && careful && s.world.guard.Silences(s.current, next, at.Command) {
		return m, guard.ConstantPart
	}
	if s.world == nil || !s.world.stays {
		var ok bool
		if next, ok = s.widener.Widen(next, at.Command, repl, occurrence.Ancestors(root, at.Path)); !ok {
			return m, noLogic
		}
	}
	if !s.limit.AllowsChange(next, before, root) {
		return m, tooLarge
	}
	if redefined {
		s.redefine(next, at.Command)
	} else {
		s.occurrences.Change(at.Command, root)
		s.build.Pool.Add(root)
	}
	s.current = next
	s.steps = append(s.steps, mutate.Step{ // the mutants of a chain share parts of one list
		Engine: "typefuzz", Rule: rule, Command: at.Command, Path: at.Path, Before: at.Term, After: repl,
	})
	return mutate.Mutant{Script: next, Truth: mutate.Truth{Status: smt.Unknown}, Steps: slices.Clip(s.steps)}, ""
}
