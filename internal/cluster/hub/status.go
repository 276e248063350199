package hub

import (
	"time"

	"github.com/assay-smt/assay/internal/cluster/wire"
)

// Status is the state of the hub.
func (h *Hub) Status() wire.Status {
	now := time.Now()
	all, here, out := h.workers.list(now)
	h.mu.Lock()
	defer h.mu.Unlock()
	c := &h.counts
	return wire.Status{
		URL: h.URL, Campaign: h.Job.Campaign, Workers: here, Each: all, Mutants: c.mutants, Findings: c.findings, Slots: c.slots,
		SlotsPerSecond: c.lately.perSecond(), Out: c.out, Window: c.window, Repeated: c.repeated, Refused: c.refused, GivenUp: c.givenUp, ShutOut: out,
		Messages: c.messages, Bytes: c.bytes, Seconds: now.Sub(c.began).Seconds(),
	}
}

// WorkersCPU is the CPU time that workers and their solvers have used.
func (h *Hub) WorkersCPU() (own, solvers time.Duration) {
	c := h.workers.cpu()
	return time.Duration(c.own * float64(time.Second)), time.Duration(c.solvers * float64(time.Second))
}

// Jobs is how many slots the workers that are there fill at the same time.
func (h *Hub) Jobs() int { return h.workers.jobs(time.Now()) }

// A rate is how much a count grows in a second, over the last minute.
type rate struct {
	at []moment // one a second
}

type moment struct {
	when  time.Time
	count int64
}

// rateOver is the number of moments that a rate looks back on.
const rateOver = 60

func (r *rate) note(now time.Time, count int64) {
	if n := len(r.at); n > 0 && now.Sub(r.at[n-1].when) < time.Second {
		return
	}
	r.at = append(r.at, moment{now, count})
	if len(r.at) > rateOver {
		r.at = append(r.at[:0], r.at[1:]...)
	}
}

func (r *rate) perSecond() float64 {
	if len(r.at) < 2 {
		return 0
	}
	first, last := r.at[0], r.at[len(r.at)-1]
	return float64(last.count-first.count) / last.when.Sub(first.when).Seconds()
}
