package schedule

import "cmp"

// A State is how far a schedule is, for a later run to continue there.
type State struct {
	// Done is the number of leading slots that are done, Mutants the number of their mutants.
	Done    uint64
	Mutants int64
	// Begun are the slots after those of which a mutant was run, or that have none.
	Begun map[uint64]Progress
	// Excluded are the excluded pairs of seed and engine: seed times engines plus engine.
	Excluded []int
}

// Save returns how far the schedule is.
func (s *Schedule) Save() State {
	st := State{Done: s.done.slot, Mutants: s.done.mutants, Begun: make(map[uint64]Progress)}
	for number, known := range s.slots {
		known.save(number, &st)
	}
	for pair, excluded := range s.excluded {
		if excluded {
			st.Excluded = append(st.Excluded, pair)
		}
	}
	return st
}

// save enters how far a slot is, if it was begun or has no mutants.
func (k *slot) save(number uint64, st *State) {
	if k.counted && (k.Run > 0 || k.Mutants == 0) {
		st.Begun[number] = Progress{Mutants: cmp.Or(k.firm, k.Mutants), Run: k.Run}
	}
}

// changed is what was not yet asked for by Changes.
type changed struct {
	slots    map[uint64]bool
	excluded []int
}

// Changes returns what is different since it was last called, or since the schedule was made: all of Done and Mutants, of Begun the slots from Done on
// about which anything else is known now, and the pairs that were excluded.
func (s *Schedule) Changes() State {
	st := State{Done: s.done.slot, Mutants: s.done.mutants, Begun: make(map[uint64]Progress), Excluded: s.changed.excluded}
	for number := range s.changed.slots {
		if known := s.slots[number]; known != nil {
			known.save(number, &st)
		}
	}
	clear(s.changed.slots)
	s.changed.excluded = nil
	return st
}

// Restore continues where an earlier run ended. The schedule must be new.
func (s *Schedule) Restore(st State) {
	s.done = edge{st.Done, st.Mutants}
	s.counted, s.next = s.done, st.Done
	for number, p := range st.Begun {
		if number >= st.Done {
			s.slots[number] = &slot{Progress: p, counted: true}
			s.changed.slots[number] = true
		}
	}
	for _, pair := range st.Excluded {
		if pair >= 0 && pair < len(s.excluded) {
			s.exclude(pair)
		}
	}
	s.advance()
}

// A Record says what an earlier run did after its state was saved: it ran a mutant, or found that a slot has none.
type Record struct {
	Slot    uint64
	Mutants int // that the slot has
	Index   int // of the mutant, 0 if there is none
	// Skipped is the number of slots right before it that were not handed out.
	Skipped uint64
}

// Replay enters a record, in the order in which records were made; ok is false for what is known already or comes after a gap. What was
// skipped then stays skipped, whatever skip says now, but it is told of each slot; skip may be nil.
func (s *Schedule) Replay(r Record, skip func(Slot) bool) (ok bool) {
	if r.Slot < s.done.slot {
		return false
	}
	for n := max(r.Slot-min(r.Skipped, r.Slot), s.done.slot); n < r.Slot; n++ {
		if s.slots[n] != nil {
			continue
		}
		if at := s.At(n); skip != nil && !s.Excluded(at) {
			skip(at)
		}
		s.slots[n] = &slot{counted: true}
		s.changed.slots[n] = true
	}
	known := s.slots[r.Slot]
	if known == nil {
		known = &slot{}
	}
	grows := known.counted && known.Mutants > 0 && r.Mutants > known.Mutants && r.Index == known.Run
	if grows {
		s.extend(r.Slot, r.Mutants)
	}
	contradicts := known.counted && known.Mutants != r.Mutants
	if contradicts || r.Mutants == 0 && known.counted || r.Mutants > 0 && r.Index != known.Run {
		return false
	}
	known.Mutants, known.counted = r.Mutants, true
	if r.Mutants > 0 {
		known.Run = r.Index + 1
	}
	s.slots[r.Slot] = known
	s.changed.slots[r.Slot] = true
	s.advance()
	return true
}
