package setup

import (
	"cmp"
	"context"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/internal/run/query"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
)

// A Host is what a campaign needs of the machine, and whom it tells. Only Solvers is required.
type Host struct {
	// Solvers finds the programs of solvers.
	Solvers solver.Resolver
	// Cache is a folder that keeps what is compiled on this machine, "" for none.
	Cache string
	// Learned names the file with what was learned about a solver's options, "" for none. Nil knows what comes with Assay.
	Learned func(solver.Target) string
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

// New sets up the campaign of a plan. It runs solvers on small scripts, and writes nothing outside the folder for temporary files. Close the campaign
// in the end. Errors are *SettingError for what is wrong with the plan, *solver.UnusableError, *mutate.InputError and those of mutate.Descriptor for what was supplied for engines,
// *LearnedError, *disk.OutputError, and what ctx ended with.
func New(ctx context.Context, p Plan, h Host) (*Campaign, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	if err := p.complete(); err != nil {
		return nil, err
	}
	made, table, err := engines.Make(p.Engines, p.Table)
	if err != nil {
		return nil, err
	}
	targets, pairs, err := h.targets(ctx, &p)
	if err != nil {
		return nil, err
	}
	if err := h.try(ctx, targets, p.SelfCheck, max(0, cmp.Or(p.Memory, campaign.DefaultMemory))); err != nil {
		return nil, err
	}
	temp, err := disk.NewTemp("fuzz")
	if err != nil {
		return nil, err
	}
	c := &Campaign{mode: p.Sessions, cache: h.Cache, inside: &dimensions{}, temp: temp, Config: campaign.Config{
		Targets: targets, Baselines: pairs, Engines: made, Seeds: p.Seeds, Skipped: p.Skipped, Out: p.Out, Seed: p.Seed,
		Jobs: p.Jobs, Duration: p.Duration, Mutants: p.Mutants, Plan: p.Plan, Timeout: p.Timeout, Memory: p.Memory, SelfCheck: p.SelfCheck,
		Effort: p.Effort, MaxFolders: p.maxFolders(), Known: p.Known, Table: table,
	}}
	if err := c.look(ctx, &p, &h); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// look has engines prove what users supply, and finds out what there is to search and to collect.
func (c *Campaign) look(ctx context.Context, p *Plan, h *Host) error {
	asker := &query.Answers{Bench: &trial.Bench{Table: c.Table}, Targets: c.Targets, Scratch: c.temp.Scratch}
	if err := engines.Verify(ctx, c.Engines, asker, h.remark); err != nil {
		return err
	}
	if h.Found != nil {
		h.Found(&c.Config)
	}
	if p.Search == nil && !p.Feedback {
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
	c.Runner = processes(c.edges())
	c.Living = Sessions(c.mode, c.cache, c.temp.Scratch, c.edges()) // the campaign closes it
	return campaign.Run(ctx, c.Config)
}

// Close ends what runs for the campaign and removes its temporary files.
func (c *Campaign) Close() {
	c.inside.close()
	c.temp.Remove()
}
