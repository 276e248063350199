// Package generate is the engine that needs no seed's formulas: its mutants are scripts of the seed's logic, derived from a grammar
// (internal/mutate/generate/grammar). It takes only the logic from the seed.
//
// Truth is written into most of them: an interpretation is drawn first, and what is true in it is asserted, so that the script is sat and has a
// witness; or formulas that contradict each other are hidden among the true ones, so that it is unsat. The rest is as the grammar makes it, and
// nothing is known about its satisfiability.
package generate

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/generate/grammar"
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
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
	// Sat and Unsat are the percentages of scripts that are sat or unsat by construction, together at most 100.
	Sat, Unsat int
}

// DefaultOptions returns the usual options.
func DefaultOptions() Options {
	return Options{
		Assertions: grammar.DefaultAssertions, Depth: grammar.DefaultDepth, Incremental: grammar.DefaultIncremental,
		Sat: 40, Unsat: 20,
	}
}

// Engine implements mutate.Engine.
type Engine struct {
	opts      Options
	rules     func() []*rules.Rule
	mu        sync.Mutex
	languages map[string]*language // by logic and targets
}

// New returns the engine.
func New(o Options) *Engine {
	if o.Table == nil {
		o.Table = theory.Builtin()
	}
	o.Sat = min(max(o.Sat, 0), 100)
	o.Unsat = min(max(o.Unsat, 0), 100-o.Sat)
	return &Engine{opts: o, languages: map[string]*language{}, rules: builtin(o.Table)}
}

// Name returns "generate".
func (e *Engine) Name() string { return name }

// Relation implements mutate.Related.
func (e *Engine) Relation() mutate.Relation { return mutate.Independent }

// Configuration implements mutate.Engine.
func (e *Engine) Configuration() string {
	o := e.opts
	return fmt.Sprintf("assertions=%d depth=%d incremental=%d sat=%d unsat=%d", o.Assertions, o.Depth, o.Incremental, o.Sat, o.Unsat)
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
	l, err := e.language(logic, env.Dialects)
	if err != nil {
		return nil, err
	}
	return &source{gen: l.grammar.Generator(), writer: newWriter(l, e.opts.Sat, e.opts.Unsat)}, nil
}

// maxLanguages bounds the memory for grammars, each of which takes up to a few megabytes.
const maxLanguages = 64

// language returns the language of a logic for targets; each is made once.
func (e *Engine) language(logic string, targets []mutate.Dialect) (*language, error) {
	key := fmt.Sprint(logic, targets)
	e.mu.Lock()
	defer e.mu.Unlock()
	if l := e.languages[key]; l != nil {
		return l, nil
	}
	g, err := grammar.New(grammar.Options{
		Table: e.opts.Table, Logic: logic, Solvers: targets,
		Fewest: 1, Assertions: e.opts.Assertions, Depth: e.opts.Depth, Incremental: e.opts.Incremental,
	})
	if err != nil {
		return nil, err
	}
	if len(e.languages) == maxLanguages {
		clear(e.languages)
	}
	l := newLanguage(g, logic, targets, e.rules)
	e.languages[key] = l
	return l, nil
}

// source is a series of scripts.
type source struct {
	gen    *grammar.Generator
	made   int // terms, by earlier generators
	writer *Writer
	ending mutate.Ending
}

// maxTerms bounds how many terms a series makes: as they grow in number, so does what others remember about them.
const maxTerms = 600_000

// fullStore is how many terms a generator makes before another one takes its place: tables of terms grow with their numbers. Scripts do not
// depend on it.
const fullStore = 10_000

// Next derives another script.
func (s *source) Next(r *rng.Rand) (mutate.Mutant, error) { return s.ending.Next(r, s.next) }

// Rejected implements mutate.Choosy.
func (s *source) Rejected() map[string]int { return s.writer.Missed() }

func (s *source) next(r *rng.Rand) (mutate.Mutant, error) {
	if made := s.made + s.gen.Made(); made >= maxTerms {
		return mutate.Mutant{}, fmt.Errorf("%w: the series has made %d terms", mutate.ErrExhausted, made)
	}
	if s.gen.Made() >= fullStore {
		s.made, s.gen = s.made+s.gen.Made(), s.writer.language.grammar.Generator()
	}
	truth := r.Split("truth")
	made := s.gen.Next(r)
	return s.writer.Write(truth, made), nil
}

func step(s *script.Script, logic, kind string) mutate.Step {
	return mutate.Step{
		Engine: name, Rule: cmp.Or(logic, "no logic"),
		Summary: fmt.Sprintf("%s with %d assertions and %d checks", kind, s.Assertions(), s.Checks()),
	}
}
