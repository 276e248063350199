// Command benchspeed measures what queries, mutants and campaigns of this tree cost on this machine. It is a measuring instrument for this
// project and not part of the product.
//
//	benchspeed [-solver SPEC]... [-engine ENGINES] [-mode MODES] [SEEDS...]
//
// It measures what a query costs in each solver and each kind of process, what a mutant costs apart from solvers, and what share of a
// campaign's CPU time solvers take.
//
// Queries are timed on three samples: a trivial formula, seeds under 4 KB, and seeds of any size. SEEDS are files and folders as
// fuzz takes them; by default, the built-in ones are used. Each seed is followed by nine mutants of the first engine, as in a
// campaign. Only formulas that a fresh process answers within -timeout are timed, the same ones in all modes. The others are
// counted with the reason, and so are formulas that a mode answers differently from a fresh process or leaves to one.
//
// The modes take turns, round by round. The median counts; the smallest and the largest round are shown next to it. CPU time is
// user and system time of this process and of all below it.
//
// A mutant's own cost is measured in campaigns of each engine that replay the answers of the first solver: it is what that many more
// mutants cost. What a campaign takes once, whatever its length, has a column of its own.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/smt/theory"
)

// The exit codes.
const (
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	sandbox.Shutdown()
	os.Exit(code)
}

// words is a flag that may be given several times.
type words []string

func (w *words) String() string { return strings.Join(*w, " ") }

func (w *words) Set(s string) error {
	*w = append(*w, s)
	return nil
}

type options struct {
	solvers  words
	profiles words
	engines  string
	modes    string
	rounds   int
	round    time.Duration
	sample   int
	mutants  int64
	campaign time.Duration
	timeout  time.Duration
	memory   int64
	json     bool
	seeds    []string
}

var errUsage = errors.New("usage")

func parse(args []string, errs io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("benchspeed", flag.ContinueOnError)
	f.SetOutput(errs)
	f.Var(&o.solvers, "solver", "a solver, as assay fuzz takes it (repeatable; default: z3 and cvc5)")
	f.Var(&o.profiles, "profile", "a FILE that describes a solver (repeatable)")
	f.StringVar(&o.engines, "engine", "all", "engines, separated by commas, or all")
	f.StringVar(&o.modes, "mode", "all", "modes, separated by commas, or all")
	f.IntVar(&o.rounds, "rounds", 5, "how many turns each solver, sample and mode gets")
	f.DurationVar(&o.round, "round", 500*time.Millisecond, "minimum length of a turn; it runs on to the end of the sample")
	f.IntVar(&o.sample, "sample", 20, "maximum number of seeds in a sample")
	f.Int64Var(&o.mutants, "mutants", 500, "mutants of each engine whose own cost is measured; 0 for none")
	f.DurationVar(&o.campaign, "campaign", 5*time.Second, "length of each campaign that shows the solvers' share, three for each mode; 0 for none")
	f.DurationVar(&o.timeout, "timeout", time.Second, "the limit of a solver's run")
	f.Int64Var(&o.memory, "memory", 2048, "the memory of a solver's run, in MiB")
	f.BoolVar(&o.json, "json", false, `write an object for each line of the tables: {"kind": "query" | "engine" | "campaign", ...}`)
	if err := f.Parse(args); err != nil {
		return o, errUsage // the error has already been reported
	}
	o.seeds = f.Args()
	switch {
	case o.rounds < 1 || o.sample < 1:
		return o, fmt.Errorf("-rounds %d, -sample %d: give 1 or more", o.rounds, o.sample)
	case o.round < 0 || o.mutants < 0 || o.campaign < 0:
		return o, errors.New("-round, -mutants and -campaign must not be negative")
	case o.timeout <= 0 || o.memory <= 0:
		return o, errors.New("-timeout and -memory must be positive")
	}
	if o.solvers == nil {
		o.solvers = words{"z3", "cvc5"}
	}
	return o, nil
}

func run(ctx context.Context, args []string, out, errs io.Writer) int {
	o, err := parse(args, errs)
	switch {
	case errors.Is(err, errUsage):
		return exitUsage
	case err != nil:
		fmt.Fprintln(errs, "benchspeed:", err)
		return exitUsage
	}
	report, err := o.measure(ctx, errs)
	if err == nil {
		err = o.show(out, report)
	}
	if err != nil {
		fmt.Fprintln(errs, "benchspeed:", err)
		return exitFailed
	}
	return 0
}

// mutantsOfSeed is how many mutants of each seed are timed with it: in a campaign, one solver gets that many of a kind in a row.
const mutantsOfSeed = 9

// shareRounds is how many campaigns show the solvers' share.
const shareRounds = 3

func (o *options) measure(ctx context.Context, errs io.Writer) (Report, error) {
	var report Report
	temp, err := disk.NewTemp("benchspeed")
	if err != nil {
		return report, err
	}
	defer temp.Remove()
	modes, err := o.chosenModes(temp.Scratch)
	if err != nil {
		return report, err
	}
	all, table, err := o.chosenEngines()
	if err != nil {
		return report, err
	}
	sources, texts, err := o.sources()
	if err != nil {
		return report, err
	}
	targets, err := o.targets(ctx)
	if err != nil {
		return report, err
	}
	say := func(what string) {
		if what != "" {
			fmt.Fprintln(errs, what)
		}
	}
	speed := &Speed{
		Targets: targets, Modes: modes, Samples: Samples(texts, o.sample), Mutants: mutantsOfSeed, Engine: all[0], Rounds: o.rounds, Round: o.round,
		Limits: solver.Limits{Time: o.timeout, Memory: o.memory << 20}, Dir: temp.Scratch, Progress: say,
	}
	if report.Cells, err = speed.Run(ctx); err != nil {
		return report, err
	}
	if o.mutants > 0 {
		own := &Own{
			Target: targets[0], Engines: all, Table: table, Seeds: sources, Mutants: o.mutants, Rounds: o.rounds,
			Timeout: o.timeout, Dir: temp.Scratch.Path(""), Progress: say,
		}
		if report.Engines, err = own.Run(ctx); err != nil {
			return report, err
		}
	}
	if o.campaign > 0 {
		shares := &Shares{
			Targets: targets, Modes: modes, Engines: all, Table: table, Seeds: sources, Rounds: shareRounds, Duration: o.campaign,
			Timeout: o.timeout, Dir: temp.Scratch.Path(""), Progress: say,
		}
		report.Campaigns, err = shares.Run(ctx)
	}
	return report, err
}

func (o *options) chosenModes(dir *disk.Scratch) ([]Mode, error) {
	all := livingModes(dir)
	if o.modes == "all" {
		return all, nil
	}
	var out []Mode
	for name := range strings.SplitSeq(o.modes, ",") {
		i := slices.IndexFunc(all, func(m Mode) bool { return string(m.Name) == name })
		if i < 0 {
			return nil, fmt.Errorf("-mode: there is no mode %q", name)
		}
		out = append(out, all[i])
	}
	return out, nil
}

func (o *options) chosenEngines() ([]mutate.Engine, *theory.Table, error) {
	names := strings.Split(o.engines, ",")
	var chosen []engines.Chosen
	for _, d := range engines.All() {
		if i := slices.Index(names, d.Name); i >= 0 || o.engines == "all" {
			chosen = append(chosen, engines.Chosen{Descriptor: d, Settings: d.Defaults()})
		}
	}
	if len(chosen) == 0 || o.engines != "all" && len(chosen) < len(names) {
		return nil, nil, fmt.Errorf("-engine %s: there is no such engine", o.engines)
	}
	if o.engines != "all" {
		slices.SortFunc(chosen, func(a, b engines.Chosen) int { return slices.Index(names, a.Name) - slices.Index(names, b.Name) })
	}
	return engines.Make(chosen, theory.Builtin())
}

// sources returns the seeds, for campaigns and with their texts.
func (o *options) sources() ([]campaign.SeedSource, []seeds.Seed, error) {
	sources := campaign.Builtin()
	if len(o.seeds) > 0 {
		var err error
		if sources, _, err = campaign.LoadSeeds(context.Background(), o.seeds, campaign.LoadOptions{}); err != nil {
			return nil, nil, err
		}
	}
	var texts []seeds.Seed
	for _, s := range sources {
		seed, err := s.Seed()
		if err != nil {
			return nil, nil, err
		}
		texts = append(texts, seed)
	}
	return sources, texts, nil
}

// targets finds the solvers, as assay does with the user's folders.
func (o *options) targets(ctx context.Context) ([]solver.Target, error) {
	set, err := solver.Builtin()
	if err != nil {
		return nil, err
	}
	if dir, err := os.UserConfigDir(); err == nil {
		if set, err = set.WithDir(filepath.Join(dir, "assay", "profiles")); err != nil {
			return nil, err
		}
	}
	for _, file := range o.profiles {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if set, err = set.With(file, text); err != nil {
			return nil, err
		}
	}
	data := os.Getenv("XDG_DATA_HOME")
	if home, err := os.UserHomeDir(); data == "" && err == nil {
		data = filepath.Join(home, ".local", "share")
	}
	r := solver.Resolver{Profiles: set, Installed: filepath.Join(data, "assay", "solvers")}
	var out []solver.Target
	for _, spec := range o.solvers {
		found, err := r.ResolveAll(ctx, spec)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// show writes the report.
func (o *options) show(out io.Writer, r Report) error {
	if !o.json {
		_, err := io.WriteString(out, r.String())
		return err
	}
	to := json.NewEncoder(out)
	var errs []error
	for i := range r.Cells {
		errs = append(errs, to.Encode(struct {
			Kind string `json:"kind"`
			*Cell
		}{"query", &r.Cells[i]}))
	}
	for i := range r.Engines {
		errs = append(errs, to.Encode(struct {
			Kind string `json:"kind"`
			*EngineCost
		}{"engine", &r.Engines[i]}))
	}
	for i := range r.Campaigns {
		errs = append(errs, to.Encode(struct {
			Kind string `json:"kind"`
			*CampaignCost
		}{"campaign", &r.Campaigns[i]}))
	}
	return errors.Join(errs...)
}
