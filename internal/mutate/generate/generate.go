// Package generate is the engine that needs no seed's formulas: its mutants are scripts of the seed's logic, derived from a grammar
// (internal/mutate/generate/grammar). It takes only the logic from the seed, and says nothing about satisfiability.
package generate

import (
	"context"
	"fmt"
	"sync"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/generate/grammar"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

const name = "generate"

// Options configure the engine.
type Options struct {
	Table       *theory.Table // nil: theory.Builtin()
	Assertions  int           // most assertions of a script
	Depth       int           // how deep operators nest at most
	Incremental int           // percentage of scripts that ask many times
}

// DefaultOptions returns the usual options.
func DefaultOptions() Options {
	return Options{Assertions: grammar.DefaultAssertions, Depth: grammar.DefaultDepth, Incremental: grammar.DefaultIncremental}
}

// Engine implements mutate.Engine.
type Engine struct {
	opts     Options
	mu       sync.Mutex
	grammars map[string]*grammar.Grammar // by logic and targets
}

// New returns the engine.
func New(o Options) *Engine {
	if o.Table == nil {
		o.Table = theory.Builtin()
	}
	return &Engine{opts: o, grammars: map[string]*grammar.Grammar{}}
}

// Name returns "generate".
func (e *Engine) Name() string { return name }

// Relation implements mutate.Related.
func (e *Engine) Relation() mutate.Relation { return mutate.Independent }

// Configuration implements mutate.Engine.
func (e *Engine) Configuration() string {
	return fmt.Sprintf("assertions=%d depth=%d incremental=%d", e.opts.Assertions, e.opts.Depth, e.opts.Incremental)
}

// Prepare starts a series of scripts of the seed's logic, or of ALL where the logic has no known name.
func (e *Engine) Prepare(ctx context.Context, seed *mutate.Seed, env mutate.Env) (mutate.Source, error) {
	if _, _, err := mutate.Begin(ctx, e, e.opts.Table, seed, env, mutate.Never); err != nil {
		return nil, err
	}
	logic := seed.Script.Logic()
	if l := theory.ParseLogic(logic); !l.Known {
		logic = "ALL"
	}
	g, err := e.grammar(logic, env.Dialects)
	if err != nil {
		return nil, err
	}
	return &source{gen: g.Generator(), logic: logic}, nil
}

// maxGrammars bounds the memory for grammars, each of which takes up to a few megabytes.
const maxGrammars = 64

// grammar returns the grammar of a logic for targets; each is made once.
func (e *Engine) grammar(logic string, targets []mutate.Dialect) (*grammar.Grammar, error) {
	key := fmt.Sprint(logic, targets)
	e.mu.Lock()
	defer e.mu.Unlock()
	if g := e.grammars[key]; g != nil {
		return g, nil
	}
	g, err := grammar.New(grammar.Options{
		Table: e.opts.Table, Logic: logic, Solvers: targets,
		Fewest: 1, Assertions: e.opts.Assertions, Depth: e.opts.Depth, Incremental: e.opts.Incremental,
	})
	if err != nil {
		return nil, err
	}
	if len(e.grammars) == maxGrammars {
		clear(e.grammars)
	}
	e.grammars[key] = g
	return g, nil
}

// source is a series of scripts.
type source struct {
	gen    *grammar.Generator
	logic  string
	ending mutate.Ending
}

// maxTerms bounds how many terms a series makes: as they grow in number, so does what others remember about them.
const maxTerms = 600_000

// Next derives another script.
func (s *source) Next(r *rng.Rand) (mutate.Mutant, error) { return s.ending.Next(r, s.next) }

func (s *source) next(r *rng.Rand) (mutate.Mutant, error) {
	if s.gen.Made() >= maxTerms {
		return mutate.Mutant{}, fmt.Errorf("%w: the series has made %d terms", mutate.ErrExhausted, s.gen.Made())
	}
	made := s.gen.Next(r)
	m := mutate.Mutant{Script: made, Truth: mutate.Truth{Status: smt.Unknown}, Steps: []mutate.Step{step(made, s.logic)}}
	if n := made.Checks(); n > 1 {
		for range n {
			m.Truths = append(m.Truths, m.Truth)
		}
	}
	return m, nil
}

func step(s *script.Script, logic string) mutate.Step {
	in := logic
	if in == "" {
		in = "no logic"
	}
	return mutate.Step{
		Engine: name, Rule: in,
		Summary: fmt.Sprintf("a script from the grammar with %d assertions and %d checks", s.Assertions(), s.Checks()),
	}
}
