package campaign

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The same command in the same folder goes on where the run before ended, in the middle of a chain too.
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
	// A campaign that ran nothing stands in nobody's way.
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
