// Package trialtest has what tests of everything above trials need: targets of the fake solver, and a runner with scripted
// answers. It is no part of the program: only tests import it.
package trialtest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/assay-smt/assay/internal/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/solvertest"
	"github.com/assay-smt/assay/internal/trial"
)

// TB is the part of testing.TB that this package needs.
type TB interface {
	solvertest.TB
	Context() context.Context
	TempDir() string
	Cleanup(func())
}

// Scratch returns a scratch folder for the length of a test.
func Scratch(t TB) *disk.Scratch {
	t.Helper()
	s, err := disk.OpenScratch(t.TempDir())
	if err != nil {
		t.Fatalf("%v", err)
	}
	t.Cleanup(s.Close)
	return s
}

// Fakes returns a target of the fake solver for each list of options; extra is added to its profile.
func Fakes(t TB, extra string, options ...string) []solver.Target {
	t.Helper()
	set, err := solver.Builtin()
	if err != nil {
		t.Fatalf("%v", err)
	}
	profile := strings.Replace(string(solvertest.Profile), "format = 1\n", "format = 1\n"+extra, 1)
	if set, err = set.With("fake.toml", []byte(profile)); err != nil {
		t.Fatalf("%v", err)
	}
	var out []solver.Target
	for _, o := range options {
		target, err := solver.Resolve(t.Context(), solvertest.Binary(t)+" "+o, set)
		if err != nil {
			t.Fatalf("%v", err)
		}
		out = append(out, target)
	}
	return out
}

// Printing returns a target that Assay takes for the solver of a name, and that prints a text whatever it is asked.
func Printing(t TB, name, stdout string) solver.Target {
	t.Helper()
	dir := t.TempDir()
	out, program := filepath.Join(dir, "stdout"), filepath.Join(dir, name)
	for file, text := range map[string]string{out: stdout, program: "#!/bin/sh\ncat " + out + "\n"} {
		if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
			t.Fatalf("%v", err)
		}
	}
	set, err := solver.Builtin()
	if err != nil {
		t.Fatalf("%v", err)
	}
	target, err := solver.Resolve(t.Context(), program, set)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return target
}

// A Spy is a Runner that passes requests on to processes and keeps what it has seen. Safe for concurrent use.
type Spy struct {
	mu   sync.Mutex
	runs []solver.Run
}

// Run implements trial.Runner.
func (s *Spy) Run(ctx context.Context, r trial.Request) (solver.Run, error) {
	run, err := trial.Process{}.Run(ctx, r)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.runs = append(s.runs, run)
	return run, err
}

// Runs returns the runs so far.
func (s *Spy) Runs() []solver.Run {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.runs
}

// Living is a Runner that stands in for living processes: each run takes place in a process of its own, and says that it did not.
type Living struct {
	Mode solver.Mode
	// Change puts what is left behind into a run, nil for nothing.
	Change func(r trial.Request, run *solver.Run)
}

// Run implements trial.Runner.
func (l Living) Run(ctx context.Context, r trial.Request) (solver.Run, error) {
	run, err := trial.Process{}.Run(ctx, r)
	if err != nil {
		return run, err
	}
	run.Mode = l.Mode
	if l.Change != nil {
		l.Change(r, &run)
	}
	return run, nil
}

// Installed returns targets of those of the named solvers that are on PATH, in the order of the names.
func Installed(t TB, names ...string) []solver.Target {
	t.Helper()
	set, err := solver.Builtin()
	if err != nil {
		t.Fatalf("%v", err)
	}
	var out []solver.Target
	for _, name := range names {
		if target, err := solver.Resolve(t.Context(), name, set); err == nil {
			out = append(out, target)
		}
	}
	return out
}
