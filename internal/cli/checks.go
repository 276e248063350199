package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/run/outside"
	"github.com/assay-smt/assay/internal/run/trial"
)

// checkFlags name programs of the user's that judge runs.
type checkFlags struct{ Specs []string }

func (f *checkFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.Specs, "check", nil, "exec:PROGRAM, a `PROGRAM` of your own that judges each run and whose objections are findings (repeatable)")
}

// open starts the programs. dismiss says what they have to say to people, and ends them.
func (f *checkFlags) open(ctx context.Context, s *Streams) (checks []trial.Check, dismiss func(), err error) {
	all, err := outside.Checks(ctx, f.Specs, plan.DefaultMemory)
	if err != nil && ctx.Err() == nil {
		err = usagef("--check: %w", err)
	}
	return outside.Judges(all), func() {
		for _, line := range outside.Notes(all) {
			s.remark(line)
		}
		outside.Close(all)
	}, err
}
