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

const (
	// DefaultChain is how many successive mutants build on each other.
	DefaultChain = 20
	// DefaultGiveUp is the default of Fuzzer.GiveUp: mutants of a formula that is too hard are mostly too hard themselves.
	DefaultGiveUp = 2
)

// A Fuzzer is what all chains of a campaign share. Its fields do not change after first use; then it is safe for concurrent
// use.
type Fuzzer struct {
	// Bench runs the targets, and holds the operator table that seeds are read with.
	Bench *trial.Bench
	// Targets are run on every mutant, in this order.
	Targets []solver.Target
	// Seed is the campaign seed.
	Seed uint64
	// Length is the largest number of mutants of a chain, 0 for DefaultChain.
	Length int
	// GiveUp is the number of consecutive time-outs after which a target is no longer asked in a chain, 0 for DefaultGiveUp,
	// negative for never. Mutants are made and numbered all the same.
	GiveUp int
	// Solo makes one chain in this many for one target alone, with all operators that it has: what only one solver understands
	// cannot be compared, but it can cause a crash, and the solver's models can be wrong. 0 makes none.
	Solo int
	// Together makes one chain in this many for all versions of each solver. The others are for one version of each, so more chains are
	// made in the same time. 0 and 1 make all chains for all versions.
	Together int
	// Plain makes one run in this many ask only for an answer, without a model: solvers behave differently then. 0 makes none.
	Plain int
	// Questions makes one mutant in this many come with further questions, for values, simplifications and goals, whose answers are
	// checked by evaluation. 0 makes none.
	Questions int
	// Every keeps every mutant that shows something separately, instead of one for each signature.
	Every bool
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
	// Sessions reruns the sessions of living processes, nil for processes that read them on standard input.
	Sessions triage.Sessions
}

// A Place says where a chain is in a campaign and where its files may go.
type Place struct {
	Job uint64
	// Dir is a folder for scratch files that only this goroutine uses.
	Dir *disk.Scratch
	// Pace says how much time targets get, nil for that of the bench.
	Pace Pace
}

// random returns the generator of a chain.
func (f *Fuzzer) random(n mutate.Name) *rng.Rand {
	return rng.New(f.Seed).Split(n.SeedHash).Split(n.Engine).SplitN(n.Round)
}

func (f *Fuzzer) giveUp() int {
	if f.GiveUp == 0 {
		return DefaultGiveUp
	}
	return f.GiveUp
}

func (f *Fuzzer) length() int {
	if f.Length <= 0 {
		return DefaultChain
	}
	return f.Length
}
