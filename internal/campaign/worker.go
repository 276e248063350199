package campaign

import (
	"context"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/mutate"
)

// A worker takes slots, makes their mutants, runs them, and hands what came of each to the ledger. It belongs to one goroutine.
type worker struct {
	ledger *ledger
	filler
}

// A filler fills slots that somebody else has taken. It belongs to one goroutine.
type filler struct {
	keeps keeps
	maker maker
	dir   *disk.Scratch // for files that solvers read
	gate  *Gate         // nil for one that is always open
}

// keeps is who knows what a filler is to do, and keeps what came of it: the ledger, or a sheet for a ledger elsewhere. The methods are those of the
// ledger.
type keeps interface {
	begin(ctx context.Context, a assignment, chain *fuzzer.Chain, failure error) (orders, error)
	goesOn(a assignment, o orders) int
	extend(ctx context.Context, a assignment, chain *fuzzer.Chain, o *orders, drawn fuzzer.Drawn) ([]event.Event, error)
	record(a assignment, done mutantDone) error
	// pace says how much time solvers get on a slot, nil for that of the bench.
	pace(s schedule.Slot) fuzzer.Pace
}

// work fills slots until there are none. Its error ends the campaign.
func (w *worker) work(ctx context.Context) error {
	for {
		w.gate.wait(ctx)
		a, ok, err := w.ledger.take(ctx)
		if err != nil {
			return err
		}
		if !ok || ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := w.fill(ctx, a); err != nil {
			return err
		}
	}
}

// fill makes the mutants of a slot and runs them.
func (w *filler) fill(ctx context.Context, a assignment) error {
	at := fuzzer.Place{Slot: a.Number, Dir: w.dir, Pace: w.keeps.pace(a.Slot)}
	chain, err := w.maker.chain(ctx, a.Slot, at)
	if err == nil {
		err = chain.Grow(ctx, a.Mutants) // an earlier run may have continued it
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	orders, err := w.keeps.begin(ctx, a, chain, err)
	if err != nil || orders.mutants <= a.Run {
		return err
	}
	if orders.shown != nil {
		chain.Teach(*orders.shown)
	}
	if a.Run > 0 {
		chain.Recall(a.memory, a.Run-1)
	}
	for i := a.Run; i < orders.mutants; i++ {
		var before []event.Event
		if i == 0 { // a seed counts with its first mutant: a slot that was interrupted before that mutant is handed out again
			before = orders.seed
		}
		if i == orders.mutants-1 {
			more, err := w.goOn(ctx, a, chain, &orders)
			if err != nil {
				return err
			}
			before = append(before, more...)
		}
		w.gate.wait(ctx)
		run := chain.Run
		if orders.repeats[i] {
			run = chain.Repeat
		}
		res, err := run(ctx, i)
		if err != nil {
			return err
		}
		done := mutantDone{index: i, of: orders.of, Result: res, memory: chain.Memory(i), before: before}
		if err := w.keeps.record(a, done); err != nil {
			return err
		}
	}
	return nil
}

// goOn lets the visit of a slot go on if it brings news, and returns events that say so. It is asked before the last mutant is run, and not after it:
// a slot is done with its last mutant, and a kill in between would lose the decision.
func (w *filler) goOn(ctx context.Context, a assignment, chain *fuzzer.Chain, o *orders) ([]event.Event, error) {
	if chain.Overgrown() {
		return nil, nil
	}
	to := w.keeps.goesOn(a, *o)
	if to <= chain.Len() {
		return nil, nil
	}
	before, broken := chain.Drawn(), chain.Broken
	if err := chain.Grow(ctx, to); err != nil {
		return nil, err
	}
	events, err := w.keeps.extend(ctx, a, chain, o, chain.Drawn().Since(before))
	if err == nil && broken == nil && chain.Broken != nil {
		events = append(events, fault(w.maker.seeds[a.Seed].Name, w.maker.engines[a.Engine].Name(), chain.Broken))
	}
	return events, err
}

// A maker makes the mutants of slots. Safe for concurrent use.
type maker struct {
	seeds   []SeedSource
	engines []mutate.Engine
	fuzzer  *fuzzer.Fuzzer
}

// chain reads the slot's seed and makes its mutants.
func (m *maker) chain(ctx context.Context, s schedule.Slot, at fuzzer.Place) (*fuzzer.Chain, error) {
	seed, err := m.seeds[s.Seed].Seed()
	if err != nil {
		return nil, err
	}
	return m.fuzzer.Chain(ctx, seed, m.engines[s.Engine], s.Round, at)
}
