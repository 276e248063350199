package fuzzer

import (
	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
)

// A Fuzzer is what all chains of a campaign share. Its fields do not change after first use; then it is safe for concurrent
// use.
type Fuzzer struct {
	// Bench runs the targets, and holds the operator table that seeds are read with.
	Bench *trial.Bench
	// Targets are run on every mutant, in this order. Without any, mutants are made in the standard's language, and are for nobody.
	Targets []solver.Target
	// Seed is the campaign seed.
	Seed uint64
	Plan
	// Asker and Partners are lent to engines; nil for none.
	Asker    mutate.Asker
	Partners mutate.Partners
	// Support finds the operators behind unknowns that a solver does not support at all; nil to find none.
	Support *query.Support
	// Solver runs targets on seeds themselves, where a chain has a Pace; nil for never.
	Solver *query.Answers
	// Known says which hits are worth repeating; nil means all.
	Known triage.Known
	// Configurations enables collecting feedback and searching configurations; nil for neither.
	Configurations *Configurations
	// Sessions reruns the sessions of reused processes, nil for processes that read them on standard input.
	Sessions triage.Sessions
}

// A Place says where a chain is in a campaign and where its files may go.
type Place struct {
	// Slot is the number of its slot.
	Slot uint64
	// Dir is a folder for scratch files that only this goroutine uses.
	Dir *disk.Scratch
	// Pace says how much time targets get, nil for that of the bench.
	Pace Pace
}

// random returns the generator of a chain.
func (f *Fuzzer) random(n mutate.Name) *rng.Rand {
	return rng.New(f.Seed).Split(n.SeedHash).Split(n.Engine).SplitN(n.Round)
}
