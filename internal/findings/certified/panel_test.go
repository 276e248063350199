package certified_test

import (
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
)

// TestPanel: where the first of a codebase does not decide, the next is asked, and nobody after that one; the relatives of the blamed solver are never asked.
func TestPanel(t *testing.T) {
	stage := newStage(t, func(text string, _ *world) (solver.Verdict, bool) {
		return said(smt.Sat, "", text), strings.Contains(text, "bvor") && assertions(text) >= 2
	})
	mute, spare := trialtest.Printing(t, "cvc5", ""), trialtest.Printing(t, "cvc5", "")
	var muted, spared, twin atomic.Int64
	stage.runner.bugs[mute] = func(string, *world) (solver.Verdict, bool) {
		muted.Add(1)
		return solver.Verdict{Answers: []smt.Status{smt.Unknown}}, true
	}
	counted := func(n *atomic.Int64) func(string, *world) (solver.Verdict, bool) {
		return func(string, *world) (solver.Verdict, bool) {
			n.Add(1)
			return solver.Verdict{}, false
		}
	}
	stage.runner.bugs[spare], stage.runner.bugs[stage.twin] = counted(&spared), counted(&twin)
	text := symbols + "(assert (bvult x (bvor y z)))(assert (bvult z (bvand x #b01)))(assert (bvult x z))(assert (or p q))(check-sat)"
	if truth, _ := worldOf(text).truth(); truth != smt.Unsat {
		t.Fatal("the formula is satisfiable")
	}
	c := stage.caseOf(oracle.SolutionSoundness)
	c.Panel = []solver.Target{mute, stage.twin, stage.second, stage.first, spare}
	r, err := stage.reduce(t, c, text, certified.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(r.Start.By, slices.Sorted(slices.Values([]string{stage.first.String(), stage.second.String()}))) {
		t.Errorf("%q vouch", r.Start.By)
	}
	if spared.Load() > 0 || twin.Load() > 0 {
		t.Errorf("one after who decides is asked %d times, a relative %d times", spared.Load(), twin.Load())
	}
	// On the original, on the part that a core names, and at the end: not about candidates.
	if n := muted.Load(); n == 0 || n > 6 {
		t.Errorf("one who does not decide is asked %d times in %d tests", n, r.Reduction.Tests)
	}
	// A panel whose members do not decide certifies nothing.
	c.Panel = []solver.Target{mute, stage.second}
	var not *certified.NotShownError
	if _, err := stage.reduce(t, c, text, certified.Config{}); !errors.As(err, &not) {
		t.Errorf("one codebase certifies it: %v", err)
	}
}

// TestUnusedDeclarations: of a formula that is unsat by construction, declarations go on which nothing depends.
func TestUnusedDeclarations(t *testing.T) {
	stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) {
		return said(smt.Sat, "", ""), strings.Contains(text, "(bvult x y)") && strings.Contains(text, "(bvult y x)")
	})
	c := stage.caseOf(oracle.SolutionSoundness)
	c.Truths = []oracle.Truth{{Status: smt.Unsat, Reason: "it was made so"}}
	r, err := stage.reduce(t, c, symbols+"(declare-sort Idle 0)\n(declare-fun idle (Idle) Bool)\n(assert (bvult x y))\n(assert (bvult y x))\n(check-sat)", certified.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if text := r.Best.Text; r.Best.Kind != certified.Derivation || strings.Contains(text, "Idle") || strings.Count(text, "declare") != 2 {
		t.Errorf("%+v\n%s", r.Best.Certificate, text)
	}
}
