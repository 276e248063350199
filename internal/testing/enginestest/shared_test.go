package enginestest_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/fusion"
	"github.com/assay-smt/assay/internal/testing/enginestest"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/internal/testing/testdepth"
)

// TestShared: workers of a campaign share engines. The race detector has nothing to say about any, and their number changes no mutant. The
// engines' own tests start no goroutine, so that they can do without the detector; a sample here is every sixth seed of the kit.
func TestShared(t *testing.T) {
	const workers = 3
	alone, shared := all(t), all(t)
	every := testdepth.Sample(6, 1)
	for i, engine := range shared {
		t.Run(engine.Name(), func(t *testing.T) {
			var want, got [workers]map[string][]string
			for w := range workers {
				var err error
				if want[w], err = mutants(alone[i], w, every); err != nil {
					t.Fatal(err)
				}
			}
			var wg sync.WaitGroup
			for w := range workers {
				wg.Go(func() {
					var err error
					if got[w], err = mutants(engine, w, every); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("workers that share the engine make other mutants: %s", diff)
			}
			if len(want[0]) == 0 {
				t.Error("there are no mutants")
			}
		})
	}
}

// all returns all engines, fusion with a few of its functions: trying these takes most of the time.
func all(t *testing.T) []mutate.Engine {
	t.Helper()
	made, table := enginestest.All(t)
	functions, err := fusion.Builtin(table)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range made {
		if e.Name() == "fusion" {
			o := fusion.DefaultOptions()
			o.Functions = functions[len(functions)-4:] // they are for every sort
			if made[i], err = fusion.New(o); err != nil {
				t.Fatal(err)
			}
		}
	}
	return made
}

// mutants returns the text and truth of the mutants that a worker makes, by seed.
func mutants(e mutate.Engine, worker, every int) (map[string][]string, error) {
	out := map[string][]string{}
	for i, s := range mutatetest.Corpus() {
		if i%every != 0 {
			continue
		}
		seed, err := s.Read()
		if err != nil {
			return nil, err
		}
		r := rng.New(uint64(worker)).Split(s.Name)
		source, err := e.Prepare(context.Background(), seed, mutate.Env{Asker: mutatetest.Truthful(s), Rand: r.Split("prepare")})
		if errors.Is(err, mutate.ErrNotApplicable) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		for range 3 {
			m, err := source.Next(r)
			if errors.Is(err, mutate.ErrExhausted) {
				break
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.Name, err)
			}
			out[s.Name] = append(out[s.Name], fmt.Sprintf("%v\n%s", m.Known(), m.Script))
		}
	}
	return out, nil
}
