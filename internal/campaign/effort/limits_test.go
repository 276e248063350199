package effort

import (
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/schedule"
)

const full = time.Second

// plain returns the index of a mutant of a turn that does not happen to have the full limit.
func plain(s *Scheduler, t schedule.Slot) int {
	for i := 0; ; i++ {
		if !s.random.SplitN(t.Number).SplitN(uint64(i)).Chance(1, fullShare) {
			return i
		}
	}
}

func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// TestLimits: the limit follows the time that answers take, within floor and cap, doubles when they come late, and comes back.
func TestLimits(t *testing.T) {
	answered := func(wall time.Duration) Run { return Run{Target: "a", Outcome: outcome.Sat, Wall: wall} }
	late := func(limit time.Duration) Run {
		return Run{Target: "a", Outcome: outcome.Timeout, Wall: limit, Limit: limit}
	}
	for _, tt := range []struct {
		name string
		seed Run
		runs []Run
		want time.Duration
	}{
		{"a quick seed", answered(ms(1)), nil, floor},
		{"a slower one", answered(ms(30)), nil, factor * ms(30)},
		{"a slow one", answered(ms(900)), nil, full},
		{"unknown is an answer", Run{Target: "a", Outcome: outcome.Unknown, Wall: ms(30)}, nil, factor * ms(30)},
		{"one that it refuses", Run{Target: "a", Outcome: outcome.Rejected, Wall: ms(3)}, nil, full},
		{"one that takes too long", Run{Target: "a", Outcome: outcome.Timeout, Wall: full}, nil, full},
		{"and a mutant that does not", Run{Target: "a", Outcome: outcome.Timeout, Wall: full}, []Run{answered(ms(40))}, factor * ms(40)},
		{"a slower mutant", answered(ms(1)), []Run{answered(ms(40))}, factor * ms(40)},
		{"a late mutant", answered(ms(1)), []Run{late(floor)}, 2 * floor},
		{"two", answered(ms(1)), []Run{late(floor), late(2 * floor)}, 4 * floor},
		{"many", answered(ms(1)), []Run{late(floor), late(floor), late(floor), late(floor), late(floor), late(floor), late(floor), late(floor)}, full},
		{"late, then in time", answered(ms(1)), []Run{late(floor), late(2 * floor), answered(ms(1))}, 2 * floor},
		{"late under the full limit", answered(ms(1)), []Run{{Target: "a", Outcome: outcome.Timeout, Wall: full}}, floor},
		{"a crash says nothing", answered(ms(1)), []Run{{Target: "a", Outcome: outcome.Crash, Wall: ms(500)}}, floor},
		{"of another target", answered(ms(1)), []Run{{Target: "b", Outcome: outcome.Sat, Wall: ms(500)}}, floor},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := New(Config{Seeds: 3, Engines: 2, Targets: []string{"a", "b"}, Limit: full})
			turn := schedule.Slot{Number: 4, Seed: 1, Engine: 1}
			s.Solved(turn, tt.seed)
			var c Tally
			for _, r := range tt.runs {
				s.Take(turn, &c, Mutant{Runs: []Run{r}})
			}
			if got := s.Limit(turn, plain(s, turn), "a"); got != tt.want {
				t.Errorf("limit %v, not %v", got, tt.want)
			}
		})
	}
}

// TestLimitsFade: one slow answer is forgotten in the end.
func TestLimitsFade(t *testing.T) {
	s := New(Config{Seeds: 1, Engines: 1, Targets: []string{"a"}, Limit: full})
	s.Solved(schedule.Slot{}, Run{Target: "a", Outcome: outcome.Sat, Wall: ms(150)})
	var c Tally
	before := s.Limit(schedule.Slot{}, plain(s, schedule.Slot{}), "a")
	for i := range 30 {
		s.Take(schedule.Slot{}, &c, Mutant{Runs: []Run{{Target: "a", Outcome: outcome.Sat, Wall: ms(1)}}})
		now := s.Limit(schedule.Slot{}, plain(s, schedule.Slot{}), "a")
		if now > before || now < floor {
			t.Fatalf("after %d quick answers %v, before %v", i+1, now, before)
		}
		before = now
	}
	if before != floor {
		t.Errorf("after 30 quick answers %v", before)
	}
}

// TestComparedLimits: targets that are compared have the same limit on every mutant, and those that are compared with the same.
func TestComparedLimits(t *testing.T) {
	s := New(Config{
		Seeds: 1, Engines: 1, Targets: []string{"new", "old", "older", "other", "mute"}, Limit: full,
		Compared: [][2]string{{"new", "old"}, {"old", "older"}, {"new", "mute"}, {"new", "nobody"}},
	})
	for target, wall := range map[string]time.Duration{"new": ms(1), "old": ms(30), "older": ms(60), "other": ms(2)} {
		s.Solved(schedule.Slot{}, Run{Target: target, Outcome: outcome.Sat, Wall: wall})
	}
	i := plain(s, schedule.Slot{})
	for target, want := range map[string]time.Duration{"new": factor * ms(60), "old": factor * ms(60), "older": factor * ms(60), "other": floor} {
		if got := s.Limit(schedule.Slot{}, i, target); got != want {
			t.Errorf("%s: %v, not %v", target, got, want)
		}
	}
}

// TestFullLimits: a share of the mutants has the full limit, for all targets alike, and only the campaign seed determines which.
func TestFullLimits(t *testing.T) {
	build := func(random uint64) *Scheduler {
		s := New(Config{Seeds: 1, Engines: 1, Targets: []string{"a", "b"}, Limit: full, Random: random})
		for _, target := range []string{"a", "b"} {
			s.Solved(schedule.Slot{}, Run{Target: target, Outcome: outcome.Sat, Wall: ms(1)})
		}
		return s
	}
	const mutants = 4000
	s, again, other := build(1), build(1), build(2)
	slow, differs := 0, false
	for i := range mutants {
		turn := schedule.Slot{Number: uint64(i / 20)}
		a := s.Limit(turn, i%20, "a")
		if a == full {
			slow++
		}
		if b := s.Limit(turn, i%20, "b"); b != a {
			t.Fatalf("mutant %d: %v and %v", i, a, b)
		}
		if b := again.Limit(turn, i%20, "a"); b != a {
			t.Fatalf("mutant %d: %v, another time %v", i, a, b)
		}
		differs = differs || other.Limit(turn, i%20, "a") != a
	}
	if want := mutants / fullShare; slow < want/2 || slow > 2*want || !differs {
		t.Errorf("%d of %d mutants have the full limit; another seed differs: %v", slow, mutants, differs)
	}
	if got := New(Config{Targets: []string{"a"}}).Limit(schedule.Slot{}, 0, "a"); got != 0 {
		t.Errorf("no limit became %v", got)
	}
}
