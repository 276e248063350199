package outside

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// EngineTime is how long a program may take for a batch of mutants: an interpreter may need seconds to read a large seed.
const EngineTime = 30 * time.Second

// Batch is how many mutants a program is asked for at a time. It is part of what decides which mutants there are.
const Batch = 20

// Engine is a program that makes mutants. Its mutants depend on the seed, the random number and the program alone, as far as the program does its
// duty. Close it in the end.
type Engine struct {
	pool  *pool
	table *theory.Table
}

// Describe returns the descriptor of a program as an engine. It has no options but its arguments. memory bounds each of its processes, in bytes; 0 is
// no limit.
func Describe(p *Program, memory int64) mutate.Descriptor {
	return mutate.Descriptor{
		Name: p.Name(),
		Doc:  "makes what the program makes",
		New: func(table *theory.Table, _ mutate.Settings) (mutate.Engine, error) {
			return newEngine(p, table, Limits{Time: EngineTime, Memory: memory}), nil
		},
	}
}

func newEngine(p *Program, table *theory.Table, l Limits) *Engine {
	return &Engine{newPool(p, engineRole, l), table}
}

// Name implements mutate.Engine.
func (e *Engine) Name() string { return e.pool.program.Name() }

// Configuration implements mutate.Engine.
func (e *Engine) Configuration() string {
	return fmt.Sprintf("protocol=%d batch=%d program=%s", Protocol, Batch, e.pool.program.Hash())
}

// Relation implements mutate.Related: a program may do as it likes within a batch, but batches have nothing but the seed in common.
func (e *Engine) Relation() mutate.Relation { return mutate.Siblings }

// Verify implements mutate.Verifier: the program has to start, and to speak the protocol.
func (e *Engine) Verify(ctx context.Context, _ mutate.Asker, _ func(string)) error {
	err := e.pool.greet(ctx)
	if err == nil || ctx.Err() != nil {
		return err
	}
	return &mutate.InputError{Fault: mutate.Useless, Err: explained(e.pool.program, err)}
}

// Notes implements mutate.Noter.
func (e *Engine) Notes() []string { return e.pool.Notes() }

// Close ends the program's processes.
func (e *Engine) Close() error {
	e.pool.close()
	return nil
}

// Prepare implements mutate.Engine. A program that refuses the seed, or fails on it, is not applicable to it.
func (e *Engine) Prepare(ctx context.Context, seed *mutate.Seed, env mutate.Env) (mutate.Source, error) {
	_, r, err := mutate.Begin(ctx, e, e.table, seed, env, mutate.Never)
	if err != nil {
		return nil, err
	}
	s := &source{ctx: ctx, engine: e, rejected: map[string]int{}, request: requestOf(seed)}
	s.left = chainFloor + chainGrowth*len(s.request.Script)
	if err := s.fill(r.Split("outside")); err != nil {
		return nil, err
	}
	return s, nil
}

// requestOf asks for a batch of mutants of a seed, with no random number yet.
func requestOf(seed *mutate.Seed) seedRequest {
	return seedRequest{Type: seedType, Script: unlabelled(seed.Script).String(), Logic: seed.Script.Logic(), Label: label(seed), Count: Batch}
}

// label is what the seed's label says, which is a claim.
func label(seed *mutate.Seed) string {
	if seed.Truth.Status.Decides() {
		return seed.Truth.Status.String()
	}
	return smt.Unknown.String()
}

// unlabelled returns a script without status labels: those of a mutant would be its seed's.
func unlabelled(s *script.Script) *script.Script {
	out := *s
	out.Commands = nil
	for _, c := range s.Commands {
		if c.Kind != script.SetInfo || c.Name != ":status" {
			out.Commands = append(out.Commands, c)
		}
	}
	return &out
}

// A source asks for one batch after the other.
type source struct {
	ctx      context.Context // of the chain: a Source has none of its own
	engine   *Engine
	request  seedRequest
	left     int // bytes that mutants may still have
	ready    []mutate.Mutant
	ending   mutate.Ending
	rejected map[string]int
}

// Rejected implements mutate.Choosy.
func (s *source) Rejected() map[string]int { return s.rejected }

// Next implements mutate.Source.
func (s *source) Next(r *rng.Rand) (mutate.Mutant, error) { return s.ending.Next(r, s.next) }

func (s *source) next(r *rng.Rand) (mutate.Mutant, error) {
	if len(s.ready) == 0 {
		switch err := s.fill(r); {
		case errors.Is(err, mutate.ErrNotApplicable):
			s.rejected["a further batch: "+strings.TrimPrefix(err.Error(), mutate.ErrNotApplicable.Error()+": ")]++
			return mutate.Mutant{}, fmt.Errorf("%w: %w", mutate.ErrExhausted, err)
		case err != nil:
			return mutate.Mutant{}, err
		}
	}
	m := s.ready[0]
	s.ready = s.ready[1:]
	return m, nil
}

// fill asks for a batch. Errors are what the context ended with, or wrap mutate.ErrNotApplicable; without one, at least one mutant is ready.
func (s *source) fill(random *rng.Rand) error {
	s.request.Random = random.Uint64() >> 11
	var r reply
	err := s.engine.pool.ask(s.ctx, s.request, func() func(*message) (bool, error) {
		r = reply{}
		return r.take
	})
	switch {
	case s.ctx.Err() != nil:
		return context.Cause(s.ctx)
	case err != nil:
		return fmt.Errorf("%w: the program failed: %s", mutate.ErrNotApplicable, reasonOf(err))
	case r.refused != nil && len(r.mutants) == 0:
		s.engine.pool.succeeded()
		return fmt.Errorf("%w: the program refuses: %s", mutate.ErrNotApplicable, clipped(r.refused.Reason))
	case len(r.mutants) == 0:
		s.engine.pool.succeeded()
		return fmt.Errorf("%w: the program makes nothing of it", mutate.ErrNotApplicable)
	}
	return s.read(r.mutants)
}

// A reply is what an engine says to a seed.
type reply struct {
	mutants []message
	refused *message // nil where it makes mutants
}

// take takes one message after the other.
func (r *reply) take(m *message) (ended bool, err error) {
	switch m.Type {
	case mutantType:
		if r.mutants = append(r.mutants, *m); len(r.mutants) > Batch {
			return false, unexpected(m, fmt.Sprintf("end, after %d mutants", Batch))
		}
		return false, nil
	case refusedType:
		r.refused = m
		return true, nil
	case endType:
		return true, nil
	}
	return false, unexpected(m, "mutant, end or refused")
}

// tooLarge is why a source has no more mutants.
const tooLarge = "all mutants of a chain are too large together"

// reasonOf is the part of an error that is the same for all of its kind, so that they can be counted.
func reasonOf(err error) string {
	if f, ok := asFault(err); ok {
		return f.Reason
	}
	return err.Error()
}

// read makes mutants of messages.
func (s *source) read(got []message) error {
	reader := newReader(s.ctx, s.engine.pool.program, s.engine.table, s.request)
	var first *Fault
	for i := range got {
		m, f := reader.mutant(&got[i])
		switch {
		case s.ctx.Err() != nil:
			return context.Cause(s.ctx)
		case f == nil && len(got[i].Script) > s.left:
			s.rejected[tooLarge]++
			continue
		case f == nil:
			s.left -= len(got[i].Script)
			s.ready = append(s.ready, m)
			continue
		case first == nil:
			first = f
		}
		s.rejected[f.Reason]++
		s.engine.pool.note(f)
	}
	if len(s.ready) == 0 && first == nil {
		return fmt.Errorf("%w: %s", mutate.ErrNotApplicable, tooLarge)
	}
	if len(s.ready) > 0 {
		s.engine.pool.succeeded()
		return nil
	}
	return fmt.Errorf("%w: the program failed: %s", mutate.ErrNotApplicable, reasonOf(s.engine.pool.failure(&Fault{Reason: "no mutant of a batch is of use", Detail: first.Error(), Remedy: first.Remedy})))
}
