package campaign

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/schedule"
)

// TestOperatorsThatAreSeldomDecided: what events say about the operators of mutants and about runs decides which operators are doubted, and skips for
// that reason are counted.
func TestOperatorsThatAreSeldomDecided(t *testing.T) {
	k := newKnowledge(&Config{})
	k.effort = effort.New(effort.Config{Seeds: 1, Engines: 1, Targets: []string{"s"}})
	s := newStats()
	for n := range uint64(40) {
		at, c := schedule.Slot{Number: n}, effort.Tally{}
		for i, is := range []outcome.Outcome{outcome.Unknown, outcome.Sat} {
			events := []event.Event{
				event.Mutant{Mutant: "m", Engine: "diver", Operators: [][]string{{"+", "str.replace_re"}, {"+"}}[i]},
				event.Run{Mutant: "m", Engine: "diver", Solver: "s", Outcome: is},
				event.Run{Mutant: "m", Engine: "diver", Solver: "s", Outcome: outcome.Sat, Extra: true},
				event.Verdict{Mutant: "m", Engine: "diver", Runs: 1},
			}
			k.effort.Take(at, &c, k.take(at, events))
			for _, e := range events {
				s.Take(e)
			}
		}
	}
	if diff := cmp.Diff(map[string]int{"str.replace_re": 8}, k.effort.Doubted("s")); diff != "" {
		t.Errorf("doubted (-want +got):\n%s", diff)
	}
	s.Take(event.Skip{Mutant: "m", Solver: "s", Why: event.Undecides, Reason: "str.replace_re"})
	s.Take(event.Verdict{Mutant: "m", Engine: "diver"})
	if got := [...]int64{s.Solvers["s"].Undecides, s.Engines["diver"].Run, s.Engines["diver"].Mutants, s.Idle}; got != [...]int64{1, 80, 80, 1} {
		t.Errorf("skipped, run, mutants, idle: %v", got)
	}
}
