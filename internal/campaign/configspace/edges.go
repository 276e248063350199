package configspace

import (
	"context"
	"fmt"

	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/options"
	"github.com/assay-smt/assay/smt/elab"
)

// edgesOf are the edges that a run took, with the buckets of their counts: other differences do not count as different behaviour.
func edgesOf(run *solver.Run) coverage.Statistics {
	out := make(coverage.Statistics, run.Edges.Len())
	for entry := range run.Edges.All() {
		out[entry.Key] = uint64(entry.Bucket)
	}
	return out
}

// inside is the effect for a difference that is seen inside the solver.
func (l *Learner) inside() Effect {
	if l.Edges {
		return InEdges
	}
	return InStatistics
}

// echo returns the edges in which runs with and without a setting differ on the profile's probe, which is as simple as a formula can be:
// merely reading its options makes a program take other edges, in a reused process or a fresh one. Each setting is tried once.
func (l *Learner) echo(ctx context.Context, bench *trial.Bench, s options.Setting, target solver.Target) (map[string]bool, error) {
	l.mu.Lock()
	echo, known := l.echoes[s]
	l.mu.Unlock()
	if known {
		return echo, nil
	}
	probe, err := elab.Script(target.Profile().Probe.Script, elab.Options{})
	if err != nil {
		return nil, fmt.Errorf("the probe of profile %s: %w", target.Profile().Name, err)
	}
	echo = make(map[string]bool)
	for _, b := range []*trial.Bench{bench, bench.OnFresh()} {
		var taken [2]coverage.Statistics
		for i, with := range []solver.Target{l.Target, target} {
			t := b.New(probe, trial.Facts{Name: "echo", Plan: trial.AskNothing})
			run, err := t.AskAt(ctx, with)
			t.Close()
			if err != nil {
				return nil, err
			}
			taken[i] = edgesOf(&run)
		}
		for _, name := range taken[1].Differ(taken[0]) {
			echo[name] = true
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.echoes == nil {
		l.echoes = make(map[options.Setting]map[string]bool)
	}
	l.echoes[s] = echo
	return echo, nil
}
