package fuzzer

import (
	"github.com/assay-smt/assay/internal/disk"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/query"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/triage"
	"github.com/assay-smt/assay/internal/trial"
)

const (
	// DefaultChain is how many mutants in a row build on each other.
	DefaultChain = 20
	// DefaultGiveUp is the default of Fuzzer.GiveUp: mutants of a formula that is too hard are too hard, mostly.
	DefaultGiveUp = 2
)

// A Fuzzer is what all chains of a campaign share. Its fields are not changed after first use; then it is safe for
// concurrent use.
type Fuzzer struct {
	// Bench runs the targets, and has the operator table that seeds are read with.
	Bench *trial.Bench
	// Targets are run on every mutant, in this order.
	Targets []solver.Target
	// Seed is the campaign seed.
	Seed uint64
	// Length is the largest number of mutants of a chain, 0 for DefaultChain.
	Length int
	// GiveUp is after how many time-outs in a row a target is not asked any more in a chain, 0 for DefaultGiveUp,
	// negative for never. Mutants are made and numbered all the same.
	GiveUp int
	// Solo makes one chain in so many for one target alone, with all operators that it has: what only one solver
	// understands cannot be compared, but it can crash, and its models can be wrong. 0 makes none.
	Solo int
	// Together makes one chain in so many for all versions of each solver; the others are for one version of each, and more are made in the
	// same time. 0 and 1 make all chains for all versions.
	Together int
	// Plain has one run in so many ask for an answer alone, without a model: what solvers do differs with that. 0 has none.
	Plain int
	// Questions has one mutant in so many come with further questions, for values, simplifications and goals, which are held against
	// evaluation. 0 has none.
	Questions int
	// Every keeps every mutant that shows something apart, in place of one for each signature.
	Every bool
	// Asker and Partners are lent to engines; nil for none.
	Asker    mutate.Asker
	Partners mutate.Partners
	// Support finds the operators behind unknowns that a solver does not support at all; nil for nobody asks.
	Support *query.Support
	// Solver runs targets on seeds themselves, where a chain has a Pace; nil for never.
	Solver *query.Answers
	// Known says which hits are worth repeating; nil means all.
	Known triage.Known
	// Configurations has feedback collected, and configurations searched; nil for neither.
	Configurations *Configurations
	// Sessions runs the sessions of living processes again, nil for processes that read them on standard input.
	Sessions triage.Sessions
}

// A Place says where in a campaign a chain stands and where its files may lie.
type Place struct {
	Job uint64
	// Dir is a folder for scratch files, of this goroutine alone.
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
