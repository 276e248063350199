package effort

import (
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/schedule"
)

// timed is a mutant that took the given time.
func timed(d time.Duration) Mutant {
	return Mutant{Runs: []Run{{Target: "a", Outcome: outcome.Sat, Wall: d}}}
}

// chainOf plays a chain whose mutants each take the given time, and returns the indexes of those that are run.
func chainOf(s *Scheduler, n int, took time.Duration) []int {
	var ran []int
	var c Tally
	for i := range n {
		m := Mutant{}
		if !s.OverBudget(&c, i) {
			m, ran = timed(took), append(ran, i)
		}
		s.Take(schedule.Slot{}, &c, m)
	}
	s.End(schedule.Slot{}, c)
	return ran
}

// Except for its last mutant, a chain takes no longer than one and a half times the usual time; the mutants of a slow chain that are run come
// from the whole chain.
func TestShare(t *testing.T) {
	const length = 20
	for _, tt := range []struct {
		took     time.Duration
		least    int // mutants that are run
		most     int
		lastFrom int // the last of them has at least this index
	}{
		{ms(1), length, length, length - 1},
		{ms(5), length, length, length - 1},
		{ms(50), 3, 5, 10},
		{ms(10_000), 1, 1, 0},
	} {
		s := New(Config{Seeds: 1, Engines: 1, Targets: []string{"a"}, Limit: full, Length: length})
		for range 10 {
			if ran := chainOf(s, length, ms(5)); len(ran) != length {
				t.Fatalf("as usual: %v were run", ran)
			}
		}
		ran := chainOf(s, length, tt.took)
		if len(ran) < tt.least || len(ran) > tt.most || ran[0] != 0 || ran[len(ran)-1] < tt.lastFrom {
			t.Errorf("%v each: %v were run", tt.took, ran)
		}
	}
}

// While little is known, and where chains have no length, everything is run.
func TestShareOfUnknown(t *testing.T) {
	s := New(Config{Seeds: 1, Engines: 1, Targets: []string{"a"}, Limit: full, Length: usualKnown})
	if ran := chainOf(s, usualKnown, ms(1000)); len(ran) != usualKnown {
		t.Errorf("at the beginning, %d of %d were run", len(ran), usualKnown)
	}
	s = New(Config{Seeds: 1, Engines: 1, Targets: []string{"a"}, Limit: full})
	chainOf(s, 1000, ms(1))
	if ran := chainOf(s, 50, ms(1000)); len(ran) != 50 {
		t.Errorf("without a length, %d of 50 were run", len(ran))
	}
}

// A few time-outs do not change what is usual by much.
func TestUsual(t *testing.T) {
	var u usage
	for i := range 2000 {
		d := ms(4)
		if i%20 == 10 {
			d = ms(10_000)
		}
		u.take(d)
	}
	if u.mean < ms(4) || u.mean > ms(6) {
		t.Errorf("usual is %v", u.mean)
	}
}
