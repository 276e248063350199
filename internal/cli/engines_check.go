package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/run/outside"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/smt/theory"
)

// mostExamined is on how many seeds a program is tried.
const mostExamined = 20

type enginesCheckOptions struct {
	*Streams
	Solvers solverFlags
	JSON    bool
}

func newEnginesCheck(s *Streams) *cobra.Command {
	opts := &enginesCheckOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "check exec:PROGRAM [SEEDS...]",
		Short: "Check a program of your own that makes mutants",
		Long: fmt.Sprintf(`Check a program of your own that makes mutants (docs/reference/outside.md): whether it replies, whether its mutants can be read, whether a new
process makes the same ones, whether its models are models and its truths true, and how fast it is. It is tried on %d of
SEEDS, or of the built-in ones. With --solver, solvers are asked too whether truths are true.

With --json, one object for each requirement: {check, title, ok, tried, wrong?}. Exit code 1 when one is not met.`, mostExamined),
		Example: `  assay engines check exec:./mine.py
  assay engines check "exec:python3 mine.py --fast" --solver z3 seeds/`,
		Args: minArgs(1, "exec:PROGRAM"),
		RunE: func(cmd *cobra.Command, args []string) error { return opts.run(cmd.Context(), args[0], args[1:]) },
	}
	opts.Solvers.bind(cmd)
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

func (opts *enginesCheckOptions) run(ctx context.Context, name string, paths []string) error {
	spec, err := outside.ParseSpec(name)
	if err != nil {
		return usagef("%w", err)
	}
	program, err := spec.Find()
	if err != nil {
		return usagef("%w", err)
	}
	tried, err := someSeeds(ctx, paths)
	if err != nil {
		return err
	}
	x := outside.Examiner{Program: program, Table: theory.Builtin(), Limits: outside.Limits{Time: outside.EngineTime, Memory: plan.DefaultMemory}}
	if len(opts.Solvers.Specs) > 0 {
		temp, err := disk.NewTemp("engines")
		if err != nil {
			return err
		}
		defer temp.Remove()
		asked, err := opts.Solvers.solvers(ctx, opts.Err)
		if err != nil {
			return err
		}
		x.Asker = &query.Answers{Bench: &trial.Bench{Table: x.Table}, Targets: asked, Scratch: temp.Scratch}
	}
	all, err := x.Examine(ctx, tried)
	if err != nil {
		return err
	}
	return opts.show(spec, all)
}

// someSeeds reads a few of the seeds, of the built-in ones without paths.
func someSeeds(ctx context.Context, paths []string) ([]seeds.Seed, error) {
	sources := campaign.Builtin()
	if len(paths) > 0 {
		var err error
		if sources, _, err = campaign.LoadSeeds(ctx, paths, campaign.LoadOptions{MaxBytes: plan.DefaultSeedSize}); err != nil {
			return nil, usagef("%w", err)
		}
	}
	var out []seeds.Seed
	n := min(len(sources), mostExamined)
	for i := range n {
		s, err := sources[i*len(sources)/n].Seed() // from all over: neighbours are alike
		if err != nil {
			return nil, withExit(exitFailed, err)
		}
		out = append(out, s)
	}
	return out, nil
}

// show says what came of the requirements.
func (opts *enginesCheckOptions) show(spec outside.Spec, all []outside.Question) error {
	var b strings.Builder
	failed := 0
	for _, q := range all {
		state := "ok    "
		if !q.OK {
			failed++
			state = "wrong "
		}
		fmt.Fprintf(&b, "%s %s (%s)\n", state, q.Title, q.Tried)
		for _, line := range q.Wrong {
			fmt.Fprintf(&b, "         %s\n", line)
		}
		if opts.JSON && opts.printJSON(q) != nil {
			return errOutput
		}
	}
	if !opts.JSON {
		if err := opts.say("%s%s meets %d of %d requirements\n", b.String(), spec, len(all)-failed, len(all)); err != nil {
			return errOutput
		}
	}
	if failed > 0 {
		return exit(exitFailed)
	}
	return nil
}
