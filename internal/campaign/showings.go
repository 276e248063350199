package campaign

import (
	"maps"
	"slices"

	"github.com/assay-smt/assay/internal/campaign/configspace"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
)

// showings remember which settings show which finding, by slot, so that a chain is taught the same whatever the number of workers, and after any
// kill: slots are in epochs, and a chain knows what those of the last epoch but one and all before it showed, besides what it finds itself.
// A worker whose chain is two epochs ahead waits. Not safe for concurrent use.
type showings struct {
	// Base is what the slots before Folded showed, in their order, and Later what others did, each in the order of its mutants.
	Base   fuzzer.Shown             `json:"base,omitzero"`
	Folded uint64                   `json:"folded,omitempty"`
	Later  map[uint64][]showingsOne `json:"later,omitempty"`
	// Pairs is what Base knows about pairs of settings, by target, where the showings are saved.
	Pairs map[string]configspace.PairsState `json:"pairs,omitempty"`

	// changed has the slots of Later that were not yet asked for by changes.
	changed map[uint64]bool
}

// changes returns the slots of which Later has something that it had not when it was last called.
func (s *showings) changes() (later map[uint64][]showingsOne) {
	later = make(map[uint64][]showingsOne, len(s.changed))
	for slot := range s.changed {
		if all, ok := s.Later[slot]; ok {
			later[slot] = all
		}
	}
	clear(s.changed)
	return later
}

// showingsOne is the part of an event.Explored that matters.
type showingsOne struct {
	Solver string        `json:"solver"`
	Shown  []event.Shown `json:"shown,omitempty"`
	Tried  []string      `json:"tried,omitempty"`
}

// IsZero reports whether nothing is remembered.
func (s showings) IsZero() bool {
	return len(s.Base.Causes)+len(s.Later)+len(s.Pairs) == 0 && s.Folded == 0
}

// newShowings returns showings of which nothing is known, for a campaign that searches these configurations, nil for none.
func newShowings(c *fuzzer.Configurations) *showings {
	s := &showings{Later: make(map[uint64][]showingsOne), changed: make(map[uint64]bool)}
	if c == nil || c.Search == nil {
		return s
	}
	s.Base.Pairs = make(map[string]*configspace.Pairs)
	for t, d := range c.Of {
		if d.Space != nil {
			s.Base.Pairs[t.String()] = configspace.NewPairs(d.Space)
		}
	}
	return s
}

// save returns the showings as they are saved.
func (s *showings) save() showings {
	out := *s
	out.changed = nil
	for target, p := range s.Base.Pairs {
		if out.Pairs == nil {
			out.Pairs = make(map[string]configspace.PairsState)
		}
		out.Pairs[target] = p.Save()
	}
	return out
}

// restore continues with what an earlier run knew.
func (s *showings) restore(saved showings, n *notes) {
	pairs := s.Base.Pairs
	*s = saved
	if s.Later == nil {
		s.Later = make(map[uint64][]showingsOne)
	}
	s.changed = make(map[uint64]bool)
	for slot := range s.Later {
		s.changed[slot] = true
	}
	s.Base.Pairs, s.Pairs = pairs, nil
	for target, p := range pairs {
		if st, ok := saved.Pairs[target]; ok {
			if err := p.Restore(st); err != nil {
				n.add("which pairs of settings of %s were tried is lost (%v)", target, err)
				s.forgetTried(target)
			}
		}
	}
}

// forgetTried drops the configurations of a target that are not folded yet: they consist of numbers of settings, which mean others now.
func (s *showings) forgetTried(target string) {
	for _, all := range s.Later {
		for i := range all {
			if all[i].Solver == target {
				all[i].Tried = nil
			}
		}
	}
}

// counts says how many pairs of settings were tried, by target.
func (s *showings) counts() map[string]configspace.PairCount {
	if len(s.Base.Pairs) == 0 {
		return nil
	}
	out := make(map[string]configspace.PairCount)
	now := s.now()
	for target, p := range now.Pairs {
		out[target] = p.Count()
	}
	return out
}

// longestEpoch is the number of slots in an epoch. The first epochs are shorter, so that a defect that many configurations show is soon known:
// they begin at 2, 4, 8 and so on. Twice as many slots as an epoch has are the most that run at once.
const longestEpoch = 32

// epoch returns the first slot of a slot's epoch, and of the one before it.
func epoch(slot uint64) (this, before uint64) {
	next := uint64(2)
	for next <= slot {
		this, before = next, this
		next += min(next, longestEpoch)
	}
	return this, before
}

// enter remembers what a search showed.
func (s *showings) enter(slot uint64, e *event.Explored) {
	if len(e.Shown)+len(e.Tried) > 0 && slot >= s.Folded {
		s.changed[slot] = true
		s.Later[slot] = append(s.Later[slot], showingsOne{Solver: e.Solver, Shown: e.Shown, Tried: e.Tried})
	}
}

// advance forgets which slot showed what where no slot will ask for it again: all slots before done are done.
func (s *showings) advance(done uint64) {
	_, to := epoch(done)
	if to <= s.Folded {
		return
	}
	s.fold(&s.Base, s.Folded, to)
	maps.DeleteFunc(s.Later, func(slot uint64, _ []showingsOne) bool { return slot < to })
	s.Folded = to
}

// fold adds what slots showed to what is known, in their order.
func (s *showings) fold(known *fuzzer.Shown, from, to uint64) {
	for _, slot := range slices.Sorted(maps.Keys(s.Later)) {
		if slot >= from && slot < to {
			for _, one := range s.Later[slot] {
				known.Take(&event.Explored{Solver: one.Solver, Shown: one.Shown, Tried: one.Tried})
			}
		}
	}
}

// before returns what was shown before a slot, and by those of its mutants that an earlier run has run.
func (s *showings) before(slot uint64) fuzzer.Shown {
	_, to := epoch(slot)
	out := s.Base.Clone()
	s.fold(&out, s.Folded, to)
	s.fold(&out, slot, slot+1)
	return out
}

// now returns all that was shown.
func (s *showings) now() fuzzer.Shown {
	out := s.Base.Clone()
	s.fold(&out, s.Folded, ^uint64(0))
	return out
}
