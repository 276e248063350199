package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/base/seedfiles"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/campaign/setup"
	"github.com/assay-smt/assay/internal/compare"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/run/timing"
	"github.com/assay-smt/assay/internal/solver"
)

type ciOptions struct {
	*Streams
	Baselines, Candidates, Witnesses []string
	Profiles                         profileFlags
	Theory                           []string
	Limits                           limitFlags
	Slower                           float64
	FailOn                           []string
	Duration                         time.Duration
	Mutants                          int64
	Engines                          []string
	Options                          string
	Seed                             uint64
	SeedSize                         size
	Corpus                           string
	Out                              string
	Jobs                             int
	Reduce                           bool
	New                              bool
	Quiet                            bool
	JSON                             bool

	Seeds []string

	read map[string]func() (string, error) // the texts of scripts by name
}

// defaultDuration is how long a comparison with mutants takes.
const defaultDuration = 10 * time.Minute

// allMutants are as many as there is time for.
const allMutants = -1

func newCI(s *Streams) *cobra.Command {
	opts := &ciOptions{
		Streams: s, Limits: limitFlags{Timeout: 10 * time.Second, Memory: defaultMemory}, Slower: timing.Default.Ratio, SeedSize: 16 << 20, Duration: defaultDuration,
	}
	cmd := &cobra.Command{
		Use:   "ci --baseline SPEC --candidate SPEC [flags] [SEEDS...]",
		Short: "Is a new version of a solver worse than the old one?",
		Long: `Compare a candidate with a baseline: another version of a solver, or another configuration. SEEDS are your own SMT-LIB files, as fuzz
takes them; without any, the built-in seeds are used.

First the findings of the --corpus are run on both sides, then the seeds themselves, then, for the rest of --duration, mutants
of the seeds by all engines. For a plain upgrade question, --mutants 0 runs your files alone, and takes the time that it takes.

What differs is repeated in fresh processes, in turns, before it counts. A regression shows on the candidate and not on the baseline:

  wrong    an answer, a model, a core, a value or another response that is wrong, by exact evaluation where that can tell
  crash    a signal, an internal error, a failed assertion, a sanitizer's report
  error    an error, or a refusal, where the baseline answers
  lost     unknown or a limit where the baseline decides, also with twice the time
  slower   at least --slower times as much CPU time, and half a second more: measured in pairs of runs, with an interval that is wrong in less than 1 % of
           cases. Wall time proves nothing

What shows on both sides is no regression, and is listed on its own. --fail-on chooses what makes the command fail.

DIR gets summary.md for a pull request, report.html, junit.xml, results.sarif, and results.jsonl with a line for each script. Regressions are
reduced into DIR/findings while there is time, and kept in the corpus for next time. The same command goes on where it was interrupted.

Exit code 0 without a regression, 10 with some, 4 when a solver gives no usable results, 130 when it was interrupted before it found one.`,
		Example: `  assay ci --baseline z3@4.16.0 --candidate z3@5.4.1 --duration 10m --out ci path/to/benchmarks
  assay ci --baseline z3@4.16.0 --candidate ./build/z3 --witness cvc5 --corpus corpus --fail-on wrong,crash tests/
  assay ci --baseline z3@4.16.0 --candidate z3@5.4.1 --mutants 0 --timeout 60s our-queries/`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Seeds = args
			if opts.Mutants == 0 {
				for _, name := range []string{"engine", "options", "seed"} {
					if cmd.Flags().Changed(name) {
						return usagef("--%s is about mutants, of which --mutants 0 makes none: leave one of them out", name)
					}
				}
				if !cmd.Flags().Changed("duration") {
					opts.Duration = 0
				}
			}
			return opts.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	const more = "; separate several with ; (repeatable)"
	f.StringArrayVar(&opts.Baselines, "baseline", nil, "the old solver as `SPEC`"+more)
	f.StringArrayVar(&opts.Candidates, "candidate", nil, "the new solver as `SPEC`"+more)
	f.StringArrayVar(&opts.Witnesses, "witness", nil, "another solver as `SPEC`, whose answers help to tell who is wrong, and which is not compared"+more)
	opts.Profiles.bind(cmd)
	theoryFlag(cmd, &opts.Theory)
	opts.Limits.bind(cmd)
	f.Float64Var(&opts.Slower, "slower", opts.Slower, "how many times as much CPU time is a regression")
	f.StringSliceVar(&opts.FailOn, "fail-on", kindNames(), "`KINDS` of regressions that count, separated by commas, or none")
	f.VarP((*period)(&opts.Duration), "duration", "d", "end after this time, such as 90s or 2h; 0 for no end (default 10m, or 0 with --mutants 0)")
	f.Int64VarP(&opts.Mutants, "mutants", "n", allMutants, "end the mutants after this many; 0 for none, -1 for as many as there is time for")
	f.StringSliceVarP(&opts.Engines, "engine", "e", []string{plan.All}, "`ENGINES` that make mutants, separated by commas, or all")
	f.StringVar(&opts.Options, "options", plan.OptionsNone, "search also runs mutants in other configurations of the solvers; none does not")
	f.Uint64Var(&opts.Seed, "seed", 1, "the campaign seed of the mutants")
	f.Var(&opts.SeedSize, "seed-size", "largest seed to run")
	f.StringVar(&opts.Corpus, "corpus", "", "a `DIR` with the findings of earlier comparisons and campaigns, which are run first; new ones are added")
	f.StringVarP(&opts.Out, "out", "o", "assay-ci", "the `DIR` for results")
	f.IntVarP(&opts.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), "scripts run at the same time")
	f.BoolVar(&opts.Reduce, "reduce", true, "reduce regressions while there is time; --reduce=false for not")
	f.BoolVar(&opts.New, "new", false, "begin a new comparison: one that is in DIR is moved to DIR.old-1, or the next number that is free")
	f.BoolVarP(&opts.Quiet, "quiet", "q", false, "show no progress")
	jsonFlag(cmd, &opts.JSON)
	complete(cmd, "fail-on", listOf(",", kindNames))
	complete(cmd, "options", oneOf(plan.OptionsNone, plan.OptionsSearch))
	groupFlags(cmd, []flagGroup{
		{"What to compare", []string{"baseline", "candidate", "witness", "timeout", "memory", "profile", "theory"}},
		{"What counts", []string{"fail-on", "slower"}},
		{"What to run", []string{"corpus", "mutants", "engine", "options", "seed", "seed-size", "duration", "jobs"}},
		{"What to keep and show", []string{"out", "new", "reduce", "quiet", "json"}},
	})
	return cmd
}

func kindNames() []string {
	var out []string
	for _, k := range compare.Kinds() {
		out = append(out, string(k))
	}
	return out
}

func (opts *ciOptions) run(ctx context.Context) error {
	config, err := opts.config(ctx)
	if err != nil {
		return err
	}
	if err := opts.startOver(); err != nil {
		return ciError(err)
	}
	show := &ciProgress{ticker: newTicker(opts.Streams, opts.Quiet || opts.JSON)}
	config.Progress = show.tell
	report, err := compare.Compare(ctx, *config)
	show.end()
	if err != nil {
		return ciError(err)
	}
	return opts.finish(ctx, report)
}

// config makes what the command line says into a comparison.
func (opts *ciOptions) config(ctx context.Context) (*compare.Config, error) {
	failOn, err := opts.check()
	if err != nil {
		return nil, err
	}
	sides, err := opts.sides(ctx)
	if err != nil {
		return nil, err
	}
	table, err := extendTable(ctx, opts.Theory)
	if err != nil {
		return nil, err
	}
	seeds, skipped, err := opts.seeds(ctx)
	if err != nil {
		return nil, err
	}
	corpus, err := opts.corpus()
	if err != nil {
		return nil, err
	}
	bugs, _, err := known.LoadAll("", nil)
	if err != nil {
		return nil, err
	}
	recorded := recorded{Profiles: opts.Profiles, Theory: opts.Theory}
	c := &compare.Config{
		Sides: sides, Corpus: corpus, Out: opts.Out, FailOn: failOn, Table: table, Jobs: opts.Jobs, Duration: opts.Duration, Skipped: skipped, Known: bugs,
		Limits: solver.Limits{Time: opts.Limits.Timeout, Memory: int64(opts.Limits.Memory)},
		Slower: timing.Limit{Ratio: opts.Slower, Difference: timing.Default.Difference},
		Replayer: func(ctx context.Context, s findings.Stored) (triage.Replayer, error) {
			r, _, err := recorded.replayer(ctx, s)
			return r, err
		},
	}
	opts.read = map[string]func() (string, error){}
	for _, s := range seeds {
		opts.read[s.Name] = func() (string, error) {
			seed, err := s.Seed()
			return seed.Text, err
		}
		c.Scripts = append(c.Scripts, compare.Script{Name: s.Name, Logic: s.Logic(), Hash: s.Hash, Read: opts.read[s.Name]})
	}
	if opts.Reduce {
		resolver, err := opts.Profiles.resolver()
		if err != nil {
			return nil, err
		}
		c.Reducer = &compare.Reducer{
			Debugger: solver.Debugger(), Each: mostReduction, Bisect: opts.bisect,
			Referees: func(ctx context.Context, without string) (certified.Referees, error) {
				return certified.FindReferees(ctx, resolver, opts.Witnesses, without)
			},
		}
	}
	if opts.Mutants != 0 {
		if c.Mutants, err = opts.mutants(seeds); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// bisect runs a finding in the installed versions of its solver. One version alone says nothing.
func (opts *ciOptions) bisect(ctx context.Context, f findings.Stored) (string, error) {
	r := recorded{Profiles: opts.Profiles, Theory: opts.Theory}
	replayer, resolver, err := r.replayer(ctx, f)
	if err != nil {
		return "", err
	}
	bisector, err := (&versionFlags{}).bisector(ctx, opts.Streams, f, replayer, resolver)
	if err != nil || len(bisector.Candidates) < 2 {
		return "", err
	}
	b, err := bisector.Run(ctx, f)
	if err != nil {
		return "", err
	}
	return strings.Join(b.Record().Lines(f.Family), "; "), findings.Refresh(f.Dir)
}

// mostReduction bounds the time for the reduction of one regression.
const mostReduction = 2 * time.Minute

func (opts *ciOptions) mutants(seeds []campaign.SeedSource) (*compare.Mutants, error) {
	p := plan.Default()
	p.Engines, p.Seed, p.Theory, p.Profiles = opts.Engines, opts.Seed, opts.Theory, opts.Profiles.Files
	p.Options.Mode = opts.Options
	if err := p.Check(); err != nil {
		return nil, usagef("%w", err)
	}
	resolver, err := (&profileFlags{}).resolver()
	if err != nil {
		return nil, err
	}
	return &compare.Mutants{
		Plan: p, Seeds: seeds, Most: max(opts.Mutants, 0),
		Host: setup.Host{Solvers: resolver, Read: readConfig, Cache: cacheFolder(), Learned: learnedFile},
	}, nil
}

// check refuses what the command line says wrong, before anything is read.
func (opts *ciOptions) check() (failOn []compare.Kind, err error) {
	switch {
	case len(opts.Baselines) == 0 && len(opts.Candidates) == 0:
		return nil, usagef("name the old solver and the new one, as in assay ci --baseline z3@4.16.0 --candidate z3@5.4.1; assay solvers list shows those usable here")
	case len(opts.Baselines) == 0:
		return nil, usagef("--baseline is missing: name the solver to compare with, such as the version before, as in --baseline z3@4.16.0")
	case len(opts.Candidates) == 0:
		return nil, usagef("--candidate is missing: name the new solver, as in --candidate ./build/z3")
	case opts.Out == "":
		return nil, usagef("--out is empty: name a folder for the results, as in --out ci")
	case !(opts.Slower > 1) || math.IsInf(opts.Slower, 1): // NaN is not above 1
		return nil, usagef("--slower %g: give a number above 1, such as 2 for twice the CPU time", opts.Slower)
	case opts.Duration < 0:
		return nil, usagef("--duration %v: it must not be negative; 0 is no limit", opts.Duration)
	case opts.Mutants < allMutants:
		return nil, usagef("--mutants %d: give a number of mutants, 0 for none, or -1 for as many as there is time for", opts.Mutants)
	case opts.Mutants == allMutants && opts.Duration == 0:
		return nil, usagef("without a --duration, say how many mutants to make: --mutants 0 for none")
	case opts.Options != plan.OptionsNone && opts.Options != plan.OptionsSearch:
		return nil, usagef("--options %s: give search or none", opts.Options)
	}
	if err := errors.Join(opts.Limits.check(), checkJobs(opts.Jobs), checkTheory(opts.Theory)); err != nil {
		return nil, err
	}
	if len(opts.FailOn) == 0 { // a variable that is not set must not make everything pass
		return nil, usagef("--fail-on is empty: give kinds among %s, separated by commas, or none", strings.Join(kindNames(), ", "))
	}
	if len(opts.FailOn) == 1 && opts.FailOn[0] == "none" {
		return nil, opts.checkOut()
	}
	for _, name := range opts.FailOn {
		kind := compare.Kind(name)
		if !slices.Contains(compare.Kinds(), kind) {
			return nil, usagef("--fail-on %s: give kinds among %s, separated by commas, or none%s", name, strings.Join(kindNames(), ", "), didYouMean(name, kindNames()))
		}
		failOn = append(failOn, kind)
	}
	return failOn, opts.checkOut()
}

// checkOut refuses a folder that is not this command's.
func (opts *ciOptions) checkOut() error {
	return campaignError(checkOut(opts.Out, compare.FolderKind))
}

// sides finds the solvers.
func (opts *ciOptions) sides(ctx context.Context) ([]compare.Side, error) {
	r, err := opts.Profiles.resolver()
	if err != nil {
		return nil, err
	}
	var out []compare.Side
	for _, group := range []struct {
		role  compare.Role
		specs []string
	}{{compare.Baseline, opts.Baselines}, {compare.Candidate, opts.Candidates}, {compare.Witness, opts.Witnesses}} {
		targets, twice, err := r.ResolveEach(ctx, group.specs)
		if err != nil {
			return nil, err
		}
		for _, name := range twice {
			fmt.Fprintf(opts.Err, "%s %q is given twice and runs once\n", group.role, name)
		}
		for _, t := range targets {
			program, err := t.Program()
			if err != nil {
				return nil, &solver.UnusableError{Solver: t.String(), Problem: "its program cannot be read", Err: err, Remedy: "check its path"}
			}
			out = append(out, compare.Side{Target: t, SideInfo: compare.SideInfo{
				Role: group.role, Solver: t.Profile().Name, Version: t.Version(), Program: buildMark(program),
			}})
		}
	}
	return out, nil
}

// buildMark identifies a program by the contents of its files.
func buildMark(p solver.Program) string {
	marks := []string{p.SHA256}
	for _, part := range p.Parts {
		marks = append(marks, part.SHA256)
	}
	return findings.Checksum([]byte(strings.Join(marks, " ")))
}

// seeds finds the scripts. skipped counts files that are no seeds, by reason.
func (opts *ciOptions) seeds(ctx context.Context) (found []campaign.SeedSource, skipped map[string]int, err error) {
	if len(opts.Seeds) == 0 {
		return campaign.Builtin(), nil, nil
	}
	for _, path := range opts.Seeds {
		if err := seedfiles.Check(path); err != nil {
			return nil, nil, missingFile(strings.TrimPrefix(path, "@"), err)
		}
	}
	if err := checkOutside("--out", opts.Out, opts.Seeds); err != nil {
		return nil, nil, err
	}
	found, left, err := campaign.LoadSeeds(ctx, opts.Seeds, campaign.LoadOptions{MaxBytes: int64(opts.SeedSize)})
	var output *disk.OutputError
	switch {
	case ctx.Err() != nil:
		return nil, nil, context.Cause(ctx)
	case errors.As(err, &output):
		return nil, nil, campaignError(err)
	case err != nil:
		return nil, nil, usagef("%w%s", err, describeSkips(left))
	}
	skipped = map[string]int{}
	for _, s := range left {
		reason := s.Reason
		if strings.HasPrefix(reason, campaign.SameText) {
			reason = "same text as another one"
		}
		skipped[reason]++
	}
	return found, skipped, nil
}

// corpusKind is that of folders with findings for assay ci.
var corpusKind = folder.Kind{Name: "a corpus of findings", By: "assay ci --corpus", Older: onlyFindingFolders}

// onlyFindingFolders recognises a folder that has nothing but folders of findings.
func onlyFindingFolders(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err == nil && len(entries) > 0 && !slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		return !e.IsDir() || !isFinding(filepath.Join(dir, e.Name()))
	})
}

// corpus returns the findings to run again.
func (opts *ciOptions) corpus() ([]findings.Stored, error) {
	if opts.Corpus == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(opts.Corpus)
	if errors.Is(err, os.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil, nil // it begins with this comparison
	}
	if err != nil {
		return nil, usagef("--corpus: %w", err)
	}
	all, err := findings.LoadAll(opts.Corpus)
	if err != nil {
		return nil, usagef("--corpus %s: %w", opts.Corpus, err)
	}
	if len(all) == 0 && folder.Owned(opts.Corpus, corpusKind) != nil {
		return nil, usagef("--corpus %s: there is no finding in it. A corpus has findings of Assay, a folder each, such as those of a campaign in DIR/findings. "+
			"Formulas are seeds: name them without a flag", opts.Corpus)
	}
	if opts.borrowed() {
		return all, nil
	}
	return all, campaignError(folder.Check(opts.Corpus, corpusKind))
}

// borrowed reports whether the corpus is the folder of a campaign's findings, which is read and not added to.
func (opts *ciOptions) borrowed() bool {
	return folder.Owned(filepath.Dir(filepath.Clean(opts.Corpus)), campaign.Kind) == nil || folder.Owned(opts.Corpus, campaign.Kind) == nil
}

// startOver moves an earlier comparison aside with --new.
func (opts *ciOptions) startOver() error {
	if !opts.New {
		return nil
	}
	aside, err := compare.MoveAside(opts.Out)
	if aside != "" && !opts.Quiet {
		fmt.Fprintf(opts.Err, "the earlier comparison is now in %s\n", aside)
	}
	return err
}

// ciError gives errors of comparisons their exit codes.
func ciError(err error) error {
	var mismatch *compare.MismatchError
	var busy *compare.BusyError
	if errors.As(err, &mismatch) || errors.As(err, &busy) {
		return usage(err)
	}
	return campaignError(err)
}
