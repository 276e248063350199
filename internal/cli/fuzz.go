package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/setup"
	"github.com/assay-smt/assay/internal/report/figures"
	"github.com/assay-smt/assay/internal/report/screen"
	"github.com/assay-smt/assay/internal/run/living"
)

type fuzzOptions struct {
	*Streams
	// Plan is what flags set in it; planned completes it.
	Plan    setup.Plan
	Solvers solverFlags
	Known   knownFlags
	Engines engineFlags
	Limits  limitFlags
	Search  searchFlags
	Seeds   []string
	// Knobs are set by --set and --config.
	Knobs    planFlags
	Keep     string
	SeedSize size
	// New begins a new campaign where there is one.
	New   bool
	Quiet bool
	JSON  bool
	// Resources is a file for what the campaign holds.
	Resources string

	positional bool // the solvers were an argument
}

func newFuzz(s *Streams) *cobra.Command {
	opts := &fuzzOptions{
		Streams:  s,
		Limits:   limitFlags{Timeout: 5 * time.Second, Memory: defaultMemory},
		Engines:  engineFlags{Names: []string{allEngines}},
		SeedSize: campaign.DefaultSeedBytes,
	}
	cmd := &cobra.Command{
		Use:   "fuzz --solver SPEC --out DIR [flags] [SEEDS...]",
		Short: "Fuzz solvers: the campaign",
		Long: `Fuzz solvers: make mutants of the seeds, run all solvers on each, judge, and keep what is wrong under
DIR/findings, one folder for each kind of failure. SEEDS are SMT-LIB files and folders of *.smt2; without any, the
built-in seeds are used, and the engine generate makes scripts of their logics.

It runs until --duration, --mutants or --iterations is reached, or until Ctrl-C, which ends it cleanly. The same command on the
same DIR resumes where it ended; with --new, that campaign moves to DIR.old-1 (or -2, ...), and another one begins. The same
--seed, seeds, engines and solvers make the same mutants, byte for byte, whatever the number of --jobs. A DIR that is not empty
and that Assay has not made is refused, and nothing in it is touched.

DIR/campaign.toml has all settings of the campaign. assay fuzz --out DIR goes on with them, and --config DIR/campaign.toml --out OTHER begins the same
campaign anew. Each of its keys can be set with --set, such as --set campaign.chain=5; assay engines show lists those of the engines.

With --json, one object for each event, as docs/spec/events.md describes them; the last one is the summary.

Without --solver, the first argument may be the solvers, as in "z3;cvc5". Exit code 10 when there are findings other than known bugs (--known); otherwise 4 when a
solver was of no use because most of its runs were refused or yielded nothing that can be judged.`,
		Example: `  assay fuzz --solver z3 --solver cvc5 --duration 1m --out out
  assay fuzz "z3 model_validate=true;cvc5 -q" --engine opfuzz --out out path/to/benchmarks
  assay fuzz --solver z3 --solver cvc4 --mutants 100000 --seed 7 --timeout 2s --out out seeds/QF_S
  assay fuzz --solver cvc5 --baseline cvc4 --duration 1h --out out seeds`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Seeds = args
			return opts.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVarP(&opts.Plan.Out, "out", "o", "", "the `DIR` for findings and the campaign's state")
	opts.Solvers.bind(cmd)
	f.StringArrayVar(&opts.Plan.Baselines, "baseline", nil,
		"an older version or another configuration as `SPEC`, run like a --solver: a formula that it decides and a --solver of its codebase leaves unknown is a finding; separate several with ; (repeatable)")
	opts.Engines.bind(cmd)
	opts.Limits.bind(cmd)
	opts.Known.bind(cmd)
	selfCheckFlag(cmd, &opts.Plan.SelfCheck)
	f.StringVar((*string)(&opts.Plan.Effort), "effort", "",
		"how to divide effort: `MODE` even gives all seeds the same turns and all runs the same limit, adaptive gives effort to what pays off (default adaptive, or even with --mutants or --iterations)")
	f.VarP((*period)(&opts.Plan.Duration), "duration", "d", "end after this time, such as 90s or 8h; 0 for no end")
	f.Int64VarP(&opts.Plan.Mutants, "mutants", "n", 0, "end after this many mutants, including those of earlier runs in the same DIR")
	f.Int64VarP(&opts.Plan.Iterations, "iterations", "i", 0, "end after `N` mutants for each seed: --mutants N times the number of seeds, which take turns")
	f.IntVarP(&opts.Plan.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), "mutants tested at the same time")
	f.Uint64Var(&opts.Plan.Seed, "seed", 1, "the campaign seed, which determines everything random")
	countVar(f, &opts.Plan.Chain, "chain", 1, campaign.DefaultChain, "maximum number of mutations on top of each other")
	countVar(f, &opts.Plan.Solo, "solo", 0, 4, "one chain in `N` is for one solver alone, with all operators that it has; 0 for none")
	countVar(f, &opts.Plan.Together, "together", 1, 4, "one chain in `N` is for all versions of a solver together, the others for one version of each; 1 for all versions always")
	countVar(f, &opts.Plan.Plain, "plain", 0, 8, "one run in `N` asks only for an answer, without a model, which changes what solvers do; 0 for none")
	countVar(f, &opts.Plan.Questions, "questions", 0, campaign.DefaultQuestions,
		"one mutant in `N` comes with further questions: what solvers say about values, simplifications and goals is checked against evaluation; 0 for none")
	f.StringVar((*string)(&opts.Plan.Sessions), "sessions", string(living.Auto),
		"how solvers run: process, a new process for each run; reset or push, living ones that read many mutants; snapshot, copies of one that has started; auto, the cheapest for each solver and logic")
	f.StringVar(&opts.Keep, "keep", keepOne, "what to keep: `WHICH` is one, a formula for each signature, or every, each formula that shows something, for assay triage to group")
	f.BoolVar(&opts.New, "new", false, "begin a new campaign: one that is in DIR is moved to DIR.old-1, or the next number that is free")
	f.Var(&opts.SeedSize, "seed-size", "largest seed to use")
	f.BoolVarP(&opts.Quiet, "quiet", "q", false, "show no progress")
	jsonFlag(cmd, &opts.JSON)
	f.StringVar(&opts.Resources, "resources", "", "write a line to this `FILE` every ten seconds with what Assay holds: memory, files, threads, processes")
	opts.Search.bind(cmd)
	f.BoolVar(&opts.Plan.Feedback, "feedback", false, "collect what solvers do inside, in DIR/feedback, and prefer what does something new; --options search does so too")
	opts.Knobs.bind(cmd)
	opts.Engines.setOnly(cmd)
	f.Lookup("incremental").Hidden = false
	opts.knobs(cmd)
	groupFlags(cmd, fuzzGroups)
	return cmd
}

// knobs makes flags the knobs of the campaign's plan. What hardly anybody sets is for --set alone.
func (opts *fuzzOptions) knobs(cmd *cobra.Command) {
	for _, name := range []string{"timeout", "memory", "duration", "mutants", "iterations", "seed"} {
		knob(cmd, name, name)
	}
	knob(cmd, "solver", "solvers", solveNote)
	knob(cmd, "baseline", "baselines", solveNote)
	knob(cmd, "engine", "engines")
	knob(cmd, "theory", "theory", pathNote)
	knob(cmd, "profile", "profiles", pathNote)
	knob(cmd, "known", "known", pathNote)
	for _, name := range []string{"chain", "solo", "together", "plain", "questions", "effort", "sessions"} {
		knob(cmd, name, "campaign."+name)
		setOnly(cmd, name)
	}
	for _, name := range []string{"keep", "seed-size", "self-check"} {
		knob(cmd, name, "campaign."+name)
	}
	knob(cmd, "feedback", "campaign.feedback")
	knob(cmd, "options", "options.mode")
	for _, name := range []string{"no-learned", "no-genetic", "unwelcome"} {
		knob(cmd, "options-"+name, "options."+name)
		setOnly(cmd, "options-"+name)
	}
	setOnly(cmd, "resources")
}

// fuzzGroups are the groups of flags in the help, in this order; flags of no group come last.
var fuzzGroups = []flagGroup{
	{"What to test", []string{"solver", "baseline", "timeout", "memory", "self-check", "profile"}},
	{"What to run", []string{"engine", "incremental", "options", "seed", "seed-size", "set", "config", "engine-file", "theory", "feedback"}},
	{"How long", []string{"duration", "mutants", "iterations", "jobs"}},
	{"What to keep and show", []string{"out", "new", "known", "keep", "quiet", "json"}},
}

func (opts *fuzzOptions) run(ctx context.Context) error {
	if err := opts.plan(ctx); err != nil {
		return err
	}
	opts.takeSolverArgument()
	if err := opts.check(); err != nil {
		return err
	}
	chosen, err := opts.Engines.names()
	if err != nil {
		return err
	}
	planText := opts.Knobs.text(chosen, opts.Seeds)
	planned, err := opts.planned(ctx)
	if err != nil {
		return err
	}
	host, err := opts.host()
	if err != nil {
		return err
	}
	c, err := setup.New(ctx, planned, host)
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
	progress := newProgress(opts.Streams, opts.Quiet, opts.JSON)
	held, err := opts.resources()
	if err != nil {
		return err
	}
	over, err := opts.startOver(c.Seeds, c.Targets)
	if err != nil {
		return campaignError(errors.Join(err, held.end()))
	}
	c.Progress = func(s campaign.Snapshot) {
		progress.show(s)
		held.show(s)
	}
	sum, err := c.Run(ctx)
	progress.end()
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
	case errors.As(err, &mismatch):
		return withExit(exitUsage, fmt.Errorf("%w, or begin another campaign with --new, which moves this one aside", err))
	case errors.As(err, &busy), errors.As(err, &foreign):
		return withExit(exitUsage, err)
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
	fmt.Fprint(opts.Err, screen.Write(figures.Of(*sum), diskOf(opts.Plan.Out)))
	return nil
}
