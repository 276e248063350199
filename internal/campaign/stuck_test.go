package campaign

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/mutate"
)

// stuck is an engine that makes mutants of a seed, and gets stuck on the third one until it is released.
type stuck struct {
	numbers
	wait func()
}

func (e stuck) Prepare(ctx context.Context, seed *mutate.Seed, env mutate.Env) (mutate.Source, error) {
	s, err := e.numbers.Prepare(ctx, seed, env)
	return &stuckSource{s, e.wait, 2}, err
}

type stuckSource struct {
	mutate.Source
	wait func()
	left int
}

func (s *stuckSource) Next(r *rng.Rand) (mutate.Mutant, error) {
	if s.left--; s.left < 0 {
		s.wait()
	}
	return s.Source.Next(r)
}

// A worker that is stuck in an engine is abandoned: the campaign ends in time with a consistent state, and the worker touches
// nothing when it returns. Its unfinished work is run when the campaign resumes.
func TestStuckWorkerIsAbandoned(t *testing.T) {
	for name, ending := range map[string]struct {
		spin     bool
		duration time.Duration
		want     EndReason
	}{
		"blocks, interrupted": {false, 0, EndInterrupted},
		"spins, interrupted":  {true, 0, EndInterrupted},
		"blocks, time over":   {false, time.Hour, EndDuration},
		"spins, time over":    {true, time.Hour, EndDuration},
	} {
		t.Run(name, func(t *testing.T) {
			release, released := make(chan struct{}), atomic.Bool{}
			var inside, back atomic.Int64
			wait := func() {
				inside.Add(1)
				defer back.Add(1)
				if !ending.spin {
					<-release
					return
				}
				for !released.Load() { // a computation that checks nothing else
				}
			}
			c := config(t, fake(t, "--answer=sat --when='= x 1=>crash SEGV'")...)
			c.Engines = []mutate.Engine{numbers{name: "a"}, stuck{numbers{name: "z"}, wait}}
			c.Seeds = []SeedSource{numberSeed("x", 4), numberSeed("y", 4)}
			c.Jobs, c.Mutants = 3, 0
			var ended atomic.Bool
			var late, told atomic.Int64
			c.Events = sinkFunc(func(event.Event) {
				told.Add(1)
				if ended.Load() {
					late.Add(1)
				}
			})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			c.Duration = ending.duration
			end := cancel
			expires := make(chan func(), 1)
			c.after = func(_ time.Duration, f func()) func() bool {
				expires <- f
				return func() bool { return true }
			}
			go func() {
				if c.Duration > 0 {
					end = <-expires
				}
				for inside.Load() < 2 || told.Load() == 0 {
					time.Sleep(time.Millisecond)
				}
				end()
			}()
			sum, err := Run(ctx, c) // it returns while the workers are stuck
			ended.Store(true)
			if err != nil || sum.Ended != ending.want {
				t.Fatalf("ended %q, %v", sum.Ended, err)
			}
			if !working() {
				t.Error("no worker is stuck")
			}
			before := tree(t, c.Out)
			released.Store(true)
			close(release)
			for back.Load() < inside.Load() || working() {
				time.Sleep(time.Millisecond)
			}
			if after := tree(t, c.Out); after != before {
				t.Errorf("abandoned workers have changed files:\n%s\nbefore:\n%s", after, before)
			}
			if late.Load() > 0 {
				t.Errorf("%d events after the end", late.Load())
			}
			state, err := LoadState(c.Out)
			if err != nil || state.Stats.Mutants != sum.Stats.Mutants || state.Ended != ending.want {
				t.Errorf("saved: %d mutants, ended %q, %v; the summary says %d", state.Stats.Mutants, state.Ended, err, sum.Stats.Mutants)
			}
			// The engine is no longer stuck: it continues with the unfinished work.
			c.Duration, c.Mutants, c.Events = 0, sum.Stats.Mutants+8, nil
			again := mustRun(t, c)
			if got := again.Stats.Engines["z"]; !again.Resumed || got == nil || got.Mutants == 0 {
				t.Errorf("resumed: %v, engine z: %+v", again.Resumed, got)
			}
		})
	}
}

// working reports whether a worker of a campaign has not ended.
func working() bool {
	stacks := make([]byte, 1<<20)
	return bytes.Contains(stacks[:runtime.Stack(stacks, true)], []byte("campaign.(*worker).work("))
}

type sinkFunc func(event.Event)

func (f sinkFunc) Take(e event.Event) { f(e) }

// tree lists the files of a folder with their contents.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var out string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if errors.Is(err, os.ErrNotExist) || err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		out += path + "\n" + string(text) + "\n"
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
