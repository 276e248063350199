package compare

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/campaign/setup"
	"github.com/assay-smt/assay/internal/findings"
)

// Mutants says how to make mutants of the scripts.
type Mutants struct {
	// Plan has the engines, the campaign seed and whether to search configurations. Its solvers, seeds and limits are set here.
	Plan *plan.Plan
	Host setup.Host
	// Seeds are what mutants are made of.
	Seeds []campaign.SeedSource
	// Most is the largest number of mutants, 0 for as many as there is time for.
	Most int64
}

// campaignShare is the part of the time for mutants in which they are made; the rest is for running what they show on both sides.
const campaignShare = 0.75

// leastCampaign is the time that is left for mutants from which it is worth going on with the campaign.
const leastCampaign = 30 * time.Second

// mutate runs a campaign over all sides, and runs what it finds on each of them; and again, as long as there is time for mutants.
func (c *comparison) mutate(ctx context.Context) error {
	if c.Mutants == nil {
		return nil
	}
	out := filepath.Join(c.Out, CampaignDir)
	for {
		before := c.mutants
		if err := c.campaign(ctx, out); err != nil {
			return err
		}
		all, err := findings.LoadAll(out)
		if err != nil && len(all) == 0 && campaign.IsThere(out) {
			c.leave("unreadable", "findings of mutants cannot be read: %v", err)
		}
		if err := c.classify(ctx, out, all); err != nil {
			return err
		}
		end, limited := ctx.Deadline()
		if !limited || ctx.Err() != nil || end.Sub(c.Now()) < leastCampaign || c.mutants == before || c.Mutants.Most > 0 && c.mutants >= c.Mutants.Most {
			return nil
		}
	}
}

// campaign makes mutants and runs them.
func (c *comparison) campaign(ctx context.Context, out string) error {
	p := *c.Mutants.Plan
	p.Solvers, p.Baselines = c.tested()
	p.Seeds, p.Known, p.LostAnswers = nil, []string{"none"}, true
	if len(p.Baselines) > 0 {
		p.Slower = c.Slower.Ratio
	}
	p.Timeout, p.Memory = c.Limits.Time, c.Limits.Memory
	p.Mutants = c.Mutants.Most
	if end, ok := ctx.Deadline(); ok {
		p.Duration = time.Duration(campaignShare * float64(end.Sub(c.Now())))
		if p.Duration < time.Second {
			c.leave("mutants", "there was no time for mutants")
			return nil
		}
	}
	host := c.Mutants.Host
	host.Out, host.Jobs = out, c.Jobs
	run, err := setup.New(ctx, &p, host)
	if err != nil {
		return err
	}
	defer run.Close()
	run.Seeds = spread(c.Mutants.Seeds)
	run.Progress = func(s campaign.Snapshot) { c.show("mutants", int(s.Mutants), int(c.Mutants.Most)) }
	c.engines = nil
	for _, e := range run.Engines {
		c.engines = append(c.engines, e.Name())
	}
	sum, err := run.Run(ctx)
	c.mutants = sum.Stats.Mutants
	if errors.Is(err, campaign.ErrNoMutants) {
		c.leave("mutants", "%v", err)
		return nil
	}
	return err
}

// tested are the specifications of the solvers that a campaign tests, and of those that it compares them with. A baseline that is the same program as a
// candidate is left out: whatever one of them shows, the other does. One of another codebase than the candidates' is tested like these: campaigns compare versions.
func (c *comparison) tested() (solvers, baselines []string) {
	for i := range c.Sides {
		s := &c.Sides[i]
		candidate := func(is func(*Side) bool) bool {
			return slices.ContainsFunc(c.Sides, func(o Side) bool { return o.Role == Candidate && is(&o) })
		}
		switch {
		case s.Role == Baseline && candidate(s.same):
		case s.Role == Baseline && candidate(func(o *Side) bool { return o.Target.Profile().Codebase == s.Target.Profile().Codebase }):
			baselines = append(baselines, s.Spec)
		default:
			solvers = append(solvers, s.Spec)
		}
	}
	return solvers, baselines
}

// fewestOfLogic is the number of seeds of a logic that are taken at least, if it has as many.
const fewestOfLogic = 10

// spread chooses seeds so that each logic has its share of the mutants: no more of any logic than the one in the middle has, evenly from all of
// them, in their order.
func spread(all []campaign.SeedSource) []campaign.SeedSource {
	count := map[string]int{}
	for _, s := range all {
		count[s.Logic()]++
	}
	var sizes []int
	for _, n := range count {
		sizes = append(sizes, n)
	}
	if len(sizes) < 2 {
		return all
	}
	slices.Sort(sizes)
	most := max(fewestOfLogic, sizes[len(sizes)/2])
	seen := map[string]int{}
	var out []campaign.SeedSource
	for _, s := range all {
		logic := s.Logic()
		i, n := seen[logic], count[logic]
		seen[logic]++
		// Number i of n is taken where its share of most begins a new whole number.
		if n <= most || i*most/n != (i-1)*most/n || i == 0 {
			out = append(out, s)
		}
	}
	return out
}

// classify runs findings of mutants on all sides.
func (c *comparison) classify(ctx context.Context, out string, all []findings.Stored) error {
	var todo []findings.Stored
	for _, s := range all {
		e := c.known(&Record{Source: FromMutants, Name: corpusName(s)})
		mine := slices.ContainsFunc(c.Sides, func(side Side) bool { return side.about(&s.Finding) })
		if e == nil && mine {
			todo = append(todo, s)
		}
	}
	// What takes long comes last.
	slices.SortStableFunc(todo, func(a, b findings.Stored) int { return a.Class.Gravity() - b.Class.Gravity() })
	done, err := c.each(ctx, "what mutants showed", len(todo), func(ctx context.Context, i int) error {
		s := todo[i]
		r := Record{Source: FromMutants, Name: corpusName(s), Logic: s.Logic}
		var err error
		if s.Class.Measured() {
			r.Changes = c.replays.measured(s)
		} else {
			r.Changes, err = c.replays.changes(ctx, s)
		}
		if unjudged(err) {
			r.Error, err = err.Error(), nil
		}
		if err != nil {
			return err
		}
		for k := range r.Changes {
			r.Changes[k].Finding = filepath.ToSlash(filepath.Join(CampaignDir, findings.Folder, corpusName(s)))
		}
		return c.keep(r, true)
	})
	c.leave("mutants shown", "") // those of an earlier turn may be done now
	if done < len(todo) {
		c.leave("mutants shown", "%d of %d findings of mutants were not run on both sides, and do not count", len(todo)-done, len(all))
	}
	return err
}
