package campaign

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign/fuzzer"
)

// waiter is a job whose worker asks how many of the job's mutants are within the limit.
type waiter struct {
	job    job
	answer int // -1 while it waits
	done   chan struct{}
}

// ask makes a worker ask, and returns when the worker either has its answer or waits for one: the dealer's mutex is free
// again.
func ask(t *testing.T, d *dealer, j job, count int) *waiter {
	t.Helper()
	w := &waiter{job: j, answer: -1, done: make(chan struct{})}
	asking := make(chan struct{})
	go func() {
		d.mu.Lock()
		close(asking)
		w.answer = d.mutants(t.Context(), j, count)
		d.mu.Unlock()
		close(w.done)
	}()
	<-asking
	d.mu.Lock() // the worker has its answer, or waits
	defer d.mu.Unlock()
	return w
}

// now returns the answer, -1 while there is none.
func (w *waiter) now(d *dealer) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return w.answer
}

// TestDealerBehindASlowJob: jobs after one whose number of mutants is unknown run what is within the limit in any case, and
// wait when the rest depends on the slow one. Once its number is known, all jobs continue, and the limit holds exactly.
func TestDealerBehindASlowJob(t *testing.T) {
	const chain = 4
	for _, tt := range []struct {
		limit   int64
		slow    int   // mutants of the first job
		counts  []int // of those after it
		before  []int // answers while the first job's number is unknown
		answers []int // and once it is known
		own     int   // the first job's own answer
	}{
		{100, 4, []int{4, 4, 4}, []int{4, 4, 4}, []int{4, 4, 4}, 4},
		{16, 4, []int{4, 4, 4}, []int{4, 4, 4}, []int{4, 4, 4}, 4},
		{15, 4, []int{4, 4, 4}, []int{4, 4, -1}, []int{4, 4, 3}, 4},
		{15, 3, []int{4, 4, 4}, []int{4, 4, -1}, []int{4, 4, 4}, 3},
		{8, 4, []int{4, 4, 4}, []int{4, -1, -1}, []int{4, 0, 0}, 4},
		{8, 1, []int{4, 4, 4}, []int{4, -1, -1}, []int{4, 3, 0}, 1},
		{7, 4, []int{4, 4}, []int{-1, -1}, []int{3, 0}, 4},
		{7, 2, []int{4, 4}, []int{-1, -1}, []int{4, 1}, 2},
		{3, 4, []int{4, 1}, []int{-1, -1}, []int{0, 0}, 3},
		{3, 0, []int{4, 1}, []int{-1, -1}, []int{3, 0}, 0},
		{9, 4, []int{1, 0, 4}, []int{1, 0, 4}, []int{1, 0, 4}, 4},
		{8, 4, []int{1, 0, 4}, []int{1, 0, -1}, []int{1, 0, 3}, 4},
	} {
		t.Run(fmt.Sprintf("limit %d, %d mutants, then %v", tt.limit, tt.slow, tt.counts), func(t *testing.T) {
			d := newDealer(new(sync.Mutex), 1, 3, 3, chain, tt.limit)
			d.mu.Lock()
			slow, ok := d.take()
			d.mu.Unlock()
			if !ok || slow.ordinal != 0 {
				t.Fatal("no first job")
			}
			var waiters []*waiter
			for i, n := range tt.counts {
				d.mu.Lock()
				j, ok := d.take()
				d.mu.Unlock()
				if !ok || j.ordinal != uint64(i+1) {
					t.Fatalf("job %d: %+v, %v", i+1, j, ok)
				}
				waiters = append(waiters, ask(t, d, j, n))
			}
			var got []int
			for _, w := range waiters {
				got = append(got, w.now(d))
			}
			if diff := cmp.Diff(tt.before, got); diff != "" {
				t.Errorf("answers before the slow job is known (-want +got):\n%s", diff)
			}
			first := ask(t, d, slow, tt.slow)
			<-first.done
			got = nil
			total := first.answer
			for _, w := range waiters {
				<-w.done
				got = append(got, w.answer)
				total += w.answer
			}
			if diff := cmp.Diff(tt.answers, got); diff != "" || first.answer != tt.own {
				t.Errorf("answers (-want +got), the slow job's %d, want %d:\n%s", first.answer, tt.own, diff)
			}
			if int64(total) > tt.limit {
				t.Errorf("%d mutants under a limit of %d", total, tt.limit)
			}
			// The edge of what is done moves when the slow job is done, however early the others were.
			for _, w := range slices.Backward(append([]*waiter{first}, waiters...)) {
				d.mu.Lock()
				for i := range w.answer {
					d.ran(w.job, i, fuzzer.Memory{})
				}
				d.finish()
				if w != first && d.done > 0 && d.jobs[0] != nil {
					t.Errorf("%d jobs are done before the first", d.done)
				}
				d.mu.Unlock()
			}
		})
	}
}

// TestDealerEndsBehindASlowJob: no worker waits for a slow job when the run is over.
func TestDealerEndsBehindASlowJob(t *testing.T) {
	d := newDealer(new(sync.Mutex), 1, 3, 1, 4, 6)
	d.mu.Lock()
	d.take()
	second, _ := d.take()
	third, _ := d.take()
	d.mu.Unlock()
	waiting := []*waiter{ask(t, d, second, 4), ask(t, d, third, 4)}
	for i, w := range waiting {
		if n := w.now(d); n != -1 {
			t.Errorf("job %d: %d mutants before the first job is known", i+1, n)
		}
	}
	d.mu.Lock()
	d.end()
	d.mu.Unlock()
	for i, w := range waiting {
		<-w.done
		if w.answer != 0 {
			t.Errorf("job %d: %d mutants when it is over", i+1, w.answer)
		}
	}
	if _, ok := d.take(); ok {
		t.Error("a job when it is over")
	}
}

// TestDealerRestoredBehindASlowJob: jobs after a slow one that an earlier run had begun continue at their next mutants, in
// order.
func TestDealerRestoredBehindASlowJob(t *testing.T) {
	const chain = 4
	d := newDealer(new(sync.Mutex), 1, 2, 2, chain, 10)
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, ok := d.take(); !ok { // the slow one, about which nothing becomes known
		t.Fatal("no job")
	}
	for _, run := range []int{2, 4} {
		j, _ := d.take()
		state := d.jobs[j.ordinal]
		state.Mutants, state.known = 4, true
		for i := range run {
			d.ran(j, i, fuzzer.Memory{})
		}
	}
	d.finish()
	saved := d.save()
	if saved.Done != 0 || saved.Before != 0 || len(saved.Jobs) != 2 {
		t.Fatalf("saved %+v", saved)
	}
	d = newDealer(new(sync.Mutex), 1, 2, 2, chain, 10)
	d.restore(saved)
	type dealt struct {
		ordinal uint64
		skip    int
		count   int
	}
	var got []dealt
	for _, n := range []int{1, 4, 4, 4} {
		j, ok := d.take()
		if !ok {
			break
		}
		got = append(got, dealt{j.ordinal, j.skip, d.mutants(t.Context(), j, n)})
		for i := j.skip; i < got[len(got)-1].count; i++ {
			d.ran(j, i, fuzzer.Memory{})
		}
		d.finish()
	}
	// 1, then the two that were begun, the second of which is already done, then one more mutant.
	if diff := cmp.Diff([]dealt{{0, 0, 1}, {1, 2, 4}, {3, 0, 1}}, got, cmp.AllowUnexported(dealt{})); diff != "" {
		t.Errorf("jobs (-want +got):\n%s", diff)
	}
	if d.done != 3 || d.before != 9 {
		t.Errorf("%d jobs with %d mutants are done", d.done, d.before)
	}
}

// TestDealerRestoredAtTheEdge: the first unfinished job may be one that was begun.
func TestDealerRestoredAtTheEdge(t *testing.T) {
	d := newDealer(new(sync.Mutex), 1, 2, 2, 4, 0)
	d.restore(savedState{Done: 3, Before: 9, Jobs: map[uint64]jobState{3: {Mutants: 4, Run: 3}, 2: {Mutants: 4, Run: 1}}})
	j, ok := d.take()
	if !ok || j.ordinal != 3 || j.skip != 3 {
		t.Errorf("the first job is %+v, %v", j, ok)
	}
	if n := d.mutants(t.Context(), j, 4); n != 4 || d.start != 13 {
		t.Errorf("%d mutants, %d before the next job", n, d.start)
	}
	if next, ok := d.take(); !ok || next.ordinal != 4 || next.skip != 0 {
		t.Errorf("the next job is %+v, %v", next, ok)
	}
}
