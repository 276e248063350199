package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/recorded"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

// Own measures what a mutant costs apart from solvers: campaigns run once with a solver, and then with the answers that it gave the first time to mutants
// and to the questions of engines, without any delay. The latter are measured, with N mutants and with 2 N: what the second N take in addition is the cost
// of N mutants, and the rest of the first is the cost of a campaign whatever its length.
type Own struct {
	Target  solver.Target
	Engines []mutate.Engine
	Table   *theory.Table
	Seeds   []campaign.SeedSource
	// Mutants is N; Rounds is how often the campaigns with known answers run.
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
	// Micros is microseconds of Assay's CPU time for each mutant, including the garbage collector's.
	Micros Spread `json:"own_cpu_us"`
	// Once is the milliseconds of CPU time that a campaign takes once.
	Once Spread `json:"once_cpu_ms"`
	// Missed is the number of queries without a recorded answer, for which a process ran.
	Missed  int    `json:"missed"`
	Failure string `json:"failure,omitempty"`
}

// Run measures each engine separately. Errors are those of campaigns, except for engines that make no mutants of the seeds.
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
	if _, sum, err := o.campaign(ctx, e, runner, 2*o.Mutants); err != nil || sum.Stats.Mutants < 2*o.Mutants {
		if ctx.Err() != nil {
			return out, context.Cause(ctx)
		}
		out.Failure = fmt.Sprintf("a campaign of it ended after %d mutants: %v", sum.Stats.Mutants, err)
		return out, nil
	}
	asked := runner.Asked()
	var micros, once []float64
	for range o.Rounds {
		short, err := o.replay(ctx, e, runner, o.Mutants)
		if err != nil {
			return out, err
		}
		long, err := o.replay(ctx, e, runner, 2*o.Mutants)
		if err != nil {
			return out, err
		}
		micros = append(micros, float64((long-short).Nanoseconds())/1e3/float64(o.Mutants))
		once = append(once, float64((2*short-long).Nanoseconds())/1e6)
	}
	out.Mutants = o.Mutants
	out.Missed = runner.Asked() - asked
	out.Micros, out.Once = spreadOf(micros), spreadOf(once)
	return out, nil
}

// replay runs a campaign with known answers and returns Assay's CPU time.
func (o *Own) replay(ctx context.Context, e mutate.Engine, runner trial.Runner, mutants int64) (time.Duration, error) {
	runtime.GC() // all campaigns begin in the same state
	cost, sum, err := o.campaign(ctx, e, runner, mutants)
	switch {
	case err != nil:
		return 0, err
	case ctx.Err() != nil:
		return 0, context.Cause(ctx)
	case sum.Stats.Mutants != mutants:
		return 0, fmt.Errorf("a campaign of %d mutants of %s made %d with answers that are known", mutants, e.Name(), sum.Stats.Mutants)
	}
	return cost.Own, nil
}

func (o *Own) campaign(ctx context.Context, e mutate.Engine, runner trial.Runner, mutants int64) (Cost, campaign.Summary, error) {
	dir, err := os.MkdirTemp(o.Dir, "own-")
	if err != nil {
		return Cost{}, campaign.Summary{}, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	before := now()
	sum, err := campaign.Run(ctx, campaign.Config{
		Targets: []solver.Target{o.Target}, Engines: []mutate.Engine{e}, Table: o.Table, Seeds: o.Seeds, Out: dir, Seed: 1, Jobs: 1,
		Mutants: mutants, Timeout: o.Timeout, Runner: runner, Fresh: runner,
	})
	return before.since(), sum, err
}
