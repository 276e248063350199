package schedule

import (
	"math"
)

// A Config says what there is to schedule.
type Config struct {
	// Random is the campaign seed, which determines the order.
	Random uint64
	// Seeds and Engines are their numbers, at least 1 each.
	Seeds, Engines int
	// Longest is the largest number of mutants that a slot may have when it is counted; it may be extended later.
	Longest int
	// Limit is the number of mutants that the campaign runs, 0 for no limit. It cuts the order of slots at the same mutant, whatever the
	// number of workers. It is 0 for a shard, which does not know what others run.
	Limit int64
	// Slots is the number of leading slots that are handed out, 0 for no limit. Shards agree on them.
	Slots uint64
	// Shard is the part that is handed out.
	Shard Shard
}

// A Schedule hands out slots and knows how far each is. Slots end in any order, and a slot's number of mutants is not known before its worker
// has made them. So two edges move along the order of slots:
//
//   - all slots before the counted edge have a known number of mutants. It decides what is within the limit.
//   - all slots before the done edge are done, and forgotten. It is behind the counted edge, or at it.
//
// Not safe for concurrent use.
type Schedule struct {
	Config
	order order

	next          uint64 // the first slot that was not handed out
	counted, done edge
	// slots has those from the done edge on about which anything is known.
	slots map[uint64]*slot
	// passed has the stretches of other shards' slots from the done edge on: the first slot of each, and the first one after it. pairs is the
	// number of pairs of this shard.
	passed map[uint64]uint64
	pairs  int

	// excluded says, by pair, which seeds yield nothing with which engines, in any round.
	excluded []bool
	// barren counts the consecutive slots without a mutant.
	barren int
	// making is how many slots are being made.
	making int

	changed changed
}

// An edge is a place in the order of slots: slot is the first one behind it, and mutants is the number of mutants of all slots before it.
type edge struct {
	slot    uint64
	mutants int64
}

// slot is what is known about a slot from the done edge on.
type slot struct {
	Progress
	counted bool  // Mutants is known
	making  bool  // it was handed out, and not counted since
	firm    int   // Mutants before it was extended, until the next one was run; otherwise 0
	before  int64 // mutants of all slots before it; valid if the slot is before the counted edge
}

// Progress says how far a slot is.
type Progress struct {
	Mutants int `json:"mutants"` // that it has
	Run     int `json:"run"`     // that have been run, the first ones
}

// New returns a schedule of which nothing is done.
func New(c Config) *Schedule {
	if c.Limit <= 0 {
		c.Limit = math.MaxInt64
	}
	return &Schedule{
		Config: c, order: order{random: c.Random, seeds: c.Seeds, engines: c.Engines}, slots: make(map[uint64]*slot), excluded: make([]bool, c.Seeds*c.Engines),
		changed: changed{slots: make(map[uint64]bool)}, passed: make(map[uint64]uint64), pairs: c.Pairs(),
	}
}

// At returns the slot with a number.
func (s *Schedule) At(number uint64) Slot { return s.order.at(number) }

// Pair returns the number of a slot's pair of seed and engine, below Seeds times Engines.
func (s *Schedule) Pair(of Slot) int { return of.Seed*s.Engines + of.Engine }

// Reached is the first slot that was not handed out.
func (s *Schedule) Reached() uint64 { return s.next }

// Done is the number of leading slots that are done.
func (s *Schedule) Done() uint64 { return s.done.slot }

// Next hands out the next slot; ok is false when none is within the limit, or when the schedule is exhausted. It skips slots that are
// done, those whose pair is excluded, and those for which skip is true; skip may be nil.
func (s *Schedule) Next(skip func(Slot) bool) (a Assignment, ok bool) {
	from := max(s.next, s.done.slot)
	// Before the counted edge, slots that an earlier run began may have mutants left.
	for (s.next < s.counted.slot || s.counted.mutants < s.Limit) && !s.Exhausted() {
		number := max(s.next, s.done.slot)
		if !s.more(number) {
			break
		}
		if to := s.pass(number); to > number {
			s.next = to
			continue
		}
		s.next = number + 1
		at, known := s.At(number), s.slots[number]
		switch {
		case known != nil && known.counted && known.Run >= known.Mutants:
			s.advance()
		case known != nil:
			known.making, s.making = true, s.making+1
			return Assignment{Slot: at, Skipped: number - from, Progress: known.Progress}, true
		case s.Excluded(at):
			s.barren++
			s.close(number)
		case skip != nil && skip(at):
			s.barren = 0
			s.close(number)
		default:
			s.slots[number], s.making = &slot{making: true}, s.making+1
			return Assignment{Slot: at, Skipped: number - from}, true
		}
	}
	return Assignment{}, false
}

// more reports whether a slot is among those that are handed out.
func (s *Schedule) more(number uint64) bool { return s.Slots == 0 || number < s.Slots }

// An Assignment is a slot that was handed out.
type Assignment struct {
	Slot
	// Skipped is the number of slots right before it that were not handed out.
	Skipped uint64
	// Progress says how far an earlier run of the campaign came with it.
	Progress
}

// MaxEmpty is how many rounds in a row may yield nothing before seeds and engines count as exhausted.
const MaxEmpty = 2

// Exhausted reports whether MaxEmpty whole rounds yielded nothing. It may not last: see MayGoOn.
func (s *Schedule) Exhausted() bool { return s.barren > MaxEmpty*s.pairs || s.pairs == 0 }

// MayGoOn reports whether an exhausted schedule will not be, should one of the slots that were handed out turn out to have mutants.
func (s *Schedule) MayGoOn() bool { return s.Exhausted() && s.making > 0 }

// Count says how many mutants a slot that was handed out has: not fewer than an earlier run has run. One without any left is done.
func (s *Schedule) Count(at Slot, mutants int) {
	s.made(at.Number)
	if mutants == 0 {
		s.barren++
	} else {
		s.barren = 0
	}
	s.resize(at.Number, max(mutants, s.slots[at.Number].Run))
	s.slots[at.Number].counted = true
	s.changed.slots[at.Number] = true
	s.advance()
}

// Extend says that a counted slot that is not done has more mutants than were counted. It is saved with the next mutant that was run. It is false, and changes nothing, where that could
// lead beyond the limit: a later slot may run mutants that would then be outside.
func (s *Schedule) Extend(at Slot, mutants int) bool {
	more := int64(mutants - s.slots[at.Number].Mutants)
	if all, last := s.known(); more > 0 && last > at.Number && all+more > s.Limit {
		return false
	}
	firm := s.slots[at.Number].Mutants
	s.extend(at.Number, mutants)
	s.slots[at.Number].firm = firm
	return true
}

// known returns the number of mutants of all counted slots, and the last of these.
func (s *Schedule) known() (mutants int64, last uint64) {
	mutants = s.done.mutants
	for number, known := range s.slots {
		if known.counted {
			mutants, last = mutants+int64(known.Mutants), max(last, number)
		}
	}
	return mutants, last
}

// extend gives a counted slot from the done edge on more mutants.
func (s *Schedule) extend(number uint64, mutants int) {
	if mutants > s.slots[number].Mutants {
		s.resize(number, mutants)
	}
}

// resize gives a slot from the done edge on another number of mutants.
func (s *Schedule) resize(number uint64, mutants int) {
	known := s.slots[number]
	more := int64(mutants - known.Mutants)
	known.Mutants = mutants
	if number >= s.counted.slot || more == 0 {
		return
	}
	s.counted.mutants += more
	for n := number + 1; n < s.counted.slot; n++ {
		if later := s.slots[n]; later != nil { // not another shard's
			later.before += more
		}
	}
}

// Within returns how many of the mutants of a counted slot are within the limit; certain is false when that depends on earlier slots that
// are not counted yet.
func (s *Schedule) Within(at Slot) (mutants int, certain bool) {
	if s.Limit == math.MaxInt64 {
		return s.slots[at.Number].Mutants, true
	}
	before, exact := s.before(at.Number)
	count := int64(s.slots[at.Number].Mutants)
	if !exact && before+count > s.Limit {
		return 0, false
	}
	return int(max(0, min(count, s.Limit-before))), true
}

// before returns the number of mutants before a slot, or the largest possible one.
func (s *Schedule) before(number uint64) (mutants int64, exact bool) {
	if number < s.counted.slot {
		return s.slots[number].before, true
	}
	mutants = s.counted.mutants
	for n := s.counted.slot; n < number; n++ {
		if known := s.slots[n]; known != nil && known.counted {
			mutants += int64(known.Mutants)
		} else {
			mutants += int64(s.Longest)
		}
	}
	return mutants, false
}

// Ran says that the mutant of a slot with that index was run, and all before it.
func (s *Schedule) Ran(at Slot, index int) {
	known := s.slots[at.Number]
	known.Run, known.firm = index+1, 0
	s.changed.slots[at.Number] = true
	s.advance()
}

// made says that nobody makes the mutants of a slot any more.
func (s *Schedule) made(number uint64) {
	if known := s.slots[number]; known != nil && known.making {
		known.making = false
		s.making--
	}
}

// GiveUp says that no more mutants of a slot that was handed out are to be run: it is done with those that an earlier run has run. Another round may
// well yield something.
func (s *Schedule) GiveUp(at Slot) {
	s.barren = 0
	s.close(at.Number)
}

// close says that a slot has no mutants left to run.
func (s *Schedule) close(number uint64) {
	s.made(number)
	if known := s.slots[number]; known != nil {
		s.resize(number, known.Run)
		known.counted, known.firm = true, 0
	} else {
		s.slots[number] = &slot{counted: true}
	}
	s.changed.slots[number] = true
	s.advance()
}

// advance moves both edges as far as they go.
func (s *Schedule) advance() {
	for {
		if to, ok := s.passed[s.counted.slot]; ok {
			s.counted.slot = to
			continue
		}
		known := s.slots[s.counted.slot]
		if known == nil || !known.counted {
			break
		}
		known.before = s.counted.mutants
		s.counted.mutants += int64(known.Mutants)
		s.counted.slot++
	}
	for s.done.slot < s.counted.slot {
		if to, ok := s.passed[s.done.slot]; ok {
			delete(s.passed, s.done.slot)
			s.done.slot = to
			continue
		}
		known := s.slots[s.done.slot]
		if known.Run < known.Mutants {
			return
		}
		s.done.mutants += int64(known.Mutants)
		delete(s.slots, s.done.slot)
		delete(s.changed.slots, s.done.slot)
		s.done.slot++
	}
}

// Promised reports whether the slots that were handed out reach the limit if each of them has as many mutants as a slot can have. Whoever hands out
// many slots before the first is counted then waits, since the next one would most likely be beyond the limit.
func (s *Schedule) Promised() bool {
	if s.Limit == math.MaxInt64 || s.next <= s.counted.slot {
		return false
	}
	mutants, _ := s.before(s.next)
	return mutants >= s.Limit
}
