package growth

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/base/cputime"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// Cost is what a piece of work cost.
type Cost struct {
	// CPU is the processor time of this process, including the garbage collector's: of the whole, or the mean of each.
	CPU time.Duration
	// Median is the median of the wall times of each; 0 if there is only one.
	Median time.Duration
	// Bytes and Objects are what was allocated.
	Bytes, Objects uint64
}

// Figures are what an engine costs on a seed.
type Figures struct {
	Engine, Seed  string
	Size          int // of the seed's text, in bytes
	Read, Prepare Cost
	// Held is the memory that the read seed keeps alive, in bytes.
	Held    uint64
	Mutants int
	Next    Cost // of each mutant
	Print   Cost // of each mutant's text for a solver
	Printed int  // mean length of the texts, in bytes
	// Ended says why there are no mutants, or no more; nil when there are as many as requested.
	Ended error
}

// Plan says what to measure.
type Plan struct {
	Engine  mutate.Engine
	Table   *theory.Table
	Seed    seeds.Seed
	Env     mutate.Env
	Mutants int           // requested from one chain
	Most    time.Duration // ends a chain early
	Random  uint64        // the seed of all choices
}

// Run measures a chain of mutants. The error is that of an unreadable seed, or what ctx ended with.
func Run(ctx context.Context, p Plan) (Figures, error) {
	f := Figures{Engine: p.Engine.Name(), Seed: p.Seed.Name, Size: len(p.Seed.Text)}
	runtime.GC()
	before := alive()
	m := begin()
	seed, err := mutate.ReadUntil(ctx, p.Seed, p.Table)
	if err != nil {
		return f, err
	}
	f.Read = m.end()
	runtime.GC()
	if now := alive(); now > before {
		f.Held = now - before
	}
	p.Env.Rand = rng.New(p.Random).Split("prepare")
	m = begin()
	source, err := p.Engine.Prepare(ctx, seed, p.Env)
	f.Prepare = m.end()
	if errors.Is(err, mutate.ErrNotApplicable) {
		f.Ended = err
		return f, nil
	}
	if err != nil {
		return f, err
	}
	r := rng.New(p.Random)
	started := time.Now()
	// Mutants and texts are made in turns, as they are needed, and timed separately.
	next, printing := newSeries(p.Mutants), newSeries(p.Mutants)
	printer := script.Printer{Solver: "z3", ForSolver: true}
	text := printer.Append(nil, seed.Script)
	for f.Mutants < p.Mutants && (f.Mutants == 0 || time.Since(started) < p.Most) && ctx.Err() == nil {
		var mutant mutate.Mutant
		next.time(func() { mutant, err = source.Next(r) })
		if err != nil {
			f.Ended = err
			break
		}
		printing.time(func() { text = printer.Append(text[:0], mutant.Script) })
		f.Mutants++
		f.Printed += len(text)
	}
	if f.Mutants > 0 {
		f.Printed /= f.Mutants
		f.Next, f.Print = next.cost(), printing.cost()
	}
	if err := context.Cause(ctx); err != nil {
		return f, err
	}
	if f.Ended != nil && !errors.Is(f.Ended, mutate.ErrExhausted) {
		return f, f.Ended
	}
	runtime.KeepAlive(seed)
	return f, nil
}

// meter measures one piece of work.
type meter struct {
	cpu            time.Duration
	bytes, objects uint64
}

func begin() meter {
	m := meter{}
	m.bytes, m.objects = allocated()
	m.cpu = cputime.Own()
	return m
}

func (m meter) end() Cost {
	c := Cost{CPU: cputime.Own() - m.cpu}
	c.Bytes, c.Objects = allocated()
	c.Bytes -= m.bytes
	c.Objects -= m.objects
	return c
}

// series measures one kind of work that is done repeatedly between others.
type series struct {
	times []time.Duration
	sum   Cost
}

func newSeries(n int) *series { return &series{times: make([]time.Duration, 0, n)} }

// time does the work once and measures it.
func (s *series) time(work func()) {
	m := begin()
	started := time.Now()
	work()
	s.times = append(s.times, time.Since(started))
	c := m.end()
	s.sum.CPU += c.CPU
	s.sum.Bytes += c.Bytes
	s.sum.Objects += c.Objects
}

// cost returns the mean of all, and the median of their wall times.
func (s *series) cost() Cost {
	n := len(s.times)
	slices.Sort(s.times)
	return Cost{CPU: s.sum.CPU / time.Duration(n), Median: s.times[n/2], Bytes: s.sum.Bytes / uint64(n), Objects: s.sum.Objects / uint64(n)}
}

// Defaults is an asker that has a model for formulas that are true when every symbol has the default value of its sort, as those of
// shapes are. It answers no other question.
type Defaults struct{}

// Ask implements mutate.Asker.
func (Defaults) Ask(_ context.Context, _ *script.Script, want mutate.Want) []mutate.Reply {
	if want != mutate.WantModel && want != mutate.WantModels {
		return nil
	}
	return []mutate.Reply{{Solver: "z3", Codebase: "z3", Status: smt.Sat, Model: "()"}}
}

// String returns the figures in one line.
func (f Figures) String() string {
	return fmt.Sprintf("%s, %s: read %v, prepare %v, %d mutants: next %v (%d B), print %v", f.Engine, f.Seed, f.Read.CPU, f.Prepare.CPU, f.Mutants, f.Next.Median, f.Next.Bytes, f.Print.Median)
}
