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
	maker  maker
	dir    *disk.Scratch // for files that solvers read
	paced  bool          // the ledger decides how much time solvers get
}

// work fills slots until there are none. Its error ends the campaign.
func (w *worker) work(ctx context.Context) error {
	for {
		a, ok, err := w.ledger.take()
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
func (w *worker) fill(ctx context.Context, a assignment) error {
	at := fuzzer.Place{Slot: a.Number, Dir: w.dir}
	if w.paced {
		at.Pace = &pace{w.ledger, a.Slot}
	}
	chain, err := w.maker.chain(ctx, a.Slot, at)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	orders, err := w.ledger.begin(ctx, a, chain, err)
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
		var seed []event.Event
		if i == 0 { // a seed counts with its first mutant: a slot that was interrupted before that mutant is handed out again
			seed = orders.seed
		}
		if err := w.mutant(ctx, a, chain, i, orders.repeats[i], seed); err != nil {
			return err
		}
	}
	return nil
}

// mutant runs one mutant of a slot, or reports that it repeats an earlier one, and records what came of it. The events about the slot's
// seed come before those of its first mutant.
func (w *worker) mutant(ctx context.Context, a assignment, chain *fuzzer.Chain, i int, repeat bool, seed []event.Event) error {
	run := chain.Run
	if repeat {
		run = chain.Repeat
	}
	res, err := run(ctx, i)
	if err != nil {
		return err
	}
	return w.ledger.record(a, mutantDone{index: i, of: chain.Len(), Result: res, memory: chain.Memory(i), seed: seed})
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
