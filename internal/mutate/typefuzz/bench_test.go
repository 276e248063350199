package typefuzz_test

import (
	"context"
	"slices"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/typefuzz"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

// BenchmarkMutateAndPrint makes mutants of seeds under 4 KB in chains of 20 as a campaign does, reading
// the seed at the start of each chain included, and prints each mutant for one solver.
func BenchmarkMutateAndPrint(b *testing.B) {
	all := texts(b)
	var names []string
	for name, text := range all {
		if len(text) < 4096 {
			if _, err := elab.Script(text, elab.Options{}); err == nil {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	engine := typefuzz.New(typefuzz.Options{})
	var out []byte
	bytes := 0
	b.ReportAllocs()
	b.ResetTimer()
	made, seed := 0, 0
	for made < b.N {
		name := names[seed%len(names)]
		seed++
		sc, err := elab.Script(all[name], elab.Options{})
		if err != nil {
			b.Fatal(err)
		}
		source, err := engine.Prepare(context.Background(), &mutate.Seed{Name: name, Script: sc}, mutate.Env{})
		if err != nil {
			continue
		}
		r := rng.New(uint64(seed))
		p := script.Printer{Solver: "z3", ForSolver: true}
		for range 20 {
			m, err := source.Next(r)
			if err != nil {
				break
			}
			out = p.Append(out[:0], m.Script)
			bytes += len(out)
			made++
		}
	}
	b.ReportMetric(float64(made)/b.Elapsed().Seconds(), "mutants/s")
	b.ReportMetric(float64(bytes)/float64(made), "bytes/mutant")
}
