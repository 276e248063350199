package hub

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/cluster/bus"
	"github.com/assay-smt/assay/internal/cluster/wire"
)

// A Config says what a hub works with.
type Config struct {
	// Job is what workers are told; the hub completes it. Seeds are the campaign's, in its order.
	Job   wire.Job
	Seeds []campaign.SeedSource
	// Conn is the bus. Ban, if not nil, ends a worker's connections.
	Conn *bus.Conn
	Ban  func(worker string)
	// URL is where workers find the bus, for Status.
	URL string
	// Lease is how long a worker may keep a slot without a sign of life, 0 for DefaultLease.
	Lease time.Duration
	// Quota bounds what the bus keeps, in bytes.
	Quota int64
	// Say tells the user something; it may be nil.
	Say func(string)
}

// DefaultLease is how long a worker may keep a slot without a sign of life.
const DefaultLease = 30 * time.Second

const (
	// leastWindow and mostWindow bound how many slots are handed out at the same time: two for each job of the workers that are there.
	leastWindow = 16
	mostWindow  = 1 << 14
	// mostSpan is how many slots there may be between the first that is not done and the last that is handed out: what is known of them is in memory.
	mostSpan = 1 << 17
	// mostHeld is how long a worker may have a slot, with signs of life, before another one gets it as well.
	mostHeld = 30 * time.Minute
	// lookEvery is how often the hub looks for something to do when nothing comes.
	lookEvery = 50 * time.Millisecond
	// batch is how many messages are entered before they are made durable.
	batch = 128
)

// A Hub hands out the slots of a campaign. Status and Metrics are safe for concurrent use.
type Hub struct {
	Config
	job     []byte // packed
	workers *registry

	mu     sync.Mutex
	counts counts
	ended  bool
}

// counts are what a hub counts. They begin anew with each start.
type counts struct {
	began                                     time.Time
	slots, repeated, refused, messages, bytes int64
	givenUp                                   int64
	out, window                               int
	mutants                                   int64
	findings                                  int
	lately                                    rate
}

// New returns a hub for a campaign that is about to begin. The error says that the campaign is too large to be told.
func New(c Config) (*Hub, error) {
	if c.Lease <= 0 {
		c.Lease = DefaultLease
	}
	if c.Say == nil {
		c.Say = func(string) {}
	}
	c.Job.Lease = c.Lease.Seconds()
	for _, s := range c.Seeds {
		c.Job.Seeds = append(c.Job.Seeds, wire.Seed{Name: s.Name, Hash: s.Hash, Logic: s.Logic(), Size: s.Size()})
	}
	job, err := c.Job.Bytes()
	if err != nil {
		return nil, err
	}
	if _, err := wire.ParseJob(job); err != nil {
		return nil, fmt.Errorf("workers cannot be told about this campaign: %w", err)
	}
	return &Hub{Config: c, job: job, workers: newRegistry(c.Seeds), counts: counts{began: time.Now()}}, nil
}

// Run is campaign.Config.Elsewhere.
func (h *Hub) Run(ctx context.Context, d *campaign.Desk) error {
	if err := h.patiently(ctx, "the bus cannot be prepared", func(ctx context.Context) error {
		return h.Conn.Prepare(ctx, bus.StreamConfig{Campaign: h.Job.Campaign, Lease: h.Lease, Quota: h.Quota})
	}); err != nil {
		return err
	}
	if err := h.Conn.Answer(h.answer); err != nil {
		return err
	}
	return newLoop(h, d).run(ctx)
}

// patiently tries something until it succeeds or ctx ends.
func (h *Hub) patiently(ctx context.Context, what string, try func(context.Context) error) error {
	for attempt := 1; ; attempt++ {
		within, cancel := context.WithTimeout(ctx, 10*time.Second)
		err := try(within)
		cancel()
		if err == nil || ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if attempt == 3 {
			h.Say(fmt.Sprintf("%s: %v; trying again", what, err))
		}
		if !sleep(ctx, bus.BackOff(attempt)) {
			return context.Cause(ctx)
		}
	}
}

// sleep is false when ctx ends first.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// End tells the workers that the campaign has ended. A hub that is only interrupted does not: they wait for it.
func (h *Hub) End(ctx context.Context) {
	h.mu.Lock()
	h.ended = true
	h.mu.Unlock()
	a := wire.Answer{End: true}
	_ = h.Conn.Tell(a.Bytes()) // workers that do not hear it hear it with their next sign of life
	_ = h.Conn.Flush(ctx)
}
