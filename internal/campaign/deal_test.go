package campaign

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/mutate"
)

// ranMutant is a mutant that a worker ran.
type ranMutant struct {
	ordinal uint64
	index   int
}

// play has workers do jobs whose chains are as long as length says, until there are none; stopAfter mutants
// (0: never) end it early.
func play(d *dealer, workers, stopAfter int, length func(job) int) []ranMutant {
	var ran []ranMutant
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for {
				d.mu.Lock()
				j, ok := d.take()
				if !ok {
					d.mu.Unlock()
					return
				}
				n := length(j)
				if n == 0 && j.seed%2 == 1 {
					d.exclude(j)
				}
				count := d.mutants(context.Background(), j, n)
				d.mu.Unlock()
				for i := j.skip; i < count; i++ {
					d.mu.Lock()
					if d.over {
						d.mu.Unlock()
						return
					}
					ran = append(ran, ranMutant{j.ordinal, i})
					d.ran(j, i, fuzzer.Memory{})
					if len(ran) == stopAfter {
						d.end()
					}
					d.mu.Unlock()
				}
				d.mu.Lock()
				d.finish()
				d.mu.Unlock()
			}
		})
	}
	group.Wait()
	slices.SortFunc(ran, func(a, b ranMutant) int {
		if a.ordinal != b.ordinal {
			return int(a.ordinal) - int(b.ordinal)
		}
		return a.index - b.index
	})
	return ran
}

// Any number of workers, ended and restored at any point, runs exactly the first mutants in the order of jobs.
func TestDealerRunsTheFirstMutants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const chain = 4
		seeds, engines := rapid.IntRange(1, 5).Draw(t, "seeds"), rapid.IntRange(1, 3).Draw(t, "engines")
		lengths := rapid.SliceOfN(rapid.IntRange(0, chain), seeds*engines, seeds*engines).Draw(t, "lengths")
		lengths[0] = max(lengths[0], 1) // something can be run
		limit := rapid.Int64Range(1, 60).Draw(t, "limit")
		length := func(j job) int {
			n := lengths[j.seed*engines+j.engine]
			if n == 0 || j.seed == 0 {
				return n
			}
			return min(chain, n+int(j.round%2))
		}
		deal := func() *dealer { return newDealer(new(sync.Mutex), 3, seeds, engines, chain, limit) }
		want := play(deal(), 1, 0, length)
		if int64(len(want)) != limit {
			t.Fatalf("one worker ran %d mutants of %d", len(want), limit)
		}
		var got []ranMutant
		d := deal()
		for _, stop := range rapid.SliceOfN(rapid.IntRange(1, 20), 0, 3).Draw(t, "stops") {
			got = append(got, play(d, rapid.IntRange(1, 4).Draw(t, "workers"), stop, length)...)
			saved := d.save()
			d = deal()
			d.restore(saved)
		}
		got = append(got, play(d, rapid.IntRange(1, 4).Draw(t, "workers"), 0, length)...)
		slices.SortFunc(got, func(a, b ranMutant) int {
			return int(a.ordinal)*chain*2 + a.index - int(b.ordinal)*chain*2 - b.index
		})
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(ranMutant{})); diff != "" {
			t.Fatalf("mutants (-one worker +several):\n%s", diff)
		}
		if st := d.save(); st.Before > limit || st.Before+chain*int64(len(st.Jobs)) < limit {
			t.Fatalf("saved state %+v does not fit a limit of %d", st, limit)
		}
	})
}

// Every round deals every pair once, and in another order.
func TestDealerRounds(t *testing.T) {
	const seeds, engines = 6, 2
	d := newDealer(new(sync.Mutex), 1, seeds, engines, 1, 0)
	var rounds [3][]int
	for range len(rounds) * seeds * engines {
		j, ok := d.take()
		if !ok {
			t.Fatal("no job")
		}
		rounds[j.round] = append(rounds[j.round], j.seed*engines+j.engine)
		d.mutants(t.Context(), j, 1)
		d.ran(j, 0, fuzzer.Memory{})
		d.finish()
	}
	for i, r := range rounds {
		if i > 0 && slices.Equal(r, rounds[0]) {
			t.Errorf("round %d has the order of the first", i)
		}
		slices.Sort(r)
		if len(slices.Compact(r)) != seeds*engines {
			t.Errorf("round %d: %v", i, r)
		}
	}
	if len(d.jobs) != 0 {
		t.Errorf("%d finished jobs are remembered", len(d.jobs))
	}
}

// The reason why a seed yields nothing is counted in whichever order its rounds end: a worker may be faster than the one before it.
func TestReasonOfFasterRound(t *testing.T) {
	for _, err := range []error{fmt.Errorf("%w: no formula has a known value", mutate.ErrNotApplicable), &fuzzer.SeedError{Seed: "a", Err: errors.New("too large")}} {
		for _, order := range [][]int{{0, 1}, {1, 0}} {
			r := &runner{Config: Config{Engines: []mutate.Engine{numbers{name: "e"}}, Seeds: make([]SeedSource, 1)}, stats: newStats()}
			r.stats.Seeds = 1
			r.deal = newDealer(&r.mu, 1, 1, 1, 20, 0)
			var jobs []job
			for range 2 {
				j, ok := r.deal.take()
				if !ok {
					t.Fatal("there is no job")
				}
				jobs = append(jobs, j)
			}
			for _, k := range order {
				for _, e := range r.begun(jobs[k], nil, err) {
					r.stats.Take(e)
				}
				r.deal.mutants(t.Context(), jobs[k], 0)
			}
			text := r.noMutants().Error()
			if !strings.HasSuffix(text, "e: 1 seed: no formula has a known value") && !strings.HasSuffix(text, "1 of 1 seed cannot be read; first: too large") {
				t.Errorf("%v in order %v: %s", err, order, text)
			}
		}
	}
}
