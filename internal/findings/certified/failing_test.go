package certified_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// failing fails from some run on, and for one target always on what is written down at the end.
type failing struct {
	trial.Runner
	left   atomic.Int64
	absent solver.Target
}

var errAbsent = errors.New("the program is gone")

func (f *failing) Run(ctx context.Context, r trial.Request) (solver.Run, error) {
	if f.left.Add(-1) < 0 || r.Target == f.absent && strings.HasPrefix(filepath.Base(r.Text.Path), "w") {
		return solver.Run{}, errAbsent
	}
	return f.Runner.Run(ctx, r)
}

// What was found is in the folder even if solvers cannot be run any more: half-way through, or when everything is written down.
func TestFolderKeepsWhatWasFound(t *testing.T) {
	for name, runs := range map[string]int64{"half-way": 20, "at the end": 1 << 40} {
		t.Run(name, func(t *testing.T) {
			stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) {
				return said(smt.Unsat, "", text), strings.Contains(text, "bvmul") && assertions(text) >= 2
			})
			m := maker{rand.New(rand.NewPCG(7, 1))}
			text := m.formula(3, "(= x (bvmul x #b01))", "(or p q)")
			for truth, _ := worldOf(text).truth(); truth != smt.Sat; truth, _ = worldOf(text).truth() {
				text = m.formula(3, "(= x (bvmul x #b01))", "(or p q)")
			}
			stored := stage.stored(t, findings.Finding{Class: oracle.RefutationSoundness, Truths: []findings.Truth{{Status: "sat", Reason: "r"}}}, text, nil)
			runner := &failing{Runner: stage.runner, absent: stage.second}
			runner.left.Store(runs)
			folder := stage.folder(t)
			folder.Runner = runner
			_, err := folder.Reduce(t.Context(), stored)
			if runs < 1000 != errors.Is(err, errAbsent) {
				t.Errorf("it ends with %v", err)
			}
			again, err := findings.Load(stored.Dir)
			if err != nil {
				t.Fatal(err)
			}
			if small := read(t, stored.Dir, findings.BugFile); len(small) >= len(text) || again.Reduction == nil {
				t.Errorf("%d of %d bytes, %+v", len(small), len(text), again.Reduction)
			}
			for _, run := range again.Finding.Runs {
				if run.Solver == stage.second.String() {
					t.Error("there is a run that was never made")
				}
			}
		})
	}
}

// A folder whose formula referees once called unsat is not certified by anything when they are gone, and is certified by votes when they are there.
func TestVotesAreNoDerivation(t *testing.T) {
	stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) {
		return said(smt.Sat, "", ""), strings.Contains(text, "(bvult x y)") && strings.Contains(text, "(bvult y x)")
	})
	text := symbols + "(assert (bvult x y))\n(assert (or p q))\n(assert (bvult y x))\n(check-sat)\n"
	stored := stage.stored(t, findings.Finding{Class: oracle.SolutionSoundness, Truths: []findings.Truth{{Status: "unsat", Reason: "r", Label: true}}}, text, nil)
	for range 2 {
		if _, err := stage.folder(t).Reduce(t.Context(), stored); err != nil {
			t.Fatal(err)
		}
		var err error
		if stored, err = findings.Load(stored.Dir); err != nil {
			t.Fatal(err)
		}
		if kind := certified.Kind(stored.Reduction.Certificate); kind != certified.Agreement && kind != certified.Core {
			t.Errorf("certified by %s: %s", kind, stored.Reduction.Words)
		}
	}
	alone := stage.folder(t)
	all := alone.Resolve
	alone.Resolve = func(ctx context.Context, spec string) (solver.Target, error) {
		if spec != stage.blamed.String() {
			return solver.Target{}, errAbsent
		}
		return all(ctx, spec)
	}
	var not *certified.NotShownError
	if r, err := alone.Reduce(t.Context(), stored); !errors.As(err, &not) {
		t.Errorf("%v, certified by %+v", err, r.Best.Certificate)
	}
}
