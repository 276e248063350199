package campaign

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/event"
)

// TestWarnings: the shares of outcomes that make a target useless.
func TestWarnings(t *testing.T) {
	for _, tt := range []struct {
		name string
		runs map[outcome.Outcome]int
		// refused are mutants of seeds that the target refuses.
		refused int
		want    string
	}{
		{"answers", map[outcome.Outcome]int{outcome.Sat: 50, outcome.Unsat: 50}, 0, ""},
		{"unknowns and limits", map[outcome.Outcome]int{outcome.Unknown: 50, outcome.Timeout: 50, outcome.Memory: 9, outcome.Crash: 30}, 0, ""},
		{"time-outs and one unknown", map[outcome.Outcome]int{outcome.Timeout: 50, outcome.Unknown: 1}, 0, ""},
		{"time-outs and one crash", map[outcome.Outcome]int{outcome.Timeout: 50, outcome.Crash: 1}, 0, ""},
		{"few time-outs", map[outcome.Outcome]int{outcome.Timeout: 19}, 0, ""},
		{"nothing but time-outs", map[outcome.Outcome]int{outcome.Timeout: 20}, 0,
			"s (1) gives no usable results here: 100% of its 20 runs yielded nothing that can be judged (20 times timeout: why timeout)"},
		{"time-outs and refusals", map[outcome.Outcome]int{outcome.Timeout: 15, outcome.Rejected: 5}, 0,
			"s (1) gives no usable results here: 100% of its 20 runs yielded nothing that can be judged (15 times timeout: why timeout; 5 times rejected: why rejected)"},
		{"half", map[outcome.Outcome]int{outcome.Sat: 50, outcome.Rejected: 50}, 0, ""},
		{"most", map[outcome.Outcome]int{outcome.Sat: 40, outcome.BadOptions: 60}, 0,
			"s (1) gives no usable results here: 60% of its 100 runs yielded nothing that can be judged (60 times bad-options: why bad-options)"},
		{"together", map[outcome.Outcome]int{outcome.Sat: 10, outcome.Nothing: 6, outcome.Rejected: 3, outcome.Unsupported: 2}, 1,
			"s (1) gives no usable results here: 55% of its 22 runs yielded nothing that can be judged (6 times nothing: why nothing; " +
				"3 times rejected: why rejected; 2 times unsupported: why unsupported)"},
		{"seeds only", nil, 7, "s (1) gives no usable results here: 100% of its 7 runs yielded nothing that can be judged (7 times refuses the seed: why refused)"},
		{"few", map[outcome.Outcome]int{outcome.Nothing: 4}, 0, ""},
		{"few, and one answer", map[outcome.Outcome]int{outcome.Nothing: 15, outcome.Sat: 1}, 0, ""},
		{"few, all", map[outcome.Outcome]int{outcome.Nothing: 5}, 0,
			"s (1) gives no usable results here: 100% of its 5 runs yielded nothing that can be judged (5 times nothing: why nothing)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newStats()
			for _, o := range outcome.All() {
				for range tt.runs[o] {
					s.Take(event.Run{Solver: "s", Version: "1", Outcome: o, Reason: "why " + string(o), Engine: "e", Mutant: "m"})
				}
			}
			for range tt.refused {
				s.Take(event.Skip{Solver: "s", Why: event.RefusesSeed, Reason: "why refused", Mutant: "m"})
				s.Solvers["s"].Version = "1"
			}
			var got []string
			for _, w := range s.Warnings() {
				got = append(got, w.String())
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
		})
	}
}

// TestNoReasonIsLost: every run without an answer, and every mutant about which a target was not asked, is counted with its
// reason.
func TestNoReasonIsLost(t *testing.T) {
	s := newStats()
	for i, o := range outcome.All() {
		for n := range 3 {
			s.Take(event.Run{Solver: "s", Outcome: o, Reason: fmt.Sprintf("it says %c, see 0x%x in /tmp/m%d.smt2", 'a'+i, n, n), Engine: "e", Mutant: fmt.Sprint(n)})
		}
		s.Take(event.Run{Solver: "s", Outcome: o, Engine: "e", Mutant: "4"})
		s.Take(event.Skip{Solver: "s", Why: event.CannotRead, Reason: "it does not have the operator f", Mutant: "m"})
	}
	sv := s.Solvers["s"]
	for o, n := range sv.Outcomes {
		var counted int64
		for _, r := range sv.Reasons[o] {
			counted += r.Count
			if r.Reason == "" || r.Mutant == "" {
				t.Errorf("%s: %+v", o, r)
			}
		}
		if want := n; o.Replies() && counted != 0 || !o.Replies() && counted != want {
			t.Errorf("%s: %d of %d have reasons", o, counted, n)
		}
	}
	if diff := cmp.Diff([]Refusal{{Reason: "it does not have the operator f", Count: sv.NotAsked, Mutant: "m"}}, sv.NotAskedReasons); diff != "" {
		t.Errorf("not asked (-want +got):\n%s", diff)
	}
}
