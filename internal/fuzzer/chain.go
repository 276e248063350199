package fuzzer

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

// A SeedError says that a seed cannot be read. It wraps the reader's error, which has the position.
type SeedError struct {
	Seed string
	Err  error
}

func (e *SeedError) Error() string { return e.Err.Error() }

func (e *SeedError) Unwrap() error { return e.Err }

// An EngineError says that an engine did what it must not: it panicked, or gave up for a reason that
// it has no word for. The fault is ours.
type EngineError struct {
	Engine, Seed string
	Err          error
}

func (e *EngineError) Error() string {
	return fmt.Sprintf("engine %s on %s: %v", e.Engine, e.Seed, e.Err)
}

func (e *EngineError) Unwrap() error { return e.Err }

// A Chain is the mutants that one engine makes of one seed in one round, each built on the one before. It belongs to
// one goroutine.
type Chain struct {
	// Broken is set when the engine failed on the way; the mutants before that count.
	Broken error

	fuzzer   *Fuzzer
	seed     Seed
	name     Name // of the mutant with index 0
	script   *script.Script
	bases    []*script.Script // what else the mutants are made of
	readers  []*solver.Solver // those that read it
	mutants  []mutate.Mutant
	printers map[manner]*script.Printer
	// blamed remembers, for each class and solver family that showed in this chain, the signature under which
	// it did first: the mutants after it contain the same steps.
	blamed map[string]blame
	// answered has what solvers that were run on a script answered, 0 where they do not decide.
	answered map[*script.Script]map[*solver.Solver]smt.Status
	// late counts the time-outs in a row of each solver.
	late map[*solver.Solver]int
	// refuses is what was learned of solvers that refused a mutant.
	refuses map[*solver.Solver]refusal
}

// Chain reads a seed and makes its mutants. Errors are *SeedError, *EngineError, what ctx ended with, or wrap
// mutate.ErrNotApplicable. Nothing but f's configuration, the seed, the engine and the round has an influence.
func (f *Fuzzer) Chain(ctx context.Context, seed Seed, engine mutate.Engine, round uint64) (*Chain, error) {
	c := &Chain{
		fuzzer: f, seed: seed, name: Name{SeedHash: seed.Hash, Engine: engine.Name(), Round: round},
		printers: make(map[manner]*script.Printer), blamed: make(map[string]blame), late: make(map[*solver.Solver]int),
		answered: make(map[*script.Script]map[*solver.Solver]smt.Status), refuses: make(map[*solver.Solver]refusal),
	}
	var err error
	if c.script, err = readSeed(f, seed); err != nil {
		return nil, err
	}
	if c.readers = f.readers(c.script); len(c.readers) == 0 {
		return nil, fmt.Errorf("%w: no solver reads logic %s and has all its operators", mutate.ErrNotApplicable, c.script.Logic())
	}
	c.readers = f.alone(c.name, c.readers)
	source, err := prepare(ctx, engine, &mutate.Seed{
		Name: seed.Name, Hash: seed.Hash, Script: c.script, Truth: mutate.Labelled(seed.Name, c.script),
	}, mutate.Env{
		Dialects: f.targets(c.readers), Asker: f.Asker, Partners: f.Partners, Rand: f.random(c.name).Split("prepare"),
	})
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.Is(err, mutate.ErrNotApplicable):
		return nil, err
	case err != nil:
		return nil, &EngineError{Engine: engine.Name(), Seed: seed.Name, Err: err}
	}
	if b, ok := source.(mutate.Based); ok {
		c.bases = b.Bases()
	}
	r := f.random(c.name)
	for len(c.mutants) < f.length() {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		m, err := next(source, r)
		if errors.Is(err, mutate.ErrExhausted) {
			break
		}
		if err != nil {
			c.Broken = &EngineError{Engine: engine.Name(), Seed: seed.Name, Err: err}
			break
		}
		c.mutants = append(c.mutants, m)
	}
	return c, nil
}

// Len returns the number of mutants.
func (c *Chain) Len() int { return len(c.mutants) }

// Logic returns the seed's logic.
func (c *Chain) Logic() string { return c.script.Logic() }

// Name names a mutant, 0 <= i < Len.
func (c *Chain) Name(i int) Name {
	n := c.name
	n.Index = i
	return n
}

// Mutant returns a mutant, 0 <= i < Len.
func (c *Chain) Mutant(i int) mutate.Mutant { return c.mutants[i] }

// Text returns a mutant as solvers of a dialect read it, 0 <= i < Len.
func (c *Chain) Text(i int, dialect string) []byte {
	return c.text(c.mutants[i].Script, manner{dialect: dialect}, nil)
}

// manner is how a script is written for a solver: two solvers of one manner read one file.
type manner struct {
	dialect string
	model   string // the command that asks for a model, empty for none
	cores   bool   // unsat cores are asked for
}

// mannerFor says how a solver gets a script. Models are asked for where one check-sat answers: behind unsat, a
// solver may take get-model for an error and stop.
func mannerFor(s *solver.Solver, sc *script.Script) manner {
	m := manner{dialect: s.Profile().Dialect}
	if sc.Checks() == 1 {
		m.model = s.Profile().Show.Model
	}
	return m
}

// text writes a script; behind says which command stands behind each check, nil for the manner's model command.
func (c *Chain) text(s *script.Script, m manner, behind func(check int) string) []byte {
	p := c.printers[m]
	if p == nil {
		p = &script.Printer{Solver: m.dialect, ForSolver: true}
		c.printers[m] = p
	}
	if p.AfterCheck = behind; behind == nil {
		p.AfterCheck = func(int) string { return m.model }
	}
	return p.Append(nil, s)
}

// readSeed reads the text anew: terms live in a store that one goroutine may use.
func readSeed(f *Fuzzer, seed Seed) (s *script.Script, err error) {
	defer recovered(func(e error) { s, err = nil, &EngineError{Engine: "reader", Seed: seed.Name, Err: e} })
	s, err = elab.Script(seed.Text, elab.Options{File: seed.Name, Table: f.Table})
	if err != nil {
		return nil, &SeedError{Seed: seed.Name, Err: err}
	}
	return s, nil
}

// prepare and next call an engine; a panic of it must not end a campaign that ran for days.
func prepare(ctx context.Context, e mutate.Engine, seed *mutate.Seed, env mutate.Env) (s mutate.Source, err error) {
	defer recovered(func(e error) { s, err = nil, e })
	return e.Prepare(ctx, seed, env)
}

func next(source mutate.Source, r *rng.Rand) (m mutate.Mutant, err error) {
	defer recovered(func(e error) { m, err = mutate.Mutant{}, e })
	m, err = source.Next(r)
	if err == nil && m.Script == nil {
		err = errors.New("a mutant without a script")
	}
	return m, err
}

// recovered turns a panic into an error. It is to be deferred itself.
func recovered(set func(error)) {
	if p := recover(); p != nil {
		set(fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
	}
}

// ErrOtherSeed says that a text is not the seed that a mutant's name speaks of.
var ErrOtherSeed = errors.New("the seed's text is not the one the mutant was made from")

// Regenerate makes a mutant again from its name: f has the campaign's configuration, engine the name's engine.
func (f *Fuzzer) Regenerate(ctx context.Context, seed Seed, engine mutate.Engine, n Name) (mutate.Mutant, error) {
	if seed.Hash != n.SeedHash {
		return mutate.Mutant{}, fmt.Errorf("%s: %w", n, ErrOtherSeed)
	}
	if engine.Name() != n.Engine {
		return mutate.Mutant{}, fmt.Errorf("%s: made by engine %s, not by %s", n, n.Engine, engine.Name())
	}
	c, err := f.Chain(ctx, seed, engine, n.Round)
	if err != nil {
		return mutate.Mutant{}, err
	}
	if n.Index >= c.Len() {
		return mutate.Mutant{}, fmt.Errorf("%s: the chain has %d mutants only: %w", n, c.Len(), mutate.ErrExhausted)
	}
	return c.Mutant(n.Index), nil
}
