package coverage_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// gcovFiles are a program with two objects that share a header. What each run executes can be counted by
// hand.
var gcovFiles = map[string]string{
	"twice.h": "static inline int twice(int n) {\n  return 2 * n; }\n", // 1 function; lines 1, 2
	"a.c": `#include "twice.h"
int other(int n);
int main(int argc, char **argv) {
  (void)argv;
  if (argc > 2)
    return twice(argc);
  return other(argc); }
`, // 1 function; lines 3, 5, 6, 7; 2 branches
	"b.c": `#include "twice.h"
int other(int n) {
  if (n > 1)
    return twice(n);
  return 0; }
`, // 1 function; lines 2, 3, 4, 5; 2 branches
}

// gcovBuild compiles the program with --coverage.
func gcovBuild(t *testing.T) (dir, program string) {
	t.Helper()
	for _, tool := range []string{"gcc", "gcov"} {
		if _, err := sandbox.LookPath(tool); err != nil {
			t.Skipf("%s is not here", tool)
		}
	}
	dir = t.TempDir()
	for name, text := range gcovFiles {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, argv := range [][]string{
		{"gcc", "-O0", "--coverage", "-c", "a.c"}, {"gcc", "-O0", "--coverage", "-c", "b.c"}, {"gcc", "--coverage", "-o", "program", "a.o", "b.o"},
	} {
		res, err := sandbox.Run(t.Context(), sandbox.Command{Argv: argv, Dir: dir, Timeout: time.Minute})
		if err != nil || res.ExitCode != 0 {
			t.Skipf("%q cannot compile for coverage here: %v %s", argv, err, res.Stderr)
		}
	}
	return dir, filepath.Join(dir, "program")
}

func runProgram(t *testing.T, argv ...string) {
	t.Helper()
	if _, err := sandbox.Run(t.Context(), sandbox.Command{Argv: argv, Timeout: time.Minute}); err != nil {
		t.Fatal(err)
	}
}

// readAll returns what was counted for all objects, one after the other.
func readAll(ctx context.Context, g coverage.Gcov) (*coverage.Lines, error) {
	all, err := g.Objects()
	if err != nil {
		return nil, err
	}
	l := &coverage.Lines{}
	for _, object := range all {
		if err := g.Read(ctx, object, l); err != nil {
			return nil, err
		}
	}
	return l, nil
}

func TestGcov(t *testing.T) {
	dir, program := gcovBuild(t)
	g := coverage.Gcov{Dir: dir}
	read := func() coverage.Totals {
		t.Helper()
		l, err := readAll(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{filepath.Join(dir, "a.c"), filepath.Join(dir, "b.c"), filepath.Join(dir, "twice.h")}, l.Files()); diff != "" {
			t.Error(diff)
		}
		return l.Totals()
	}
	all := func(lines, functions, branches int) coverage.Totals {
		return coverage.Totals{Lines: coverage.Share{Hit: lines, All: 10}, Functions: coverage.Share{Hit: functions, All: 3}, Branches: coverage.Share{Hit: branches, All: 4}}
	}
	// The header counts once although both objects have it.
	if diff := cmp.Diff(all(0, 0, 0), read()); diff != "" {
		t.Errorf("before any run: %s", diff)
	}
	runProgram(t, program) // everything except line 6 of main, line 4 of other, and twice
	if diff := cmp.Diff(all(6, 2, 2), read()); diff != "" {
		t.Errorf("behind one run: %s", diff)
	}
	runProgram(t, program, "x") // line 4 of other, and twice
	if diff := cmp.Diff(all(9, 3, 3), read()); diff != "" {
		t.Errorf("behind two: %s", diff)
	}
	runProgram(t, program, "x", "y")
	if diff := cmp.Diff(all(10, 3, 4), read()); diff != "" {
		t.Errorf("behind three: %s", diff)
	}
	if n, err := g.Reset(); n != 2 || err != nil {
		t.Errorf("%d objects are reset: %v", n, err)
	}
	if diff := cmp.Diff(all(0, 0, 0), read()); diff != "" {
		t.Errorf("behind a reset: %s", diff)
	}
}

func TestGcovErrors(t *testing.T) {
	var problem *coverage.GcovError
	empty := t.TempDir()
	if _, err := readAll(t.Context(), coverage.Gcov{Dir: empty}); !errors.As(err, &problem) || !strings.Contains(err.Error(), "there is no *.gcno below it") {
		t.Errorf("a folder without objects: %v", err)
	}
	if err := os.WriteFile(filepath.Join(empty, "x.gcno"), []byte("oncg garbage"), 0o644); err != nil {
		t.Fatal(err)
	}
	script := func(text string) string {
		path := filepath.Join(t.TempDir(), "gcov")
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, tool := range map[string]string{
		"no program": "/nonexistent/gcov", "a failure": script("echo no >&2; exit 3"), "nothing": script("true"), "no JSON": script("echo '{'"),
		"other JSON": script("echo '{}'"), "a number in the place of files": script(`echo '{"format_version":"1","files":3}'`), "a negative count": script(
			`echo '{"format_version":"1","files":[{"file":"x","lines":[{"line_number":1,"count":-1}]}]}'`),
	} {
		g := coverage.Gcov{Dir: empty, Tool: tool}
		if _, err := readAll(t.Context(), g); !errors.As(err, &problem) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := coverage.Gcov{Dir: empty}
	if _, err := readAll(ctx, g); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}
