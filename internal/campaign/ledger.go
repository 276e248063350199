package campaign

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/solver"
)

// A ledger is the record of what is handed out, done, counted and learned. It is all that the goroutines of a campaign share: each method is
// a whole transaction, and no method calls another. Whatever is saved between two of them is consistent. Safe for concurrent use.
type ledger struct {
	mu    sync.Mutex
	books *books
	// moved: slots were counted or are done, or the ledger is stopped.
	moved *sync.Cond
	// stopped: nothing more is handed out, and nobody waits.
	stopped bool
	// abandoned: workers that still run must not touch the campaign any more.
	abandoned bool
}

func newLedger(b *books) *ledger {
	l := &ledger{books: b}
	l.moved = sync.NewCond(&l.mu)
	return l
}

// errAbandoned ends a worker for which Run no longer waits.
var errAbandoned = errors.New("the worker was abandoned")

// An assignment is a slot for a worker, with what its mutants that an earlier run has run have taught.
type assignment struct {
	schedule.Assignment
	memory fuzzer.Memory
}

// take hands out the next slot; ok is false when there is none within the limit, or the ledger is stopped. Where only slots of which others are making
// the mutants could yield something, it waits for these. Errors are errAbandoned and what ended ctx.
func (l *ledger) take(ctx context.Context) (a assignment, ok bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.abandoned {
		return a, false, errAbandoned
	}
	decided := l.wait(ctx, func() bool {
		a, ok = l.books.next()
		l.moved.Broadcast() // slots that were skipped are done
		return ok || !l.books.schedule.MayGoOn()
	})
	if !decided {
		return a, false, l.why(ctx)
	}
	return a, ok, nil
}

// orders say what a worker does with the mutants of a slot.
type orders struct {
	// mutants is how many of them are to be run, including those that an earlier run has run.
	mutants int
	// of is how many the slot has.
	of int
	// repeats says for each whether an earlier round has run the same.
	repeats []bool
	// shown is what settings are known to show, nil where configurations are not searched.
	shown *fuzzer.Shown
	// seed are the events about the seed, which are reported with the first mutant.
	seed []event.Event
}

// begin takes note of a slot's mutants; failure says why there are none. It waits until it is known which of them are within the limit, and
// until the slots from which a search learns are done. A slot without mutants is done with that. Errors are *disk.OutputError, errAbandoned,
// and what ended ctx.
func (l *ledger) begin(ctx context.Context, a assignment, chain *fuzzer.Chain, failure error) (orders, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.abandoned {
		return orders{}, errAbandoned
	}
	b := l.books
	o := orders{seed: b.admit(a.Slot, madeOf(chain), failure)}
	l.moved.Broadcast()
	if chain == nil || chain.Len() <= a.Run { // an earlier run may have made more
		b.enter(a.Slot, done{slot: a.Number}, o.seed)
		return o, b.due(false)
	}
	if !l.wait(ctx, func() bool { return b.within(a, &o) }) {
		return orders{}, l.why(ctx)
	}
	if o.of = chain.Len(); o.mutants <= a.Run {
		return o, nil
	}
	if b.c.searches() {
		if !l.wait(ctx, func() bool { return b.taught(a.Slot) }) {
			return orders{}, l.why(ctx)
		}
		shown := b.teach(a.Slot)
		o.shown = &shown
	}
	o.repeats = b.seen.repeats(b.schedule.Pair(a.Slot), a.Round, chain)
	return o, nil
}

// goesOn returns to how many mutants the visit of a slot should go on, 0 for not at all.
func (l *ledger) goesOn(a assignment, o orders) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.abandoned || l.stopped {
		return 0
	}
	return l.books.goesOn(a, o)
}

// extend takes note of a slot's further mutants, changes the orders, and returns events that say so. Errors are errAbandoned and what ended ctx.
func (l *ledger) extend(ctx context.Context, a assignment, chain *fuzzer.Chain, o *orders, drawn fuzzer.Drawn) ([]event.Event, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.abandoned {
		return nil, errAbandoned
	}
	b := l.books
	events := b.extend(a, chain.Len(), o, drawn)
	if len(events) > 0 {
		o.repeats = b.seen.repeats(b.schedule.Pair(a.Slot), a.Round, chain)
	}
	l.moved.Broadcast()
	if !l.wait(ctx, func() bool { return b.within(a, o) }) {
		return nil, l.why(ctx)
	}
	return events, nil
}

// wait waits until the books fulfil a condition. It is false when ctx ends or the ledger is stopped before that.
func (l *ledger) wait(ctx context.Context, until func() bool) bool {
	for ctx.Err() == nil && !l.stopped {
		if until() {
			return true
		}
		l.moved.Wait()
	}
	return false
}

// why is the reason for which wait gave up.
func (l *ledger) why(ctx context.Context) error {
	if l.abandoned {
		return errAbandoned
	}
	return context.Cause(ctx)
}

// record enters what came of a mutant. Errors are *disk.OutputError, *solver.UnusableError about a solver that does nothing but refuse its
// options, and errAbandoned.
func (l *ledger) record(a assignment, done mutantDone) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.abandoned {
		return errAbandoned
	}
	err := l.books.record(a, done)
	l.moved.Broadcast()
	return err
}

// stop makes all workers end after the mutant that they are running.
func (l *ledger) stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stopped = true
	l.moved.Broadcast()
}

// abandonWorkers keeps workers that still run from touching anything.
func (l *ledger) abandonWorkers() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.abandoned = true
}

// exhausted says why nothing is left to run although no limit is reached; nil if that is not so.
func (l *ledger) exhausted() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.books.schedule.Exhausted() {
		return nil
	}
	return l.books.stats.noMutants()
}

// flush makes everything done so far survive a kill.
func (l *ledger) flush() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.books.flush()
}

// save writes everything that has changed, and how far the run is; ended is empty while it goes on.
func (l *ledger) save(ended EndReason) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.books.save(ended)
}

// closeDatabase closes the database, if it is open.
func (l *ledger) closeDatabase() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.books.database.close()
}

// start begins to measure the run, and stopMeter ends that.
func (l *ledger) start() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.books.meter.start()
}

func (l *ledger) stopMeter() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.books.meter.stopped = true
}

// progress says how far the campaign is; done is true at its end.
func (l *ledger) progress(done bool) Snapshot {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.books.progress(done)
}

// summary enters the findings of known bugs and returns what the books say about the run.
func (l *ledger) summary(known []KnownFinding) Summary {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.books.known = known
	return l.books.summary()
}

// note adds a remark for people.
func (l *ledger) note(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.books.notes.add(format, args...)
}

// missing returns the findings that were counted but no longer have a folder.
func (l *ledger) missing() []missing {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.books.missing()
}

// restoreCounters gives the findings the counts of the campaign.
func (l *ledger) restoreCounters() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.books.kept.restoreCounters()
}

// repeats says which mutants of a slot an earlier round has run.
func (l *ledger) repeats(at schedule.Slot, chain *fuzzer.Chain) []bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.books.seen.repeats(l.books.schedule.Pair(at), at.Round, chain)
}

// searched implements fuzzer.Configurations.Searches.
func (l *ledger) searched(t solver.Target, draw *rng.Rand) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.books.know.searches.Search(t.String(), draw)
}

// worth implements fuzzer.Configurations.Worth.
func (l *ledger) worth(news int, cost time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.books.know.effort.Worth(news, cost)
}

// picked implements fuzzer.Configurations.Starts.
func (l *ledger) picked(at fuzzer.Arm, draw *rng.Rand) []solver.Configuration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return pick(l.books.know.elites, at, draw)
}

// pace implements keeps.
func (l *ledger) pace(s schedule.Slot) fuzzer.Pace {
	if !l.books.c.adaptive() {
		return nil
	}
	return &pace{l, s}
}

// pace implements fuzzer.Pace for a slot with what the ledger knows.
type pace struct {
	ledger *ledger
	slot   schedule.Slot
}

// Knows implements fuzzer.Pace.
func (p *pace) Knows(t solver.Target) bool {
	p.ledger.mu.Lock()
	defer p.ledger.mu.Unlock()
	return p.ledger.books.know.effort.Knows(p.slot.Seed, t.String())
}

// Solved implements fuzzer.Pace. Another worker may have met the same seed with another engine.
func (p *pace) Solved(e event.Solve) error {
	p.ledger.mu.Lock()
	defer p.ledger.mu.Unlock()
	b := p.ledger.books
	switch {
	case p.ledger.abandoned:
		return errAbandoned
	case b.know.effort.Knows(p.slot.Seed, e.Solver):
		return nil
	}
	return b.solved(p.slot, e)
}

// TooSlow implements fuzzer.Pace.
func (p *pace) TooSlow(t solver.Target) string {
	p.ledger.mu.Lock()
	defer p.ledger.mu.Unlock()
	why, _ := p.ledger.books.know.effort.TooSlow(p.slot, t.String())
	return string(why)
}

// Limit implements fuzzer.Pace.
func (p *pace) Limit(t solver.Target, index int) time.Duration {
	p.ledger.mu.Lock()
	defer p.ledger.mu.Unlock()
	return p.ledger.books.know.effort.Limit(p.slot, index, t.String())
}

// OverBudget implements fuzzer.Pace.
func (p *pace) OverBudget(index int) bool {
	p.ledger.mu.Lock()
	defer p.ledger.mu.Unlock()
	var tally effort.Tally
	if w := p.ledger.books.underway[p.slot.Number]; w != nil {
		tally = w.Effort
	}
	return p.ledger.books.know.effort.OverBudget(&tally, index)
}
