package triage_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/solvertest"
)

// stored writes a finding about the first of some fake solvers, as they behave on a formula.
func stored(t *testing.T, resolve triage.Resolve, formula string, specs ...string) findings.Stored {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "m.smt2")
	if err := os.WriteFile(file, []byte(formula), 0o644); err != nil {
		t.Fatal(err)
	}
	c := oracle.Case{Logic: "QF_LIA", Checks: 1}
	var runs []findings.Run
	for _, spec := range specs {
		s, err := resolve(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.FindProgram(t.Context()); err != nil {
			t.Fatal(err)
		}
		run, err := s.Run(t.Context(), solver.Query{File: file, Checks: 1})
		if err != nil {
			t.Fatal(err)
		}
		c.Observations = append(c.Observations, run.Observation())
		runs = append(runs, triage.Record(run, solver.Options{}, file, findings.BugFile))
	}
	found := oracle.Judge(c)
	if len(found) == 0 {
		t.Fatal("no finding")
	}
	f := found[0]
	store, err := findings.Open(dir, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = store.Add(findings.Hit{Bug: []byte(formula), Finding: findings.Finding{
		Class: f.Class, Solver: f.Solver, Other: f.Other, Family: "fake", Logic: c.Logic, Signature: f.Signature, Check: f.Check,
		Evidence: findings.EvidenceOf(f.Evidence), Repeated: findings.Repetition{Runs: 2, Shown: 2}, Checks: 1, Runs: runs,
	}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := findings.Load(store.List()[0].Dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// replay runs a finding again.
func replay(t *testing.T, resolve triage.Resolve, s findings.Stored) (triage.Replay, error) {
	t.Helper()
	return triage.Replayer{Resolve: resolve}.Replay(t.Context(), s)
}

func resolver(t *testing.T) triage.Resolve {
	t.Helper()
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if set, err = set.With("fake.toml", solvertest.Profile); err != nil {
		t.Fatal(err)
	}
	return func(ctx context.Context, spec string) (solver.Target, error) { return solver.Resolve(ctx, spec, set) }
}

const formula = "(set-logic QF_LIA)\n(check-sat)\n"

func TestReplay(t *testing.T) {
	resolve := resolver(t)
	binary := solvertest.Binary(t)
	for _, tt := range []struct {
		name  string
		specs []string
		// fixed is the text that makes the bug go away, one that all fake solvers react to.
		fixed string
	}{
		{"crash", []string{" --do='crash SEGV'"}, "; fake: sat\n"},
		{"disagreement", []string{" --answer=unsat", " --opt-b=1 --answer=sat"}, "; fake: sat\n"},
		{"invalid model", []string{" --do='sat invalid-model'"}, "; fake: sat\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var specs []string
			for _, s := range tt.specs {
				specs = append(specs, binary+s)
			}
			s := stored(t, resolve, formula, specs...)
			r, err := replay(t, resolve, s)
			if err != nil || r.State != triage.StillThere || r.Shown != 1 || len(r.Last) != len(specs) || r.Evidence.Summary == "" {
				t.Errorf("first: %+v, %v", r, err)
			}
			if err := os.WriteFile(filepath.Join(s.Dir, findings.BugFile), []byte(tt.fixed+formula), 0o644); err != nil {
				t.Fatal(err)
			}
			r, err = replay(t, resolve, s)
			if err != nil || r.State != triage.Gone || r.Shown != 0 || r.Runs != 7 {
				t.Errorf("fixed: %+v, %v", r, err)
			}
		})
	}
}

// Runs that a limit ends do not show that a finding is gone, whoever of those that it depends on reaches it.
func TestReplayCutShort(t *testing.T) {
	resolve := resolver(t)
	binary := solvertest.Binary(t)
	for name, specs := range map[string][]string{
		"blamed":      {binary + " --do='crash SEGV'"},
		"contradicts": {binary + " --answer=unsat", binary + " --opt-b=1 --answer=sat"},
	} {
		t.Run(name, func(t *testing.T) {
			s := stored(t, resolve, formula, specs...)
			if err := os.WriteFile(filepath.Join(s.Dir, findings.BugFile), []byte("; fake: hang\n"+formula), 0o644); err != nil {
				t.Fatal(err)
			}
			s.Limits.Seconds = 0.02 // three times as much in a replay
			r, err := replay(t, resolve, s)
			if err != nil || r.State != triage.MayBeGone || r.Runs != 0 || r.Cut == 0 || r.Cut > 7 {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
}

func TestReplayCrashElsewhere(t *testing.T) {
	resolve := resolver(t)
	s := stored(t, resolve, formula, solvertest.Binary(t)+" --do='crash SEGV'")
	if err := os.WriteFile(filepath.Join(s.Dir, findings.BugFile), []byte("; fake: crash FPE\n"+formula), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := replay(t, resolve, s)
	if err != nil || r.State != triage.StillThere || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "FPE") {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestReplayWithoutSolverOrFormula(t *testing.T) {
	resolve := resolver(t)
	s := stored(t, resolve, formula, solvertest.Binary(t)+" --do='crash SEGV'")
	missing := func(context.Context, string) (solver.Target, error) {
		return solver.Target{}, &solver.UnusableError{Problem: "gone"}
	}
	var unusable *solver.UnusableError
	if _, err := replay(t, missing, s); !errors.As(err, &unusable) {
		t.Errorf("no solver: %v", err)
	}
	if err := os.Remove(filepath.Join(s.Dir, findings.BugFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := replay(t, resolve, s); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no formula: %v", err)
	}
}
