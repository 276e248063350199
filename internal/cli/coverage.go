package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/base/seedfiles"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/feedback"
	"github.com/assay-smt/assay/smt/elab"
)

type coverageOptions struct {
	*Streams
	Solvers solverFlags
	Theory  []string
	Limits  limitFlags
	By      string
	Bytes   size
	Map     string
	Gcov    gcovFlags
	Blocks  blocksFlags
	Reset   bool
	Command []string
	Files   []string
	Jobs    int
	JSON    bool
}

// The kinds of feedback that --by names.
const (
	byStatistics = "statistics"
	byEdges      = "edges"
)

// coverageLimits are those of a run unless the user says otherwise.
var coverageLimits = limitFlags{Timeout: 10 * time.Second, Memory: defaultMemory}

func newCoverage(s *Streams) *cobra.Command {
	opts := &coverageOptions{Streams: s, Limits: coverageLimits}
	cmd := &cobra.Command{
		Use:   "coverage --solver SPEC [flags] FILE... | coverage --gcov OBJDIR|--blocks SPEC [flags] [-- CMD...]",
		Short: "Measure what a solver does inside: statistics, edges, blocks, lines of code",
		Long: `Measure what a solver does inside while it solves files, and report what no earlier file made it do.

--by statistics reads the statistics that a stock solver prints. --by edges reads the edge counters of a solver that was compiled
with afl-clang-fast, or with the runtime in internal/solver/coverage/runtime, or of a build whose blocks are counted: one for each function, and one in
eight of the others. Each file gets a line with the number of its entries and
of the new ones among them; an entry is a counter together with the bucket of its count. --map FILE remembers the entries from
one call to the next.

--gcov OBJDIR measures the lines, functions and branches of a solver that was compiled with gcc --coverage. It counts all that
was executed since the build, or since --reset. Assay first runs --solver on FILES, or the command after --, and copies the
command's output to standard error. A process that is killed counts nothing.

--blocks SPEC measures the functions and basic blocks of a release's own machine code, without a compiler: assay solvers build --coverage blocks
makes such a program. It counts all that was executed since the build, or since --reset, also by processes that were killed.

docs/reference/coverage.md has the details, and recipes for building such solvers.`,
		Example: `  assay coverage --solver cvc5 --map cvc5.map scripts/
  assay coverage --solver build/boolector --by edges scripts/
  assay coverage --gcov build --reset --solver build/boolector scripts/
  assay coverage --gcov build -- build/boolector formula.smt2
  assay coverage --gcov bitwuzla@0.10.0+gcov --reset --solver bitwuzla@0.10.0+gcov scripts/
  assay coverage --blocks z3@5.4.1+blocks --reset --solver z3@5.4.1+blocks scripts/`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Files = args
			if at := cmd.ArgsLenAtDash(); at >= 0 {
				opts.Files, opts.Command = args[:at], args[at:]
			}
			return opts.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	opts.Solvers.bind(cmd)
	opts.Limits.bind(cmd)
	theoryFlag(cmd, &opts.Theory)
	f.StringVar(&opts.By, "by", "", "the `KIND` of feedback: statistics (the default without --gcov) or edges")
	f.Var(&opts.Bytes, "edge-map", "size of the memory in which the solver counts edges, a power of two (default: what it needs)")
	f.StringVar(&opts.Map, "map", "", "remember the entries in this `FILE`")
	opts.Gcov.bind(cmd)
	opts.Blocks.bind(cmd)
	f.BoolVar(&opts.Reset, "reset", false, "forget earlier counts of the build")
	f.IntVarP(&opts.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), "files to solve, or objects to read, at the same time")
	jsonFlag(cmd, &opts.JSON)
	complete(cmd, "by", oneOf(byStatistics, byEdges))
	return cmd
}

func (opts *coverageOptions) check() error {
	if err := checkJobs(opts.Jobs); err != nil {
		return err
	}
	if err := opts.Limits.check(); err != nil {
		return err
	}
	build := opts.Gcov.Dir != "" || opts.Blocks.Spec != ""
	if opts.By == "" && !build {
		opts.By = byStatistics
	}
	switch {
	case opts.By != "" && opts.By != byStatistics && opts.By != byEdges:
		return usagef("--by %s: give statistics or edges", opts.By)
	case opts.Gcov.Dir != "" && opts.Blocks.Spec != "":
		return usagef("--gcov and --blocks measure different builds: give one of them")
	case len(opts.Files) == 0 && !build:
		return usagef("FILE is missing: name formulas for the solver, or a build with --gcov OBJDIR or --blocks SPEC")
	case len(opts.Files) > 0 && len(opts.Solvers.Specs) == 0:
		return usagef("--solver is missing: name the solver for the files, as in --solver z3")
	case len(opts.Files) == 0 && len(opts.Solvers.Specs) > 0:
		return usagef("FILE is missing: name formulas for the solver")
	case len(opts.Command) > 0 && (len(opts.Files) > 0 || !build):
		return usagef("a command after -- replaces FILE and needs --gcov OBJDIR or --blocks SPEC")
	}
	return opts.idle(build)
}

// idle refuses flags that have no effect; build says whether a build is measured.
func (opts *coverageOptions) idle(build bool) error {
	switch {
	case len(opts.Files) == 0 && opts.Limits != coverageLimits:
		return usagef("--timeout and --memory are for --solver on files, and limit no other command")
	case opts.Bytes != 0 && opts.By != byEdges:
		return usagef("--edge-map is where edges are counted: add --by edges")
	case opts.Map != "" && opts.By == "":
		return usagef("--map keeps what --by shows: add --by statistics or --by edges")
	case opts.Reset && !build:
		return usagef("--reset needs --gcov OBJDIR or --blocks SPEC")
	case opts.Gcov.Dir == "" && (opts.Gcov.Files || opts.Gcov.Tool != defaultGcov):
		return usagef("--files and --gcov-tool need --gcov OBJDIR")
	case opts.Blocks.Spec == "" && opts.Blocks.Functions:
		return usagef("--functions needs --blocks SPEC")
	}
	return nil
}

func (opts *coverageOptions) run(ctx context.Context) error {
	if err := opts.check(); err != nil {
		return err
	}
	m, err := opts.meter()
	if err != nil {
		return err
	}
	failed := 0
	if len(opts.Files) > 0 {
		if failed, err = opts.observe(ctx); err != nil {
			return err
		}
	}
	if len(opts.Command) > 0 {
		if err := opts.runCommand(ctx); err != nil {
			return err
		}
	}
	if m != nil {
		if err := m(ctx); err != nil {
			return err
		}
	}
	if failed > 0 {
		return exit(exitFailed)
	}
	return nil
}

// meter prepares the build that is measured, and returns what measures it in the end, nil without a build.
func (opts *coverageOptions) meter() (func(context.Context) error, error) {
	switch {
	case opts.Gcov.Dir != "":
		g, err := opts.Gcov.gcov()
		if err != nil {
			return nil, err
		}
		if err := prepareGcov(g, opts.Reset); err != nil {
			return nil, err
		}
		return func(ctx context.Context) error { return opts.measure(ctx, g) }, nil
	case opts.Blocks.Spec != "":
		b, err := opts.Blocks.open(opts.Reset)
		if err != nil {
			return nil, err
		}
		return func(context.Context) error { return opts.measureBlocks(b) }, nil
	}
	return nil, nil //nolint:nilnil // nothing is measured
}

// observed is what the command says about one file.
type observed struct {
	File    string          `json:"file"`
	Outcome outcome.Outcome `json:"outcome"`
	Entries int             `json:"entries"`
	New     int             `json:"new"`
	Digest  string          `json:"digest,omitempty"`
	// Cut says that the process was killed at a limit.
	Cut bool `json:"cut,omitempty"`

	signature feedback.Signature
	err       error
	unread    bool
}

// watching is what all files have in common.
type watching struct {
	opts   *coverageOptions
	target solver.Target
	bench  *trial.Bench
	kind   coverage.Feedback // nil for none
}

// watch prepares the runs. The caller removes the folder.
func (opts *coverageOptions) watch(ctx context.Context, temp *disk.Temp) (*watching, error) {
	targets, err := opts.Solvers.solvers(ctx, opts.Err)
	if err != nil {
		return nil, err
	}
	if len(targets) != 1 {
		return nil, usagef("--solver names %d solvers: measure one at a time", len(targets))
	}
	table, err := extendTable(ctx, opts.Theory)
	if err != nil {
		return nil, err
	}
	w := &watching{opts: opts, target: targets[0], bench: &trial.Bench{
		Table: table, Dir: temp.Scratch, Statistics: opts.By == byStatistics,
		Limits: solver.Limits{Time: opts.Limits.Timeout, Memory: int64(opts.Limits.Memory)},
	}}
	switch opts.By {
	case byStatistics:
		w.kind, err = coverage.NewByStatistics(w.target.Solver)
		if errors.Is(err, coverage.ErrMute) {
			return nil, &solver.UnusableError{Solver: w.target.String(), Problem: "it prints no statistics", Err: err, Remedy: "measure an instrumented build with --by edges or --gcov"}
		}
	case byEdges:
		edges, err := opts.edges(ctx, w.target, temp)
		if err != nil {
			return nil, err
		}
		w.bench.Runner, w.kind = trial.Process{Edges: edges}, coverage.NewByEdges(w.target.Solver)
	}
	return w, err
}

// edges are counters of the size that was given, or else as large as the program needs.
func (opts *coverageOptions) edges(ctx context.Context, t solver.Target, temp *disk.Temp) (*coverage.Edges, error) {
	if opts.Bytes == 0 {
		sight, err := coverage.OfCode(ctx, t, temp.Scratch)
		if err != nil || sight.Edges != nil {
			return sight.Edges, err
		}
	}
	edges, err := coverage.NewEdges(int(opts.Bytes))
	if err != nil {
		return nil, usagef("--edge-map: %w", err)
	}
	return edges, nil
}

// observe runs the solver on the files and returns how many could not be read.
func (opts *coverageOptions) observe(ctx context.Context) (failed int, err error) {
	files, err := formulas(ctx, opts.Streams, opts.Files)
	if err != nil {
		return 0, err
	}
	temp, err := disk.NewTemp("coverage")
	if err != nil {
		return 0, err
	}
	defer temp.Remove()
	w, err := opts.watch(ctx, temp)
	if err != nil {
		return 0, err
	}
	var seen *feedback.Map
	if w.kind != nil {
		if seen, err = opts.load(w.kind.Subject()); err != nil {
			return 0, err
		}
	}
	silent, cut, fresh := 0, 0, 0
	count := newCounter(opts.Streams, len(files))
	err = inOrder(ctx, opts.Jobs, len(files), func(i int) observed {
		return w.observe(ctx, i, files[i])
	}, func(i int, r observed) error {
		count.end()
		switch {
		case r.unread:
			failed++
			fmt.Fprintf(opts.Err, "%v\n", r.err)
			return nil
		case r.err != nil:
			return r.err
		}
		count.count(i + 1)
		if r.Cut {
			cut++
		}
		if seen == nil {
			return nil
		}
		if r.signature.Len() == 0 {
			silent++
		}
		r.New = seen.Add(r.signature)
		fresh += r.New
		return opts.showObserved(&r)
	})
	count.end()
	if err != nil {
		return failed, err
	}
	if cut > 0 && opts.Blocks.Spec == "" {
		fmt.Fprintf(opts.Err, "%s killed at a limit, which gcov and statistics do not count\n", plural(cut, "run"))
	}
	if seen == nil {
		return failed, nil
	}
	fmt.Fprintf(opts.Err, "%s: %s, %d silent; entries seen %d, of %s, new %d\n",
		seen.Subject(), plural(len(files)-failed, "run"), silent, seen.Len(), plural(seen.Keys(), "key"), fresh)
	if n := seen.Lost(); n > 0 {
		fmt.Fprintf(opts.Err, "the map is full and lacks %d entries\n", n)
	}
	if opts.Map == "" {
		return failed, nil
	}
	return failed, seen.Save(throughLink(opts.Map))
}

// load returns the map that --map names, or an empty one without it.
func (opts *coverageOptions) load(subject string) (*feedback.Map, error) {
	if opts.Map == "" {
		return feedback.NewMap(subject), nil
	}
	m, err := feedback.Load(opts.Map, subject)
	var other *feedback.SubjectError
	var defect *feedback.FileError
	var path *os.PathError
	switch {
	case errors.As(err, &other):
		return nil, usagef("--map %s belongs to %q, not to %q: name another file", opts.Map, other.Got, other.Have)
	case errors.As(err, &defect):
		return nil, usagef("%w", err)
	case errors.As(err, &path):
		return nil, missingFile(opts.Map, err)
	}
	return m, err
}

// observe runs the solver on one file.
func (w *watching) observe(ctx context.Context, i int, f seedfiles.File) observed {
	file := f.Name
	r := observed{File: file}
	text, err := readFormula(ctx, f, w.opts.In)
	if err != nil {
		r.err, r.unread = err, ctx.Err() == nil
		return r
	}
	s, err := elab.Script(text, elab.Options{File: shownName(file), Table: w.bench.Table, Done: ctx.Done()})
	if err != nil {
		r.err, r.unread = err, ctx.Err() == nil
		return r
	}
	t := w.bench.In(w.bench.Dir).New(s, trial.Facts{Name: fmt.Sprintf("%06d-", i), Plan: trial.AskNothing})
	defer t.Close()
	run, err := t.Run(ctx, w.target)
	if err != nil {
		r.err = err
		return r
	}
	r.Outcome, r.Cut = run.Outcome(), run.Limit != solver.LimitNone
	if w.kind == nil {
		return r
	}
	r.signature, err = w.kind.Observe(ctx, &run)
	if err != nil && !errors.Is(err, coverage.ErrSilent) {
		r.err = err
		return r
	}
	if r.Entries = r.signature.Len(); r.Entries > 0 {
		r.Digest = r.signature.Digest()
	}
	return r
}

func (opts *coverageOptions) showObserved(r *observed) error {
	if opts.JSON {
		if opts.printJSON(r) != nil {
			return errOutput
		}
		return nil
	}
	if err := opts.say("%s: %s, entries %d, new %d\n", shownName(r.File), r.Outcome, r.Entries, r.New); err != nil {
		return errOutput
	}
	return nil
}
