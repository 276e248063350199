package certified_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/findings/reduce"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/solvertest"
	"github.com/assay-smt/assay/internal/testing/trialtest"
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

// An option that changes nothing is not said to be needed since a finding that shows in every fourth run did not show in three runs without it.
func TestFlakyNeedsNoOption(t *testing.T) {
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if set, err = set.With("fake.toml", solvertest.Profile); err != nil {
		t.Fatal(err)
	}
	dir, fake := t.TempDir(), solvertest.Binary(t)
	program := filepath.Join(dir, "fakesolver")
	text := fmt.Sprintf(`#!/bin/sh
[ "$1" = --version ] && exec %[1]s --version
count=%[2]s/without
case "$*" in *--opt-x=1*) count=%[2]s/with ;; esac
n=$(cat $count)
echo $((n + 1)) >$count
[ $((n %% 4)) = 0 ] && exec %[1]s --do=unsat "$@"
exec %[1]s --do=sat "$@"
`, fake, dir)
	for name, text := range map[string]string{program: text, filepath.Join(dir, "with"): "0", filepath.Join(dir, "without"): "1"} {
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	spec := program + " --opt-x=1"
	store, err := findings.Open(t.TempDir(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := findings.Finding{
		Class: oracle.RefutationSoundness, Solver: spec, Family: "fake", Version: "1.2.3", Signature: "s", Checks: 1, Repeated: findings.Repetition{Runs: 4, Shown: 1},
		Truths: []findings.Truth{{Status: "sat", Reason: "r"}}, Runs: []findings.Run{{Solver: spec, File: findings.BugFile, Answers: []string{"unsat"}}},
		Limits: findings.Limits{Seconds: 20},
	}
	added, err := store.Add(findings.Hit{Finding: f, Bug: []byte("(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< x 1))\n(check-sat)\n")})
	if err != nil {
		t.Fatal(err)
	}
	stored, err := findings.Load(added.Folder)
	if err != nil {
		t.Fatal(err)
	}
	folder := certified.Folder{
		Config:  certified.Config{Dir: trialtest.Scratch(t)},
		Resolve: func(ctx context.Context, spec string) (solver.Target, error) { return solver.Resolve(ctx, spec, set) },
	}
	r, err := folder.Reduce(t.Context(), stored)
	if err != nil {
		t.Fatal(err)
	}
	if n := r.Confirmed; n.Shown == 0 || n.Shown == n.Runs || r.Options == nil || len(r.Options.Options) > 0 || !slices.Contains(r.Options.Idle, "--opt-x=1") {
		t.Errorf("confirmed %+v, %+v", n, r.Options)
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
