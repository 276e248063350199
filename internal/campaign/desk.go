package campaign

import (
	"errors"
	"fmt"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
)

// A Desk hands out the slots of a campaign to workers elsewhere, and enters what they bring into the same ledger as workers of this process would. A
// slot that is brought twice is entered once. A Desk belongs to one goroutine.
type Desk struct {
	c      *campaign
	checks checks
	// credits decide what is new of what workers saw.
	credits credits
	// taken are the slots that were handed out and are not done.
	taken map[uint64]*taken
	// pairs counts the slots in taken by their pairs of seed and engine. held is one that was taken and is not handed out before an earlier round of its
	// pair is done: what that ran is not run again.
	pairs map[int]int
	held  *taken
	// none: when it was last asked for a slot, there was none, and there would be none without those that are out.
	none bool
}

// taken is a slot that was handed out.
type taken struct {
	assignment
	// admitted: it is entered that the slot has so many mutants; seed are the events about that.
	admitted bool
	mutants  int
	seed     []event.Event
}

// differs says how results differ from those with which the slot was admitted, nil for not at all. Others would leave mutants out that the schedule
// waits for.
func (t *taken) differs(r *Results) error {
	switch {
	case !t.admitted:
		return nil
	case r.Made == nil:
		return fmt.Errorf("no mutants of a slot that has %d", t.mutants)
	case r.Made.Mutants != t.mutants:
		return fmt.Errorf("%d mutants of a slot that has %d", r.Made.Mutants, t.mutants)
	}
	return nil
}

func newDesk(c *campaign) *Desk {
	return &Desk{c: c, checks: newChecks(c.Config), credits: newCredits(c.Config), taken: make(map[uint64]*taken), pairs: make(map[int]int)}
}

// Take hands out the next slot; ok is false while there is none: because the campaign ends or is paused, because it is at its limit, or because that
// depends on slots that are not entered yet. Errors are those of Enter.
func (d *Desk) Take() (l Lease, ok bool, err error) {
	if d.c.Gate != nil && d.c.Gate.Closed() {
		d.none = false
		return l, false, nil
	}
	if d.held == nil {
		a, ok, none, err := d.c.ledger.assign()
		if d.none = none; !ok || err != nil {
			return l, false, err
		}
		d.held = &taken{assignment: a}
		d.taken[a.Number] = d.held
		d.pairs[d.pair(d.held)]++
	}
	if d.pairs[d.pair(d.held)] > 1 || !d.c.ledger.isTaught(d.held.assignment) {
		return l, false, nil
	}
	l = d.c.ledger.leaseOf(d.held.assignment)
	d.held = nil
	return l, true, nil
}

func (d *Desk) pair(t *taken) int { return t.Seed*len(d.c.Engines) + t.Engine }

// Finished reports whether all slots are done, as of the last call of Take.
func (d *Desk) Finished() bool { return d.none && len(d.taken) == 0 }

// Outstanding is the number of slots that were handed out and are not done.
func (d *Desk) Outstanding() int { return len(d.taken) }

// Span is the number of slots from the first that is not done to the last that was handed out.
func (d *Desk) Span() uint64 { return d.c.ledger.span() }

// IsOut reports whether a slot was handed out and is not done.
func (d *Desk) IsOut(slot uint64) bool {
	t := d.taken[slot]
	return t != nil && t != d.held
}

// Waits reports whether results of a slot wait to be entered again: no others are needed.
func (d *Desk) Waits(slot uint64) bool {
	t := d.taken[slot]
	return t != nil && t.admitted
}

// Again returns the lease of a slot that was handed out and is not done.
func (d *Desk) Again(slot uint64) (l Lease, ok bool) {
	t := d.taken[slot]
	if t == nil || t == d.held {
		return l, false
	}
	return d.c.ledger.leaseOf(t.assignment), true
}

// Entered says what became of results.
type Entered uint8

// What becomes of results.
const (
	// SlotDone: they are entered, and the slot is done.
	SlotDone Entered = iota
	// SlotKnown: the slot is not handed out, most likely since it is done already, or different results of it wait; nothing was entered.
	SlotKnown
	// SlotWaits: whether they count depends on slots before it. They are to be entered again after those.
	SlotWaits
)

// Check says what is wrong with results, nil for nothing: a worker whose results are wrong is not to be believed. What it knows better than a worker,
// such as the path of a solver on this machine, it puts into them. Results of a slot that is not out are not looked at.
func (d *Desk) Check(r *Results) error {
	t := d.taken[r.Slot]
	if t == nil || t == d.held {
		return nil
	}
	if err := d.checks.check(&t.assignment, r); err != nil {
		return err
	}
	return t.differs(r)
}

// Enter enters results that were checked. Errors are *disk.OutputError, *solver.UnusableError about a solver that does nothing but refuse its
// options, and one that says that the campaign has ended.
func (d *Desk) Enter(r *Results) (Entered, error) {
	t := d.taken[r.Slot]
	if t == nil || t == d.held || t.differs(r) != nil {
		return SlotKnown, nil
	}
	entered, err := d.c.ledger.enterResults(t, r, &d.credits)
	if entered == SlotDone && err == nil {
		d.done(t)
	}
	return entered, err
}

func (d *Desk) done(t *taken) {
	delete(d.taken, t.Number)
	if d.pairs[d.pair(t)]--; d.pairs[d.pair(t)] == 0 {
		delete(d.pairs, d.pair(t))
	}
}

// GiveUp ends a slot that nobody can fill, and counts that as a fault that says why. A slot that is not out, or whose results wait, is left alone. Errors
// are those of Enter.
func (d *Desk) GiveUp(slot uint64, why string) error {
	t := d.taken[slot]
	if t == nil || t == d.held || t.admitted {
		return nil
	}
	if err := d.c.ledger.giveUp(t.assignment, why); err != nil {
		return err
	}
	d.done(t)
	return nil
}

// Flush makes everything entered so far survive a kill. The error is a *disk.OutputError.
func (d *Desk) Flush() error { return d.c.ledger.flush() }

// Totals are the numbers of mutants and findings so far.
func (d *Desk) Totals() (mutants int64, findings int) {
	s := d.c.ledger.progress(false)
	return s.Mutants, s.Findings
}

// Abandoned reports whether an error says that the campaign has ended.
func Abandoned(err error) bool { return errors.Is(err, errAbandoned) }

// assign hands out the next slot. none: there is none, whatever becomes of those that might have fewer mutants than expected.
func (l *ledger) assign() (a assignment, ok, none bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.abandoned:
		return a, false, false, errAbandoned
	case l.stopped || l.books.schedule.Promised():
		return a, false, false, nil
	}
	a, ok = l.books.next()
	l.moved.Broadcast()
	return a, ok, !ok, nil
}

// span is the number of slots from the first that is not done to the last that was handed out.
func (l *ledger) span() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.books.schedule
	return s.Reached() - min(s.Done(), s.Reached())
}

// isTaught reports whether what the search on a slot must know is known.
func (l *ledger) isTaught(a assignment) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.books.c.searches() || l.books.taught(a.Slot)
}

func (l *ledger) leaseOf(a assignment) Lease {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.books.lease(a)
}

// lease is what a worker elsewhere has to know about a slot that was handed out.
func (b *books) lease(a assignment) Lease {
	out := Lease{Slot: a.Number, Run: a.Run, Mutants: a.Mutants, Memory: a.memory}
	for _, c := range b.seen.chains[b.schedule.Pair(a.Slot)] {
		if c.round < a.Round {
			out.Rounds = append(out.Rounds, Round{c.Targets, c.Marks})
		}
	}
	if b.c.searches() {
		out.Guidance = b.guidance(a)
	}
	if !b.c.adaptive() {
		return out
	}
	about := b.know.effort.About(a.Slot)
	out.Effort, out.Tally = &about, b.of(a.Number).Effort
	if b.c.Mutants <= 0 { // where later slots may be beyond a limit, a visit must not grow
		out.Visit = b.c.Visit
	}
	return out
}

// enterResults enters what a worker elsewhere made of a slot.
func (l *ledger) enterResults(t *taken, r *Results, k *credits) (Entered, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.abandoned {
		return SlotDone, errAbandoned
	}
	defer l.moved.Broadcast()
	return l.books.enterResults(t, r, k)
}

func (b *books) enterResults(t *taken, r *Results, k *credits) (Entered, error) {
	a := t.assignment
	if !t.admitted {
		if err := b.enterSolved(a, r.Solved); err != nil {
			return SlotDone, err
		}
		var failure error
		if r.Failure != nil {
			failure = r.Failure.err(b.c.Seeds[a.Seed].Name)
		}
		t.admitted, t.seed = true, b.admit(a.Slot, r.Made.made(), failure)
		if r.Made != nil {
			t.mutants = r.Made.Mutants
		}
		if t.mutants == 0 {
			b.enter(a.Slot, done{slot: a.Number}, t.seed)
			return SlotDone, b.due(false)
		}
	}
	o := orders{seed: t.seed}
	if !b.within(a, &o) {
		return SlotWaits, nil
	}
	o.of = t.mutants
	return SlotDone, b.enterDone(a, r, &o, k)
}

func (l *ledger) giveUp(a assignment, why string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.abandoned {
		return errAbandoned
	}
	defer l.moved.Broadcast()
	b := l.books
	b.schedule.GiveUp(a.Slot)
	b.forget()
	e := event.Fault{Seed: b.c.Seeds[a.Seed].Name, Engine: b.c.Engines[a.Engine].Name()}
	e.Text = fmt.Sprintf("slot %d, seed %s with engine %s, is given up: %s", a.Number, e.Seed, e.Engine, why)
	b.enter(a.Slot, done{slot: a.Number}, []event.Event{e})
	return b.due(false)
}

// enterSolved enters runs on a slot's seed itself. Another worker may have met the same seed with another engine.
func (b *books) enterSolved(a assignment, all []event.Solve) error {
	for _, e := range all {
		if b.know.effort.Knows(a.Seed, e.Solver) {
			continue
		}
		if err := b.solved(a.Slot, e); err != nil {
			return err
		}
	}
	return nil
}

// enterDone enters the mutants of a slot that are within the limit and were not entered before.
func (b *books) enterDone(a assignment, r *Results, o *orders, k *credits) error {
	grown := r.Grown
	for i := a.Run; i < o.mutants && i-r.From < len(r.Done); i++ {
		var before []event.Event
		if i == 0 {
			before = o.seed
		}
		if len(grown) > 0 && grown[0].At == i {
			g := grown[0]
			grown = grown[1:]
			before = append(before, b.extend(a, g.Mutants, o, fuzzer.Drawn{Repeats: g.Repeats, Rejected: g.Rejected})...)
			b.within(a, o)
		}
		one := &r.Done[i-r.From]
		d := mutantDone{index: i, of: o.of, Result: fuzzer.Result{Events: k.give(one), Hits: one.Hits}, before: before}
		if i-r.From == len(r.Done)-1 {
			d.memory = r.Memory
		}
		if err := b.record(a, d); err != nil {
			return err
		}
	}
	return nil
}
