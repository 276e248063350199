package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

// Shares measures what share of a campaign's CPU time solvers get, in campaigns of all engines with each mode in turn.
type Shares struct {
	Targets []solver.Target
	Modes   []Mode
	Engines []mutate.Engine
	Table   *theory.Table
	Seeds   []campaign.SeedSource
	// Rounds is how many campaigns there are with each mode, Duration how long each of them is.
	Rounds   int
	Duration time.Duration
	Timeout  time.Duration
	// Dir is a folder for the campaigns' own.
	Dir      string
	Progress func(what string)
}

// A CampaignCost is what campaigns with one mode took.
type CampaignCost struct {
	Solvers []string    `json:"solvers"`
	Mode    solver.Mode `json:"mode"`
	// Mutants are those on which a solver was run, in all rounds, and Calls the runs on them.
	Mutants int64 `json:"mutants"`
	Calls   int64 `json:"calls"`
	// PerSecond is mutants per second of wall time, PerCPU per second of CPU time, and SolverShare the solvers' share of that,
	// from 0 to 1.
	PerSecond   Spread `json:"per_second"`
	PerCPU      Spread `json:"per_cpu_second"`
	SolverShare Spread `json:"solver_share"`
	Failure     string `json:"failure,omitempty"`

	perSecond, perCPU, share []float64
}

// Run measures all modes. Errors are those of campaigns.
func (s *Shares) Run(ctx context.Context) ([]CampaignCost, error) {
	out := make([]CampaignCost, len(s.Modes))
	for i := range out {
		out[i].Mode = s.Modes[i].Name
		for _, t := range s.Targets {
			out[i].Solvers = append(out[i].Solvers, t.String())
		}
	}
	for round := range s.Rounds {
		for i := range s.Modes {
			turn := (i + round) % len(s.Modes)
			if s.Progress != nil {
				s.Progress(fmt.Sprintf("campaign %d of %d, mode %s", round+1, s.Rounds, s.Modes[turn].Name))
			}
			if err := s.turn(ctx, s.Modes[turn], &out[turn]); err != nil {
				return nil, err
			}
		}
	}
	for i := range out {
		c := &out[i]
		c.PerSecond, c.PerCPU, c.SolverShare = spreadOf(c.perSecond), spreadOf(c.perCPU), spreadOf(c.share)
	}
	return out, nil
}

func (s *Shares) turn(ctx context.Context, mode Mode, c *CampaignCost) error {
	if c.Failure != "" {
		return nil
	}
	dir, err := os.MkdirTemp(s.Dir, "share-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	before := now()
	runner, err := mode.Open(s.Targets)
	if err != nil {
		c.Failure = err.Error()
		return nil
	}
	sum, err := campaign.Run(ctx, campaign.Config{
		Targets: s.Targets, Engines: s.Engines, Table: s.Table, Seeds: s.Seeds, Out: dir, Seed: 1, Duration: s.Duration,
		Timeout: s.Timeout, Runner: runner,
	})
	if err = errors.Join(err, closed(runner)); err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return err
	}
	cost, mutants := before.since(), sum.Stats.Mutants-sum.Stats.Idle
	c.Mutants += mutants
	c.Calls += sum.Stats.Calls
	if cpu := cost.CPU().Seconds(); cpu > 0 && cost.Wall > 0 {
		c.perSecond = append(c.perSecond, float64(mutants)/cost.Wall.Seconds())
		c.perCPU = append(c.perCPU, float64(mutants)/cpu)
		c.share = append(c.share, cost.Solvers.Seconds()/cpu)
	}
	return nil
}
