package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/cputime"
	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/campaign/setup"
	"github.com/assay-smt/assay/internal/cluster/bus"
	"github.com/assay-smt/assay/internal/cluster/wire"
	"github.com/assay-smt/assay/internal/cluster/work"
)

type workOptions struct {
	*Streams
	Hub      string
	Campaign string
	Jobs     int
	Solvers  []string
	Profiles profileFlags
	Bus      busFlags
	Drain    period
	Quiet    bool
	JSON     bool
}

func newWork(s *Streams) *cobra.Command {
	opts := &workOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "work --hub URL|DIR [flags]",
		Short: "Work on the campaign of a hub",
		Long: `Work on the campaign of a hub: make mutants, run solvers on them, and send what came of it. The hub is named by the URL that assay hub prints, or, on its
own machine, by the folder of its campaign. A hub that is not there, or is started again, is waited for. The worker ends with the campaign; Ctrl-C and
SIGTERM end it once the mutants that were begun are done, for which it takes at most --drain, and what is left goes to other workers.

Solvers are those of this machine: the hub says names such as z3@5.4.0, and options that change how they solve, as their profiles say. It cannot name
programs. --solver allows a solver with any options, or a program, as the hub has it in its own command line. With --hub DIR, those in DIR/campaign.toml
are allowed as well.

Another machine is reached only over TLS, and with a token, credentials or a key.`,
		Example: `  assay work --hub out --jobs 4
  assay work --hub tls://hub.example.org:4222 --token-file token --ca ca.pem
  assay work --hub nats://127.0.0.1:4222 --solver "cvc5 -q"`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return opts.run(cmd.Context()) },
	}
	f := cmd.Flags()
	f.StringVar(&opts.Hub, "hub", "", "the `URL` of the hub, or the folder of its campaign")
	f.StringVar(&opts.Campaign, "campaign", "", "the `ID` of the campaign, where there are several at the URL")
	f.IntVarP(&opts.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), "mutants tested at the same time")
	f.StringArrayVarP(&opts.Solvers, "solver", "s", nil, "a `SPEC` that the hub may have this machine run, whatever its program and options (repeatable)")
	opts.Profiles.bind(cmd)
	opts.Bus.bind(cmd)
	opts.Drain = period(10 * time.Second)
	f.Var(&opts.Drain, "drain", "how long mutants that were begun may take after Ctrl-C or SIGTERM")
	f.BoolVarP(&opts.Quiet, "quiet", "q", false, "say nothing but errors")
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

func (opts *workOptions) run(ctx context.Context) error {
	switch {
	case opts.Hub == "":
		return usagef("--hub is missing: give the URL that assay hub prints, or the folder of its campaign")
	case opts.Drain < 0 || time.Duration(opts.Drain) > time.Hour:
		return usagef("--drain %s: give a time from 0s to 1h", opts.Drain.String())
	}
	if err := checkJobs(opts.Jobs); err != nil {
		return err
	}
	resolver, err := opts.Profiles.resolver()
	if err != nil {
		return err
	}
	config, id, err := opts.find(ctx)
	if err != nil {
		return err
	}
	config.ID = newID()
	temp, err := disk.NewTemp("work")
	if err != nil {
		return err
	}
	defer temp.Remove()
	allowed := slices.Clone(opts.Solvers)
	if !strings.Contains(opts.Hub, "://") {
		allowed = append(allowed, planned(opts.Hub)...)
	}
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	const clean = 2 * time.Second // for saying goodbye
	opts.takeTime(time.Duration(opts.Drain) + clean)
	report, err := work.Run(ctx, work.Config{
		Bus: config, Campaign: id, Jobs: opts.Jobs, Allowed: work.Allowed{Own: allowed, Resolver: resolver},
		Host: setup.Host{Out: temp.Path("lab"), Jobs: opts.Jobs, Cache: cacheFolder(), Remark: opts.tell},
		Name: host, Assay: thisVersion().Version, CPU: cputime.Both, Drain: time.Duration(opts.Drain), Say: opts.tell,
	})
	if sayErr := opts.finish(&report); err == nil {
		err = sayErr
	}
	return workError(err)
}

// find says where the hub is. A folder in which no hub has been yet is waited for.
func (opts *workOptions) find(ctx context.Context) (bus.Config, string, error) {
	told := false
	for {
		config, id, err := hubAt(opts.Hub, &opts.Bus)
		if opts.Campaign != "" {
			id = opts.Campaign
		}
		if !errors.Is(err, os.ErrNotExist) || strings.Contains(opts.Hub, "://") {
			if err == nil {
				if err = config.CheckURL(); err != nil {
					err = usagef("--hub %w", err)
				}
			}
			return config, id, err
		}
		if !told {
			told = true
			opts.tell(opts.Hub + ": there is no hub in this folder yet; waiting for one")
		}
		select {
		case <-ctx.Done():
			return config, id, ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// planned are the solvers of the campaign in a folder of this machine.
func planned(dir string) []string {
	p, err := plan.Load(filepath.Join(dir, plan.Name))
	if err != nil {
		return nil // the hub's names may do
	}
	return slices.Concat(p.Solvers, p.Baselines)
}

func (opts *workOptions) tell(line string) {
	if !opts.Quiet {
		fmt.Fprintln(opts.Err, line)
	}
}

// finish says what was done.
func (opts *workOptions) finish(r *work.Report) error {
	if opts.JSON {
		return opts.printJSON(struct {
			Event    string `json:"event"`
			Slots    int64  `json:"slots"`
			Mutants  int64  `json:"mutants"`
			Returned int64  `json:"returned"`
			Ended    bool   `json:"ended"`
		}{"worked", r.Slots, r.Mutants, r.Returned, r.Ended})
	}
	end := "the worker ends"
	if r.Ended {
		end = "the campaign has ended"
	}
	opts.tell(fmt.Sprintf("%s after %s in %s of this worker", end, plural(int(r.Mutants), "mutant"), plural(int(r.Slots), "slot")))
	return nil
}

// workError gives the errors of workers their exit codes.
func workError(err error) error {
	var refused *work.RefusedError
	var out *work.ShutOutError
	var other *work.MismatchError
	var seed *campaign.SeedUnreachableError
	var rubbish *wire.RubbishError
	switch {
	case errors.As(err, &refused):
		return usage(err)
	case errors.As(err, &out), errors.As(err, &other), errors.As(err, &seed), errors.As(err, &rubbish), bus.Refused(err):
		return withExit(exitSolver, err)
	}
	return campaignError(err)
}
