package hub

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/cluster/wire"
)

const (
	// mostWorkers bounds how many workers are remembered, those that have gone included.
	mostWorkers = 1 << 13
	// hereFor is how long after its last sign of life a worker counts as being there. Workers give one every ten seconds.
	hereFor = 35 * time.Second
	// tolerated is how many messages of a worker may be of no use before it is shut out. Those that are forgiven do not count.
	tolerated = 3
)

// A registry remembers workers. Safe for concurrent use.
type registry struct {
	seeds map[string]*campaign.SeedSource // by hash

	mu      sync.Mutex
	workers map[string]*worker
	out     map[string]bool
	// gone is the CPU time of workers that are no longer remembered.
	gone cpu
}

type worker struct {
	wire.Worker
	seen time.Time
	cpu  cpu
	// charged are messages of no use that count, forgiven are refused slots that do not.
	charged  int
	forgiven int64
}

// cpu is CPU time in seconds.
type cpu struct{ own, solvers float64 }

func newRegistry(seeds []campaign.SeedSource) *registry {
	r := &registry{seeds: make(map[string]*campaign.SeedSource), workers: make(map[string]*worker), out: make(map[string]bool)}
	for i := range seeds {
		r.seeds[seeds[i].Hash] = &seeds[i]
	}
	return r
}

// of returns a worker, to be changed. The mutex is held.
func (r *registry) of(id string, now time.Time) *worker {
	w := r.workers[id]
	if w == nil {
		if len(r.workers) >= mostWorkers {
			r.forgetOldest()
		}
		w = &worker{Worker: wire.Worker{ID: id}}
		r.workers[id] = w
	}
	w.seen = now
	return w
}

func (r *registry) forgetOldest() {
	oldest := ""
	for id, w := range r.workers {
		if oldest == "" || w.seen.Before(r.workers[oldest].seen) {
			oldest = id
		}
	}
	c := r.workers[oldest].cpu
	r.gone.own, r.gone.solvers = r.gone.own+c.own, r.gone.solvers+c.solvers
	delete(r.workers, oldest)
}

// heard takes note of what a worker says about itself.
func (r *registry) heard(id string, a *wire.Ask, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := r.of(id, now)
	switch a.Kind {
	case wire.AskHello:
		w.Host, w.Jobs, w.Assay, w.Solvers = a.Host, a.Jobs, a.Assay, a.Solvers
	case wire.AskBeat:
		w.Jobs, w.Busy = a.Jobs, a.Busy
		w.cpu = cpu{max(w.cpu.own, a.OwnCPU), max(w.cpu.solvers, a.SolversCPU)}
	}
}

// knows reports whether a worker has said who it is.
func (r *registry) knows(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := r.workers[id]
	return w != nil && w.Solvers != nil
}

// filled counts a slot.
func (r *registry) filled(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if w := r.workers[id]; w != nil {
		w.Slots++
	}
}

// refused counts a message that was of no use; out is true when the worker is shut out with that.
func (r *registry) refused(id string, now time.Time) (out bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := r.of(id, now)
	w.Refused++
	w.charged++
	if r.out[id] || w.charged < tolerated {
		return false
	}
	if len(r.out) >= mostWorkers {
		clear(r.out)
	}
	r.out[id], w.Out = true, true
	return true
}

// forgives counts refused results of a worker that has filled more slots than it was forgiven ones: the slot may be to blame. It is false, and nothing is
// counted, for any other worker.
func (r *registry) forgives(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := r.workers[id]
	if w == nil || w.Slots <= w.forgiven {
		return false
	}
	w.Refused++
	w.forgiven++
	return true
}

func (r *registry) isOut(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.out[id]
}

// name is how people are told about a worker.
func (r *registry) name(id string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if w := r.workers[id]; w != nil && w.Host != "" {
		return id + " on " + w.Host
	}
	return id
}

// window is how many slots may be handed out.
func (r *registry) window(now time.Time) int {
	return min(max(leastWindow, 2*r.jobs(now)+leastWindow/2), mostWindow)
}

// jobs is how many slots the workers that are there fill at the same time.
func (r *registry) jobs(now time.Time) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	jobs := 0
	for id, w := range r.workers {
		if now.Sub(w.seen) < hereFor && !r.out[id] {
			jobs += w.Jobs
		}
	}
	return jobs
}

// cpu is the CPU time of all workers.
func (r *registry) cpu() cpu {
	r.mu.Lock()
	defer r.mu.Unlock()
	sum := r.gone
	for _, w := range r.workers {
		sum.own, sum.solvers = sum.own+w.cpu.own, sum.solvers+w.cpu.solvers
	}
	return sum
}

// list returns all workers, those that were seen last first, and the number of those that are there and that are shut out.
func (r *registry) list(now time.Time) (all []wire.Worker, here, out int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, w := range r.workers {
		one := w.Worker
		one.Seen = now.Sub(w.seen).Seconds()
		if one.Here = now.Sub(w.seen) < hereFor && w.Jobs > 0 && !w.Out; one.Here {
			here++
		}
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b wire.Worker) int { return cmp.Or(cmp.Compare(a.Seen, b.Seen), cmp.Compare(a.ID, b.ID)) })
	return all, here, len(r.out)
}
