package crosscheck

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/enginestest"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
)

// decidesNothing is a runner without processes that decides nothing.
type decidesNothing struct{}

func (decidesNothing) Run(ctx context.Context, r trial.Request) (solver.Run, error) {
	return solver.Run{
		Target: r.Target, Solver: r.Target.String(), Family: r.Target.Profile().Name, Limits: r.Limits,
		Verdict: solver.Verdict{Answers: slices.Repeat([]smt.Status{smt.Unknown}, max(1, bytes.Count(r.Text.Bytes, []byte("(check-sat"))))},
	}, ctx.Err()
}

// rounds counts the mutants of the first rounds of a campaign, and those whose text is that of a mutant of an earlier round of their seed and
// engine.
type rounds struct {
	most    uint64
	end     func()
	round   uint64
	seed    string
	mutant  event.Mutant
	ran     map[string]bool // engine, seed and text
	engines map[string]*roundCounts
}

type roundCounts struct{ mutants, repeats, run int }

// Take implements event.Sink.
func (r *rounds) Take(e event.Event) {
	switch e := e.(type) {
	case event.Seed:
		if r.round = e.Round; e.Round >= r.most {
			r.end()
		}
		r.seed = e.SeedHash
	case event.Mutant:
		r.mutant = e
	case event.Verdict: // after the runs
		if r.round >= r.most {
			return
		}
		c := r.engines[e.Engine]
		if c == nil {
			c = &roundCounts{}
			r.engines[e.Engine] = c
		}
		c.mutants++
		key := fmt.Sprint(e.Engine, r.seed, r.mutant.Text)
		if r.ran[key] {
			c.repeats++
			if e.Runs > 0 {
				c.run++
			}
		}
		if e.Runs > 0 {
			r.ran[key] = true
		}
	}
}

// TestRepeatsOfRounds measures how many mutants of a campaign were made, and run, in an earlier round of their seed and engine: three rounds,
// a runner without processes. Short is over every 40th of the built-in seeds, medium over every 10th, long over every 36th of the seed folder.
func TestRepeatsOfRounds(t *testing.T) {
	every := testdepth.Crosscheck(t, 40, 10, 0)
	all := coverageSeeds(t, every)
	if every == 0 {
		all = sampled(all, 36)
	}
	made, table := enginestest.All(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r := &rounds{most: 3, end: cancel, ran: make(map[string]bool), engines: make(map[string]*roundCounts)}
	c := campaign.Config{
		Targets: trialtest.Fakes(t, "", "--answer=unknown"), Engines: made, Table: table, Runner: decidesNothing{}, Fresh: decidesNothing{},
		Out: filepath.Join(t.TempDir(), "out"), Seed: 1, Jobs: 1, Memory: -1, Events: r,
	}
	for _, s := range all {
		c.Seeds = append(c.Seeds, campaign.TextSeed(s.Name, s.Text))
	}
	sum, err := campaign.Run(ctx, c)
	if err != nil && !errors.Is(err, campaign.ErrNoMutants) {
		t.Fatal(err)
	}
	if sum.Ended != campaign.EndInterrupted || r.round < r.most {
		t.Fatalf("ended by %s in round %d", sum.Ended, r.round)
	}
	var b strings.Builder
	share := func(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }
	for _, name := range slices.Sorted(maps.Keys(r.engines)) {
		n := r.engines[name]
		fmt.Fprintf(&b, "%-9s %6d mutants, %4d of an earlier round (%.1f %%), %d of them run (%.2f %%)\n", name, n.mutants, n.repeats, share(n.repeats, n.mutants), n.run, share(n.run, n.mutants))
		if share(n.run, n.mutants) >= 1 {
			t.Errorf("%s: %d of %d mutants were run in an earlier round as well", name, n.run, n.mutants)
		}
	}
	t.Logf("%d seeds\n%s", len(all), b.String())
}
