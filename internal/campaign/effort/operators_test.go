package effort

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/schedule"
)

// TestDoubted: mutants with an operator become rarer the less of them a target decides compared with others. Those of one slot count as two at most, and
// other ends of runs than answers and time-outs not at all.
func TestDoubted(t *testing.T) {
	type runs struct {
		slots, each int
		is          outcome.Outcome
	}
	for _, tt := range []struct {
		name string
		runs []runs
		want map[string]int
	}{
		{"nothing", nil, nil},
		{"unknown in 7 slots", []runs{{7, 2, outcome.Unknown}}, nil},
		{"unknown on every mutant of two slots", []runs{{2, 40, outcome.Unknown}}, nil},
		{"refused", []runs{{40, 2, outcome.Rejected}}, nil},
		{"never decided", []runs{{20, 2, outcome.Unknown}}, map[string]int{"f": 8}},
		{"late", []runs{{20, 2, outcome.Timeout}}, map[string]int{"f": 8}},
		{"one in five", []runs{{16, 2, outcome.Unknown}, {4, 2, outcome.Unsat}}, map[string]int{"f": 2}},
		{"as often as not", []runs{{100, 1, outcome.Sat}, {100, 1, outcome.Unknown}}, nil},
		{"decided at last", []runs{{20, 1, outcome.Unknown}, {20, 1, outcome.Several}}, nil},
	} {
		s := New(Config{Seeds: 1, Engines: 1, Targets: []string{"a", "b"}})
		slot := uint64(0)
		take := func(operator string, is outcome.Outcome, mutants int) {
			slot++
			var c Tally
			for range mutants {
				s.Take(schedule.Slot{Number: slot}, &c, Mutant{Operators: []string{operator}, Runs: []Run{{Target: "b", Outcome: is, Wall: 1}}})
			}
		}
		for range 200 {
			take("g", outcome.Sat, 1)
		}
		for _, r := range tt.runs {
			for range r.slots {
				take("f", r.is, r.each)
			}
		}
		got := s.Doubted("b")
		if len(tt.want)+len(got) > 0 {
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.name, diff)
			}
		}
		if other := s.Doubted("a"); len(other) > 0 {
			t.Errorf("%s: another target doubts %v", tt.name, other)
		}
		again := New(Config{Seeds: 1, Engines: 1, Targets: []string{"a", "b"}})
		if err := again.Restore(s.Save()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(got, again.Doubted("b")); diff != "" {
			t.Errorf("%s, restored (-saved +restored):\n%s", tt.name, diff)
		}
	}
}

// TestDoubtedAlike: where a target decides little whatever the operators are, none of them is doubted.
func TestDoubtedAlike(t *testing.T) {
	s := New(Config{Seeds: 1, Engines: 1, Targets: []string{"a"}})
	for slot := range uint64(300) {
		s.Take(schedule.Slot{Number: slot + 1}, &Tally{}, Mutant{Operators: []string{"f", "g"}, Runs: []Run{{Target: "a", Outcome: outcome.Unknown, Wall: 1}}})
	}
	if got := s.Doubted("a"); len(got) > 0 {
		t.Errorf("%v", got)
	}
}
