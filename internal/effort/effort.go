// Package effort decides where the effort of a campaign goes: how long each solver may take on each seed, and which turns are
// passed over since those before brought nothing. It runs nothing and reads no clock: it is told what came of runs, and the same
// reports in the same order give the same decisions.
package effort

import (
	"fmt"
	"time"

	"github.com/assay-smt/assay/internal/outcome"
)

// A Mode says how a campaign divides its effort.
type Mode string

// The modes.
const (
	// Even gives all seeds and engines the same turns and all runs the same limit.
	Even Mode = "even"
	// Adaptive gives the effort to what pays, as a Scheduler says.
	Adaptive Mode = "adaptive"
)

// ParseMode is the inverse of the conversion to a string.
func ParseMode(text string) (Mode, error) {
	switch m := Mode(text); m {
	case Even, Adaptive:
		return m, nil
	}
	return "", fmt.Errorf("%q is no way to divide effort; there are %s and %s", text, Even, Adaptive)
}

// A Why says why a seed, an engine or a solver gives way to others for a while.
type Why string

// The reasons.
const (
	// LateOnSeed: all solvers ran out of time on the seed itself, or on all its mutants lately.
	LateOnSeed Why = "late-on-seed"
	// LateWithEngine: they ran out of time on all mutants of the engine lately, whatever the seed.
	LateWithEngine Why = "late-with-engine"
	// NothingNew: the mutants that the engine made of the seed lately showed nothing new.
	NothingNew Why = "nothing-new"
	// LittleNews: the engine finds much less news inside the solvers on seeds of that logic, for its time, than some other lately.
	LittleNews Why = "little-news"
)

// Whys returns the reasons in the order in which they are shown.
func Whys() []Why { return []Why{LateOnSeed, LateWithEngine, NothingNew, LittleNews} }

// A Turn is the place of a chain in a campaign: one seed in the hands of one engine.
type Turn struct {
	Ordinal uint64 // position in the order of turns, from 0; every seed has one turn in each lap
	Seed    int
	Engine  int
	Round   uint64 // how many turns the pair has had before, those that were passed over included
}

// A Run is what came of one run of a target.
type Run struct {
	Target  string
	Outcome outcome.Outcome
	Wall    time.Duration
	// Limit is the limit of time that it had, where it was less than the full one.
	Limit time.Duration
	// Reason is the text that decided an outcome that is no answer, without numbers and names of files.
	Reason string
}

// late reports whether the run ran out of time.
func (r Run) late() bool { return r.Outcome == outcome.Timeout }

// A Mutant is what came of one mutant.
type Mutant struct {
	// Rule is that of its last step, "" for none.
	Rule string
	Runs []Run
	// Repeat: an earlier turn of the pair had it, so that nobody ran it.
	Repeat bool
	// Signature: it led to a finding of which there was none before.
	Signature bool
	// News counts what its runs showed inside the solvers that nobody had seen before, Cost is the CPU time of these runs. Both are 0 when nobody looks
	// inside.
	News int
	Cost time.Duration
	// Beside is the wall time of runs that the mutant led to beyond Runs.
	Beside time.Duration
}

// A Chain is what came of the mutants of a turn so far. The zero value is that of a turn that begins. Targets stand by their place
// in Config.Targets.
type Chain struct {
	// News: some mutant showed something new.
	News bool `json:"news,omitempty"`
	// Asked counts the runs of each target, Late those of them that ran out of time.
	Asked []int `json:"asked,omitempty"`
	Late  []int `json:"late,omitempty"`
	// Repeats counts the mutants that an earlier turn of the pair had.
	Repeats int `json:"repeats,omitempty"`
	// Took is the wall time of all these runs.
	Took time.Duration `json:"took,omitempty"`
}
