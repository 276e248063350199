package campaign

import (
	"context"
	"sync/atomic"
	"testing"
	"time"
)

// While the gate is closed no mutant is begun; when it opens, the campaign does what it would have done anyway.
func TestGate(t *testing.T) {
	s, seen := recorder(t)
	c := config(t, s)
	c.Mutants, c.Gate = 37, &Gate{}
	c.Gate.Close()
	var shown, most atomic.Int64
	c.Progress = func(now Snapshot) {
		if !c.Gate.Closed() {
			return
		}
		most.Store(max(most.Load(), now.Mutants))
		if shown.Add(1) == 3 {
			c.Gate.Open()
			c.Gate.Open() // once is enough
		}
	}
	if sum := mustRun(t, c); sum.Stats.Mutants != 37 || len(seen()) != 37 {
		t.Errorf("%d mutants, %d of them run", sum.Stats.Mutants, len(seen()))
	}
	if shown.Load() < 3 || most.Load() != 0 {
		t.Errorf("%d mutants while the gate was closed, %d times shown", most.Load(), shown.Load())
	}
}

// A paused campaign can be ended.
func TestGateEndsWithContext(t *testing.T) {
	s, seen := recorder(t)
	c := config(t, s)
	c.Gate = &Gate{}
	c.Gate.Close()
	ctx, cancel := context.WithCancel(t.Context())
	c.Progress = func(now Snapshot) {
		if !now.Done {
			time.AfterFunc(10*time.Millisecond, cancel) // by then the workers are at the gate
		}
	}
	sum, err := Run(ctx, c)
	if err != nil || sum.Ended != EndInterrupted || len(seen()) != 0 {
		t.Errorf("ended by %s (%v) after %d runs", sum.Ended, err, len(seen()))
	}
}

// A snapshot counts what the summary at the end counts.
func TestSnapshotParts(t *testing.T) {
	c := config(t, fake(t, "--opt-a=1 --when='(= . [0-9]*[12])=>crash SEGV' --answer=sat", "--answer=sat")...)
	c.Mutants = 37
	sum := mustRun(t, c)
	s := sum.Final
	if len(s.Solvers) != 2 || len(s.Engines) != 2 || len(s.Logics) == 0 {
		t.Fatalf("%d solvers, %d engines, %d logics", len(s.Solvers), len(s.Engines), len(s.Logics))
	}
	var mutants, runs, found, logics int64
	for _, e := range s.Engines {
		mutants, found = mutants+e.Mutants, found+e.Findings
	}
	for _, v := range s.Solvers {
		runs += v.Runs
		var outcomes int64
		for _, n := range v.Outcomes {
			outcomes += n
		}
		if outcomes != v.Runs {
			t.Errorf("%s: %d outcomes in %d runs", v.Spec, outcomes, v.Runs)
		}
	}
	for _, l := range s.Logics {
		logics += l.Mutants
	}
	if mutants != sum.Stats.Mutants || logics != mutants || runs != sum.Stats.Calls || found == 0 || int(found) != s.Findings {
		t.Errorf("%d mutants of engines and %d of logics, want %d; %d runs, want %d; %d findings, want %d", mutants, logics, sum.Stats.Mutants, runs, sum.Stats.Calls, found, s.Findings)
	}
}
