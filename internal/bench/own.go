package bench

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/recorded"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/trial"
	"github.com/assay-smt/assay/smt/theory"
)

// Own measures what a mutant costs besides solvers: a campaign runs twice, the second time with the answers that solvers gave the first
// time, in no time at all. What is measured is the second.
type Own struct {
	Target  solver.Target
	Engines []mutate.Engine
	Table   *theory.Table
	Seeds   []campaign.SeedSource
	// Mutants is how many each campaign makes, Rounds how often the second one runs.
	Mutants int64
	Rounds  int
	Timeout time.Duration
	// Runner runs the solver the first time, nil for processes.
	Runner trial.Runner
	// Dir is a folder for the campaigns' own.
	Dir      string
	Progress func(what string)
}

// An EngineCost is what the mutants of one engine cost.
type EngineCost struct {
	Engine  string `json:"engine"`
	Solver  string `json:"solver"`
	Mutants int64  `json:"mutants"`
	// Micros is microseconds of Assay's CPU time for each mutant, the garbage collector's included.
	Micros Spread `json:"own_cpu_us"`
	// Missed is the number of queries to which no recorded answer was known, so that a process ran.
	Missed  int    `json:"missed"`
	Failure string `json:"failure,omitempty"`
}

// Run measures each engine by itself. Errors are those of campaigns, but for engines that make no mutants of the seeds.
func (o *Own) Run(ctx context.Context) ([]EngineCost, error) {
	var out []EngineCost
	for _, e := range o.Engines {
		if o.Progress != nil {
			o.Progress(fmt.Sprintf("own cost of %s", e.Name()))
		}
		c, err := o.engine(ctx, e)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

func (o *Own) engine(ctx context.Context, e mutate.Engine) (EngineCost, error) {
	out := EngineCost{Engine: e.Name(), Solver: o.Target.String()}
	runner := &recorded.Runner{Inner: o.Runner}
	if _, sum, err := o.campaign(ctx, e, runner); err != nil || sum.Stats.Mutants < o.Mutants {
		if ctx.Err() != nil {
			return out, context.Cause(ctx)
		}
		out.Failure = fmt.Sprintf("a campaign of it ended after %d mutants: %v", sum.Stats.Mutants, err)
		return out, nil
	}
	asked := runner.Asked()
	var micros []float64
	for range o.Rounds {
		runtime.GC() // each round begins alike
		cost, sum, err := o.campaign(ctx, e, runner)
		if err == nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return out, err
		}
		out.Mutants = sum.Stats.Mutants
		micros = append(micros, float64(cost.Own.Nanoseconds())/1e3/float64(sum.Stats.Mutants))
	}
	out.Missed = runner.Asked() - asked
	out.Micros = spreadOf(micros)
	return out, nil
}

func (o *Own) campaign(ctx context.Context, e mutate.Engine, runner trial.Runner) (Cost, campaign.Summary, error) {
	dir, err := os.MkdirTemp(o.Dir, "own-")
	if err != nil {
		return Cost{}, campaign.Summary{}, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	before := now()
	sum, err := campaign.Run(ctx, campaign.Config{
		Targets: []solver.Target{o.Target}, Engines: []mutate.Engine{e}, Table: o.Table, Seeds: o.Seeds, Out: dir, Seed: 1, Jobs: 1,
		Mutants: o.Mutants, Timeout: o.Timeout, Runner: runner,
	})
	return before.since(), sum, err
}
