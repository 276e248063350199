package main

import (
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/enginestest"
)

// BenchmarkMutant measures what a campaign costs apart from solvers, for each engine, on the built-in seeds or those below 4 KB in the
// folder ASSAY_SEEDS: an operation is a mutant. It is for profiles; the program has the same figures. With ASSAY_ROUNDS=20, the campaigns with known
// answers, not the one that asks the solver, are nearly all of a profile.
func BenchmarkMutant(b *testing.B) {
	set, err := solver.Builtin()
	if err != nil {
		b.Fatal(err)
	}
	target, err := solver.Resolve(b.Context(), "z3", set)
	if err != nil {
		b.Skip(err)
	}
	sources := campaign.Builtin()
	if dir := os.Getenv("ASSAY_SEEDS"); dir != "" {
		if sources, _, err = campaign.LoadSeeds(b.Context(), []string{dir}, campaign.LoadOptions{MaxBytes: smallBytes}); err != nil {
			b.Fatal(err)
		}
	}
	rounds := 1
	if text := os.Getenv("ASSAY_ROUNDS"); text != "" {
		if rounds, err = strconv.Atoi(text); err != nil || rounds < 1 {
			b.Fatalf("ASSAY_ROUNDS is %q, which is no positive number", text)
		}
	}
	all, table := enginestest.All(b)
	for _, e := range all {
		b.Run(e.Name(), func(b *testing.B) {
			own := &Own{
				Target: target, Engines: []mutate.Engine{e}, Table: table, Seeds: sources, Mutants: int64(b.N), Rounds: rounds,
				Timeout: time.Second, Dir: b.TempDir(),
			}
			got, err := own.Run(b.Context())
			if err != nil || got[0].Failure != "" {
				b.Fatal(err, got)
			}
			b.ReportMetric(got[0].Micros.Median, "own-us/op")
			b.ReportMetric(0, "ns/op") // it includes solvers
		})
	}
}
