package campaign

import (
	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/solver"
)

// refusedOptions is how often a target may refuse its options from the start before the campaign takes that for a mistake on
// the command line and ends.
const refusedOptions = 10

// An optionsWatch is a sink that detects targets that do nothing but refuse their options.
type optionsWatch struct {
	err error // a *solver.UnusableError about the first of them
	// count says, for each of the campaign's targets, how often its options were refused; it is -1 once they have been accepted. Targets in
	// other configurations may refuse theirs.
	count map[string]int
}

func newOptionsWatch(targets []solver.Target) *optionsWatch {
	w := &optionsWatch{count: make(map[string]int, len(targets))}
	for _, t := range targets {
		w.count[t.String()] = 0
	}
	return w
}

// Take implements event.Sink.
func (w *optionsWatch) Take(e event.Event) {
	run, ok := e.(event.Run)
	if !ok || w.err != nil {
		return
	}
	n, watched := w.count[run.Solver]
	switch {
	case !watched:
	case run.Outcome != outcome.BadOptions:
		w.count[run.Solver] = -1
	case n >= refusedOptions-1:
		w.err = &solver.UnusableError{Solver: run.Solver, Problem: run.Reason, Remedy: "check the options given with it"}
	case n >= 0:
		w.count[run.Solver] = n + 1
	}
}
