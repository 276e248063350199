package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/assay-smt/assay/internal/disk"
	"github.com/assay-smt/assay/internal/outcome"
	"github.com/assay-smt/assay/internal/shell"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/triage"
)

// preflightTime bounds the run that shows whether a solver takes its options.
const preflightTime = 3 * time.Second

// preflight runs each solver once on its profile's small script, with the options of the user: a campaign of hours
// in which a solver refuses its command line every time would find nothing and say so only at its end. Refused
// options are an error. That it gives no answer is only noted: it may be a bug, and finding those is the purpose.
func preflight(ctx context.Context, solvers []solver.Target, selfCheck bool, notes *Output) error {
	temp, err := disk.NewTemp("preflight")
	if err != nil {
		return err
	}
	defer temp.Remove()
	for i, s := range solvers {
		text := s.Profile().Probe.Script
		if text == "" {
			text = "(check-sat)\n"
		}
		name := fmt.Sprintf("%d.smt2", i)
		file := temp.Path(name)
		if _, err := temp.Write(name, []byte(text)); err != nil {
			return err
		}
		run, err := s.Run(ctx, solver.Query{
			File: file, Checks: 1, Limits: solver.Limits{Time: preflightTime}, Options: solver.Options{SelfCheck: selfCheck},
		})
		if err != nil {
			return err
		}
		rec := triage.Record(run, solver.Options{}, file, "FILE")
		switch rec.Outcome {
		case outcome.BadOptions:
			return &solver.UnusableError{Solver: s.String(), Problem: rec.Reason, Remedy: "the command was: " + shell.Quote(rec.Command)}
		case outcome.Nothing, outcome.Rejected, outcome.Unsupported:
			fmt.Fprintf(notes, "solver %q gives no answer to a small script (%s); going on all the same\n", s.String(), rec.Reason)
		default: // it takes its options; how well it solves is not the question here
		}
	}
	return nil
}
