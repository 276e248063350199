package hub

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/cluster/bus"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/opfuzz"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// withLoop runs a campaign of a few seeds whose hub does only what a test has it do.
func withLoop(t *testing.T, use func(ctx context.Context, l *loop)) campaign.Summary {
	t.Helper()
	h := newHub(t)
	enough := errors.New("enough")
	c := campaign.Config{
		Targets: trialtest.Fakes(t, "", "--answer=sat"), Engines: []mutate.Engine{opfuzz.New(opfuzz.Options{})}, Out: filepath.Join(t.TempDir(), "out"), Jobs: 1, Plan: fuzzer.Plan{Chain: 4},
		Timeout: time.Minute, Memory: -1,
	}
	for _, name := range []string{"a", "b", "c"} {
		c.Seeds = append(c.Seeds, campaign.TextSeed(name, "(declare-const "+name+" Int)\n(assert (= "+name+" (+ 1 2)))\n(check-sat)\n"))
	}
	c.Elsewhere = func(ctx context.Context, d *campaign.Desk) error {
		if err := h.Conn.Prepare(ctx, bus.StreamConfig{Campaign: campaignID, Lease: h.Lease, Quota: 64 << 20}); err != nil {
			return err
		}
		use(ctx, newLoop(h, d))
		return enough
	}
	s, err := campaign.Run(t.Context(), c)
	if !errors.Is(err, enough) {
		t.Fatal(err)
	}
	return s
}

// A slot that was taken from a worker which had it for too long is offered again, also when the bus has no room for it at first.
func TestOfferAfterRevoking(t *testing.T) {
	withLoop(t, func(ctx context.Context, l *loop) {
		if err := l.handOut(ctx); err != nil || len(l.offered) == 0 {
			t.Fatalf("%d slots are out: %v", len(l.offered), err)
		}
		const slot = 0
		long := time.Now().Add(-2 * mostHeld)
		l.offered = map[uint64]offer{slot: {first: long, last: long}}
		prepare := func(quota int64) {
			if err := l.Conn.Prepare(ctx, bus.StreamConfig{Campaign: campaignID, Lease: l.Lease, Quota: quota}); err != nil {
				t.Fatal(err)
			}
		}
		prepare(4) // there is no room for a lease
		if err := l.offerAgain(ctx, time.Now()); err != nil {
			t.Fatal(err)
		}
		if _, out := l.offered[slot]; out || l.stalled.IsZero() {
			t.Fatal("the slot was offered although there is no room")
		}
		prepare(64 << 20)
		l.stalled = time.Time{}
		if err := l.handOut(ctx); err != nil {
			t.Fatal(err)
		}
		if o, out := l.offered[slot]; !out || o.first.Equal(long) {
			t.Error("the slot is lost")
		}
	})
}
