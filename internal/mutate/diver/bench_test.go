package diver_test

import (
	"context"
	"errors"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/diver"
	"github.com/assay-smt/assay/internal/mutate/diver/preanalysis"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// knows is a mutate.Asker that has one model for every question.
type knows string

// Ask implements mutate.Asker.
func (m knows) Ask(context.Context, *script.Script, mutate.Want) []mutate.Reply {
	return []mutate.Reply{{Solver: "z3 1", Codebase: "z3", Status: smt.Sat, Model: string(m)}}
}

// with returns the usual options with a change.
func with(change func(*diver.Options)) diver.Options {
	o := diver.DefaultOptions()
	change(&o)
	return o
}

// BenchmarkNext measures accepted mutants, in chains of 20 over the kit's seeds that have models, in turn. It includes neither preparing
// chains nor printing.
func BenchmarkNext(b *testing.B) {
	for name, o := range map[string]diver.Options{
		"complicate-all": with(func(o *diver.Options) { o.Complicate = 100 }),
		"usual":          diver.DefaultOptions(),
		"no-weights":     with(func(o *diver.Options) { o.Weighing = preanalysis.Evenly }),
		"no-aim":         with(func(o *diver.Options) { o.Aiming = diver.Reject }),
		"neither": with(func(o *diver.Options) {
			o.Weighing, o.Aiming = preanalysis.Evenly, diver.Reject
		}),
		"no-complicate": with(func(o *diver.Options) { o.Complicate = 0 }),
	} {
		b.Run(name, func(b *testing.B) { benchmark(b, diver.New(o)) })
	}
}

func benchmark(b *testing.B, e *diver.Engine) {
	b.ReportAllocs()
	n, ended, tried := 0, 0, 0
	for round := uint64(0); n < b.N; round++ {
		for _, s := range mutatetest.Corpus() {
			if s.Model == "" || n >= b.N {
				continue
			}
			b.StopTimer()
			seed, err := mutate.Read(seeds.Seed{Name: s.Name, Hash: s.Name, Text: s.Text}, theory.Builtin())
			if err != nil {
				b.Fatal(err)
			}
			r := rng.New(round).Split(s.Name)
			src, err := e.Prepare(context.Background(), seed, mutate.Env{Asker: knows(s.Model), Rand: r.Split("prepare")})
			if errors.Is(err, mutate.ErrNotApplicable) {
				continue
			}
			if err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
			for range 20 {
				if _, err := src.Next(r); err != nil {
					ended++
					break
				}
				n++
			}
			tried += diver.Tried(src)
		}
	}
	b.StopTimer()
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "mutants/s")
	b.ReportMetric(float64(tried)/float64(n), "terms/mutant")
	b.ReportMetric(float64(ended), "ended")
}
