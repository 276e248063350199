package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/bench/bugbench"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bugs"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/findings/reduce"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/solver"
)

// bugFlags choose collections of bugs besides the one that comes with Assay.
type bugFlags struct{ Folders []string }

func (b *bugFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&b.Folders, "bugs", nil, "a `DIR` of further known bugs (repeatable)")
}

// load reads all collections.
func (b *bugFlags) load(s *Streams) ([]*bugs.Bug, error) {
	all, _, err := b.withAliases(s)
	return all, err
}

// withAliases reads all collections, with the names that stand for another bug. Bugs that are there twice are reported, except those that are the same word for word.
func (b *bugFlags) withAliases(s *Streams) ([]*bugs.Bug, map[string]string, error) {
	own, err := bugs.Collection()
	if err != nil {
		return nil, nil, err
	}
	all := [][]*bugs.Bug{own}
	for _, dir := range b.Folders {
		more, err := bugs.Load(dir)
		var mistake *bugs.Error
		switch {
		case errors.As(err, &mistake):
			return nil, nil, withExit(exitUsage, err)
		case err != nil:
			return nil, nil, missingFile(dir, err)
		}
		all = append(all, more)
	}
	out, again := bugs.Merge(all...)
	for _, a := range again {
		if a.Of.Name != a.Bug.Name || a.Of.Text() != a.Bug.Text() {
			fmt.Fprintf(s.Err, "%s is left out: an earlier bug has its name or identity\n", a.Bug.Name)
		}
	}
	aliases, err := bugs.Aliases(out, again)
	if err != nil {
		return nil, nil, withExit(exitUsage, err)
	}
	return out, aliases, nil
}

type bugsJudgeOptions struct {
	*Streams
	recorded
	Bugs     bugFlags
	Versions versionFlags
	Referees []string
	Time     time.Duration
	Jobs     int
	Quiet    bool
	JSON     bool

	dir string
	// all are the referees, found once.
	all func() ([]solver.Target, error)
}

func newBugsJudge(s *Streams) *cobra.Command {
	opts := &bugsJudgeOptions{Streams: s, Time: 5 * time.Minute, Jobs: 1}
	cmd := &cobra.Command{
		Use:   "judge [flags] DIR",
		Short: "Say which bug each finding of a benchmark is",
		Long: `Go through the findings of all campaigns in DIR, the earliest first: run each again, and find its bug. Cheap comparisons come first: a crash in a known
place, the formula of a bug up to names and orders, the operators of a bug in exactly its versions. A finding that remains is reduced, certified at every
step, and bisected: it is the bug whose class, first fixed version, operators and options it has, or a new one, which is written to DIR/bugs.

Findings without a bug are counted with the reason: they are damaged, do not show again, are unknowns, or nothing certifies them. Verdicts are
kept in DIR/verdicts, so that the command resumes where it was interrupted or killed; findings that lacked a solver or --time, or could not be
judged for another reason, are tried again; so are those that nothing certifies and those whose versions are not known, once there are other
referees or versions.
It may run beside the campaigns.`,
		Example: `  assay bench bugs judge cmp
  assay bench bugs judge cmp --time 10m --jobs 2 --bugs my-bugs`,
		Args: exactArgs(1, "DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.dir = args[0]
			return opts.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	opts.Bugs.bind(cmd)
	f.Var((*period)(&opts.Time), "time", "maximum time for one finding")
	f.IntVarP(&opts.Jobs, "jobs", "j", 1, "findings judged at the same time")
	f.StringVar(&opts.Versions.List, "versions", "", "the versions that bisection runs, as a `LIST` of versions and ranges (default: all installed ones, and that of the finding)")
	refereeFlag(cmd, &opts.Referees)
	opts.Profiles.bind(cmd)
	theoryFlag(cmd, &opts.Theory)
	f.BoolVarP(&opts.Quiet, "quiet", "q", false, "show no progress")
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

func (opts *bugsJudgeOptions) run(ctx context.Context) error {
	if opts.Time <= 0 {
		return usagef("--time takes a positive time")
	}
	if err := checkJobs(opts.Jobs); err != nil {
		return err
	}
	if opts.Versions.List != "" {
		if _, err := solver.ParseVersionList(opts.Versions.List, "any"); err != nil {
			return usagef("--versions: %w", err)
		}
	}
	// What is wrong with these is no finding's fault.
	if _, err := opts.Profiles.resolver(); err != nil {
		return err
	}
	if _, err := extendTable(ctx, opts.Theory); err != nil {
		return err
	}
	known, aliases, err := opts.Bugs.withAliases(opts.Streams)
	if err != nil {
		return err
	}
	temp, err := disk.NewTemp("judge")
	if err != nil {
		return err
	}
	defer temp.Remove()
	opts.all = sync.OnceValues(func() ([]solver.Target, error) {
		resolver, err := opts.Profiles.resolverWith(nil)
		if err != nil {
			return nil, err
		}
		return referees(ctx, resolver, opts.Referees)
	})
	if len(opts.Referees) > 0 {
		if _, err := opts.all(); err != nil {
			return err
		}
	}
	j := &bugbench.Judge{
		Dir: opts.dir, Known: known, Limit: opts.Time, Jobs: opts.Jobs, Debugger: solver.Debugger(), Reduce: opts.reducer(temp), Bisect: opts.bisect,
		Replayer: func(ctx context.Context, f findings.Stored) (triage.Replayer, error) {
			r, _, err := opts.replayer(ctx, f)
			return r, err
		},
		Referees: opts.refereeNames, Versions: opts.versionNames,
		Tell: func(v bugbench.Verdict, done, all int) {
			if !opts.Quiet && !opts.JSON {
				fmt.Fprintf(opts.Err, "%d of %d: %s/%d %s: %s\n", done, all, v.Arm, v.K, v.Kept, verdictText(&v))
			}
		},
	}
	verdicts, err := j.Run(ctx)
	if err != nil {
		return bugsError(err)
	}
	return opts.show(verdicts, aliases)
}

// verdictText says in a few words what a verdict is.
func verdictText(v *bugbench.Verdict) string {
	switch {
	case v.New:
		return v.Bug + " (new)"
	case v.Bug != "":
		return v.Bug
	}
	return fmt.Sprintf("%s: %s", v.Why, v.Detail)
}

// reducer reduces copies of findings.
func (opts *bugsJudgeOptions) reducer(temp *disk.Temp) func(context.Context, findings.Stored) (bool, error) {
	return func(ctx context.Context, f findings.Stored) (bool, error) {
		replayer, _, err := opts.replayer(ctx, f)
		if err != nil {
			return false, err
		}
		vouching, err := opts.all()
		if err != nil {
			return false, err
		}
		r, err := certified.ReduceIn(ctx, temp.Scratch, f, replayer, certified.Referees{Named: vouching})
		var not *certified.NotShownError
		if errors.As(err, &not) && ctx.Err() == nil {
			return false, &bugbench.UncertainError{Err: err}
		}
		return r.Reduction.End == reduce.Minimal || r.Reduction.End == reduce.WentBack, err // both had the time that they needed
	}
}

func (opts *bugsJudgeOptions) bisect(ctx context.Context, f findings.Stored) (*triage.Bisection, error) {
	b, _, err := opts.bisected(ctx, opts.Streams, &opts.Versions, f)
	return &b, err
}

// refereeNames names the referees with their versions and options.
func (opts *bugsJudgeOptions) refereeNames() ([]string, error) {
	all, err := opts.all()
	var names []string
	for _, t := range all {
		names = append(names, strings.TrimSpace(t.Profile().Name+"@"+t.Version()+" "+t.Config.String()))
	}
	return names, err
}

// versionNames names the versions in which a finding can be bisected.
func (opts *bugsJudgeOptions) versionNames(ctx context.Context, f findings.Stored) ([]string, error) {
	_, resolver, err := opts.replayer(ctx, f)
	if err != nil {
		return nil, err
	}
	candidates, err := opts.Versions.candidates(ctx, opts.Streams, f, resolver)
	var names []string
	for _, c := range candidates {
		if c.Program != "" { // otherwise it is only in the list
			names = append(names, c.Name)
		}
	}
	return names, err
}

// bugsSummary is the last line for programs.
type bugsSummary struct {
	Event    string               `json:"event"`
	Findings int                  `json:"findings"`
	Bugs     int                  `json:"bugs"`
	New      int                  `json:"new"`
	None     map[bugbench.Why]int `json:"none"`
}

// show sums the verdicts up. Triggers of one bug count once.
func (opts *bugsJudgeOptions) show(verdicts []bugbench.Verdict, aliases map[string]string) error {
	s := bugsSummary{Event: "summary", Findings: len(verdicts), None: make(map[bugbench.Why]int)}
	found := make(map[string]bool)
	for i := range verdicts {
		v := &verdicts[i]
		if opts.JSON {
			if err := opts.printJSON(struct {
				Event string `json:"event"`
				*bugbench.Verdict
			}{"verdict", v}); err != nil {
				return errOutput
			}
		}
		if v.Bug == "" {
			s.None[v.Why]++
			continue
		}
		bug := cmp.Or(aliases[v.Bug], v.Bug)
		if v.New && bug == v.Bug && !found[bug] {
			s.New++
		}
		found[bug] = true
	}
	s.Bugs = len(found)
	if opts.JSON {
		if opts.printJSON(s) != nil {
			return errOutput
		}
		return nil
	}
	text := fmt.Sprintf("%s: %s, %d of them new", plural(s.Findings, "finding"), plural(s.Bugs, "bug"), s.New)
	for _, why := range slices.Sorted(maps.Keys(s.None)) {
		text += fmt.Sprintf("; %d %s", s.None[why], why)
	}
	if opts.say("%s\n", text) != nil {
		return errOutput
	}
	return nil
}
