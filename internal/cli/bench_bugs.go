package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/bench/bugbench"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

func newBenchBugs(s *Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bugs",
		Short: "Measure which known bugs campaigns find, and after how much CPU time",
		Long: `Measure fuzzing by known bugs: which bugs campaigns find in versions of solvers, and after how much CPU time. It compares arms: programs
(commits of Assay), settings, engines. run gives the campaigns of all arms turns; judge says which bug each finding is; report compares the arms.

A known bug is a formula and two versions of a solver: one misbehaves on the formula, which a program certifies, and the other does
not. The collection of known bugs comes with Assay; list shows it, check runs it, and add writes the bugs that judge found new into a folder.`,
		Example: `  assay bench bugs run --out cmp --arm before=bin/assay-old --arm now= --solver z3@4.13.4 --solver cvc5 --cpu 30m --repeat 3 seeds
  assay bench bugs judge cmp
  assay bench bugs report cmp`,
		Args: cobra.ArbitraryArgs,
		RunE: unknownSubcommand,
	}
	cmd.AddCommand(newBugsRun(s), newBugsJudge(s), newBugsReport(s), newBugsRecord(s), newBugsList(s), newBugsCheck(s), newBugsAdd(s))
	return cmd
}

type bugsRunOptions struct {
	*Streams
	Out     string
	Arms    []string
	Solvers []string
	Flags   string
	Seeds   []string
	CPU     time.Duration
	Slice   time.Duration
	Repeat  int
	First   int
	Slots   int
	Quiet   bool
	JSON    bool

	given func(flag string) bool
}

func newBugsRun(s *Streams) *cobra.Command {
	opts := &bugsRunOptions{Streams: s, CPU: bugbench.DefaultCPU, Slice: bugbench.DefaultSlice, Repeat: bugbench.DefaultRepeat, First: 1, Slots: 1}
	cmd := &cobra.Command{
		Use:   "run --out DIR --arm NAME=COMMANDLINE... --solver SPEC... [flags] SEEDS...",
		Short: "Run the campaigns of all arms in turns",
		Long: `Run campaigns of all arms in turns, slice by slice, until each has used its CPU time: user and system time of the campaign and of all
processes below it. An arm is a name and a command line: the path of an Assay program and further flags of fuzz. A command line
that is empty or begins with a flag means this program. Each arm has --repeat campaigns, with the campaign seeds 1, 2, ... (or from --first-run on) and one job.

The same command resumes where it was interrupted or killed, also with more --cpu, more --repeat, another --slice, or more arms after
the others; new arms get all the turns until they have had as many. Those of --cpu, --repeat, --slice and --first-run that are left out
stay as they were. Anything else, such as other seeds, is another benchmark and needs another folder.
Programs are copied into DIR, so they can be rebuilt meanwhile.

DIR/runs/ARM/K has the campaign, cpu.tsv with the course of its CPU time, and kept: each formula of a finding, with the CPU time at which it was
first seen. A campaign that fails in its first slice ends the command; one that later fails twice in a row is given up.

An arm whose flags have --solver uses those solvers instead of the common ones, for programs that know them by other names.`,
		Example: `  assay bench bugs run --out cmp --arm before=bin/assay-old --arm now= --solver z3@5.4.0 --solver cvc5@1.4.2 --cpu 1h --repeat 5 seeds
  assay bench bugs run --out eng --arm storm='--engine storm' --arm weaken='--engine weaken' --flags '--timeout 1s' --solver z3 seeds`,
		Args: minArgs(1, "SEEDS"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Seeds, opts.given = args, cmd.Flags().Changed
			return opts.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVarP(&opts.Out, "out", "o", "", "the `DIR` of the benchmark")
	f.StringArrayVar(&opts.Arms, "arm", nil, "an arm to compare, as `NAME=COMMANDLINE`: [PROGRAM] [FLAGS of fuzz] (repeatable)")
	f.StringArrayVar(&opts.Solvers, "solver", nil, "a solver `SPEC`, as fuzz takes it (repeatable)")
	f.StringVar(&opts.Flags, "flags", "", "further `FLAGS` of fuzz for all arms, as one word, as in '--timeout 1s'")
	f.Var((*period)(&opts.CPU), "cpu", "CPU time of each campaign, user and system, solvers included")
	f.IntVar(&opts.Repeat, "repeat", opts.Repeat, "campaigns of each arm")
	f.IntVar(&opts.First, "first-run", opts.First, "number of the first campaign of each arm, which is its campaign seed: 6 on a second machine where the first has five")
	f.Var((*period)(&opts.Slice), "slice", "wall time of a turn")
	f.IntVar(&opts.Slots, "slots", opts.Slots, "campaigns that run at the same time; more of them than idle processors change what is measured")
	f.BoolVarP(&opts.Quiet, "quiet", "q", false, "show no progress")
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

func (opts *bugsRunOptions) check() error {
	switch {
	case opts.Out == "":
		return usagef("--out is missing: name a folder for the benchmark, as in --out cmp")
	case len(opts.Arms) == 0:
		return usagef("--arm is missing: name what to compare, as in --arm before=bin/assay-old --arm now=")
	case opts.CPU <= 0 || opts.Slice <= 0:
		return usagef("--cpu and --slice take a positive time")
	case opts.Repeat < 1 || opts.Slots < 1 || opts.First < 1:
		return usagef("--repeat, --first-run and --slots: give 1 or more")
	}
	return nil
}

// reservedFlags are the flags that run itself gives to each campaign.
var reservedFlags = []string{"--out", "-o", "--seed", "--duration", "-d", "--json", "--known"}

// words reads flags as a shell would.
func (opts *bugsRunOptions) words(what, text string) ([]string, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	spec, err := solver.ParseSpec(text)
	if err != nil {
		return nil, usagef("%s: %w", what, err)
	}
	first := spec.Name
	if spec.Version != "" {
		first += "@" + spec.Version
	}
	words := append([]string{first}, spec.Args...)
	for _, w := range words {
		if bugbench.IsFlag(w, "--new") {
			return nil, usagef("%s: --new would begin the same campaign anew in each turn; leave it out", what)
		}
		for _, r := range reservedFlags {
			if bugbench.IsFlag(w, r) {
				return nil, usagef("%s: %s is set by assay bench bugs run itself", what, r)
			}
		}
	}
	return words, nil
}

// plan makes the plan of the command line.
func (opts *bugsRunOptions) plan() (bugbench.Plan, error) {
	var p bugbench.Plan
	if opts.given("cpu") {
		p.CPU = opts.CPU
	}
	if opts.given("slice") {
		p.Slice = opts.Slice
	}
	if opts.given("repeat") {
		p.Repeat = opts.Repeat
	}
	if opts.given("first-run") {
		p.First = opts.First
	}
	for _, s := range opts.Solvers {
		p.Flags = append(p.Flags, "--solver", s)
	}
	words, err := opts.words("--flags", opts.Flags)
	if err != nil {
		return p, err
	}
	p.Flags = append(p.Flags, words...)
	for _, text := range opts.Arms {
		name, line, ok := strings.Cut(text, "=")
		if !ok {
			return p, usagef("--arm %s: give NAME=COMMANDLINE; NAME= means this program without further flags", text)
		}
		words, err := opts.words("--arm "+name, line)
		if err != nil {
			return p, err
		}
		a := bugbench.Arm{Name: name, Flags: words}
		if len(words) > 0 && !strings.HasPrefix(words[0], "-") {
			if a.Program, err = sandbox.LookPath(words[0]); err != nil {
				return p, usagef("--arm %s: there is no program %s", name, shell.Quote(words[:1]))
			}
			a.Flags = words[1:]
		} else if a.Program, err = os.Executable(); err != nil {
			return p, fmt.Errorf("the path of this program: %w", err)
		}
		if a.Program, err = filepath.Abs(a.Program); err != nil {
			return p, err
		}
		p.Arms = append(p.Arms, a)
	}
	for _, path := range opts.Seeds {
		if _, err := os.Stat(path); err != nil {
			return p, missingFile(path, err)
		}
		abs, err := filepath.Abs(path)
		if err != nil {
			return p, err
		}
		p.Seeds = append(p.Seeds, abs)
	}
	if err := p.Check(); err != nil {
		return p, usagef("--arm: %w", err)
	}
	return p, nil
}

func (opts *bugsRunOptions) run(ctx context.Context) error {
	if err := opts.check(); err != nil {
		return err
	}
	plan, err := opts.plan()
	if err != nil {
		return err
	}
	if err := folder.Check(opts.Out, bugbench.Kind); err != nil {
		return err
	}
	b := &bugbench.Bench{Dir: opts.Out, Plan: plan, Slots: opts.Slots}
	switch {
	case opts.JSON:
		b.Tell = func(t bugbench.Turn) {
			_ = opts.printJSON(struct { // the stream remembers a failure, which ends in the exit code
				Event string `json:"event"`
				bugbench.Turn
			}{"turn", t})
		}
	case !opts.Quiet:
		b.Tell = func(t bugbench.Turn) { fmt.Fprintln(opts.Err, t) }
	}
	return bugsError(b.Run(ctx))
}

// bugsError gives the errors of benchmarks their exit codes.
func bugsError(err error) error {
	var plan *bugbench.PlanError
	var arm *bugbench.ArmError
	switch {
	case errors.As(err, &plan), errors.Is(err, bugbench.ErrBusy):
		return withExit(exitUsage, err)
	case errors.As(err, &arm):
		return withExit(exitFailed, fmt.Errorf("%w\nits command was: %s", err, shell.Quote(arm.Command)))
	}
	return err
}
