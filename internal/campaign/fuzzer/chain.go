package fuzzer

import (
	"context"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
)

// A Chain is a lineage whose mutants are run, one after the other, with what is learned about the targets on the way. It belongs to one
// goroutine.
type Chain struct {
	Lineage
	session session

	fuzzer      *Fuzzer
	bench       *trial.Bench
	place       Place
	examiner    *triage.Examiner
	quickChecks quickChecks // evaluate the mutants
	// paces is what is known of targets and their baselines.
	paces map[oracle.Pair]*Compared
	// choose decides which targets are asked for an answer alone.
	choose *rng.Rand
	// shown is what settings are known to show: what the chain was taught, and what it has learned.
	shown Shown
}

// Chain reads a seed and makes its mutants. Errors are *SeedError, *EngineError, *disk.OutputError, what ctx ended with, or wrap
// mutate.ErrNotApplicable or ErrAllTooSlow. Nothing but f's configuration, the seed, the engine and the round influences the mutants.
func (f *Fuzzer) Chain(ctx context.Context, seed seeds.Seed, engine mutate.Engine, round uint64, at Place) (*Chain, error) {
	c := &Chain{fuzzer: f, bench: f.Bench.In(at.Dir), place: at, session: make(session), paces: make(map[oracle.Pair]*Compared)}
	c.bench.Seed = seed.Hash
	b := breeder{fuzzer: f, bench: c.bench, seed: seed, engine: engine}
	var err error
	if c.Lineage, err = b.read(ctx, round); err != nil {
		return nil, err
	}
	c.choose = f.random(c.name).Split("present")
	c.quickChecks = newQuickChecks(f.random(c.name).Split("glance"))
	if err = c.solveSeed(ctx, seed); err != nil {
		return nil, err
	}
	c.examiner = &triage.Examiner{
		Bench: c.bench.OnFresh(), Targets: c.readers, Seed: seed, Script: c.script, CampaignSeed: f.Seed, Job: at.Slot,
		Support: f.Support, Known: f.Known, Every: f.Every, Sessions: f.Sessions,
	}
	if err := b.breed(ctx, &c.Lineage); err != nil {
		return nil, err
	}
	return c, nil
}
