package campaign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/cputime"
	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/campaign/store"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/outside"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

// A Config says what to run. Targets, Engines, Seeds and Out are required; everything else has a default.
type Config struct {
	Targets []solver.Target
	// Baselines are pairs of the Targets by name. It is a finding when the older one decides a formula and the newer one does not.
	Baselines []oracle.Pair
	Engines   []mutate.Engine
	Seeds     []SeedSource
	// Skipped are the files that LoadSeeds left out; the summary shows them.
	Skipped []Skip
	// Out is the output folder, which is created if needed. It belongs to one campaign and one process at a time.
	Out string
	// Seed is the campaign seed, which determines everything random.
	Seed uint64

	// Jobs is the number of workers, 0 for the number of CPUs.
	Jobs int
	// Duration ends this run after that time; Mutants ends the campaign after that many mutants, including those
	// of earlier runs in the same folder. 0 means no such limit; without either, it runs until ctx ends.
	Duration time.Duration
	Mutants  int64
	// Slots ends the campaign after that many slots of its order, 0 for no limit: the same ones for all shards.
	Slots uint64
	// Shard is the part of the campaign that is run here. One that is not the whole has no limit in Mutants, which are not known of other shards. It belongs to what
	// a folder holds; the campaign is the same for all shards.
	Shard schedule.Shard
	// Plan says how mutants are made and run.
	fuzzer.Plan
	// Timeout and Memory (bytes) bound each run of a solver, 0 for the defaults, negative for none.
	Timeout time.Duration
	Memory  int64
	// SelfCheck makes the solvers check their own models, which finds invalid models and costs time.
	SelfCheck bool
	// LostAnswers: unknowns in logics that are not known to be decidable count too, see Apart. It does not affect what is made, run or kept, and may change when the
	// campaign is resumed.
	LostAnswers bool
	// Effort says how effort is divided; "" is effort.Even. It does not affect what any mutant is, and may change when the
	// campaign is resumed.
	Effort effort.Mode
	// MaxFolders is the largest number of findings kept for each class and solver, 0 for findings.DefaultCap.
	MaxFolders int
	// Known are bugs that are already known: their findings are listed separately. Nil for none.
	Known *known.List
	// Table is the operator table used to read seeds, nil for the built-in one.
	Table *theory.Table

	// Checks are programs of the user's that judge runs. They are closed by whoever opened them.
	Checks []*outside.Check
	// Runner runs targets on mutants, nil for processes. Fresh confirms what Runner finds and answers engines, nil for processes.
	Runner, Fresh trial.Runner
	// Living, if not nil, replaces Runner: it runs targets in reused processes. It is closed at the end.
	Living *living.Runner
	// Configurations enables collecting the feedback of targets and searching configurations beyond their own; nil for neither. It
	// does not affect which mutants are made, and may change when the campaign is resumed.
	Configurations *fuzzer.Configurations
	// PlanText is the content of campaign.toml, the plan as a user can repeat it (package plan); nil for no such file.
	PlanText []byte
	// Events receives what happens; it may be nil. It is called by one goroutine at a time and must not block.
	Events event.Sink

	// Elsewhere, if not nil, replaces the workers of this process: it has slots filled by workers elsewhere, until the desk has none left or ctx ends. Its
	// error ends the campaign.
	Elsewhere func(ctx context.Context, d *Desk) error
	// Crew is how many slots are being filled at the same time elsewhere, nil for Jobs. It is called at any time.
	Crew func() int

	// Gate pauses the campaign while it is closed; it may be nil.
	Gate *Gate
	// Now is the clock, nil for time.Now; workers call it concurrently. CPU reports the CPU time used so far by this process and by its
	// ended children, nil for what the operating system reports.
	Now func() time.Time
	CPU func() (own, children time.Duration)
	// Progress is called at the beginning, about every half second, and at the end, but never by two goroutines at once.
	Progress func(Snapshot)

	// These are different in tests: write is the disk, after is time.AfterFunc, and database what the database is opened with.
	write    disk.Writer
	after    func(d time.Duration, f func()) (stop func() bool)
	database store.Options
}

// The defaults of Config.
const (
	DefaultChain   = fuzzer.DefaultChain
	DefaultTimeout = plan.DefaultTimeout
	DefaultMemory  = plan.DefaultMemory
)

// complete fills in defaults and puts what determines the mutants into one order.
func (c Config) complete() (Config, error) {
	switch {
	case len(c.Targets) == 0:
		return c, errors.New("campaign: no solver is given")
	case len(c.Engines) == 0:
		return c, errors.New("campaign: no engine is given")
	case len(c.Seeds) == 0:
		return c, errors.New("campaign: no seed is given")
	case c.Out == "":
		return c, errors.New("campaign: no output folder is given")
	case !c.Shard.Whole() && c.Mutants > 0:
		return c, errors.New("campaign: a shard does not know how many mutants the others run, so that it has no limit of them")
	}
	names := make(map[string]bool)
	for _, s := range c.Targets {
		if names[s.String()] {
			return c, fmt.Errorf("campaign: solver %q is given twice; that finds nothing", s.String())
		}
		names[s.String()] = true
	}
	c.Engines = slices.Clone(c.Engines)
	slices.SortFunc(c.Engines, func(a, b mutate.Engine) int { return cmp.Compare(a.Name(), b.Name()) })
	c.Engines = slices.CompactFunc(c.Engines, func(a, b mutate.Engine) bool { return a.Name() == b.Name() })
	c.Seeds = slices.Clone(c.Seeds)
	slices.SortStableFunc(c.Seeds, func(a, b SeedSource) int { return cmp.Compare(a.Hash, b.Hash) })
	c.Seeds = slices.CompactFunc(c.Seeds, func(a, b SeedSource) bool { return a.Hash == b.Hash })
	if c.Jobs <= 0 {
		c.Jobs = runtime.NumCPU()
	}
	if c.Chain <= 0 {
		c.Chain = DefaultChain
	}
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	if c.Memory == 0 {
		c.Memory = DefaultMemory
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.CPU == nil {
		c.CPU = cputime.Both
	}
	if c.write == nil {
		c.write = disk.WriteAtomic
	}
	if c.after == nil {
		c.after = func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }
	}
	return c, nil
}

// ErrNoMutants is returned by Run when none of the seeds yields a mutant with any of the engines.
var ErrNoMutants = errors.New("no seed yields a mutant")

// A MismatchError says that the output folder holds a campaign with another configuration.
type MismatchError struct {
	Dir      string
	What     string // what differs, as in "campaign seed"
	Was, Now string // "" when they would tell a user nothing
	Remedy   string // what the user can do, as in "use another --out"
	Problem  string // what the folder is where that is no campaign with something different, otherwise ""
}

func (e *MismatchError) Error() string {
	if e.Problem != "" {
		return fmt.Sprintf("%s %s; %s", e.Dir, e.Problem, e.Remedy)
	}
	if e.Was == "" && e.Now == "" {
		return fmt.Sprintf("%s holds a campaign with another %s; %s", e.Dir, e.What, e.Remedy)
	}
	return fmt.Sprintf("%s holds a campaign with different %s (then %s, now %s); %s", e.Dir, e.What, cmp.Or(e.Was, "none"), cmp.Or(e.Now, "none"), e.Remedy)
}

// keysOf are the keys of the plan behind what differs; for the configuration of an engine they begin with its name.
var keysOf = map[string][]string{
	"campaign seed": {"seed"}, "engines": {"engines"}, operatorTable: {"theory", "typefuzz.config"}, "solvers": {"solvers"}, "baselines": {"baselines"}, "checks": {"checks"},
	"chain length": {"campaign.chain"}, "chains for one solver": {"campaign.solo"}, "chains for all versions": {"campaign.together"}, "self-check": {"campaign.self-check"},
	"seeds": {plan.SeedsKey, "campaign.seed-size"}, shardOf: {"shard"},
}

// configurationOf precedes the name of an engine in what differs.
const configurationOf = "configuration of "

// Concerns reports whether a key of the plan may be why the campaigns differ.
func (e *MismatchError) Concerns(key string) bool {
	if engine, ok := strings.CutPrefix(e.What, configurationOf); ok {
		return strings.HasPrefix(key, engine+".")
	}
	return slices.Contains(keysOf[e.What], key)
}

// Identifies reports whether a key of the plan belongs to what a campaign is, so that it cannot change when the campaign goes on.
func (*MismatchError) Identifies(key string) bool {
	for _, keys := range keysOf {
		if slices.Contains(keys, key) {
			return key != plan.SeedsKey // the same seeds may be named in other ways
		}
	}
	table, _, below := strings.Cut(key, ".")
	return below && table != "campaign" && table != "options"
}

// A BusyError says that another process runs a campaign in the output folder.
type BusyError struct{ Dir string }

func (e *BusyError) Error() string {
	return fmt.Sprintf("%s is in use by another campaign that is still running", e.Dir)
}
