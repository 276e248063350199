package campaign

import (
	"errors"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/mutate"
)

// A making is what became of a slot's seed.
type making struct {
	mutants int
	drawn   fuzzer.Drawn
	// definitions counts the seed's definitions, nil where they stay.
	definitions map[string]int
	// broken is the text of the fault with which the engine ended early, "" for none.
	broken string
}

// madeOf is what a chain was made of, nil for none.
func madeOf(chain *fuzzer.Chain) *making {
	if chain == nil {
		return nil
	}
	m := &making{mutants: chain.Len(), drawn: chain.Drawn()}
	if chain.Definitions != nil {
		m.definitions = chain.Definitions.Counts()
	}
	if chain.Broken != nil {
		m.broken = faultText(chain.Broken)
	}
	return m
}

// admit enters how many mutants a slot has, and returns events that say what became of its seed; failure is the reason why there are none.
func (b *books) admit(at schedule.Slot, m *making, failure error) []event.Event {
	events := b.seedEvents(at, m, failure)
	switch {
	case errors.Is(failure, fuzzer.ErrAllTooSlow):
		b.schedule.GiveUp(at)
	case m == nil:
		b.schedule.Count(at, 0)
	default:
		b.schedule.Count(at, m.mutants)
	}
	b.forget()
	return events
}

// seedEvents says what became of a slot's seed. A pair of seed and engine that yields nothing is excluded from then on.
func (b *books) seedEvents(at schedule.Slot, m *making, failure error) []event.Event {
	source := b.c.Seeds[at.Seed]
	e := event.Seed{
		Seed: source.Name, SeedHash: source.Hash, Engine: b.c.Engines[at.Engine].Name(), Job: at.Number, Round: at.Round,
		Logic: source.logic, Outcome: event.Used,
	}
	if failure != nil && b.schedule.Pending(at) {
		// A worker that was faster speaks for the first round, whose worker will find the pair excluded: the reason is counted in any case.
		e.Round = 0
	}
	var unread *fuzzer.SeedError
	switch {
	case failure == nil:
		e.Mutants, e.Repeats, e.Rejected, e.Definitions = m.mutants, m.drawn.Repeats, m.drawn.Rejected, m.definitions
		out := []event.Event{e}
		if m.broken != "" {
			out = append(out, event.Fault{Seed: e.Seed, Engine: e.Engine, Text: m.broken})
		}
		return out
	case errors.Is(failure, fuzzer.ErrAllTooSlow):
		e.Outcome, e.Reason = event.AllTooSlow, failure.Error()
		return []event.Event{e}
	case errors.Is(failure, mutate.ErrNotApplicable):
		if b.schedule.Excluded(at) {
			return nil // another worker has already met it
		}
		b.schedule.Exclude(at)
		e.Outcome, e.Reason = event.NotApplicable, strings.TrimPrefix(failure.Error(), mutate.ErrNotApplicable.Error()+": ")
		return []event.Event{e}
	case errors.As(failure, &unread):
		if !b.schedule.ExcludeSeed(at) || e.Round > 0 || b.listed(unread.Seed) || !b.schedule.Owns(schedule.Slot{Seed: at.Seed}) {
			return nil // another engine has already met it, or the shard with the first engine counts it
		}
		e.Outcome, e.Reason = event.Rejected, unread.Err.Error()
		return []event.Event{e}
	default:
		known := b.schedule.Excluded(at)
		b.schedule.Exclude(at)
		if known {
			return nil // another worker has already met the same fault in the next round
		}
		e.Outcome, e.Reason = event.Failed, failure.Error()
		return []event.Event{e, fault(e.Seed, e.Engine, failure)}
	}
}

// fault is an event about a mistake of ours.
func fault(seed, engine string, err error) event.Fault {
	return event.Fault{Seed: seed, Engine: engine, Text: faultText(err)}
}

// listed reports whether a rejected seed was counted by an earlier run.
func (b *books) listed(seed string) bool {
	return slices.ContainsFunc(b.stats.Rejections, func(s Skip) bool { return s.Path == seed })
}
