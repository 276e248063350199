package hub

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/cluster/bus"
	"github.com/assay-smt/assay/internal/cluster/wire"
)

// A loop is a hub at work. It belongs to one goroutine.
type loop struct {
	*Hub
	desk    *campaign.Desk
	arrived chan bus.Delivery
	// queue are slots that were taken and not offered yet; offered says when the others were.
	queue   []uint64
	offered map[uint64]offer
	partial *assembly
	// refusals are of slots that are not done.
	refusals map[uint64]*refusals
	// waiting are results that depend on slots before them.
	waiting []*brought
	// entered are messages that count as soon as what they say is durable.
	entered []bus.Delivery
	stalled time.Time // offers failed; not before then is one made again
	fails   int
	noted   time.Time // when Status was brought up to date last
	kept    time.Time // when the messages of waiting results were last spoken of
}

// An offer says when a slot was offered to the workers, for the first time and for the last.
type offer struct{ first, last time.Time }

// refusals are those of a slot's results, as far as they were forgiven.
type refusals struct {
	workers map[string]bool
	times   int
}

const (
	// differentRefused is of how many different workers results of a slot are refused before it is given up, and mostRefused how often where it is the same
	// few workers that get it.
	differentRefused = 3
	mostRefused      = 5
	// mostReason bounds the bytes of the reason that people are told: a worker may have put something into it.
	mostReason = 500
)

// brought are results with the messages that they came in.
type brought struct {
	*campaign.Results
	worker   string
	messages []bus.Delivery
}

func newLoop(h *Hub, d *campaign.Desk) *loop {
	return &loop{Hub: h, desk: d, arrived: make(chan bus.Delivery, batch), offered: make(map[uint64]offer), partial: newAssembly(), refusals: make(map[uint64]*refusals)}
}

func (l *loop) run(ctx context.Context) error {
	if err := l.catchUp(ctx); err != nil {
		return err
	}
	stop, err := l.Conn.Deliveries(ctx, func(d bus.Delivery) {
		select {
		case l.arrived <- d:
		case <-ctx.Done():
		}
	})
	if err != nil {
		return err
	}
	defer stop()
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		if err := l.handOut(ctx); err != nil {
			return endedOr(ctx, err)
		}
		if l.desk.Finished() {
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case d := <-l.arrived:
			if err := l.takeIn(d); err != nil {
				return endedOr(ctx, err)
			}
		case <-tick.C:
			l.keepWaiting()
			l.drop(l.partial.stale(time.Now()))
		}
	}
}

// endedOr is why ctx has ended, if it has, and otherwise the error.
func endedOr(ctx context.Context, err error) error {
	if ctx.Err() != nil && (campaign.Abandoned(err) || errors.Is(err, context.Canceled)) {
		return context.Cause(ctx)
	}
	return err
}

// catchUp takes as many slots as may have been out when an earlier hub ended, if it left results: they are entered before these slots are offered
// again.
func (l *loop) catchUp(ctx context.Context) error {
	unread, err := l.Conn.Unread(ctx)
	if err != nil || unread == 0 {
		return err
	}
	for len(l.queue) < mostWindow/4 {
		lease, ok, err := l.desk.Take()
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		l.queue = append(l.queue, lease.Slot)
	}
	l.stalled = time.Now().Add(min(5*time.Second, time.Duration(unread)*10*time.Millisecond+200*time.Millisecond))
	return nil
}

// handOut offers slots to the workers, as many as they can have at the same time, and again those of which nothing was heard for long.
func (l *loop) handOut(ctx context.Context) error {
	now := time.Now()
	window := l.workers.window(now)
	l.note(window)
	if now.Before(l.stalled) {
		return nil
	}
	for len(l.offered) < window && l.desk.Span() < mostSpan {
		slot, ok, err := l.next()
		if err != nil {
			return err
		}
		if !ok { // those that are out may still be lost
			break
		}
		if err := l.offer(ctx, slot); err != nil {
			l.queue = slices.Insert(l.queue, 0, slot)
			return l.stall(ctx, err)
		}
	}
	return l.offerAgain(ctx, now)
}

// offerAgain offers slots again of which nothing was heard for long: the bus knows those that are still with it. A worker that has kept one for
// longer than any takes does not get in the way of another one.
func (l *loop) offerAgain(ctx context.Context, now time.Time) error {
	const atOnce = 16
	again := 0
	for slot, o := range l.offered {
		if now.Sub(o.last) < 2*l.Lease || again == atOnce {
			continue
		}
		again++
		revoked := now.Sub(o.first) > mostHeld
		if revoked {
			if err := l.Conn.Revoke(ctx, slot); err != nil {
				return l.stall(ctx, err)
			}
			delete(l.offered, slot)
		}
		if err := l.offer(ctx, slot); err != nil {
			if revoked { // nobody has it any more, so that nothing but the queue brings it back
				l.queue = slices.Insert(l.queue, 0, slot)
			}
			return l.stall(ctx, err)
		}
	}
	return nil
}

// next is the next slot to offer.
func (l *loop) next() (slot uint64, ok bool, err error) {
	for len(l.queue) > 0 {
		slot, l.queue = l.queue[0], l.queue[1:]
		if l.desk.IsOut(slot) && !l.desk.Waits(slot) {
			return slot, true, nil
		}
	}
	lease, ok, err := l.desk.Take()
	return lease.Slot, ok, err
}

func (l *loop) offer(ctx context.Context, slot uint64) error {
	lease, ok := l.desk.Again(slot)
	if !ok {
		return nil
	}
	text, err := wire.Lease(lease)
	if err == nil && len(text) > wire.MaxMessage { // what earlier rounds ran only saves time
		lease.Rounds = nil
		text, err = wire.Lease(lease)
	}
	if err != nil {
		return fmt.Errorf("slot %d: %w", slot, err)
	}
	if _, err = l.Conn.Offer(ctx, slot, text); err == nil {
		now := time.Now()
		o := l.offered[slot]
		if o.first.IsZero() {
			o.first = now
		}
		o.last = now
		l.offered[slot] = o
	}
	return err
}

// stall waits a while before the next offer: the bus is not there, or full.
func (l *loop) stall(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	l.fails++
	if l.fails == 5 {
		l.Say(fmt.Sprintf("no slots can be handed out: %v; trying again", err))
	}
	l.stalled = time.Now().Add(bus.BackOff(l.fails))
	if l.fails%5 == 0 { // a server that was lost may have lost the streams
		return l.Hub.patiently(ctx, "the bus cannot be prepared again", func(ctx context.Context) error {
			return l.Conn.Prepare(ctx, bus.StreamConfig{Campaign: l.Job.Campaign, Lease: l.Lease, Quota: l.Quota})
		})
	}
	return nil
}

// takeIn enters what has arrived, makes it durable, and then acknowledges it.
func (l *loop) takeIn(d bus.Delivery) error {
	for n := 0; ; n++ {
		if err := l.read(d); err != nil {
			return err
		}
		if n == batch {
			break
		}
		select {
		case d = <-l.arrived:
			continue
		default:
		}
		break
	}
	if err := l.retry(); err != nil {
		return err
	}
	if err := l.desk.Flush(); err != nil {
		return err
	}
	for i := range l.entered {
		_ = l.entered[i].Ack() // otherwise it comes again, and is known
	}
	l.entered = l.entered[:0]
	l.fails = 0
	return nil
}

// read reads a message.
func (l *loop) read(d bus.Delivery) error {
	l.mu.Lock()
	l.counts.messages++
	l.counts.bytes += int64(len(d.Data))
	l.mu.Unlock()
	part, err := wire.ParsePart(d.Data)
	switch {
	case l.workers.isOut(d.Worker):
		l.count(func(c *counts) { c.refused++ })
		l.entered = append(l.entered, d)
		return nil
	case err != nil:
		l.refuse(d.Worker, err)
		l.entered = append(l.entered, d)
		return nil
	// Others than those that wait are not needed, and might differ. The few that come again themselves count as such too: at worst, a hub that is killed
	// before it enters those that wait has the slot filled again.
	case !l.desk.IsOut(part.Slot), l.desk.Waits(part.Slot):
		if part.Number == 0 {
			l.count(func(c *counts) { c.repeated++ })
		}
		l.entered = append(l.entered, d)
		return nil
	}
	whole, messages, err := l.partial.add(part, d, time.Now())
	switch {
	case err != nil:
		l.entered = append(l.entered, messages...)
		return l.refuseSlot(d.Worker, part.Slot, err)
	case whole == nil:
		return nil
	}
	results, err := wire.ParseResults(whole)
	if err == nil && results.Slot != part.Slot {
		err = fmt.Errorf("results of slot %d for slot %d", results.Slot, part.Slot)
	}
	if err == nil {
		err = l.desk.Check(results)
	}
	if err != nil {
		l.entered = append(l.entered, messages...)
		return l.refuseSlot(d.Worker, part.Slot, err)
	}
	return l.enter(&brought{results, d.Worker, messages})
}

// enter enters results, or keeps them until they can be entered.
func (l *loop) enter(b *brought) error {
	entered, err := l.desk.Enter(b.Results)
	switch {
	case err != nil:
		return err
	case entered == campaign.SlotWaits:
		delete(l.offered, b.Slot) // it is not to be filled again
		if !slices.Contains(l.waiting, b) {
			l.waiting = append(l.waiting, b)
		}
		return nil
	case entered == campaign.SlotKnown:
		l.count(func(c *counts) { c.repeated++ })
	case entered == campaign.SlotDone:
		delete(l.offered, b.Slot)
		delete(l.refusals, b.Slot)
		l.count(func(c *counts) { c.slots++ })
		l.workers.filled(b.worker)
	}
	l.entered = append(l.entered, b.messages...)
	return nil
}

// retry enters what has waited, as long as that makes a difference.
func (l *loop) retry() error {
	for before := -1; before != len(l.waiting) && len(l.waiting) > 0; {
		before = len(l.waiting)
		all := l.waiting
		l.waiting = nil
		for _, b := range all {
			if err := l.enter(b); err != nil {
				return err
			}
		}
	}
	return nil
}

// keepWaiting keeps the bus from delivering messages again that are still needed.
func (l *loop) keepWaiting() {
	const every = 20 * time.Second
	now := time.Now()
	if now.Sub(l.kept) < every {
		return
	}
	l.kept = now
	for _, b := range l.waiting {
		for i := range b.messages {
			_ = b.messages[i].Working() // otherwise it comes again, and is known
		}
	}
}

// refuse counts a message that cannot be used, and shuts a worker out that has sent several.
func (l *loop) refuse(worker string, err error) {
	l.count(func(c *counts) { c.refused++ })
	if l.workers.refused(worker, time.Now()) {
		l.Say(fmt.Sprintf("worker %s is shut out: %v", l.workers.name(worker), err))
		if l.Ban != nil {
			l.Ban(worker)
		}
	}
}

// refuseSlot refuses results: somebody else is to fill the slot. Where workers that are good at others fail at one, it is the slot that is given up.
func (l *loop) refuseSlot(worker string, slot uint64, why error) error {
	if !l.workers.forgives(worker) {
		l.refuse(worker, why)
		l.takeBack(slot)
		return nil
	}
	l.count(func(c *counts) { c.refused++ })
	all := l.refusals[slot]
	if all == nil {
		all = &refusals{workers: make(map[string]bool)}
		l.refusals[slot] = all
	}
	all.workers[worker] = true
	if all.times++; len(all.workers) < differentRefused && all.times < mostRefused {
		l.takeBack(slot)
		return nil
	}
	return l.giveUp(slot, fmt.Sprintf("its results were refused %d times, of %d workers, the last time: %s", all.times, len(all.workers), reason(why)))
}

func reason(err error) string {
	text := err.Error()
	if len(text) > mostReason {
		text = strings.ToValidUTF8(text[:mostReason], "") + "..."
	}
	return text
}

// takeBack has a slot offered anew.
func (l *loop) takeBack(slot uint64) {
	if l.desk.IsOut(slot) {
		delete(l.offered, slot)
		l.queue = append(l.queue, slot)
	}
}

// giveUp ends a slot without results.
func (l *loop) giveUp(slot uint64, why string) error {
	if err := l.desk.GiveUp(slot, why); err != nil {
		return err
	}
	delete(l.offered, slot)
	delete(l.refusals, slot)
	l.count(func(c *counts) { c.givenUp++ })
	l.Say(fmt.Sprintf("slot %d is given up: %s", slot, why))
	return nil
}

// drop forgets messages of results that never became whole. Their slots are offered again in time.
func (l *loop) drop(messages []bus.Delivery) {
	for i := range messages {
		_ = messages[i].Ack()
	}
}

func (h *Hub) count(change func(*counts)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	change(&h.counts)
}

// note takes down what Status says.
func (l *loop) note(window int) {
	const every = 250 * time.Millisecond
	now := time.Now()
	if now.Sub(l.noted) < every {
		return
	}
	l.noted = now
	mutants, findings := l.desk.Totals()
	l.count(func(c *counts) {
		c.out, c.window, c.mutants, c.findings = len(l.offered), window, mutants, findings
		c.lately.note(now, c.slots)
	})
}
