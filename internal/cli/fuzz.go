package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/campaign/setup"
	"github.com/assay-smt/assay/internal/report/figures"
	"github.com/assay-smt/assay/internal/report/screen"
)

type fuzzOptions struct {
	*Streams
	Plan *plan.Plan
	// Knobs are the flags that set the plan.
	Knobs planFlags
	// Seeds are the arguments.
	Seeds  []string
	OutDir string
	Jobs   int
	// New begins a new campaign where there is one.
	New   bool
	Quiet bool
	// Plain shows no live view.
	Plain bool
	JSON  bool
	// Resources is a file for what the campaign holds.
	Resources string
	Notify    notifyFlags
	// HTTP is where to serve pages about the campaign, "" for nowhere.
	HTTP string

	// elsewhere, if not nil, has other processes work on the campaign. The function that it returns ends that, once the campaign has ended as its summary says.
	elsewhere func(ctx context.Context, c *setup.Campaign) (end func(*campaign.Summary), err error)

	// read reads files that the plan names; nil for the file system.
	read setup.Read

	positional bool // the solvers were an argument
	announced  bool
}

func newFuzz(s *Streams) *cobra.Command {
	opts := &fuzzOptions{Streams: s, Plan: plan.Default()}
	cmd := &cobra.Command{
		Use:   "fuzz --solver SPEC --out DIR [flags] [SEEDS...]",
		Short: "Fuzz solvers: the campaign",
		Long: `Fuzz solvers: make mutants of the seeds, run all solvers on each, judge, and keep what is wrong under
DIR/findings, one folder for each kind of failure. SEEDS are SMT-LIB files, which may be compressed (.gz, .xz, .zst); folders and archives
(.tar, .tar.gz, .tar.xz, .tar.zst), which stand for all *.smt2 in them; and @list.txt, which stands for the files that it names, one a
line. Without any, the built-in seeds are used, and the engine generate makes scripts of their logics.

It runs until --duration, --mutants, --iterations or --slots is reached, or until Ctrl-C, which ends it cleanly. The same command on the
same DIR resumes where it ended; with --new, that campaign moves to DIR.old-1 (or -2, ...), and another one begins. The same
--seed, seeds, engines and solvers make the same mutants, byte for byte, whatever the number of --jobs. A DIR that is not empty
and that Assay has not made is refused, and nothing in it is touched.

--shard I/N runs a part of the campaign, for several machines that do not talk to each other: the shards 1/N to N/N, each with a DIR of its own and
otherwise the same command, make together the mutants that one machine would make, each once. assay merge joins their folders, at any time.

DIR/campaign.toml has all settings of the campaign. assay fuzz --out DIR goes on with them, and --config DIR/campaign.toml --out OTHER begins the same
campaign anew. Each of its keys can be set with --set, such as --set campaign.chain=5; assay engines show lists those of the engines.

With --json, one object for each event, as docs/reference/events.md describes them; the last one is the summary.

--notify COMMAND runs a command of the shell for each finding that is the first of its kind, is confirmed, and is not a known bug. It reads the event
"finding" on its standard input. One runs at a time; a campaign never waits for it, but drops and counts what it has no time for.

Without --solver, the first argument may be the solvers, as in "z3;cvc5". Exit code 10 when there are findings other than known bugs (--known); otherwise 4 when a
solver gave no usable results: most of its runs were refused or yielded nothing that can be judged.`,
		Example: `  assay fuzz --solver z3 --solver cvc5 --duration 1m --out out
  assay fuzz "z3 model_validate=true;cvc5 -q" --engine opfuzz --out out path/to/benchmarks
  assay fuzz --solver z3 --solver cvc4 --mutants 100000 --seed 7 --timeout 2s --out out seeds/QF_S
  assay fuzz --solver cvc5 --baseline cvc4 --duration 1h --out out seeds
  assay fuzz --solver z3 --shard 2/4 --duration 8h --out out-2 seeds`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Seeds = args
			return opts.run(cmd.Context())
		},
	}
	opts.bind(cmd)
	cmd.Flags().IntVarP(&opts.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), "mutants tested at the same time")
	groupFlags(cmd, fuzzGroups)
	return cmd
}

// bind makes the flags, but for the number of jobs.
func (opts *fuzzOptions) bind(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&opts.OutDir, "out", "o", "", "the `DIR` for findings and the campaign's state")
	f.BoolVar(&opts.New, "new", false, "begin a new campaign: one that is in DIR is moved to DIR.old-1, or the next number that is free")
	f.BoolVarP(&opts.Quiet, "quiet", "q", false, "show no progress")
	f.BoolVar(&opts.Plain, "plain", false, "write a line every ten seconds instead of showing the campaign on the whole terminal")
	f.StringVar(&opts.HTTP, "http", "", "serve pages about the campaign at `ADDRESS`, such as "+defaultListen+", as assay serve does")
	jsonFlag(cmd, &opts.JSON)
	f.StringVar(&opts.Resources, "resources", "", "write a line to this `FILE` every ten seconds with what Assay holds: memory, files, threads, processes")
	f.Lookup("resources").Hidden = true
	opts.Notify.bind(cmd)
	opts.Knobs.bind(cmd, opts.Plan, func(*plan.Knob) bool { return true })
	complete(cmd, "options", oneOf(plan.OptionsNone, plan.OptionsSearch))
	f.Lookup("incremental").Hidden = false
}

// fuzzGroups are the groups of flags in the help, in this order; flags of no group come last.
var fuzzGroups = []flagGroup{
	{"What to test", []string{"solver", "baseline", "slower", "timeout", "memory", "self-check", "check", "profile"}},
	{"What to run", []string{"engine", "incremental", "options", "seed", "seed-size", "shard", "set", "config", "engine-file", "theory", "feedback"}},
	{"How long", []string{"duration", "mutants", "iterations", "slots", "jobs"}},
	{"What to keep and show", []string{"out", "new", "known", "keep", "quiet", "plain", "http", "json", "notify", "notify-severity", "notify-timeout"}},
}

func (opts *fuzzOptions) run(ctx context.Context) error {
	if err := opts.plan(ctx); err != nil {
		return err
	}
	if err := opts.check(); err != nil {
		return err
	}
	planText, err := opts.Plan.Text(thisVersion().Version)
	if err != nil {
		return err
	}
	host, err := opts.host()
	if err != nil {
		return err
	}
	c, err := setup.New(ctx, opts.Plan, host)
	if err != nil {
		return opts.setupError(err)
	}
	defer c.Close()
	c.PlanText = planText
	if opts.JSON {
		c.Events = jsonEvents{opts.Streams}
	}
	return opts.start(ctx, c)
}

// start runs the campaign, shows how far it is, and says what came of it.
func (opts *fuzzOptions) start(ctx context.Context, c *setup.Campaign) error {
	unserve, err := opts.pages(ctx)
	if err != nil {
		return err
	}
	defer unserve()
	held, err := opts.resources()
	if err != nil {
		return err
	}
	over, err := opts.startOver(c.Seeds, c.Targets)
	if err != nil {
		return campaignError(errors.Join(err, held.end()))
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	ended := func(*campaign.Summary) {}
	if opts.elsewhere != nil {
		if ended, err = opts.elsewhere(ctx, c); err != nil {
			return errors.Join(err, held.end())
		}
	}
	w := opts.watch(ctx, end, &c.Config)
	c.Progress = func(s campaign.Snapshot) {
		opts.announce(&c.Config)
		w.show(s)
		held.show(s)
	}
	told := opts.Notify.start(opts.Streams, &c.Config)
	sum, err := c.Run(ctx)
	ended(&sum)
	w.end()
	told(ctx)
	var mismatch *campaign.MismatchError
	if errors.As(err, &mismatch) {
		err = opts.resumeError(mismatch, c.PlanText)
	}
	if err != nil && sum.Stats.Mutants == 0 {
		over.undo(opts.Err)
	}
	if heldErr := held.end(); err == nil {
		err = heldErr
	}
	return opts.finish(&sum, err)
}

// finish shows the summary and gives the exit code.
func (opts *fuzzOptions) finish(sum *campaign.Summary, err error) error {
	// When an error kept it from doing anything, the error is all there is to say.
	if sum.Ended != "" && (err == nil || sum.Stats.Mutants > 0) {
		if err := opts.showSummary(sum); err != nil {
			return errOutput
		}
	}
	if err != nil {
		return campaignError(err)
	}
	switch {
	case sum.Found():
		return exit(exitFindings)
	case len(sum.Warnings) > 0:
		return exit(exitSolver)
	}
	return nil
}

// campaignError gives the errors of campaigns their exit codes.
func campaignError(err error) error {
	var (
		output   *disk.OutputError
		mismatch *campaign.MismatchError
		busy     *campaign.BusyError
		foreign  *folder.ForeignError
	)
	switch {
	case errors.As(err, &output):
		return withExit(exitOutput, err)
	case errors.As(err, &mismatch), errors.As(err, &busy), errors.As(err, &foreign):
		return usage(err)
	case errors.Is(err, campaign.ErrNoMutants):
		return withExit(exitFailed, err)
	}
	return err
}

func (opts *fuzzOptions) showSummary(sum *campaign.Summary) error {
	if opts.JSON {
		return opts.printJSON(struct {
			Event string `json:"event"`
			*campaign.Summary
		}{"summary", sum})
	}
	fmt.Fprint(opts.Err, screen.Write(figures.Of(*sum), diskOf(opts.OutDir)))
	return nil
}
