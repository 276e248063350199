// Package effort decides where the effort of a campaign goes: how long each solver may take on each seed, and which slots are
// skipped since earlier ones yielded nothing. It runs nothing and reads no clock: it is told what came of runs, and the same
// reports in the same order give the same decisions.
package effort

import (
	"fmt"
	"time"

	"github.com/assay-smt/assay/internal/base/outcome"
)

// A Mode says how a campaign divides its effort.
type Mode string

// The modes.
const (
	// Even gives all seeds and engines the same slots and all runs the same limit.
	Even Mode = "even"
	// Adaptive gives the effort to what pays off, as a Scheduler decides.
	Adaptive Mode = "adaptive"
)

// ParseMode is the inverse of the conversion to a string.
func ParseMode(text string) (Mode, error) {
	switch m := Mode(text); m {
	case Even, Adaptive:
		return m, nil
	}
	return "", fmt.Errorf("%q is not a way to divide effort; there are %s and %s", text, Even, Adaptive)
}

// A Why says why a seed, an engine or a solver is skipped for a while.
type Why string

// The reasons.
const (
	// LateOnSeed: all solvers ran out of time on the seed itself, or on all its recent mutants.
	LateOnSeed Why = "late-on-seed"
	// LateWithEngine: they ran out of time on all recent mutants of the engine, whatever the seed.
	LateWithEngine Why = "late-with-engine"
	// NothingNew: the mutants that the engine recently made of the seed showed nothing new.
	NothingNew Why = "nothing-new"
	// LittleNew: on seeds of that logic, the engine has recently found much less new behaviour of the solvers for its time than some other arm.
	LittleNew Why = "little-news"
)

// Whys returns the reasons in display order.
func Whys() []Why { return []Why{LateOnSeed, LateWithEngine, NothingNew, LittleNew} }

// A Run is what came of one run of a target.
type Run struct {
	Target  string
	Outcome outcome.Outcome
	Wall    time.Duration
	// Limit is its time limit, if that was less than the full one.
	Limit time.Duration
	// Reason is the text that decided an outcome other than an answer, without numbers and file names.
	Reason string
}

// late reports whether the run ran out of time.
func (r Run) late() bool { return r.Outcome == outcome.Timeout }

// A Mutant is what came of one mutant.
type Mutant struct {
	// Rule is the rule of its last step, "" for none.
	Rule string
	Runs []Run
	// Repeat: an earlier slot of the pair had it, so it was not run.
	Repeat bool
	// Signature: it led to a finding of a new kind.
	Signature bool
	// NewBehaviour counts what its runs showed inside the solvers that had not been seen before. Cost is the CPU time of these runs. Both are 0 without
	// feedback.
	NewBehaviour int
	Cost         time.Duration
	// Beside is the wall time of runs that the mutant led to in addition to Runs.
	Beside time.Duration
}

// A Tally is what came of the mutants of a slot so far. The zero value is that of a slot that begins. Targets are identified by
// their index in Config.Targets.
type Tally struct {
	// NewBehaviour: some mutant showed something new.
	NewBehaviour bool `json:"news,omitempty"`
	// Asked counts the runs of each target, Late those that ran out of time.
	Asked []int `json:"asked,omitempty"`
	Late  []int `json:"late,omitempty"`
	// Repeats counts the mutants that an earlier slot of the pair had.
	Repeats int `json:"repeats,omitempty"`
	// Took is the wall time of all these runs.
	Took time.Duration `json:"took,omitempty"`
	// Recent is what the last mutants yielded. Idle: the last one was not run.
	Recent yield `json:"recent,omitzero"`
	Idle   bool  `json:"idle,omitempty"`
}
