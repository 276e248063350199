package campaign

import (
	"slices"

	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/campaign/schedule"
)

// Books are what a ledger guards. Neither they nor any of their parts are safe for concurrent use: before the ledger is made they belong to
// whoever opens the campaign, and then to the ledger alone.
type books struct {
	c        *Config
	identity Identity

	schedule *schedule.Schedule
	// underway has what is remembered of slots from the schedule's done edge on, by number; the numbers below forgotten have been removed.
	underway  map[uint64]*underway
	forgotten uint64

	stats Stats
	know  *knowledge
	seen  *seen
	kept  keeper
	// refused watches for targets that do nothing but refuse their options, and sinks are all receivers of events.
	refused *optionsWatch
	sinks   event.Sinks

	database database
	samples  sampler
	meter    meter
	notes    notes
	resumed  bool
	// known are the findings of known bugs, once the campaign has ended.
	known []KnownFinding
}

// underway is what is remembered of a slot that is not done, or comes after one that is not. It is saved.
type underway struct {
	// Memory is what was learned from those of its mutants that have been run, Effort what came of them.
	Memory fuzzer.Memory `json:"memory,omitzero"`
	Effort effort.Tally  `json:"effort,omitzero"`
	// Ran are those that the window is to remember.
	Ran ran `json:"ran,omitzero"`
}

// newBooks returns the books of a campaign of which nothing is done.
func newBooks(c *Config) *books {
	b := &books{
		c: c, identity: c.identity(), schedule: c.newSchedule(), underway: make(map[uint64]*underway), stats: newStats(),
		know: newKnowledge(c), seen: newSeen(c), refused: newOptionsWatch(c.Targets), database: newDatabase(c), samples: newSampler(),
	}
	b.sinks = event.Sinks{&b.stats, b.refused, &b.database.touched}
	if c.Events != nil {
		b.sinks = append(b.sinks, c.Events)
	}
	return b
}

func (c *Config) newSchedule() *schedule.Schedule {
	return schedule.New(schedule.Config{Random: c.Seed, Seeds: len(c.Seeds), Engines: len(c.Engines), Longest: c.Chain, Limit: c.Mutants, Slots: c.Slots, Shard: c.Shard})
}

// next hands out the next slot; ok is false when there is none within the limit.
func (b *books) next() (a assignment, ok bool) {
	if a.Assignment, ok = b.schedule.Next(b.skips()); ok {
		a.memory = b.of(a.Number).Memory
	}
	b.forget()
	return a, ok
}

// skips decides, and counts, which slots are skipped because they promise little; nil for none.
func (b *books) skips() func(schedule.Slot) bool {
	if !b.c.adaptive() {
		return nil
	}
	return func(at schedule.Slot) bool {
		_, yes := b.know.effort.Pass(at)
		return yes
	}
}

// of returns what is remembered of a slot that is not done.
func (b *books) of(number uint64) *underway {
	u := b.underway[number]
	if u == nil {
		u = &underway{}
		b.underway[number] = u
	}
	return u
}

// forget removes what was remembered of slots that are done.
func (b *books) forget() {
	for ; b.forgotten < b.schedule.Done(); b.forgotten++ {
		delete(b.underway, b.forgotten)
	}
}

// taught reports whether what a slot's search must know is known. Where effort is adaptive, what is done depends on time in any case, and any
// knowledge will do.
func (b *books) taught(at schedule.Slot) bool {
	_, before := epoch(at.Number)
	return b.c.adaptive() || b.schedule.Done() >= before
}

// teach returns what settings are known to show, for a slot that is about to begin.
func (b *books) teach(at schedule.Slot) fuzzer.Shown {
	b.know.shown.advance(b.schedule.Done())
	if b.c.adaptive() {
		return b.know.shown.now()
	}
	return b.know.shown.before(at.Number)
}

// within enters into orders how many mutants of a slot are within the limit; it is false while that is not certain.
func (b *books) within(a assignment, o *orders) (certain bool) {
	o.mutants, certain = b.schedule.Within(a.Slot)
	return certain
}

// goesOn returns to how many mutants the visit of a slot should go on, 0 for not at all. Where effort is even, visits have one length: what is run
// then must not depend on what solvers do.
func (b *books) goesOn(a assignment, o orders) int {
	to := min(o.of+b.c.Chain, b.c.Visit)
	if !b.c.adaptive() || to <= o.of || o.mutants < o.of || !b.know.effort.GoesOn(&b.of(a.Number).Effort) {
		return 0
	}
	return to
}

// extend takes note of a slot's further mutants, and returns events that say so; none when the limit does not allow them.
func (b *books) extend(a assignment, mutants int, o *orders, drawn fuzzer.Drawn) []event.Event {
	if mutants <= o.of || !b.schedule.Extend(a.Slot, mutants) {
		return nil
	}
	o.of = mutants
	source := b.c.Seeds[a.Seed]
	return []event.Event{event.Continued{
		Seed: source.Name, SeedHash: source.Hash, Engine: b.c.Engines[a.Engine].Name(), Job: a.Number, Round: a.Round,
		Mutants: mutants, Repeats: drawn.Repeats, Rejected: drawn.Rejected,
	}}
}

// mutantDone is what came of a mutant of a slot.
type mutantDone struct {
	index, of int
	fuzzer.Result
	// memory is what was learned up to the mutant.
	memory fuzzer.Memory
	// before are events about the slot that come before those of the mutant.
	before []event.Event
}

// record enters what came of a mutant. The events of a mutant reach the sinks together with the record that it is done.
func (b *books) record(a assignment, done mutantDone) error {
	kept, err := b.kept.add(done.Hits)
	if err != nil {
		return err
	}
	found := b.enter(a.Slot, done.what(a.Number), slices.Concat(done.before, done.Events, kept))
	for _, h := range done.Hits {
		b.kept.store.Tally(h)
	}
	b.of(a.Number).Memory = done.memory
	b.schedule.Ran(a.Slot, done.index)
	b.forget()
	if err := b.due(found); err != nil {
		return err
	}
	return b.refused.err
}

// done says what was done: a mutant of a slot was run, or the slot has none.
type done struct {
	slot    uint64
	mutants int // that the slot has
	index   int // of the mutant, 0 when there is none
	// seed: something was done with the slot's seed alone, which says nothing about the slot.
	seed bool
}

func (d *mutantDone) what(slot uint64) done { return done{slot: slot, mutants: d.of, index: d.index} }

// enter tells the sinks what was done, and learns from it. found: there are findings among the events.
func (b *books) enter(at schedule.Slot, d done, events []event.Event) (found bool) {
	for _, e := range events {
		b.sinks.Take(e)
		if f, ok := e.(event.Finding); ok {
			b.kept.enter(f)
			b.database.touched.finding(f)
			found = true
		}
	}
	b.learn(at, d, events)
	return found
}

// learn takes in what was done. What is known depends only on what was done, in its order, so that it is the same after a kill.
func (b *books) learn(at schedule.Slot, d done, events []event.Event) {
	m := b.know.take(at, events)
	if d.seed || d.mutants == 0 {
		return
	}
	u := b.of(d.slot)
	if p, targets, ok := b.seen.settled(events); ok {
		u.Ran.take(p, targets)
	}
	b.know.effort.Take(at, &u.Effort, m)
	if d.index == d.mutants-1 {
		b.seen.enter(b.schedule.Pair(at), at.Round, u.Ran)
		b.know.effort.End(at, u.Effort)
	}
}
