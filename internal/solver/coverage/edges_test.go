package coverage_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/feedback"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

const toyProfile = `format = 1
name = "toy"
binaries = ["toy"]
dialect = "smtlib-2.6"
[version]
args = ["--version"]
pattern = 'toy (\S+)'
[session]
args = ["-"]
reset = "(reset)"
`

// compilers are the ways to instrument a program: a command for our runtime, "" for none, and one for the program.
var compilers = []struct{ name, runtime, program string }{
	{"afl-clang-fast", "", "afl-clang-fast -O1 -o OUT toy.c"},
	{"gcc", "gcc -O1 -c -o OUT.o edges.c", "gcc -O1 -fsanitize-coverage=trace-pc -o OUT toy.c OUT.o"},
	{"clang", "clang -O1 -c -o OUT.o edges.c", "clang -O1 -fsanitize-coverage=trace-pc-guard -o OUT toy.c OUT.o"},
}

// compile runs a command, where words ending in .c are files of this package and OUT is a file of the test.
func compile(t *testing.T, command, out string) {
	t.Helper()
	if command == "" {
		return
	}
	places := strings.NewReplacer("OUT", out, "toy.c", filepath.Join("testdata", "toy.c"), "edges.c", filepath.Join("runtime", "edges.c"))
	res, err := sandbox.Run(t.Context(), sandbox.Command{
		Argv: strings.Fields(places.Replace(command)), Timeout: time.Minute, Vars: []string{"AFL_QUIET=1", "AFL_DONT_OPTIMIZE=1"},
	})
	if err != nil {
		t.Skipf("%s: %v", command, err)
	}
	if res.ExitCode != 0 {
		t.Skipf("%s cannot instrument here: %s", command, res.Stderr)
	}
}

func toyTarget(t *testing.T, program string) solver.Target {
	t.Helper()
	return profiledToy(t, program, toyProfile)
}

func profiledToy(t *testing.T, program, profile string) solver.Target {
	t.Helper()
	set, err := solver.Builtin()
	if err == nil {
		set, err = set.With("toy.toml", []byte(profile))
	}
	if err != nil {
		t.Fatal(err)
	}
	target, err := solver.Resolve(t.Context(), program, set)
	if err != nil {
		t.Fatal(err)
	}
	return target
}

func toyText(n int) string {
	return fmt.Sprintf("(set-logic QF_LIA)\n(declare-const n Int)\n(assert (= n %d))\n(check-sat)\n", n)
}

func TestEdges(t *testing.T) {
	for _, c := range compilers {
		t.Run(c.name, func(t *testing.T) {
			if _, err := sandbox.LookPath(c.name); err != nil {
				t.Skipf("%s is not here", c.name)
			}
			out := filepath.Join(t.TempDir(), "toy")
			compile(t, c.runtime, out)
			compile(t, c.program, out)
			target := toyTarget(t, out)
			edges, err := coverage.NewEdges(0)
			if err != nil {
				t.Fatal(err)
			}
			alive := living.New(living.Config{Mode: solver.Reset, Edges: edges})
			t.Cleanup(alive.Close)
			t.Run("process", func(t *testing.T) { checkEdges(t, target, trial.Process{Edges: edges}, solver.Process) })
			t.Run("living", func(t *testing.T) { checkEdges(t, target, alive, solver.Reset) })
			t.Run("crash", func(t *testing.T) {
				_, s, err := took(t, target, trial.Process{Edges: edges}, 666)
				if err != nil || s.Len() == 0 {
					t.Errorf("a crash shows %d edges: %v", s.Len(), err)
				}
			})
			t.Run("uncounted", func(t *testing.T) {
				if _, s, err := took(t, target, trial.Process{}, 4); !errors.Is(err, coverage.ErrSilent) {
					t.Errorf("%d edges are seen where nobody counts: %v", s.Len(), err)
				}
			})
		})
	}
}

// took runs the toy on a number and observes it.
func took(t *testing.T, target solver.Target, r trial.Runner, n int) (solver.Run, feedback.Signature, error) {
	t.Helper()
	bench := (&trial.Bench{Runner: r}).In(trialtest.Scratch(t))
	run, err := bench.New(read(t, toyText(n)), trial.Facts{Plan: trial.AskNothing}).Run(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	s, err := coverage.NewByEdges(target.Solver).Observe(t.Context(), &run)
	return run, s, err
}

func checkEdges(t *testing.T, target solver.Target, r trial.Runner, mode solver.Mode) {
	f := coverage.NewByEdges(target.Solver)
	m := feedback.NewMap(f.Subject())
	signatures := map[int]feedback.Signature{}
	for _, step := range []struct {
		n    int
		news bool
	}{
		{40, true},
		{40, false}, // the same again
		{42, false}, // a loop in the same bucket
		{4, true},   // in another one
		{7, true},   // another function
		{40, false}, // what it did before is not part of it
		{7, false},
		{4, false},
	} {
		run, s, err := took(t, target, r, step.n)
		if err != nil || run.Mode != mode || run.Void {
			t.Fatalf("n = %d in mode %s: %v, %s", step.n, run.Mode, err, run.Reason)
		}
		if before, ok := signatures[step.n]; ok && s.Digest() != before.Digest() {
			t.Errorf("n = %d takes other edges at another time: %q", step.n, s.Differ(before))
		}
		signatures[step.n] = s
		if fresh := m.Add(s); fresh > 0 != step.news {
			t.Errorf("n = %d: %d new entries", step.n, fresh)
		}
	}
	if signatures[40].Digest() == signatures[4].Digest() || signatures[40].Digest() != signatures[42].Digest() {
		t.Error("buckets of loops are not told apart, or counts are")
	}
}

// A program that was not compiled for this ignores the variables, and shows nothing.
func TestEdgesOfOthers(t *testing.T) {
	target := trialtest.Fakes(t, "", "--answer=sat")[0]
	edges, err := coverage.NewEdges(1 << 10)
	if err != nil {
		t.Fatal(err)
	}
	run, s, err := took(t, target, trial.Process{Edges: edges}, 4)
	if !errors.Is(err, coverage.ErrSilent) || s.Len() > 0 || run.Void {
		t.Errorf("%d edges, %v, %s", s.Len(), err, run.Reason)
	}
	for _, size := range []int{-1, 7, 65535, 2 * coverage.MaxMap} {
		if _, err := coverage.NewEdges(size); err == nil {
			t.Errorf("%d bytes are taken", size)
		}
	}
}

func TestCounter(t *testing.T) {
	edges, err := coverage.NewEdges(0)
	if err != nil {
		t.Fatal(err)
	}
	c, err := edges.Counter()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if n := c.Signature().Len(); n != 0 {
		t.Errorf("a new counter has %d edges", n)
	}
	if vars := strings.Join(c.Vars(), " "); !strings.HasPrefix(vars, "__AFL_SHM_ID=") || !strings.HasSuffix(vars, " AFL_MAP_SIZE=65536") {
		t.Errorf("variables %s", vars)
	}
	c.Close()
	c.Clear()
	if n := c.Signature().Len(); n != 0 {
		t.Errorf("a closed counter has %d edges", n)
	}
	var none *coverage.Counter
	none.Clear()
	none.Close()
	if none.Signature().Len() != 0 {
		t.Error("no counter counts")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (trial.Process{Edges: edges}).Run(ctx, trial.Request{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a run that is over: %v", err)
	}
}
