package campaign

import (
	"fmt"
	"testing"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/typefuzz"
)

// TestNotApplicableOnce: two workers may find in successive rounds that an engine can do nothing with a seed. It counts once.
func TestNotApplicableOnce(t *testing.T) {
	r := &runner{Config: Config{
		Engines: []mutate.Engine{typefuzz.New(typefuzz.Options{})},
		Seeds:   []SeedSource{{Name: "a.smt2"}, {Name: "b.smt2"}},
	}}
	r.deal = newDealer(&r.mu, 1, len(r.Seeds), len(r.Engines), 1, 0)
	err := fmt.Errorf("%w: there is nothing to mutate", mutate.ErrNotApplicable)
	for i, c := range []struct {
		j      job
		events int
	}{
		{job{ordinal: 0, seed: 0}, 1}, {job{ordinal: 2, seed: 0, round: 1}, 0}, {job{ordinal: 3, seed: 1, round: 1}, 1},
	} {
		events := r.begun(c.j, nil, err)
		if len(events) != c.events {
			t.Fatalf("%d: %v", i, events)
		}
		if len(events) == 0 {
			continue
		}
		e, ok := events[0].(event.Seed)
		if !ok || e.Fate != event.NotApplicable || e.Reason != "there is nothing to mutate" || e.Seed != r.Seeds[c.j.seed].Name {
			t.Errorf("%d: %+v", i, events[0])
		}
	}
}
