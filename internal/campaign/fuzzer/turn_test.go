package fuzzer_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// turns counts which targets the mutants of forty chains were run on, and which wait for their turn.
func turns(t *testing.T, f *fuzzer.Fuzzer) map[string]int {
	t.Helper()
	out := map[string]int{}
	for round := range uint64(40) {
		c, err := f.Chain(t.Context(), arithmetic, list{operators: []string{">"}}, round, fuzzer.Place{Dir: trialtest.Scratch(t)})
		if err != nil {
			t.Fatal(err)
		}
		ran, err := c.Run(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		res := resultOf(t, ran)
		var names []string
		for _, r := range res.Runs {
			names = append(names, r.Solver[strings.LastIndexByte(r.Solver, '/')+1:]+" "+r.Version)
		}
		for _, s := range res.Skipped {
			if s.Why != event.NotItsTurn {
				t.Errorf("%s is skipped: %s", s.Solver, s.Why)
			}
		}
		if len(res.Runs)+len(res.Skipped) != len(f.Targets) {
			t.Errorf("%d runs and %d skipped of %d targets", len(res.Runs), len(res.Skipped), len(f.Targets))
		}
		out[strings.Join(names, ", ")]++
	}
	return out
}

func versioned(t *testing.T) (z3old, z3new, cvc5 solver.Target) {
	return trialtest.Printing(t, "z3", "Z3 version 4.8.12 - 64 bit\n"), trialtest.Printing(t, "z3", "Z3 version 5.4.0 - 64 bit\n"),
		trialtest.Printing(t, "cvc5", "This is cvc5 version 1.0.3\n")
}

// TestOneVersion: a chain is for one version of each solver, unless it is one of those for all.
func TestOneVersion(t *testing.T) {
	older, newer, other := versioned(t)
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: []solver.Target{older, newer, other}, Plan: fuzzer.Plan{Together: 4}}
	got := turns(t, f)
	all := "z3 4.8.12, z3 5.4.0, cvc5 1.0.3"
	if len(got) != 3 || got[all] == 0 || got["z3 4.8.12, cvc5 1.0.3"] == 0 || got["z3 5.4.0, cvc5 1.0.3"] == 0 {
		t.Fatalf("chains were for %v", got)
	}
	if got[all] > 20 {
		t.Errorf("%d of 40 chains were for all versions, one in four was requested", got[all])
	}
	if again := turns(t, f); !maps.Equal(got, again) {
		t.Errorf("the same chains were for %v and for %v", got, again)
	}
	f.Together = 1
	if got := turns(t, f); got[all] != 40 {
		t.Errorf("without the setting chains were for %v", got)
	}
}

// TestOneSolver: when there are only versions of one solver, they are compared with each other.
func TestOneSolver(t *testing.T) {
	older, newer, _ := versioned(t)
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{}, Targets: []solver.Target{older, newer}, Plan: fuzzer.Plan{Together: 4}}
	if got := turns(t, f); got["z3 4.8.12, z3 5.4.0"] != 40 {
		t.Errorf("chains were for %v", got)
	}
}

// TestBaselinesStayTogether: targets that the user asked to compare are run on the same mutants.
func TestBaselinesStayTogether(t *testing.T) {
	older, newer, other := versioned(t)
	pairs := []oracle.Pair{{Old: older.String(), New: newer.String()}}
	f := &fuzzer.Fuzzer{Bench: &trial.Bench{Baselines: pairs}, Targets: []solver.Target{older, newer, other}, Plan: fuzzer.Plan{Together: 4}}
	if got := turns(t, f); got["z3 4.8.12, z3 5.4.0, cvc5 1.0.3"] != 40 {
		t.Errorf("chains were for %v", slices.Collect(maps.Keys(got)))
	}
}
