package campaign

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/typefuzz"
)

// TestNotApplicableOnce: two workers may find in successive rounds that an engine can do nothing with a seed. It counts once.
func TestNotApplicableOnce(t *testing.T) {
	c := &Config{Engines: []mutate.Engine{typefuzz.New(typefuzz.Options{})}, Seeds: []SeedSource{{Name: "a.smt2"}, {Name: "b.smt2"}}}
	b := newBooks(c)
	err := fmt.Errorf("%w: there is nothing to mutate", mutate.ErrNotApplicable)
	for i, want := range []struct {
		slot   schedule.Slot
		events int
	}{
		{schedule.Slot{Number: 0, Seed: 0}, 1}, {schedule.Slot{Number: 2, Seed: 0, Round: 1}, 0}, {schedule.Slot{Number: 3, Seed: 1, Round: 1}, 1},
	} {
		events := b.seedEvents(want.slot, nil, err)
		if len(events) != want.events {
			t.Fatalf("%d: %v", i, events)
		}
		if len(events) == 0 {
			continue
		}
		e, ok := events[0].(event.Seed)
		if !ok || e.Outcome != event.NotApplicable || e.Reason != "there is nothing to mutate" || e.Seed != c.Seeds[want.slot.Seed].Name {
			t.Errorf("%d: %+v", i, events[0])
		}
	}
}

// The reason why a seed yields nothing is counted in whichever order its rounds end: a worker may be faster than the one before it.
func TestReasonOfFasterRound(t *testing.T) {
	for _, err := range []error{fmt.Errorf("%w: no formula has a known value", mutate.ErrNotApplicable), &fuzzer.SeedError{Seed: "a", Err: errors.New("too large")}} {
		for _, order := range [][]int{{0, 1}, {1, 0}} {
			b := newBooks(&Config{Engines: []mutate.Engine{numbers{name: "e"}}, Seeds: make([]SeedSource, 1)})
			b.stats.Seeds = 1
			var slots []schedule.Slot
			for range 2 {
				a, ok := b.next()
				if !ok {
					t.Fatal("there is no slot")
				}
				slots = append(slots, a.Slot)
			}
			for _, k := range order {
				for _, e := range b.admit(slots[k], nil, err) {
					b.stats.Take(e)
				}
			}
			text := b.stats.noMutants().Error()
			if !strings.HasSuffix(text, "e: 1 seed: no formula has a known value") && !strings.HasSuffix(text, "1 of 1 seed cannot be read; first: too large") {
				t.Errorf("%v in order %v: %s", err, order, text)
			}
		}
	}
}
