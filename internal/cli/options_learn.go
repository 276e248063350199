package cli

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/campaign/configspace"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/options"
	"github.com/assay-smt/assay/smt/theory"
)

type optionsLearnOptions struct {
	*Streams
	Profiles  profileFlags
	Spec      string
	Logics    []string
	Out       string
	Budget    period
	Timeout   period
	Memory    size
	Formulas  int
	Kinds     int
	Assert    int
	Times     int
	LeastTime time.Duration
	Seed      uint64
	Jobs      int
	Unwelcome bool
	Quiet     bool
	JSON      bool
}

func newOptionsLearn(s *Streams) *cobra.Command {
	opts := &optionsLearnOptions{Streams: s, Budget: period(time.Hour), Timeout: period(time.Second), Memory: defaultMemory}
	cmd := &cobra.Command{
		Use:   "learn SOLVER",
		Short: "Learn which options of a solver matter for which operations of formulas",
		Long: `Learn which options of a solver matter for which operations of formulas, by random simulation. Assay generates formulas with few kinds
of operations and solves each of them with one option changed at a time. An option makes a difference when it changes the answer,
the solver's statistics, or the time (Mann-Whitney test, p < 0.01, for formulas that take long enough). In the place of
statistics, it is the code that a run executes where the solver counts that: assay solvers build --coverage blocks makes such a program of
any release, and what is learned about it counts for the release.

Results are appended to a file as they come in. Run the same command again to continue after an interruption: the seed and a
formula's number determine the formula. assay options show sums up the results.`,
		Example: `  assay options learn z3 --budget 2h --jobs 2
  assay options learn cvc5@1.4.2 --logic QF_S,QF_SLIA --budget 20m --out strings.jsonl
  assay options learn z3@5.4.1+blocks --budget 2h`,
		Args: exactArgs(1, "SOLVER"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Spec = args[0]
			return opts.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	opts.Profiles.bind(cmd)
	f.StringSliceVarP(&opts.Logics, "logic", "l", nil, "the `LOGICS` of formulas (default: one for each theory)")
	complete(cmd, "logic", listOf(",", theory.Logics))
	f.StringVarP(&opts.Out, "out", "o", "", "append to this `FILE` (default: a file for the solver's version in your data folder)")
	f.Var(&opts.Budget, "budget", "how long to learn, in wall-clock time")
	f.Var(&opts.Timeout, "timeout", "time limit of each run")
	f.Var(&opts.Memory, "memory", "memory limit of each run")
	f.IntVar(&opts.Formulas, "formulas", 0, "stop when the file has this many formulas (0: no limit)")
	f.IntVar(&opts.Kinds, "kinds", 4, "kinds of operations in each formula")
	f.IntVar(&opts.Assert, "assertions", 20, "assertions in the largest formulas")
	f.IntVar(&opts.Times, "times", 20, "runs of each configuration to compare times (0: do not compare times)")
	f.DurationVar(&opts.LeastTime, "least-time", 20*time.Millisecond, "compare the times of runs that take at least this much CPU time")
	f.Uint64Var(&opts.Seed, "seed", 1, "the random seed")
	f.IntVarP(&opts.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), "formulas that are solved at the same time")
	f.BoolVar(&opts.Unwelcome, "unwelcome", false, "also try options with which the solver's developers accept no reports")
	f.BoolVarP(&opts.Quiet, "quiet", "q", false, "show no progress")
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

func (opts *optionsLearnOptions) check() error {
	for _, r := range []struct {
		flag            string
		value, low, top int
	}{{"jobs", opts.Jobs, 1, 1024}, {"kinds", opts.Kinds, 1, 1000}, {"assertions", opts.Assert, 1, 1000}, {"times", opts.Times, 0, 1000}, {"formulas", opts.Formulas, 0, 1 << 30}} {
		if r.value < r.low || r.value > r.top {
			return usagef("--%s %d: give a number from %d to %d", r.flag, r.value, r.low, r.top)
		}
	}
	if opts.Budget <= 0 {
		return usagef("--budget %v: give a positive time", &opts.Budget)
	}
	for i, l := range opts.Logics {
		opts.Logics[i] = strings.ToUpper(l)
		if !theory.ParseLogic(opts.Logics[i]).Known {
			return usagef("--logic %s: there is no such logic%s", l, didYouMean(opts.Logics[i], theory.Logics()))
		}
	}
	return nil
}

func (opts *optionsLearnOptions) run(ctx context.Context) error {
	if err := opts.check(); err != nil {
		return err
	}
	target, err := opts.Profiles.one(ctx, opts.Spec)
	if err != nil {
		return err
	}
	catalogue, err := options.Read(ctx, target, opts.Jobs)
	if err != nil {
		return err
	}
	temp, err := disk.NewTemp("learn")
	if err != nil {
		return err
	}
	defer temp.Remove()
	l := &configspace.Learner{Target: target, Catalogue: catalogue, LeastTime: opts.LeastTime, Jobs: opts.Jobs, Scratch: temp.Scratch}
	closed, err := l.Prepare(ctx, solver.Limits{Time: time.Duration(opts.Timeout), Memory: int64(opts.Memory)})
	if err != nil {
		return err
	}
	defer closed()
	l.Header = opts.header(l)
	if len(l.Header.Options) == 0 || len(l.Header.Logics) == 0 {
		return usagef("there is nothing to learn about %s: it has no options for the search, or reads none of the logics", target)
	}
	path := opts.Out
	if path == "" {
		path = learnedFile(target)
	}
	if path == "" {
		return usagef("--out is missing: name a file, since you have no data folder")
	}
	record, err := configspace.OpenRecord(path, l.Header)
	if err != nil {
		return usage(err)
	}
	l.Record = record
	show := newTicker(opts.Streams, opts.Quiet)
	l.Learned = opts.progress(show, target, time.Now())
	limited, cancel := context.WithTimeout(ctx, time.Duration(opts.Budget))
	defer cancel()
	err = l.Run(limited, opts.Formulas)
	show.end()
	unsaved := record.Close()
	said := opts.sum(record, path)
	return cmp.Or(err, unsaved, said)
}

// header says what is learned about.
func (opts *optionsLearnOptions) header(l *configspace.Learner) configspace.Header {
	uses := []solver.OptionUse{solver.UseSearch}
	if opts.Unwelcome {
		uses = append(uses, solver.UseUnwelcome)
	}
	h := configspace.HeaderOf(l.Target, configspace.Searched(l.Catalogue, uses...), opts.Logics)
	h.Seed, h.Kinds, h.Assertions, h.Times = opts.Seed, opts.Kinds, opts.Assert, opts.Times
	h.Limits = configspace.Limits{Time: time.Duration(opts.Timeout), Memory: int64(opts.Memory), LeastTime: opts.LeastTime}
	if l.Edges {
		h.Inside = configspace.InEdges
	}
	return h
}

// learnedFile is the file that keeps what is learned about a solver, "" when there is no folder for it.
func learnedFile(t solver.Target) string {
	if dir := dataFolder("learned"); dir != "" {
		return filepath.Join(dir, configspace.RecordName(t))
	}
	return ""
}

// progress says from time to time how far learning has come.
func (opts *optionsLearnOptions) progress(show *ticker, t solver.Target, began time.Time) func(configspace.Lesson) {
	formulas, runs := 0, 0
	return func(l configspace.Lesson) {
		formulas++
		runs += l.Runs
		show.show(func() string {
			return fmt.Sprintf("%s: %s and %s in %s", t, plural(formulas, "formula"), plural(runs, "run"), time.Since(began).Round(time.Second))
		})
	}
}

// learned is the line of options learn --json.
type learned struct {
	File     string         `json:"file"`
	Formulas int            `json:"formulas"`
	Runs     int            `json:"runs"`
	Seconds  float64        `json:"seconds"`
	Options  int            `json:"options"`
	Relevant int            `json:"relevant"`           // options that matter for some operations
	Skipped  map[string]int `json:"skipped,omitempty"`  // formulas that were not used, by reason
	Suspects map[string]int `json:"suspects,omitempty"` // formulas that look like a defect, by what shows
}

// sum says what is in the record.
func (opts *optionsLearnOptions) sum(r *configspace.Record, path string) error {
	c := r.Correlations()
	relevant := c.Relevant()
	if opts.JSON {
		return opts.printJSON(learned{
			File: path, Formulas: c.Formulas, Runs: c.Runs, Seconds: float64(c.Seconds), Options: len(c.Options), Relevant: relevant,
			Skipped: c.Skipped, Suspects: r.Suspects(),
		})
	}
	fmt.Fprintf(opts.Err, "%s: %s, %s, %s; options that matter for some operations: %d of %d\n", path, plural(c.Formulas, "formula"), plural(c.Runs, "run"),
		(time.Duration(c.Seconds) * time.Second).String(), relevant, len(c.Options))
	for _, why := range slices.Sorted(maps.Keys(c.Skipped)) {
		fmt.Fprintf(opts.Err, "  skipped %s: %s\n", plural(c.Skipped[why], "formula"), why)
	}
	suspects := r.Suspects()
	const most = 10
	for i, what := range slices.Sorted(maps.Keys(suspects)) {
		if i == most {
			fmt.Fprintf(opts.Err, "  and %d more\n", len(suspects)-most)
			break
		}
		fmt.Fprintf(opts.Err, "  possible defect: %s (%s)\n", visible.Line(what), plural(suspects[what], "formula"))
	}
	return nil
}

// one resolves the only solver of a command.
func (p *profileFlags) one(ctx context.Context, text string) (solver.Target, error) {
	r, err := p.resolver()
	if err != nil {
		return solver.Target{}, err
	}
	return r.ResolveText(ctx, text)
}
