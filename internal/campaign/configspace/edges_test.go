package configspace

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/options"
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
[options]
set = "--{name}={value}"
on = "--{name}"
[[options.list]]
args = ["--help"]
form = "usage"
`

// toyTarget compiles a program that counts edges.
func toyTarget(t *testing.T) solver.Target {
	t.Helper()
	if _, err := sandbox.LookPath("gcc"); err != nil {
		t.Skip("gcc is not here")
	}
	out := filepath.Join(t.TempDir(), "toy")
	for _, command := range []string{
		"gcc -O1 -c -o " + out + ".o " + filepath.Join("..", "..", "solver", "coverage", "runtime", "edges.c"),
		"gcc -O1 -fno-inline -fsanitize-coverage=trace-pc -o " + out + " " + filepath.Join("testdata", "toy.c") + " " + out + ".o",
	} {
		res, err := sandbox.Run(t.Context(), sandbox.Command{Argv: strings.Fields(command), Timeout: time.Minute})
		if err != nil || res.ExitCode != 0 {
			t.Fatalf("%s: %v %s", command, err, res.Stderr)
		}
	}
	set, err := solver.Builtin()
	if err == nil {
		set, err = set.With("toy.toml", []byte(toyProfile))
	}
	if err != nil {
		t.Fatal(err)
	}
	target, err := solver.Resolve(t.Context(), out, set)
	if err != nil {
		t.Fatal(err)
	}
	return target
}

// TestPlantedEdges: for a solver that tells nothing, edges show what an option does, and reading the option does not count as
// an effect, be it at once or where the formula is solved.
func TestPlantedEdges(t *testing.T) {
	target := toyTarget(t)
	sight, err := coverage.Of(t.Context(), target, trialtest.Scratch(t))
	if err != nil || sight.Edges == nil {
		t.Fatalf("it is seen by %+v: %v", sight, err)
	}
	c, err := options.Read(t.Context(), target, 1)
	if err != nil {
		t.Fatal(err)
	}
	h := Header{
		Record: RecordFormat, Solver: "toy", Version: target.Version(), Seed: 3, Kinds: 6, Assertions: 6, Candidates: 2, Logics: []string{"QF_BV"},
		Options: Searched(c, solver.UseSearch),
	}
	r, err := OpenRecord(filepath.Join(t.TempDir(), "record.jsonl"), h)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	process := trial.Process{Edges: sight.Edges}
	l := &Learner{
		Bench:  &trial.Bench{Runner: process, Fresh: process, Limits: solver.Limits{Time: time.Minute}},
		Target: target, Catalogue: c, Record: r, Header: h, Edges: true, Jobs: 2, Scratch: trialtest.Scratch(t),
	}
	if !slices.Contains(h.Options, "level") {
		t.Fatalf("options %v", h.Options)
	}
	with := 0
	l.Learned = func(lesson Lesson) {
		if lesson.Skipped != "" {
			return
		}
		want := Effect("")
		if slices.Contains(lesson.Kinds, "bvmul") {
			want = InEdges
			with++
		}
		if lesson.Effects["mul"] != want || lesson.Effects["idle"] != "" || lesson.Effects["level"] != "" {
			t.Errorf("round %d of %q: effects %v", lesson.Round, lesson.Kinds, lesson.Effects)
		}
	}
	if err := l.Run(t.Context(), 60); err != nil {
		t.Fatal(err)
	}
	if with == 0 {
		t.Error("no formula has bvmul")
	}
}
