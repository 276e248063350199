package campaign

import (
	"github.com/assay-smt/assay/internal/event"
	"github.com/assay-smt/assay/internal/outcome"
	"github.com/assay-smt/assay/internal/solver"
)

// refusedOptions is how often a target may refuse its options from the start before that is taken for a mistake on the command
// line and ends the campaign.
const refusedOptions = 10

// An optionsWatch is a sink that looks for targets that do nothing but refuse their options.
type optionsWatch struct {
	err error // a *solver.UnusableError about the first of them
	// count is, for each target whose options have not been accepted yet, how often they were not; -1 once they were.
	count map[string]int
}

func newOptionsWatch() *optionsWatch { return &optionsWatch{count: make(map[string]int)} }

// Take implements event.Sink.
func (w *optionsWatch) Take(e event.Event) {
	run, ok := e.(event.Run)
	if !ok || w.err != nil {
		return
	}
	n := w.count[run.Solver]
	switch {
	case run.Outcome != outcome.BadOptions:
		w.count[run.Solver] = -1
	case n >= refusedOptions-1:
		w.err = &solver.UnusableError{Solver: run.Solver, Problem: run.Reason, Remedy: "check the options given with it"}
	case n >= 0:
		w.count[run.Solver] = n + 1
	}
}
