package campaign

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/mutate"
)

// overtaken is an engine whose first look at the seed without a number does not end before done is closed.
type overtaken struct {
	numbers
	looks *atomic.Int64
	done  <-chan struct{}
}

func (e overtaken) Prepare(ctx context.Context, seed *mutate.Seed, env mutate.Env) (mutate.Source, error) {
	source, err := e.numbers.Prepare(ctx, seed, env)
	if err != nil && e.looks.Add(1) == 1 {
		select {
		case <-e.done:
		case <-ctx.Done():
		}
	}
	return source, err
}

var _ mutate.Engine = overtaken{}

// met is how many seeds an engine has met.
func met(e *EngineStats) (seeds int64) {
	for _, c := range e.Coverage {
		seeds += c.Seeds
	}
	return seeds
}

// overtakenCampaign is a campaign of one engine in which the second round of the seed without a number ends before the first. overtook is
// called then.
func overtakenCampaign(t *testing.T, overtook func()) Config {
	t.Helper()
	c := config(t, fake(t, "--answer=sat")...)
	done := make(chan struct{})
	c.Engines = []mutate.Engine{overtaken{numbers{name: "one"}, new(atomic.Int64), done}}
	c.Mutants = 20
	c.Events = sinkFunc(func(e event.Event) {
		if s, ok := e.(event.Seed); ok && s.Outcome == event.NotApplicable {
			overtook()
			close(done)
		}
	})
	return c
}

// A seed that an engine can do nothing with is counted once, even when the second round meets it before the first.
func TestNotApplicableIsCountedOnce(t *testing.T) {
	overtook := false
	sum := mustRun(t, overtakenCampaign(t, func() { overtook = true }))
	if !overtook {
		t.Fatal("no worker reached the second round before the first had ended")
	}
	e := sum.Stats.Engines["one"]
	if e.NotApplicable["no number"] != 1 || met(e) != 4 {
		t.Errorf("not applicable %v, %d seeds", e.NotApplicable, met(e))
	}
}

// The same when the campaign is interrupted in between.
func TestNotApplicableIsCountedAfterInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c := overtakenCampaign(t, cancel)
	sum, err := Run(ctx, c)
	if err != nil || sum.Ended != EndInterrupted {
		t.Fatalf("ended by %s, %v", sum.Ended, err)
	}
	c.Events = nil
	c.Engines = []mutate.Engine{numbers{name: "one"}}
	sum = mustRun(t, c)
	e := sum.Stats.Engines["one"]
	if !sum.Resumed || e.NotApplicable["no number"] != 1 || met(e) != 4 {
		t.Errorf("resumed %v, not applicable %v, %d seeds", sum.Resumed, e.NotApplicable, met(e))
	}
}
