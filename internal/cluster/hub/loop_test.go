package hub

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/cluster/bus"
	"github.com/assay-smt/assay/internal/cluster/wire"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/opfuzz"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

const two = "00000000000000a2"

// withLoop runs a campaign of a few seeds whose hub does only what a test has it do. At first, it hands out slots 0 and 1.
func withLoop(t *testing.T, use func(ctx context.Context, l *loop)) campaign.Summary {
	t.Helper()
	h := newHub(t)
	enough := errors.New("enough")
	c := campaign.Config{
		Targets: trialtest.Fakes(t, "", "--answer=sat"), Engines: []mutate.Engine{opfuzz.New(opfuzz.Options{})}, Out: filepath.Join(t.TempDir(), "out"), Jobs: 1, Plan: fuzzer.Plan{Chain: 4}, Mutants: 5,
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

// Results that wait for those of slots before them are enough: their slot is not offered again, and what else comes of it is not looked at.
func TestWaiting(t *testing.T) {
	withLoop(t, func(ctx context.Context, l *loop) {
		if err := l.handOut(ctx); err != nil || len(l.offered) != 2 {
			t.Fatalf("%d slots are out: %v", len(l.offered), err)
		}
		const slot = 1
		if err := l.enter(&brought{Results: &campaign.Results{Slot: slot, Made: &campaign.Made{Mutants: 4}}, worker: one}); err != nil || len(l.waiting) != 1 {
			t.Fatalf("%d results wait: %v", len(l.waiting), err)
		}
		if err := l.offerAgain(ctx, time.Now().Add(10*l.Lease)); err != nil {
			t.Fatal(err)
		}
		l.queue = []uint64{slot}
		if err := l.handOut(ctx); err != nil {
			t.Fatal(err)
		}
		if _, out := l.offered[slot]; out {
			t.Error("it is offered again")
		}
		fail := &campaign.Results{Slot: slot, Failure: &campaign.Failure{Kind: campaign.FailureOther, Text: "no"}}
		bring(t, l, two, fail)
		if l.counts.repeated != 1 || l.counts.refused != 0 || len(l.waiting) != 1 || len(l.entered) != 1 {
			t.Errorf("%d repeated, %d refused, %d wait, %d messages are done with", l.counts.repeated, l.counts.refused, len(l.waiting), len(l.entered))
		}
	})
}

// bring has the loop read results of a worker.
func bring(t *testing.T, l *loop, worker string, r *campaign.Results) {
	t.Helper()
	data, err := wire.Results(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range wire.Split(r.Slot, data) {
		if err := l.read(bus.Delivery{Worker: worker, Data: p.Bytes()}); err != nil {
			t.Fatal(err)
		}
	}
}

// Where workers that have filled others fail at a slot, it is given up, and none of them is shut out. One that has filled nothing is.
func TestRefusals(t *testing.T) {
	const three, bad = "00000000000000a3", "00000000000000b1"
	wrong := func(slot uint64) *campaign.Results {
		return &campaign.Results{Slot: slot, Made: &campaign.Made{Mutants: 1000}}
	}
	for name, workers := range map[string][]string{"different": {one, two, three}, "the same": {one, one, one, one, one}} {
		t.Run(name, func(t *testing.T) {
			withLoop(t, func(ctx context.Context, l *loop) {
				var said []string
				l.Say = func(s string) { said = append(said, s) }
				if err := l.handOut(ctx); err != nil || len(l.offered) != 2 {
					t.Fatalf("%d slots are out: %v", len(l.offered), err)
				}
				for _, id := range []string{one, two, three, bad} {
					l.workers.heard(id, &wire.Ask{Kind: wire.AskHello, Jobs: 1, Solvers: []wire.SolverBuild{{Name: "z3"}}}, time.Now())
					for range 10 {
						if id != bad {
							l.workers.filled(id)
						}
					}
				}
				for range 2 * tolerated { // all but the first of them do not count for the slot
					bring(t, l, bad, wrong(0))
				}
				for i, id := range workers {
					if !l.desk.IsOut(0) || !slices.Contains(l.queue, 0) {
						t.Errorf("it is given up after %d refusals", i)
					}
					bring(t, l, id, wrong(0))
				}
				if l.desk.IsOut(0) || !l.desk.IsOut(1) || l.Status().GivenUp != 1 || len(l.refusals) != 0 {
					t.Errorf("slots given up: %d", l.Status().GivenUp)
				}
				if l.workers.isOut(one) || l.workers.isOut(two) || l.workers.isOut(three) || !l.workers.isOut(bad) {
					t.Error("the wrong workers are shut out")
				}
				if want := "1000 mutants of at most 4"; len(said) != 2 || !strings.Contains(said[0], bad) || !strings.HasSuffix(said[1], want) {
					t.Errorf("people are told %q", said)
				}
			})
		})
	}
}
