package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/conform"
)

// preflightTime bounds each run that shows whether a program is a solver.
const preflightTime = 10 * time.Second

// preflight runs each solver on two small scripts, with the options of the user and a limit of memory in bytes, 0 for none. Without it, a campaign
// of hours in which a solver refuses its command line every time, or is not a solver, would find nothing and say so only at its end. Refused
// options, no answer at all, and sat for a script that is unsat are errors. A crash, or one time-out, is only noted: it may be a bug, and
// finding those is the purpose.
func preflight(ctx context.Context, solvers []solver.Target, selfCheck bool, memory int64, notes *Output) error {
	temp, err := disk.NewTemp("preflight")
	if err != nil {
		return err
	}
	defer temp.Remove()
	for _, s := range solvers {
		report, err := conform.Quick(ctx, s, temp.Scratch, solver.Options{SelfCheck: selfCheck}, solver.Limits{Time: preflightTime, Memory: memory})
		switch {
		case err != nil:
			return err
		case report.Problem != "":
			return &solver.UnusableError{Solver: s.String(), Problem: visible.Line(report.Problem),
				Remedy: "the command was: " + shell.Quote(report.Command)}
		case report.Note != "":
			fmt.Fprintf(notes, "solver %q: %s; continuing anyway\n", s.String(), visible.Line(report.Note))
		}
	}
	return nil
}
