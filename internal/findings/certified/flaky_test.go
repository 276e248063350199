package certified_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// What shows in every second run is not recorded as steady: each run of the result counts, not each time that one of several showed it.
func TestFlakyStaysFlaky(t *testing.T) {
	runs := 0
	stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) {
		runs++
		return said(smt.Unsat, "", text), strings.Contains(text, "bvmul") && runs%2 == 0
	})
	text := symbols + "(assert (= (bvmul x y) (bvmul y x)))\n(assert (or p q))\n(check-sat)\n"
	stored := stage.stored(t, findings.Finding{Class: oracle.RefutationSoundness, Truths: []findings.Truth{{Status: "sat", Reason: "r"}}}, text, nil)
	stored.Repeated = findings.Repetition{Runs: 2, Shown: 1}
	r, err := stage.folder(t).Reduce(t.Context(), stored)
	if err != nil {
		t.Fatal(err)
	}
	again, err := findings.Load(stored.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if n := r.Confirmed; n.Runs != 10 || n.Shown < 4 || n.Shown > 6 || again.Repeated != n || !again.Flaky() || len(r.Best.Text) >= len(text) {
		t.Errorf("confirmed %+v, recorded %+v\n%s", n, again.Repeated, r.Best.Text)
	}
}
