package fuzzer

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/definition"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// A SeedError reports that a seed cannot be read. It wraps the reader's error, which has the position.
type SeedError struct {
	Seed string
	Err  error
}

func (e *SeedError) Error() string { return e.Err.Error() }

func (e *SeedError) Unwrap() error { return e.Err }

// An EngineError reports that an engine broke its contract: it panicked, or it gave up for a reason that its interface does
// not provide for. The fault is ours.
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
	// Broken is set when the engine failed partway; the mutants before the failure count.
	Broken error
	// Definitions says what became of the seed's definitions when they were to be unfolded; nil otherwise.
	Definitions *definition.Report

	fuzzer   *Fuzzer
	bench    *trial.Bench
	place    Place
	name     mutate.Name // of the mutant with index 0
	script   *script.Script
	bases    []*script.Script         // what else the mutants are built from
	able     []solver.Target          // those that can read it
	unable   map[solver.Target]string // why the others cannot
	readers  []solver.Target          // those of the able ones that are run on it
	mutants  []mutate.Mutant
	texts    []uint64 // hashes of the mutants' standard text
	drawn    Drawn
	examiner *triage.Examiner
	glances  glances // evaluate the mutants
	// answered holds what targets that were run on a script answered, NoStatus where they do not decide.
	answered map[*script.Script]map[solver.Target]smt.Status
	// timeouts counts the consecutive time-outs of each target.
	timeouts map[solver.Target]int
	// refusals is what was learned about targets that refused a mutant.
	refusals map[solver.Target]refusal
	// lessons is what was learned about targets that refuse to be asked for more than answers, and insists holds the targets
	// that refuse mutants for other reasons. choose decides which targets are asked for an answer alone.
	lessons map[solver.Target]Lesson
	insists map[solver.Target]bool
	choose  *rng.Rand
	// givesWay holds the targets that are not run on the mutants, with the reasons.
	givesWay map[solver.Target]string
	// sessions counts the sessions of each target that were rerun.
	sessions map[solver.Target]int
	// shown is what settings are known to show: what the chain was taught, and what it has learned.
	shown Shown
}

// Chain reads a seed and makes its mutants. Errors are *SeedError, *EngineError, *disk.OutputError, what ctx ended with, or wrap
// mutate.ErrNotApplicable or ErrGivesWay. Nothing but f's configuration, the seed, the engine and the round influences the mutants.
func (f *Fuzzer) Chain(ctx context.Context, seed seeds.Seed, engine mutate.Engine, round uint64, at Place) (*Chain, error) {
	c := &Chain{
		fuzzer: f, bench: f.Bench.In(at.Dir), place: at,
		name:     mutate.Name{SeedHash: seed.Hash, Engine: engine.Name(), Round: round},
		timeouts: make(map[solver.Target]int), refusals: make(map[solver.Target]refusal), sessions: make(map[solver.Target]int),

		lessons: make(map[solver.Target]Lesson), insists: make(map[solver.Target]bool), unable: make(map[solver.Target]string),
		answered: make(map[*script.Script]map[solver.Target]smt.Status),
	}
	c.bench.Kin = seed.Hash
	c.choose = f.random(c.name).Split("present")
	c.glances = newGlances(f.random(c.name).Split("glance"))
	var err error
	if c.script, err = readSeed(ctx, f.Bench.Operators(), f.languages(), seed); err != nil {
		return nil, err
	}
	if c.able = c.bench.Readers(f.Targets, c.script); len(c.able) == 0 && len(f.Targets) > 0 {
		why := c.bench.Unable(f.Targets[0], c.script)
		if len(f.Targets) > 1 { // no names: statistics group reasons that differ only in numbers
			why = "the first of them: " + why
		}
		return nil, fmt.Errorf("%w: no solver reads logic %s and has all its operators%s (%s)", mutate.ErrNotApplicable, c.script.Logic(), beyond(c.script), why)
	}
	for _, t := range f.Targets {
		if !slices.Contains(c.able, t) {
			c.unable[t] = c.bench.Unable(t, c.script)
		}
	}
	c.readers = f.turn(c.name, c.able)
	if err = c.solveSeed(ctx, seed); err != nil {
		return nil, err
	}
	c.examiner = &triage.Examiner{
		Bench: c.bench.OnFresh(), Targets: c.readers, Seed: seed, Script: c.script, CampaignSeed: f.Seed, Job: at.Slot,
		Support: f.Support, Known: f.Known, Every: f.Every, Sessions: f.Sessions,
	}
	source, err := prepare(ctx, engine, &mutate.Seed{
		Name: seed.Name, Hash: seed.Hash, Script: c.script, Truth: mutate.Labelled(seed.Name, c.script),
	}, mutate.Env{
		Dialects: trial.Dialects(f.Bench.Operators(), c.readers...), Asker: f.Asker, Partners: f.Partners,
		Rand: f.random(c.name).Split("prepare"), Unfolded: c.unfolded,
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
		c.bases = append(c.bases, b.Bases()...)
	}
	if err := c.draw(ctx, source, &EngineError{Engine: engine.Name(), Seed: seed.Name}); err != nil {
		return nil, err
	}
	return c, nil
}

// unfolded records that mutants are made from the seed without its definitions, or why they are not.
func (c *Chain) unfolded(seed *mutate.Seed) {
	if c.Definitions = seed.Definitions; seed.Script != c.script {
		c.bases = append(c.bases, seed.Script)
	}
}

// languages are those that seeds may use: all, where there is nobody to read them.
func (f *Fuzzer) languages() theory.Dialects {
	if len(f.Targets) == 0 {
		return 0
	}
	return trial.Languages(f.Bench.Operators(), f.Targets...)
}

// Len returns the number of mutants.
func (c *Chain) Len() int { return len(c.mutants) }

// Logic returns the seed's logic.
func (c *Chain) Logic() string { return c.script.Logic() }

// Name names a mutant, 0 <= i < Len.
func (c *Chain) Name(i int) mutate.Name {
	n := c.name
	n.Index = i
	return n
}

// Mutant returns a mutant, 0 <= i < Len.
func (c *Chain) Mutant(i int) mutate.Mutant { return c.mutants[i] }

// Text returns a mutant as solvers of a dialect read it, 0 <= i < Len.
func (c *Chain) Text(i int, dialect string) []byte {
	text, _ := c.bench.Print(context.Background(), c.mutants[i].Script, dialect) // never interrupted
	return text
}

// readSeed parses the text into a new store, since only one goroutine may use the terms of a store. It stops when ctx ends.
func readSeed(ctx context.Context, table *theory.Table, languages theory.Dialects, seed seeds.Seed) (s *script.Script, err error) {
	defer recovered(func(e error) { s, err = nil, &EngineError{Engine: "reader", Seed: seed.Name, Err: e} })
	s, err = elab.Script(seed.Text, elab.Options{File: seed.Name, Table: table, Dialects: languages, Done: ctx.Done()})
	if errors.Is(err, elab.ErrStopped) {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, &SeedError{Seed: seed.Name, Err: err}
	}
	return s, nil
}

// beyond names what a script needs, besides operators, that is not in the standard; "" for nothing.
func beyond(s *script.Script) string {
	var names []string
	for _, f := range s.Needs().List() {
		names = append(names, f.Doc())
	}
	if names == nil {
		return ""
	}
	return ", nor " + strings.Join(names, ", ")
}

// prepare and next call an engine; a panic in it must not end a campaign that has run for days.
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

// recovered turns a panic into an error. It must be deferred directly.
func recovered(set func(error)) {
	if p := recover(); p != nil {
		set(fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
	}
}
