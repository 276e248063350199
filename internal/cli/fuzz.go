package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/report/figures"
	"github.com/assay-smt/assay/internal/report/screen"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
)

type fuzzOptions struct {
	*Streams
	Solvers   solverFlags
	Baselines []string
	Known     knownFlags
	Engines   engineFlags
	Limits    limitFlags
	Seeds     []string
	OutDir    string
	Duration  time.Duration
	Mutants   int64
	// Iterations is Mutants for each seed.
	Iterations int64
	Jobs       int
	Seed       uint64
	Plan       fuzzer.Plan
	// Knobs are set by --set and --config.
	Knobs planFlags
	// Sessions is the mode in which solvers run mutants.
	Sessions  string
	Effort    string
	Keep      string
	SelfCheck bool
	SeedSize  size
	// New begins a new campaign where there is one.
	New   bool
	Quiet bool
	JSON  bool
	// Resources is a file for what the campaign holds.
	Resources string

	Search searchFlags

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
	f.StringVarP(&opts.OutDir, "out", "o", "", "the `DIR` for findings and the campaign's state")
	opts.Solvers.bind(cmd)
	f.StringArrayVar(&opts.Baselines, "baseline", nil,
		"an older version or another configuration as `SPEC`, run like a --solver: a formula that it decides and a --solver of its codebase leaves unknown is a finding; separate several with ; (repeatable)")
	opts.Engines.bind(cmd)
	opts.Limits.bind(cmd)
	opts.Known.bind(cmd)
	selfCheckFlag(cmd, &opts.SelfCheck)
	f.StringVar(&opts.Effort, "effort", "",
		"how to divide effort: `MODE` even gives all seeds the same turns and all runs the same limit, adaptive gives effort to what pays off (default adaptive, or even with --mutants or --iterations)")
	f.VarP((*period)(&opts.Duration), "duration", "d", "end after this time, such as 90s or 8h; 0 for no end")
	f.Int64VarP(&opts.Mutants, "mutants", "n", 0, "end after this many mutants, including those of earlier runs in the same DIR")
	f.Int64VarP(&opts.Iterations, "iterations", "i", 0, "end after `N` mutants for each seed: --mutants N times the number of seeds, which take turns")
	f.IntVarP(&opts.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), "mutants tested at the same time")
	f.Uint64Var(&opts.Seed, "seed", 1, "the campaign seed, which determines everything random")
	countVar(f, &opts.Plan.Chain, "chain", 1, campaign.DefaultChain, "maximum number of mutations on top of each other")
	countVar(f, &opts.Plan.Solo, "solo", 0, 4, "one chain in `N` is for one solver alone, with all operators that it has; 0 for none")
	countVar(f, &opts.Plan.Together, "together", 1, 4, "one chain in `N` is for all versions of a solver together, the others for one version of each; 1 for all versions always")
	countVar(f, &opts.Plan.Plain, "plain", 0, 8, "one run in `N` asks only for an answer, without a model, which changes what solvers do; 0 for none")
	countVar(f, &opts.Plan.Questions, "questions", 0, campaign.DefaultQuestions,
		"one mutant in `N` comes with further questions: what solvers say about values, simplifications and goals is checked against evaluation; 0 for none")
	f.StringVar(&opts.Sessions, "sessions", string(living.Auto),
		"how solvers run: process, a new process for each run; reset or push, living ones that read many mutants; snapshot, copies of one that has started; auto, the cheapest for each solver and logic")
	f.StringVar(&opts.Keep, "keep", keepOne, "what to keep: `WHICH` is one, a formula for each signature, or every, each formula that shows something, for assay triage to group")
	f.BoolVar(&opts.New, "new", false, "begin a new campaign: one that is in DIR is moved to DIR.old-1, or the next number that is free")
	f.Var(&opts.SeedSize, "seed-size", "largest seed to use")
	f.BoolVarP(&opts.Quiet, "quiet", "q", false, "show no progress")
	jsonFlag(cmd, &opts.JSON)
	f.StringVar(&opts.Resources, "resources", "", "write a line to this `FILE` every ten seconds with what Assay holds: memory, files, threads, processes")
	opts.Search.bind(cmd)
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
	engines, table, err := opts.Engines.engines(ctx)
	if err != nil {
		return err
	}
	knownBugs, _, err := opts.Known.load(opts.marks())
	if err != nil {
		return err
	}
	seeds, skipped, err := opts.seeds()
	if err != nil {
		return err
	}
	if opts.Iterations > 0 {
		if opts.Iterations > math.MaxInt64/int64(max(1, len(seeds))) {
			return usagef("--iterations %d: that is too many for %s", opts.Iterations, plural(len(seeds), "seed"))
		}
		opts.Mutants = opts.Iterations * int64(len(seeds))
	}
	opts.Plan.Every = opts.Keep == keepEvery
	solvers, baselines, err := opts.solvers(ctx)
	if err != nil {
		return err
	}
	temp, err := disk.NewTemp("fuzz")
	if err != nil {
		return err
	}
	defer temp.Remove()
	asker := &query.Answers{Bench: &trial.Bench{Table: table}, Targets: solvers, Scratch: temp.Scratch}
	if err := opts.Engines.verify(ctx, opts.Streams, engines, asker); err != nil {
		return err
	}
	if !opts.Quiet && !opts.JSON {
		opts.announce(solvers, baselines, engines, len(seeds))
	}
	inside, err := opts.dimensions(ctx, solvers, baselines, temp.Scratch)
	if err != nil {
		return err
	}
	defer inside.close()
	progress := newProgress(opts.Streams, opts.Quiet, opts.JSON)
	held, err := opts.resources()
	if err != nil {
		return err
	}
	var events event.Sink
	if opts.JSON {
		events = jsonEvents{opts.Streams}
	}
	over, err := opts.startOver(seeds, solvers)
	if err != nil {
		return campaignError(errors.Join(err, held.end()))
	}
	sum, err := campaign.Run(ctx, campaign.Config{
		Living:  newSessions(solver.Mode(opts.Sessions), temp.Scratch, inside.edges),
		Runner:  processes(inside.edges),
		Fresh:   inside.fresh,
		Targets: solvers, Baselines: baselines, Engines: engines, Seeds: seeds, Skipped: skipped, Out: opts.OutDir, Seed: opts.Seed,
		Jobs: opts.Jobs, Duration: opts.Duration, Mutants: opts.Mutants, Plan: opts.Plan, PlanText: planText,
		Effort: opts.effort(), Known: knownBugs, Configurations: inside.Configurations, MaxFolders: opts.maxFolders(),
		Timeout: opts.Limits.Timeout, Memory: noLimitIsNegative(opts.Limits.Memory), SelfCheck: opts.SelfCheck,
		Table: table, Events: events, Progress: func(s campaign.Snapshot) {
			progress.show(s)
			held.show(s)
		},
	})
	progress.end()
	if err != nil && sum.Stats.Mutants == 0 {
		over.undo(opts.Err)
	}
	if heldErr := held.end(); err == nil {
		err = heldErr
	}
	return opts.finish(&sum, err)
}

// announce says what begins, where the results go and when it ends.
func (opts *fuzzOptions) announce(solvers []solver.Target, baselines []oracle.Pair, engines []mutate.Engine, seeds int) {
	var who, how []string
	for _, s := range solvers {
		name := s.String()
		if s.Version() != "" {
			name += " (" + s.Version() + ")"
		}
		if slices.ContainsFunc(baselines, func(p oracle.Pair) bool { return p.Old == s.String() }) {
			name += " as a baseline"
		}
		who = append(who, name)
	}
	for _, e := range engines {
		how = append(how, e.Name())
	}
	end := "until Ctrl-C"
	switch {
	case opts.Duration > 0 && opts.Mutants > 0:
		end = fmt.Sprintf("for %v or %s", opts.Duration, plural(int(opts.Mutants), "mutant"))
	case opts.Duration > 0:
		end = fmt.Sprintf("for %v", opts.Duration)
	case opts.Mutants > 0:
		end = fmt.Sprintf("for %s", plural(int(opts.Mutants), "mutant"))
	}
	fmt.Fprintf(opts.Err, "fuzzing %s with %s on %s %s; results go to %s\n",
		strings.Join(who, ", "), strings.Join(how, ", "), plural(seeds, "seed"), end, opts.OutDir)
}

// What is kept of the formulas that show something.
const (
	keepOne   = "one"
	keepEvery = "every"
)

// maxEvery is how many folders a class and solver may have when every formula is kept.
const maxEvery = 100_000

func (opts *fuzzOptions) maxFolders() int {
	if opts.Keep == keepEvery {
		return maxEvery
	}
	return 0
}

// effort says how effort is divided. A user who names a number of mutants expects the same ones each time.
func (opts *fuzzOptions) effort() effort.Mode {
	switch {
	case opts.Effort != "":
		return effort.Mode(opts.Effort)
	case opts.Mutants > 0:
		return effort.Even
	}
	return effort.Adaptive
}

func knownMode(mode string) bool {
	_, err := effort.ParseMode(mode)
	return err == nil
}

// noLimitIsNegative translates the flag's 0, which means no limit; to a campaign, 0 means the default.
func noLimitIsNegative(s size) int64 {
	if s == 0 {
		return -1
	}
	return int64(s)
}

// marks is the folder with the campaign's own list of known bugs, "" when a new campaign begins.
func (opts *fuzzOptions) marks() string {
	if opts.New {
		return ""
	}
	return opts.OutDir
}

// solvers finds the solvers, baselines included, and makes sure that they take their options.
func (opts *fuzzOptions) solvers(ctx context.Context) ([]solver.Target, []oracle.Pair, error) {
	found, err := opts.Solvers.solvers(ctx, opts.Err)
	if err != nil && opts.positional {
		return nil, nil, fmt.Errorf("there is no --solver and no file %q, so it is taken as the solvers: %w", opts.Solvers.Specs[0], err)
	}
	if err != nil {
		return nil, nil, err
	}
	found, baselines, err := opts.withBaselines(ctx, found)
	if err != nil {
		return nil, nil, err
	}
	return found, baselines, preflight(ctx, found, opts.SelfCheck, int64(opts.Limits.Memory), opts.Err)
}

func (opts *fuzzOptions) check() error {
	switch {
	case len(opts.Solvers.Specs) == 0 && slices.ContainsFunc(opts.Seeds, isSolvers):
		i := slices.IndexFunc(opts.Seeds, isSolvers)
		return usagef("solvers come before the seeds, or after --solver: write --solver %s", shell.Quote(opts.Seeds[i:i+1]))
	case len(opts.Solvers.Specs) == 0:
		_, err := opts.Solvers.solvers(context.Background(), opts.Err)
		return err
	case opts.OutDir == "":
		return usagef("--out is missing: name a folder for the findings, as in --out out")
	case isOracle(opts.OutDir):
		return usagef("--out %s would make a folder called %s: -o is --out here, and yinyang's --oracle is not needed: "+
			"Assay takes the truth of each seed from its (set-info :status ...) and from solvers. Write -o DIR, or -o ./%[1]s for that folder", opts.OutDir, opts.OutDir)
	case opts.Duration < 0 || opts.Mutants < 0 || opts.Iterations < 0:
		return usagef("--duration, --mutants and --iterations must not be negative; 0 is no limit")
	case opts.Mutants > 0 && opts.Iterations > 0:
		return usagef("--mutants is for all seeds together, --iterations for each of them: give one of the two")
	case opts.Effort != "" && !knownMode(opts.Effort):
		return usagef("--effort %s: give %s or %s", opts.Effort, effort.Even, effort.Adaptive)
	case opts.Keep != keepOne && opts.Keep != keepEvery:
		return usagef("--keep %s: give %s or %s", opts.Keep, keepOne, keepEvery)
	case !slices.Contains(sessionModes, opts.Sessions):
		return usagef("--sessions %s: give one of %s", opts.Sessions, strings.Join(sessionModes, ", "))
	}
	if err := errors.Join(checkJobs(opts.Jobs), opts.Limits.check(), opts.Search.check()); err != nil {
		return err
	}
	return checkOut(opts.OutDir)
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
	fmt.Fprint(opts.Err, screen.Write(figures.Of(*sum), diskOf(opts.OutDir)))
	return nil
}
