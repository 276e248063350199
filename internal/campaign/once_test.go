package campaign

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign/event"
)

// tally counts the events of each mutant, in the order in which they come.
type tally struct {
	mutants    map[string]int
	order      []string
	runs       int
	overBudget func(mutants int)
}

// Take implements event.Sink. The campaign calls it for one event at a time.
func (c *tally) Take(e event.Event) {
	switch e := e.(type) {
	case event.Mutant:
		if c.mutants == nil {
			c.mutants = map[string]int{}
		}
		c.mutants[e.Mutant]++
		c.order = append(c.order, e.Mutant)
		if c.overBudget != nil {
			c.overBudget(len(c.order))
		}
	case event.Run:
		c.runs++
	}
}

// TestEventsBehindASlowJob: other jobs overtake a job whose chain is slow to make. The events name the same mutants, each
// once; when the campaign continues, they name the remaining ones and no others.
func TestEventsBehindASlowJob(t *testing.T) {
	const limit = 37
	target := fake(t, "--answer=sat")
	c := config(t, target...)
	c.Jobs, c.Mutants = 1, limit
	want := &tally{}
	c.Events = want
	mustRun(t, c)

	slow := config(t, target...)
	slow.Jobs, slow.Mutants = 3, limit
	overtaken := make(chan struct{})
	release := sync.OnceFunc(func() { close(overtaken) })
	var begun atomic.Bool
	slow.Engines[0] = numbers{name: "one", calls: func() {
		if begun.CompareAndSwap(false, true) {
			<-overtaken
		}
	}}
	slow.Engines[1] = numbers{name: "two"}
	got := &tally{overBudget: func(mutants int) {
		if mutants == 8 {
			release()
		}
	}}
	slow.Events = got
	mustRun(t, slow)
	if diff := cmp.Diff(slices.Sorted(maps.Keys(want.mutants)), slices.Sorted(maps.Keys(got.mutants))); diff != "" {
		t.Errorf("mutants (-one worker +behind a slow job):\n%s", diff)
	}
	for name, n := range got.mutants {
		if n != 1 {
			t.Errorf("%d events of mutant %s", n, name)
		}
	}
	if got.runs != limit || want.runs != limit || len(got.order) != limit {
		t.Errorf("%d and %d runs, %d mutants", want.runs, got.runs, len(got.order))
	}

	// In three parts.
	part := config(t, target...)
	parts := &tally{}
	part.Events = parts
	for _, mutants := range []int64{11, 12, limit} {
		part.Mutants = mutants
		mustRun(t, part)
		if int64(len(parts.order)) != mutants {
			t.Errorf("%d mutants after a part of %d", len(parts.order), mutants)
		}
	}
	if diff := cmp.Diff(want.mutants, parts.mutants); diff != "" {
		t.Errorf("mutants (-at once +in parts):\n%s", diff)
	}
}
