package campaign

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/theory"
)

// The same command in the same folder continues where the previous run ended, even in the middle of a chain.
func TestResume(t *testing.T) {
	s, seen := recorder(t)
	c := config(t, s)
	c.Mutants = 50
	mustRun(t, c)
	want := seen()

	s, seen = recorder(t)
	c = config(t, s)
	whole := c.Out
	for _, limit := range []int64{7, 7, 23, 50} {
		c.Mutants = limit
		sum := mustRun(t, c)
		if sum.Stats.Mutants != limit || int64(len(seen())) != limit {
			t.Fatalf("limit %d: %d mutants counted, %d seen", limit, sum.Stats.Mutants, len(seen()))
		}
	}
	if diff := cmp.Diff(want, seen()); diff != "" {
		t.Errorf("mutants (-in one go +resumed):\n%s", diff)
	}
	st, err := LoadState(whole)
	if err != nil || st.Ended != EndMutants || st.Stats.Engines["one"].NotApplicable["no number"] != 1 {
		t.Errorf("state %+v, %v", st, err)
	}
}

// A canceled run loses no mutant and counts none twice.
func TestResumeAfterCancel(t *testing.T) {
	s, seen := recorder(t)
	c := config(t, s)
	c.Mutants = 50
	mustRun(t, c)
	want := slices.Compact(seen())

	s, seen = recorder(t)
	c = config(t, s)
	c.Mutants = 50
	for _, after := range []int64{5, 31} {
		ctx, cancel := context.WithCancel(t.Context())
		var made atomic.Int64
		interrupted := c
		interrupted.Engines = nil
		for _, e := range []string{"one", "two"} {
			interrupted.Engines = append(interrupted.Engines, numbers{name: e, calls: func() {
				if made.Add(1) == after {
					cancel()
				}
			}})
		}
		sum, err := Run(ctx, interrupted)
		if err != nil || sum.Ended != EndInterrupted {
			t.Fatalf("canceled run: %s, %v", sum.Ended, err)
		}
		cancel()
	}
	sum := mustRun(t, c)
	if !sum.Resumed || sum.Stats.Mutants != 50 {
		t.Errorf("resumed %v, %d mutants", sum.Resumed, sum.Stats.Mutants)
	}
	if diff := cmp.Diff(want, slices.Compact(seen())); diff != "" {
		t.Errorf("mutants (-in one go +resumed):\n%s", diff)
	}
}

func TestOutputOfAnotherCampaign(t *testing.T) {
	s := fake(t, "--answer=sat")
	c := config(t, s...)
	c.Mutants = 2
	mustRun(t, c)
	c.Seed++
	_, err := Run(t.Context(), c)
	var mismatch *MismatchError
	if !errors.As(err, &mismatch) || mismatch.What != "campaign seed" {
		t.Errorf("other seed: %v", err)
	}
	// A campaign that ran nothing does not block another one.
	c.Out = filepath.Join(t.TempDir(), "fresh")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if sum, err := Run(ctx, c); err != nil || sum.Ended != EndInterrupted {
		t.Errorf("canceled before it began: %s, %v", sum.Ended, err)
	}
	c.Seed++
	mustRun(t, c)
}

func TestOutputInUse(t *testing.T) {
	c := config(t, fake(t, "--answer=sat")...)
	c.Mutants = 2
	var second error
	c.Progress = func(s Snapshot) {
		if s.Done {
			_, second = Run(t.Context(), c)
		}
	}
	mustRun(t, c)
	var busy *BusyError
	if !errors.As(second, &busy) {
		t.Errorf("second campaign in the same folder: %v", second)
	}
}

// What determines the mutants cannot change during a campaign: neither an engine's settings nor the operator
// table.
func TestOtherMutants(t *testing.T) {
	table := func(text string) *theory.Table {
		extended, _, err := theory.Builtin().Extend("mine.theory", text)
		if err != nil {
			t.Fatal(err)
		}
		return extended
	}
	engines := func(settings string) []mutate.Engine {
		return []mutate.Engine{numbers{name: "one"}, numbers{name: "two", settings: settings}}
	}
	begun := config(t, fake(t, "--answer=sat")...)
	begun.Mutants, begun.Engines, begun.Table = 2, engines("walk=5"), table("(mine Int Int)")
	mustRun(t, begun)
	for _, tt := range []struct {
		change func(*Config)
		what   string
		words  string
	}{
		{func(c *Config) { c.Engines = engines("walk=6") }, "configuration of two", "another configuration of two; use another --out"},
		{func(c *Config) { c.Engines = engines("") }, "configuration of two", "another configuration of two; use another --out"},
		{func(c *Config) { c.Engines = engines("walk=5")[1:] }, "engines", "different engines (then one, two, now two)"},
		{func(c *Config) { c.Table = nil }, "operator table", "the files and the version of Assay that it was begun with"},
		{func(c *Config) { c.Table = table("(mine Int Bool)") }, "operator table", "another operator table; use another --out"},
	} {
		c := begun
		tt.change(&c)
		_, err := Run(t.Context(), c)
		var mismatch *MismatchError
		if !errors.As(err, &mismatch) || mismatch.What != tt.what || !strings.Contains(err.Error(), tt.words) {
			t.Errorf("%v, not %s: %s", err, tt.what, tt.words)
		}
	}
	begun.Table = table("(mine Int Int) ; again")
	begun.Mutants++
	mustRun(t, begun)
}
