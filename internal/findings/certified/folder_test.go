package certified_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
)

// stored keeps a finding on disk and reads it again.
func (s *stage) stored(t *testing.T, f findings.Finding, bug string, others map[string][]byte) findings.Stored {
	t.Helper()
	disk, err := findings.Open(t.TempDir(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	f.Solver, f.Family, f.Version, f.Signature, f.Checks = s.blamed.String(), "z3", "1", "s", 1
	f.Repeated = findings.Repetition{Runs: 2, Shown: 2}
	for _, target := range []solver.Target{s.blamed, s.first, s.second} {
		f.Runs = append(f.Runs, findings.Run{Solver: target.String(), File: findings.BugFile, Answers: []string{"unknown"}})
	}
	added, err := disk.Add(findings.Hit{Finding: f, Bug: []byte(bug), Seed: []byte("seed"), Others: others})
	if err != nil {
		t.Fatal(err)
	}
	out, err := findings.Load(added.Folder)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (s *stage) folder(t *testing.T) certified.Folder {
	t.Helper()
	return certified.Folder{
		Config: certified.Config{Dir: trialtest.Scratch(t)}, Runner: s.runner,
		Resolve: func(_ context.Context, spec string) (solver.Target, error) {
			for _, target := range []solver.Target{s.blamed, s.first, s.second} {
				if target.String() == spec {
					return target, nil
				}
			}
			return solver.Target{}, errors.New("no such solver")
		},
	}
}

// Everything about the reduced formula replaces what was about the original, which stays, and the folder is consistent.
func TestFolder(t *testing.T) {
	stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) {
		return said(smt.Unsat, "", text), strings.Contains(text, "bvmul") && assertions(text) >= 2
	})
	m := maker{rand.New(rand.NewPCG(7, 1))}
	text := m.formula(3, "(= x (bvmul x #b01))", "(or p q)")
	for truth, _ := worldOf(text).truth(); truth != smt.Sat; truth, _ = worldOf(text).truth() {
		text = m.formula(3, "(= x (bvmul x #b01))", "(or p q)")
	}
	stored := stage.stored(t, findings.Finding{Class: oracle.RefutationSoundness, Truths: []findings.Truth{{Status: "sat", Reason: "r"}}}, text, nil)
	if _, err := stage.folder(t).Reduce(t.Context(), stored); err != nil {
		t.Fatal(err)
	}
	again, err := findings.Load(stored.Dir) // which compares checksums
	if err != nil {
		t.Fatal(err)
	}
	small := read(t, stored.Dir, findings.BugFile)
	if truth, _ := worldOf(small).truth(); truth != smt.Sat || assertions(small) != 2 || read(t, stored.Dir, findings.OriginalFile) != text {
		t.Errorf("%v\n%s", truth, small)
	}
	r := again.Reduction
	if r == nil || r.Bytes != len(text) || r.Reduced != len(small) || r.Certificate == "" || again.Signature != stored.Signature || len(again.Runs) != 3 ||
		again.Truths[again.Check].Status != "sat" || again.Checks != 1 {
		t.Errorf("%+v\n%+v", again.Finding, r)
	}
	for _, run := range again.Runs[1:] {
		if len(run.Answers) != 1 || run.Answers[0] != "sat" {
			t.Errorf("%s answers %v to %s", run.Solver, run.Answers, run.File)
		}
	}
	report := read(t, stored.Dir, findings.ReportFile)
	if !strings.Contains(report, small) || !strings.Contains(report, "### Expected Behavior\n\n`sat`.") || strings.Contains(report, "campaign") {
		t.Errorf("the report:\n%s", report)
	}
}

// In an implication the step stays word for word, in base and formula, and the rest is removed from both.
func TestStep(t *testing.T) {
	stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) {
		return solver.Verdict{Answers: []smt.Status{smt.Unknown}}, strings.Contains(text, "(xor p q)") && strings.Contains(text, "bvadd")
	})
	const rest = "(assert (= (bvadd x y) (bvadd y x)))(assert (bvult z #b11))(assert (=> p p))"
	base, bug := symbols+rest+"(assert (or p q))(check-sat)", symbols+rest+"(assert (xor p q))(check-sat)"
	stored := stage.stored(t, findings.Finding{Class: oracle.IncompletenessImplication, Base: &findings.Base{Step: "or to xor", Run: findings.Run{Answers: []string{"sat"}}}}, bug,
		map[string][]byte{findings.BaseFile: []byte(base)})
	r, err := stage.folder(t).Reduce(t.Context(), stored)
	if err != nil {
		t.Fatal(err)
	}
	small, smallBase := read(t, stored.Dir, findings.BugFile), read(t, stored.Dir, findings.BaseFile)
	if r.Best.Kind != certified.Step || assertions(small) != 2 || assertions(smallBase) != 2 ||
		!strings.Contains(small, "(assert (xor p q))") || !strings.Contains(smallBase, "(assert (or p q))") || strings.Contains(small, "bvult") ||
		!strings.Contains(small, "bvadd") {
		t.Errorf("%+v\n%s\n%s", r.Best.Certificate, smallBase, small)
	}
	again, err := findings.Load(stored.Dir)
	if err != nil || again.Base == nil || again.Base.Run.Answers[0] != "sat" || again.Runs[0].Answers[0] != "unknown" {
		t.Errorf("%+v, %v", again.Finding, err)
	}
}

// A step depends on an answer, on assertions and on their sorts: a reduction does not take these away.
func TestStepHolds(t *testing.T) {
	const shared = "(assert (bvult z #b11))(assert (=> p p))"
	for _, tt := range []struct {
		name, base, bug, answer string
		unknown                 []string // the solver says unknown to formulas that have all of these, but not the rest
		but                     string
		want                    []string // in the reduced base
	}{
		// Unsat carries over from base to formula. Without what both share the base is sat, and the formula may be anything.
		{"another answer", shared + "(assert (bvult x y))(assert (bvult y x))(assert (or p q))", shared + "(assert (bvult x y))(assert (bvult y x))(assert (and p q))",
			"unsat", []string{"(and p q)", "(bvult"}, "", []string{"(or p q)"}},
		// The formula already had what the step made: without it nothing is left of the step.
		{"made already", "(assert (= x y))(assert (= x (bvadd y #b00)))(assert (distinct x y))", "(assert (= x y))(assert (= x y))(assert (distinct x y))",
			"unsat", []string{"(distinct x y)"}, "(bvadd y", []string{"(= x y)", "(= x (bvadd y #b00))"}},
		// The base has twice what the step replaced.
		{"replaced once", "(assert (= x y))(assert (= x y))(assert (bvult z #b11))", "(assert (= x y))(assert (= x (bvadd y #b00)))(assert (bvult z #b11))",
			"sat", []string{"(bvadd y"}, "", []string{"(= x y)"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			stage := newStage(t, func(text string, _ *world) (solver.Verdict, bool) {
				shows := tt.but == "" || !strings.Contains(text, tt.but)
				for _, part := range tt.unknown {
					shows = shows && strings.Contains(text, part)
				}
				return solver.Verdict{Answers: []smt.Status{smt.Unknown}}, shows
			})
			stored := stage.stored(t, findings.Finding{
				Class: oracle.IncompletenessImplication, Base: &findings.Base{Step: "s", Run: findings.Run{Answers: []string{tt.answer}}},
			}, symbols+tt.bug+"(check-sat)", map[string][]byte{findings.BaseFile: []byte(symbols + tt.base + "(check-sat)")})
			if _, err := stage.folder(t).Reduce(t.Context(), stored); err != nil {
				t.Fatal(err)
			}
			base := read(t, stored.Dir, findings.BaseFile)
			for _, part := range tt.want {
				if !strings.Contains(base, part) {
					t.Errorf("%s is not in the base any more:\n%s\n%s", part, base, read(t, stored.Dir, findings.BugFile))
				}
			}
			if truth, _ := worldOf(base).truth(); truth.String() != tt.answer {
				t.Errorf("the base is %v:\n%s", truth, base)
			}
		})
	}
}

// What the step is about keeps its sorts: a rule for one sort may not hold for another.
func TestStepKeepsSorts(t *testing.T) {
	stage := newStage(t, func(text string, _ *world) (solver.Verdict, bool) {
		return solver.Verdict{Answers: []smt.Status{smt.Unknown}}, strings.Contains(text, "(bvule x y)")
	})
	text := "(set-logic QF_BV)(declare-const x (_ BitVec 4))(declare-const y (_ BitVec 4))(assert (= y y))"
	stored := stage.stored(t, findings.Finding{
		Class: oracle.IncompletenessImplication, Base: &findings.Base{Step: "s", Run: findings.Run{Answers: []string{"sat"}}},
	}, text+"(assert (bvule x y))(check-sat)", map[string][]byte{findings.BaseFile: []byte(text + "(assert (= x y))(check-sat)")})
	if _, err := stage.folder(t).Reduce(t.Context(), stored); err != nil {
		t.Fatal(err)
	}
	if small := read(t, stored.Dir, findings.BugFile); strings.Count(small, "(_ BitVec 4)") != 2 || strings.Contains(small, "(= y y)") {
		t.Error(small)
	}
}

// A regression needs its baseline.
func TestRegression(t *testing.T) {
	stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) {
		return solver.Verdict{Answers: []smt.Status{smt.Unknown}}, strings.Contains(text, "bvadd")
	})
	f := findings.Finding{Class: oracle.IncompletenessRegression, Other: stage.first.String()}
	stored := stage.stored(t, f, maker{rand.New(rand.NewPCG(8, 1))}.formula(4, "(= x (bvadd x y))"), nil)
	r, err := stage.folder(t).Reduce(t.Context(), stored)
	if err != nil {
		t.Fatal(err)
	}
	if r.Best.Kind != certified.Baseline || !strings.Contains(r.Best.Text, "bvadd") || assertions(r.Best.Text) != 1 || r.Best.Finding.Other != stage.first.String() {
		t.Errorf("%+v\n%s", r.Best.Certificate, r.Best.Text)
	}
}

// For findings that cannot be reduced, the error says why.
func TestNotReducible(t *testing.T) {
	stage := newStage(t, func(text string, w *world) (solver.Verdict, bool) { return solver.Verdict{}, false })
	for _, class := range []oracle.Class{oracle.Harness, oracle.IncompletenessImplication, oracle.LeakedState, oracle.RefutationSoundness, oracle.CrashClass} {
		stored := stage.stored(t, findings.Finding{Class: class}, symbols+"(assert p)(check-sat)", nil)
		var not *certified.NotShownError
		if _, err := stage.folder(t).Reduce(t.Context(), stored); !errors.As(err, &not) {
			t.Errorf("%s: %v", class, err)
		}
		if again, err := findings.Load(stored.Dir); err != nil || again.Reduction != nil {
			t.Errorf("%s: the folder was touched: %v", class, err)
		}
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
