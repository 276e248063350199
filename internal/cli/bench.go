package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/bench"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/install"
	"github.com/assay-smt/assay/smt/theory"
)

func newBench(s *Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "bench",
		Short:   "Measure how fast Assay is on this machine, and which bugs it finds",
		Example: "  assay bench speed",
		Args:    cobra.ArbitraryArgs,
		RunE:    unknownSubcommand,
	}
	cmd.AddCommand(newBenchSpeed(s), newBenchBugs(s))
	return cmd
}

type speedOptions struct {
	*Streams
	Solvers  solverFlags
	Engines  engineFlags
	Limits   limitFlags
	Seeds    []string
	Modes    []string
	Rounds   int
	Round    time.Duration
	Sample   int
	Mutants  int64
	Campaign time.Duration
	JSON     bool
}

func newBenchSpeed(s *Streams) *cobra.Command {
	opts := &speedOptions{
		Streams: s, Limits: limitFlags{Timeout: time.Second, Memory: defaultMemory}, Engines: engineFlags{Names: []string{allEngines}},
		Round: 500 * time.Millisecond, Campaign: 5 * time.Second,
	}
	cmd := &cobra.Command{
		Use:   "speed [flags] [SEEDS...]",
		Short: "What queries and mutants cost, in each kind of process",
		Long: `Measure what a query costs in each solver and each kind of process, what a mutant costs apart from solvers, and what share
of a campaign's CPU time solvers take.

Queries are timed on three samples: a trivial formula, seeds under 4 KB, and seeds of any size. SEEDS are files and folders as
fuzz takes them; by default, the built-in ones are used. Each seed is followed by nine mutants of the first engine, as in a
campaign. Only formulas that a fresh process answers within --timeout are timed, the same ones in all modes. The others are
counted with the reason, and so are formulas that a mode answers differently from a fresh process or leaves to one.

The modes take turns, round by round. The median counts; the smallest and the largest round are shown next to it. CPU time is
user and system time of Assay and of all processes below it.

A mutant's own cost is measured in campaigns of each engine that replay the answers of the first solver, see --mutants: it is
what that many more mutants cost. What a campaign takes once, whatever its length, has a column of its own.
Without --solver, the z3 and cvc5 on PATH and the newest installed version of each are measured.

With --json, one object for each line of the tables: {"kind": "query" | "engine" | "campaign", ...}.`,
		Example: `  assay bench speed
  assay bench speed --solver z3 --solver cvc5 --rounds 9 path/to/seeds
  assay bench speed --mutants 0 --campaign 0s --json | jq -r 'select(.kind == "query") | [.solver, .mode, .cpu_ms.median] | @tsv'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Seeds = args
			return opts.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	opts.Solvers.bind(cmd)
	opts.Engines.bind(cmd)
	opts.Limits.bind(cmd)
	f.StringSliceVar(&opts.Modes, "mode", nil, "`MODES` to measure, separated by commas (default: all)")
	f.IntVar(&opts.Rounds, "rounds", 5, "how many turns each solver, sample and mode gets")
	f.Var((*period)(&opts.Round), "round", "minimum length of a turn; it runs on to the end of the sample")
	f.IntVar(&opts.Sample, "sample", 20, "maximum number of seeds in a sample")
	f.Int64Var(&opts.Mutants, "mutants", 500, "mutants of each engine whose own cost is measured; 0 for none")
	f.Var((*period)(&opts.Campaign), "campaign", "length of each campaign that shows the solvers' share, three for each mode; 0 for none")
	jsonFlag(cmd, &opts.JSON)
	complete(cmd, "mode", listOf(",", func() []string { return modeNames(benchModes(nil)) }))
	return cmd
}

// benchModes returns the modes that can be measured. dir is for the files that processes read.
func benchModes(dir *disk.Scratch) []bench.Mode {
	out := []bench.Mode{bench.Processes()}
	for _, mode := range []solver.Mode{solver.Reset, solver.Push, solver.Snapshot, living.Auto} {
		out = append(out, bench.Mode{Name: mode, Mixed: mode == living.Auto, Open: func(targets []solver.Target) (bench.Runner, error) {
			r := newSessions(mode, dir, nil)
			for _, t := range targets {
				if reason := r.Lacks(t, mode); reason != "" {
					r.Close()
					return nil, fmt.Errorf("%s: %s", t, reason)
				}
			}
			return r, nil
		}})
	}
	return out
}

func modeNames(modes []bench.Mode) []string {
	var names []string
	for _, m := range modes {
		names = append(names, string(m.Name))
	}
	return names
}

// mutantsOfSeed is how many mutants of each seed are timed with it: in a campaign, one solver gets that many of a kind in a row.
const mutantsOfSeed = 9

// shareRounds is how many campaigns show the solvers' share.
const shareRounds = 3

func (opts *speedOptions) check() error {
	switch {
	case opts.Rounds < 1:
		return usagef("--rounds %d: give 1 or more", opts.Rounds)
	case opts.Sample < 1:
		return usagef("--sample %d: give 1 or more", opts.Sample)
	case opts.Round < 0 || opts.Mutants < 0 || opts.Campaign < 0:
		return usagef("--round, --mutants and --campaign must not be negative")
	}
	return opts.Limits.check()
}

// modes returns the modes that were asked for.
func (opts *speedOptions) modes(dir *disk.Scratch) ([]bench.Mode, error) {
	all := benchModes(dir)
	if len(opts.Modes) == 0 {
		return all, nil
	}
	var out []bench.Mode
	for _, name := range opts.Modes {
		i := slices.IndexFunc(all, func(m bench.Mode) bool { return string(m.Name) == name })
		if i < 0 {
			return nil, usagef("--mode: there is no mode %q%s; the modes are %s", name, didYouMean(name, modeNames(all)), strings.Join(modeNames(all), ", "))
		}
		out = append(out, all[i])
	}
	return out, nil
}

func (opts *speedOptions) run(ctx context.Context) error {
	if err := opts.check(); err != nil {
		return err
	}
	temp, err := disk.NewTemp("bench")
	if err != nil {
		return err
	}
	defer temp.Remove()
	modes, err := opts.modes(temp.Scratch)
	if err != nil {
		return err
	}
	engines, table, err := opts.Engines.engines(ctx)
	if err != nil {
		return err
	}
	sources, texts, err := opts.seeds()
	if err != nil {
		return err
	}
	targets, err := opts.targets(ctx)
	if err != nil {
		return err
	}
	m := &measuring{opts: opts, modes: modes, engines: engines, table: table, sources: sources, targets: targets, temp: temp}
	report, err := m.run(ctx, bench.Samples(texts, opts.Sample))
	if err != nil {
		return campaignError(err)
	}
	return opts.show(report)
}

// measuring is what all measurements of one command have in common.
type measuring struct {
	opts    *speedOptions
	modes   []bench.Mode
	engines []mutate.Engine
	table   *theory.Table
	sources []campaign.SeedSource
	targets []solver.Target
	temp    *disk.Temp
}

func (m *measuring) run(ctx context.Context, samples []bench.Sample) (bench.Report, error) {
	var report bench.Report
	opts := m.opts
	say := func(what string) {
		if opts.Err.terminal {
			opts.Err.line(clipTo(what, opts.Err.width()-1))
		}
	}
	defer say("")
	limits := solver.Limits{Time: opts.Limits.Timeout, Memory: int64(opts.Limits.Memory)}
	speed := &bench.Speed{
		Targets: m.targets, Modes: m.modes, Samples: samples, Mutants: mutantsOfSeed, Engine: m.engines[0], Rounds: opts.Rounds, Round: opts.Round, Limits: limits, Dir: m.temp.Scratch, Progress: say,
	}
	var err error
	if report.Cells, err = speed.Run(ctx); err != nil {
		return report, err
	}
	if opts.Mutants > 0 {
		own := &bench.Own{
			Target: m.targets[0], Engines: m.engines, Table: m.table, Seeds: m.sources, Mutants: opts.Mutants, Rounds: opts.Rounds,
			Timeout: opts.Limits.Timeout, Dir: m.temp.Scratch.Path(""), Progress: say,
		}
		if report.Engines, err = own.Run(ctx); err != nil {
			return report, err
		}
	}
	if opts.Campaign > 0 {
		shares := &bench.Shares{
			Targets: m.targets, Modes: m.modes, Engines: m.engines, Table: m.table, Seeds: m.sources, Rounds: shareRounds, Duration: opts.Campaign,
			Timeout: opts.Limits.Timeout, Dir: m.temp.Scratch.Path(""), Progress: say,
		}
		report.Campaigns, err = shares.Run(ctx)
	}
	return report, err
}

// seeds returns the seeds, for campaigns and with their texts.
func (opts *speedOptions) seeds() ([]campaign.SeedSource, []seeds.Seed, error) {
	sources := campaign.Builtin()
	if len(opts.Seeds) > 0 {
		var err error
		if sources, _, err = campaign.LoadSeeds(opts.Seeds, campaign.LoadOptions{}); err != nil {
			return nil, nil, withExit(exitUsage, err)
		}
	}
	var texts []seeds.Seed
	for _, s := range sources {
		seed, err := s.Seed()
		if err != nil {
			return nil, nil, withExit(exitFailed, err)
		}
		texts = append(texts, seed)
	}
	return sources, texts, nil
}

// cacheFolder is the folder that keeps what is compiled on this machine, "" when there is none.
func cacheFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "assay")
}

// usual are the solvers that are measured when none is named.
var usual = []string{"z3", "cvc5"}

// targets returns the solvers that were named, or those of the usual ones that are here.
func (opts *speedOptions) targets(ctx context.Context) ([]solver.Target, error) {
	if len(opts.Solvers.Specs) > 0 {
		return opts.Solvers.solvers(ctx, opts.Err)
	}
	installed, err := (&solversOptions{Streams: opts.Streams, Profiles: opts.Solvers.profileFlags}).installed()
	if err != nil {
		return nil, err
	}
	r, err := opts.Solvers.resolver()
	if err != nil {
		return nil, err
	}
	var out []solver.Target
	for _, name := range usual {
		specs := []string{name}
		if newest := newestOf(installed, name); newest != "" {
			specs = append(specs, newest)
		}
		for _, spec := range specs {
			found, err := r.ResolveAll(ctx, spec)
			var unusable *solver.UnusableError
			if errors.As(err, &unusable) {
				continue // it is not on PATH
			}
			if err != nil {
				return nil, err
			}
			for _, t := range found {
				if !slices.ContainsFunc(out, func(o solver.Target) bool { return o.Path() == t.Path() }) {
					out = append(out, t)
				}
			}
		}
	}
	if len(out) == 0 {
		return nil, withExit(exitSolver, errors.New("neither z3 nor cvc5 is here; name solvers with --solver (assay solvers list shows those usable here)"))
	}
	return out, nil
}

// newestOf returns the specification of the newest installed version of a solver, "" when there is none.
func newestOf(installed []install.Manifest, name string) string {
	out := ""
	for _, v := range installed { // oldest first
		if v.Name == name {
			out = v.Spec()
		}
	}
	return out
}

// show writes the report.
func (opts *speedOptions) show(r bench.Report) error {
	if !opts.JSON {
		if err := opts.say("%s", r); err != nil {
			return errOutput
		}
		return nil
	}
	for i := range r.Cells {
		if err := opts.printJSON(struct {
			Kind string `json:"kind"`
			*bench.Cell
		}{"query", &r.Cells[i]}); err != nil {
			return errOutput
		}
	}
	for i := range r.Engines {
		if err := opts.printJSON(struct {
			Kind string `json:"kind"`
			*bench.EngineCost
		}{"engine", &r.Engines[i]}); err != nil {
			return errOutput
		}
	}
	for i := range r.Campaigns {
		if err := opts.printJSON(struct {
			Kind string `json:"kind"`
			*bench.CampaignCost
		}{"campaign", &r.Campaigns[i]}); err != nil {
			return errOutput
		}
	}
	return nil
}
