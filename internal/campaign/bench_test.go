package campaign

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"testing"

	"github.com/assay-smt/assay/internal/engines"
	"github.com/assay-smt/assay/internal/event"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/recorded"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

// What the benchmarks run on; the flags are for measurements by hand.
var (
	benchSeeds  = flag.String("campaign.seeds", "", "the folder of the seeds of benchmarks, \"\" for those in the binary")
	benchSize   = flag.Int64("campaign.size", 4<<10, "the size in bytes of the largest of these seeds")
	benchSolver = flag.String("campaign.solver", "z3", "the solver whose answers benchmarks replay")
	benchFile   = flag.String("campaign.recording", "", "a file that keeps these answers, \"\" for none")
)

// A lineWriter is a sink that writes events as fuzz --json does.
type lineWriter struct{ w io.Writer }

func (l lineWriter) Take(e event.Event) {
	if text, err := event.JSON(e); err == nil {
		_, _ = l.w.Write(append(text, '\n'))
	}
}

// benchTargets returns the solver whose answers are replayed.
func benchTargets(b *testing.B) []solver.Target {
	b.Helper()
	set, err := solver.Builtin()
	if err != nil {
		b.Fatal(err)
	}
	target, err := solver.Resolve(b.Context(), *benchSolver, set)
	if err != nil {
		b.Skip(err)
	}
	return []solver.Target{target}
}

func benchSources(b *testing.B) []SeedSource {
	b.Helper()
	if *benchSeeds == "" {
		return Builtin()
	}
	found, _, err := LoadSeeds([]string{*benchSeeds}, LoadOptions{MaxBytes: *benchSize})
	if err != nil {
		b.Fatal(err)
	}
	return found
}

// recording returns the answers that are known, and keeps those that are added when the benchmark ends.
func recording(b *testing.B) *recorded.Runner {
	b.Helper()
	r := &recorded.Runner{}
	if *benchFile == "" {
		return r
	}
	data, err := os.ReadFile(*benchFile)
	if err == nil {
		err = r.Load(data)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		b.Fatal(err)
	}
	before := r.Asked()
	b.Cleanup(func() {
		if r.Asked() == before {
			return
		}
		var out bytes.Buffer
		if err := r.Save(&out); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(*benchFile, out.Bytes(), 0o600); err != nil {
			b.Fatal(err)
		}
	})
	return r
}

// BenchmarkMutant measures what a campaign costs besides solvers, for each engine: an operation is a mutant. Each campaign runs
// twice. The first time solvers answer; the second time their answers are replayed, and that is measured. cpu-ns/op is the CPU
// time of the process, its collector of garbage included.
func BenchmarkMutant(b *testing.B) {
	targets, sources, runner := benchTargets(b), benchSources(b), recording(b)
	var names []string
	for _, d := range engines.All() {
		names = append(names, d.Name)
	}
	for _, name := range append(names, "all") {
		all, table := benchEngines(b, name)
		for _, jobs := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/workers-%d", name, jobs), func(b *testing.B) {
				run := func() {
					_, err := Run(context.Background(), Config{
						Targets: targets, Engines: all, Seeds: sources, Table: table, Out: b.TempDir(), Seed: 1, Jobs: jobs,
						Mutants: int64(b.N), Timeout: benchTimeout, Runner: runner, Fresh: runner, Events: lineWriter{io.Discard},
					})
					if err != nil {
						b.Fatal(err)
					}
				}
				run()
				runtime.GC()
				before, _ := processCPU()
				b.ReportAllocs()
				b.ResetTimer()
				run()
				after, _ := processCPU()
				b.ReportMetric(float64((after-before).Nanoseconds())/float64(b.N), "cpu-ns/op")
			})
		}
	}
}

// benchTimeout is the solver's limit when its answers are recorded.
const benchTimeout = DefaultTimeout / 10

func benchEngines(b *testing.B, name string) ([]mutate.Engine, *theory.Table) {
	b.Helper()
	var chosen []engines.Chosen
	for _, d := range engines.All() {
		if d.Name != name && name != "all" {
			continue
		}
		chosen = append(chosen, engines.Chosen{Descriptor: d, Settings: d.Defaults()})
	}
	all, table, err := engines.Make(chosen, theory.Builtin())
	if err != nil {
		b.Fatal(err)
	}
	return all, table
}
