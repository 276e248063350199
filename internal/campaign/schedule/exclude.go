package schedule

// Exclude excludes a slot's pair of seed and engine, which yields nothing in any round.
func (s *Schedule) Exclude(at Slot) { s.exclude(s.Pair(at)) }

func (s *Schedule) exclude(pair int) {
	if !s.excluded[pair] {
		s.excluded[pair] = true
		s.changed.excluded = append(s.changed.excluded, pair)
	}
}

// Excluded reports whether a slot's pair is excluded.
func (s *Schedule) Excluded(at Slot) bool { return s.excluded[s.Pair(at)] }

// ExcludeSeed excludes a slot's seed with all engines; first is false when it was excluded with one of them before.
func (s *Schedule) ExcludeSeed(at Slot) (first bool) {
	first = true
	for e := range s.Engines {
		pair := at.Seed*s.Engines + e
		first = first && !s.excluded[pair]
		s.exclude(pair)
	}
	return first
}

// Pending reports whether an earlier slot of the same pair was handed out and not counted yet.
func (s *Schedule) Pending(at Slot) bool {
	for number, known := range s.slots {
		if known.counted {
			continue
		}
		if earlier := s.At(number); s.Pair(earlier) == s.Pair(at) && earlier.Round < at.Round {
			return true
		}
	}
	return false
}
