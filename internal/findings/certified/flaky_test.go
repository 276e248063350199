package certified_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/findings/reduce"
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

// passing is a finding that is recorded as steady. While it is searched, every text with a bvmul shows it; at the end, those that lasts accepts.
func passing(t *testing.T, lasts func(text string) bool) (certified.Result, findings.Stored, error) {
	t.Helper()
	over := false
	stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) {
		return said(smt.Unsat, "", text), strings.Contains(text, "bvmul") && (!over || lasts(text))
	})
	text := symbols + "(assert (= (bvmul x y) (bvmul y x)))\n(assert (or p q))\n(assert (bvult z #b11))\n(check-sat)\n"
	stored := stage.stored(t, findings.Finding{Class: oracle.RefutationSoundness, Truths: []findings.Truth{{Status: "sat", Reason: "r"}}}, text, nil)
	folder := stage.folder(t)
	// When p and q are gone, the search ends with that text: nothing smaller shows it from then on, except as lasts says.
	folder.Better = func(best *certified.Shown) error {
		over = !strings.Contains(best.Text, "(or p q)")
		return nil
	}
	r, err := folder.Reduce(t.Context(), stored)
	return r, stored, err
}

// A result that is taken because a smaller one did not show again is not minimal: its parts were not tried.
func TestWentBack(t *testing.T) {
	r, stored, err := passing(t, func(text string) bool { return strings.Contains(text, "(or p q)") })
	if err != nil {
		t.Fatal(err)
	}
	again, err := findings.Load(stored.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if n := again.Reduction; r.Back == 0 || r.Reduction.End != reduce.WentBack || n.End != "went back" || n.Back != r.Back || n.Untried == 0 || n.Untried != r.Reduction.Untried {
		t.Errorf("%v, back %d, untried %d, recorded %+v", r.Reduction.End, r.Back, r.Reduction.Untried, n)
	}
}

// Where nothing shows it again at the end, not even the original, the folder stays as it is.
func TestShownByNothing(t *testing.T) {
	_, stored, err := passing(t, func(string) bool { return false })
	var not *certified.NotShownError
	if !errors.As(err, &not) || !strings.Contains(err.Error(), "not again at its end") {
		t.Errorf("%v", err)
	}
	if again, err := findings.Load(stored.Dir); err != nil || again.Reduction != nil || again.Repeated != stored.Repeated {
		t.Errorf("%v, %+v, %+v", err, again.Reduction, again.Repeated)
	}
}
