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
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/definition"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
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

// A Lineage is the mutants that one engine makes of one seed in one round, and the targets that they are for. It can grow: further mutants follow
// from those that it has, and what a mutant is does not depend on how far the lineage went. Otherwise it does not change once it is made.
type Lineage struct {
	// Broken is set when the engine failed partway; the mutants before the failure count.
	Broken error
	// Definitions says what became of the seed's definitions when they were to be unfolded; nil otherwise.
	Definitions *definition.Report

	name    mutate.Name // of the mutant with index 0
	kin     mutate.Relation
	script  *script.Script
	bases   []*script.Script // what else the mutants are built from
	mutants []mutate.Mutant
	texts   []uint64 // hashes of the mutants' standard text
	drawn   Drawn
	spring  *spring
	audience
}

// An audience is the targets that can read a seed.
type audience struct {
	able    []solver.Target
	unable  map[solver.Target]string // why the others cannot
	readers []solver.Target          // those of the able ones that the mutants are for
}

// languages are those that seeds may use: all, where there is nobody to read them.
func (f *Fuzzer) languages() theory.Dialects {
	if len(f.Targets) == 0 {
		return 0
	}
	return trial.Languages(f.Bench.Operators(), f.Targets...)
}

// Len returns the number of mutants.
func (l *Lineage) Len() int { return len(l.mutants) }

// Logic returns the seed's logic.
func (l *Lineage) Logic() string { return l.script.Logic() }

// Name names a mutant, 0 <= i < Len.
func (l *Lineage) Name(i int) mutate.Name {
	n := l.name
	n.Index = i
	return n
}

// Mutant returns a mutant, 0 <= i < Len.
func (l *Lineage) Mutant(i int) mutate.Mutant { return l.mutants[i] }

// Hash returns a hash of a mutant's text, 0 <= i < Len: equal for equal mutants.
func (l *Lineage) Hash(i int) uint64 { return l.texts[i] }

// A breeder makes a lineage.
type breeder struct {
	fuzzer *Fuzzer
	bench  *trial.Bench
	seed   seeds.Seed
	engine mutate.Engine
}

// read returns the lineage of a round without mutants: its seed, and who it is for.
func (b *breeder) read(ctx context.Context, round uint64) (Lineage, error) {
	f := b.fuzzer
	l := Lineage{name: mutate.Name{SeedHash: b.seed.Hash, Engine: b.engine.Name(), Round: round}, kin: mutate.RelationOf(b.engine)}
	var err error
	if l.script, err = readSeed(ctx, f.Bench.Operators(), f.languages(), b.seed); err != nil {
		return l, err
	}
	if l.able = b.bench.Readers(f.Targets, l.script); len(l.able) == 0 && len(f.Targets) > 0 {
		why := b.bench.Unable(f.Targets[0], l.script)
		if len(f.Targets) > 1 { // no names: statistics group reasons that differ only in numbers
			why = "the first of them: " + why
		}
		return l, fmt.Errorf("%w: no solver reads logic %s and has all its operators%s (%s)", mutate.ErrNotApplicable, l.script.Logic(), beyond(l.script), why)
	}
	l.unable = make(map[solver.Target]string)
	for _, t := range f.Targets {
		if !slices.Contains(l.able, t) {
			l.unable[t] = b.bench.Unable(t, l.script)
		}
	}
	l.readers = f.turn(l.name, l.able)
	return l, nil
}

// breed makes the mutants.
func (b *breeder) breed(ctx context.Context, l *Lineage) error {
	f := b.fuzzer
	source, err := prepare(ctx, b.engine, &mutate.Seed{
		Name: b.seed.Name, Hash: b.seed.Hash, Script: l.script, Truth: mutate.Labelled(b.seed.Name, l.script),
	}, mutate.Env{
		Dialects: trial.Dialects(f.Bench.Operators(), l.readers...), Asker: f.Asker, Partners: f.Partners,
		Rand: f.random(l.name).Split("prepare"), Unfolded: l.unfolded,
	})
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, mutate.ErrNotApplicable):
		return err
	case err != nil:
		return &EngineError{Engine: b.engine.Name(), Seed: b.seed.Name, Err: err}
	}
	if s, ok := source.(mutate.Based); ok {
		l.bases = append(l.bases, s.Bases()...)
	}
	l.spring = &spring{fuzzer: f, bench: b.bench, source: source, rand: f.random(l.name), failure: &EngineError{Engine: b.engine.Name(), Seed: b.seed.Name}}
	return l.Grow(ctx, f.length())
}

// unfolded records that mutants are made from the seed without its definitions, or why they are not.
func (l *Lineage) unfolded(seed *mutate.Seed) {
	if l.Definitions = seed.Definitions; seed.Script != l.script {
		l.bases = append(l.bases, seed.Script)
	}
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
