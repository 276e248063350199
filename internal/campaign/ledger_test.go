package campaign

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/mutate"
)

// threeSlots opens a campaign of six mutants and hands out its first three slots, which have four mutants each.
func threeSlots(t *testing.T) (l *ledger, slots []assignment, chains []*fuzzer.Chain) {
	t.Helper()
	c := config(t, fake(t, "--answer=sat")...)
	c.Jobs, c.Chain, c.Mutants = 3, 4, 6
	c.Engines = []mutate.Engine{numbers{name: "e"}}
	c.Seeds = []SeedSource{numberSeed("x", 4), numberSeed("y", 4), numberSeed("z", 4)}
	c, err := c.complete()
	if err != nil {
		t.Fatal(err)
	}
	r, err := open(&c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.close(false) })
	r.ledger.start()
	if err := r.save(""); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		a, ok, err := r.ledger.take(t.Context())
		if err != nil || !ok {
			t.Fatalf("slot %d: %v, %v", i, ok, err)
		}
		chain, err := r.maker.chain(t.Context(), a.Slot, fuzzer.Place{Slot: a.Number, Dir: r.output.scratch[i]})
		if err != nil {
			t.Fatal(err)
		}
		slots, chains = append(slots, a), append(chains, chain)
	}
	return r.ledger, slots, chains
}

type begun struct {
	orders
	err error
}

// beginLater begins a slot in a goroutine.
func beginLater(ctx context.Context, l *ledger, a assignment, chain *fuzzer.Chain) <-chan begun {
	out := make(chan begun, 1)
	go func() {
		o, err := l.begin(ctx, a, chain, nil)
		out <- begun{o, err}
	}()
	return out
}

// TestLimitBehindASlowSlot: workers wait while it depends on an earlier slot which of their mutants are within the limit, and go on once that is
// counted.
func TestLimitBehindASlowSlot(t *testing.T) {
	l, slots, chains := threeSlots(t)
	third, second := beginLater(t.Context(), l, slots[2], chains[2]), beginLater(t.Context(), l, slots[1], chains[1])
	first := beginLater(t.Context(), l, slots[0], chains[0])
	for i, want := range []int{4, 2, 0} {
		if got := <-[]<-chan begun{first, second, third}[i]; got.err != nil || got.mutants != want || want > 0 && len(got.repeats) != 4 {
			t.Errorf("slot %d: %d mutants, %d known, %v; want %d", i, got.mutants, len(got.repeats), got.err, want)
		}
	}
	if _, ok, err := l.take(t.Context()); ok || err != nil {
		t.Errorf("a slot beyond the limit: %v, %v", ok, err)
	}
}

// TestWaitsForSlotsAtWork: a worker that finds nothing waits while slots at work may yield something, and then goes on.
func TestWaitsForSlotsAtWork(t *testing.T) {
	l, slots, chains := threeSlots(t)
	s := l.books.schedule
	s.Limit = 1 << 40
	for _, a := range slots {
		s.Exclude(a.Slot)
	}
	if a, ok := s.Next(nil); ok || !s.MayGoOn() {
		t.Fatalf("%+v, %v", a, ok)
	}
	taken := make(chan bool, 1)
	go func() {
		_, ok, err := l.take(t.Context())
		taken <- ok && err == nil
	}()
	select {
	case <-taken:
		t.Fatal("it does not wait for slots at work")
	case <-time.After(50 * time.Millisecond):
	}
	for i, a := range slots {
		if b := <-beginLater(t.Context(), l, a, chains[i]); b.err != nil {
			t.Fatal(b.err)
		}
	}
	if <-taken {
		t.Error("a slot of a pair that yields nothing was handed out")
	}
}

// TestStopBehindASlowSlot: nobody waits once the campaign ends, nothing more is handed out, and abandoned workers enter nothing.
func TestStopBehindASlowSlot(t *testing.T) {
	l, slots, chains := threeSlots(t)
	over := errors.New("over")
	ctx, cancel := context.WithCancelCause(t.Context())
	second, third := beginLater(ctx, l, slots[1], chains[1]), beginLater(ctx, l, slots[2], chains[2])
	cancel(over)
	l.stop()
	for i, slot := range []<-chan begun{second, third} {
		if got := <-slot; !errors.Is(got.err, over) {
			t.Errorf("slot %d: %d mutants, %v", i+1, got.mutants, got.err)
		}
	}
	if _, ok, err := l.take(t.Context()); ok || err != nil {
		t.Errorf("a slot after the end: %v, %v", ok, err)
	}
	l.abandonWorkers()
	if _, _, err := l.take(t.Context()); !errors.Is(err, errAbandoned) {
		t.Error(err)
	}
	if _, err := l.begin(t.Context(), slots[0], chains[0], nil); !errors.Is(err, errAbandoned) {
		t.Error(err)
	}
	if err := l.record(slots[0], mutantDone{of: 4}); !errors.Is(err, errAbandoned) {
		t.Error(err)
	}
	if s := l.progress(true); s.Mutants != 0 {
		t.Errorf("%d mutants", s.Mutants)
	}
}
