package living

import (
	"testing"

	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt/elab"
)

// TestKeys: processes serve scripts that set the same options, and between push and pop only scripts with the same head.
func TestKeys(t *testing.T) {
	target := trialtest.Fakes(t, "", "--answer=sat")[0]
	ask := func(text string) *asked {
		s, err := elab.Script(text, elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		printed, err := (&trial.Bench{}).New(s, trial.Facts{}).TextUntil(t.Context(), target)
		if err != nil {
			t.Fatal(err)
		}
		return &asked{Request: &trial.Request{Target: target, Text: printed}, base: target}
	}
	const rest = "(declare-const x Int)(assert (> x 0))(check-sat)"
	plain, other := ask("(set-logic QF_LIA)"+rest), ask("(set-logic QF_LIA)(declare-const y Int)(assert (< y 0))(check-sat)")
	seeded, logic := ask("(set-option :produce-unsat-cores true)(set-logic QF_LIA)"+rest), ask("(set-logic QF_NIA)"+rest)
	for _, tt := range []struct {
		name string
		mode solver.Mode
		a, b *asked
		same bool
	}{
		{"reset, another script", solver.Reset, plain, other, true}, {"reset, another option", solver.Reset, plain, seeded, false},
		{"reset, another logic", solver.Reset, plain, logic, true},
		{"push, another script", solver.Push, plain, other, true}, {"push, another option", solver.Push, plain, seeded, false},
		{"push, another logic", solver.Push, plain, logic, false},
	} {
		if same := keyOf(tt.a, tt.mode) == keyOf(tt.b, tt.mode); same != tt.same {
			t.Errorf("%s: the same processes: %v\n%+v\n%+v", tt.name, same, keyOf(tt.a, tt.mode), keyOf(tt.b, tt.mode))
		}
	}
}

// A class is given up when it does nothing but odd things that fresh processes do not do.
func TestHealth(t *testing.T) {
	const clean, odd, shared = 'c', 'o', 's'
	for _, tt := range []struct {
		history string
		givenUp bool
	}{
		{"", false},
		{"ooooo", false},
		{"oooooo", true},
		{"ocooooco", false},
		{"cccccccccoooooo", true},
		{"ssssss", true},
		{"cssssssssss", false},
		{"ssssscssssss", false},
	} {
		var h health
		for _, what := range tt.history {
			switch what {
			case clean:
				h.right()
			case odd, shared:
				h.wrong("odd", what == shared)
			}
		}
		if got := h.reason != ""; got != tt.givenUp {
			t.Errorf("%q: given up: %v", tt.history, got)
		}
	}
}
