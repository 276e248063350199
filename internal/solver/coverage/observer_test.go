package coverage_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

func TestSight(t *testing.T) {
	for _, tt := range []struct {
		name, profile, option string
		statistics            bool
		why                   string
	}{
		{"by a command", byCommand, "--answer=unsat", true, ""},
		{"by arguments", byArgs, "--answer=unsat", true, ""},
		{"neither", "", "--answer=sat", false, "it was not compiled to count edges"},
		{"wrong answer", "", "--answer=unsat", false, "it does not answer its probe"},
		{"no probe", "inherit = \"none\"\n", "--answer=sat", false, "none [probe]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			target := trialtest.Fakes(t, tt.profile, tt.option)[0]
			s, err := coverage.Of(t.Context(), target, trialtest.Scratch(t))
			if err != nil {
				t.Fatal(err)
			}
			if s.Statistics != tt.statistics || (s.Feedback != nil) != tt.statistics || s.Edges != nil {
				t.Errorf("it is seen by %+v", s)
			}
			if (s.Why == "") != (tt.why == "") || !strings.Contains(s.Why, tt.why) {
				t.Errorf("the reason is %q, want %q", s.Why, tt.why)
			}
		})
	}
}

// observer compiles the toy with edges.
func observer(t *testing.T) string {
	t.Helper()
	for _, c := range compilers {
		if _, err := sandbox.LookPath(c.name); err == nil {
			out := filepath.Join(t.TempDir(), "toy")
			compile(t, c.runtime, out)
			compile(t, c.program, out)
			return out
		}
	}
	t.Skip("there is no compiler")
	return ""
}

// The edges of an instrumented program are seen, with room for all of them.
func TestSightOfEdges(t *testing.T) {
	toy := observer(t)
	for options, size := range map[string]int{"": coverage.DefaultMap, " --least=300000": 1 << 20, " --least=16777216": coverage.MaxMap, " --least=16777217": 0} {
		target := toyTarget(t, toy+options)
		s, err := coverage.Of(t.Context(), target, trialtest.Scratch(t))
		if err != nil {
			t.Fatal(err)
		}
		if size == 0 {
			if s.Feedback != nil || s.Edges != nil || !strings.Contains(s.Why, "does not answer its probe") {
				t.Errorf("%q is seen by %+v", options, s)
			}
			continue
		}
		if s.Statistics || s.Feedback == nil || s.Edges == nil || s.Edges.Size() != size || s.Why != "" {
			t.Fatalf("%q is seen by %+v, want %d bytes", options, s, size)
		}
		run, _, err := took(t, target, trial.Process{Edges: s.Edges}, 7)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.Feedback.Observe(t.Context(), &run); err != nil || got.Len() == 0 {
			t.Errorf("%q shows %d entries: %v", options, got.Len(), err)
		}
	}
}

// Whoever would rather see code than statistics sees it where the program counts edges, and statistics elsewhere.
func TestSightOfCode(t *testing.T) {
	fake := trialtest.Fakes(t, byCommand, "--answer=unsat")[0]
	if s, err := coverage.OfCode(t.Context(), fake, trialtest.Scratch(t)); err != nil || !s.Statistics || s.Edges != nil {
		t.Errorf("a program without edges is seen by %+v: %v", s, err)
	}
	both := profiledToy(t, observer(t), toyProfile+"[statistics]\nargs = [\"--stats\"]\n")
	if s, err := coverage.Of(t.Context(), both, trialtest.Scratch(t)); err != nil || !s.Statistics {
		t.Errorf("statistics come first: %+v, %v", s, err)
	}
	if s, err := coverage.OfCode(t.Context(), both, trialtest.Scratch(t)); err != nil || s.Statistics || s.Edges == nil {
		t.Errorf("code comes first: %+v, %v", s, err)
	}
}

func TestSightEnds(t *testing.T) {
	target := trialtest.Fakes(t, "", "--answer=sat")[0]
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := coverage.Of(ctx, target, trialtest.Scratch(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
	dir, err := disk.OpenScratch(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir.Close()
	var output *disk.OutputError
	if _, err := coverage.Of(t.Context(), target, dir); !errors.As(err, &output) {
		t.Errorf("a folder that is gone: %v", err)
	}
}
