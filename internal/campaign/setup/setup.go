package setup

import (
	"context"
	"fmt"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/outside"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
)

// A Host is what a campaign needs beside its plan: a folder, the machine, and whom it tells. Only Out is required.
type Host struct {
	// Out is the campaign's folder.
	Out string
	// Jobs is the number of workers, 0 for the number of CPUs.
	Jobs int
	// Solvers finds the programs of solvers, with the profiles of the plan beside its own. One without profiles has the built-in ones.
	Solvers solver.Resolver
	// Seeds replace those that the plan names, if there are any.
	Seeds []campaign.SeedSource
	// Marks is the folder of a campaign whose own list of known bugs counts, "" for none.
	Marks string
	// Read reads files that the plan names, nil for the file system.
	Read Read
	// Cache is a folder that keeps what is compiled on this machine, "" for none.
	Cache string
	// Learned names the file with what was learned about a solver's options, "" for none. Nil knows what comes with Assay.
	Learned func(solver.Target) string
	// Searched names the options of a solver that may be searched, nil for all that its profile allows.
	Searched func(solver.Target) []string
	// Remark receives a line for each thing that the user should know; nil for nobody.
	Remark func(string)
	// Tell receives lines about what is searched and collected; nil for nobody.
	Tell func(string)
	// Found is called when solvers, engines and seeds are known, before the options of solvers are looked at, which can take seconds; nil for nobody.
	Found func(*campaign.Config)
}

func (h *Host) remark(line string) {
	if h.Remark != nil {
		h.Remark(line)
	}
}

// A Campaign is ready to run. Its Config can be changed until then, such as to watch events.
type Campaign struct {
	campaign.Config
	mode   solver.Mode
	cache  string
	inside *dimensions
	temp   *disk.Temp
}

// New sets up the campaign of a plan. It reads what the plan names, runs solvers on small scripts, and writes nothing outside the folder for temporary
// files. Close the campaign in the end. Errors are *plan.Error for what is wrong with a setting, *SeedsError, *known.PathError, *LearnedError,
// *solver.UnusableError, those of Engines, *disk.OutputError, and what ctx ended with.
func New(ctx context.Context, p *plan.Plan, h Host) (*Campaign, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	made, table, err := Engines(ctx, p, h.Read)
	if err != nil {
		return nil, err
	}
	bugs, err := knownBugs(p, h.Marks)
	if err != nil {
		return nil, err
	}
	found, skipped := h.Seeds, []campaign.Skip(nil)
	if len(found) == 0 {
		if found, skipped, err = seeds(ctx, p); err != nil {
			return nil, err
		}
	}
	mutants, err := p.MutantsFor(len(found))
	if err != nil {
		return nil, err
	}
	if !p.Shard.Whole() {
		order := schedule.Config{Seeds: len(found), Engines: len(made), Shard: p.Shard}
		if order.Pairs() == 0 {
			return nil, p.Wrong("shard", p.Shard.String(), fmt.Errorf("nothing is left for this shard: there are only %d pairs of a seed and an engine, so use no more shards than that", len(found)*len(made)))
		}
	}
	if h.Solvers, err = profiles(p, h.Solvers); err != nil {
		return nil, err
	}
	targets, pairs, err := h.targets(ctx, p)
	if err != nil {
		return nil, err
	}
	if err := h.try(ctx, targets, p.SelfCheck, p.Memory); err != nil {
		return nil, err
	}
	temp, err := disk.NewTemp("fuzz")
	if err != nil {
		return nil, err
	}
	c := &Campaign{mode: sessionMode(p), cache: h.Cache, inside: &dimensions{}, temp: temp, Config: campaign.Config{
		Targets: targets, Baselines: pairs, Engines: made, Seeds: found, Skipped: skipped, Out: h.Out, Seed: p.Seed,
		Jobs: h.Jobs, Duration: p.Duration, Mutants: mutants, Slots: p.Slots, Shard: p.Shard, Plan: p.Plan, Timeout: p.Timeout, Memory: p.Memory, SelfCheck: p.SelfCheck,
		LostAnswers: p.LostAnswers,
		Effort:      p.EffortMode(), Known: bugs, Table: table,
	}}
	if p.Memory == 0 {
		c.Memory = -1 // a campaign's 0 is the default
	}
	if p.Keep == plan.KeepEvery {
		c.Every, c.MaxFolders = true, maxEvery
	}
	if c.Checks, err = checks(ctx, p); err != nil {
		c.Close()
		return nil, err
	}
	if err := c.look(ctx, p, &h); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// sessionMode returns the mode in which processes serve runs. What one run costs can be compared with what another costs only where both are made in the same
// way, so that nothing is chosen for each target where that matters.
func sessionMode(p *plan.Plan) solver.Mode {
	if p.Slower > 0 && (p.Sessions == living.Auto || p.Sessions == "") {
		return solver.Reset
	}
	return p.Sessions
}

// maxEvery is how many folders a class and solver may have when every formula is kept.
const maxEvery = 100_000

// look has engines prove what users supply, and finds out what there is to search and to collect.
func (c *Campaign) look(ctx context.Context, p *plan.Plan, h *Host) error {
	asker := &query.Answers{Bench: &trial.Bench{Table: c.Table}, Targets: c.Targets, Scratch: c.temp.Scratch}
	if err := engines.Verify(ctx, c.Engines, asker, h.remark); err != nil {
		return err
	}
	if h.Found != nil {
		h.Found(&c.Config)
	}
	if p.Options.Mode != plan.OptionsSearch && !p.Feedback {
		return nil
	}
	inside, err := newDimensions(ctx, p, h, c)
	if err != nil {
		return err
	}
	c.inside, c.Configurations, c.Fresh = inside, inside.Configurations, inside.fresh
	return nil
}

// edges has the solvers that were compiled for it count edges, nil for none.
func (c *Campaign) edges() *coverage.Edges { return c.inside.edges }

// Run runs the campaign, once. Errors are those of campaign.Run.
func (c *Campaign) Run(ctx context.Context) (campaign.Summary, error) {
	c.runners()
	return campaign.Run(ctx, c.Config)
}

// runners makes what runs the solvers. The campaign, or the lab, closes it.
func (c *Campaign) runners() {
	c.Runner = processes(c.edges())
	c.Living = Sessions(c.mode, c.cache, c.temp.Scratch, c.edges())
}

// Lab opens, once, a lab for the campaign when another process keeps it. Errors are those of campaign.NewLab.
func (c *Campaign) Lab(places int) (*campaign.Lab, error) {
	c.runners()
	return campaign.NewLab(c.Config, places)
}

// Close ends what runs for the campaign and removes its temporary files.
func (c *Campaign) Close() {
	c.inside.close()
	engines.Close(c.Engines)
	outside.Close(c.Checks)
	c.temp.Remove()
}
