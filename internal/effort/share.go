package effort

import "time"

const (
	// shareNumerator / shareDenominator is how many times as long as usual the mutants of a turn may take.
	shareNumerator, shareDenominator = 3, 2
	// usualMemory is the number of mutants that Scheduler.usual looks back on, about.
	usualMemory = 512
	// usualKnown is the number of mutants from which on turns have a share.
	usualKnown = 64
	// usualCut: a mutant counts for at most so many times as much as is usual, so that a few time-outs do not decide what is.
	usualCut = 4
)

// A usage is how long the targets take on a mutant, all together: the mean of those lately, without the excess of a few.
type usage struct {
	mean time.Duration
	seen uint64
}

func (u *usage) take(d time.Duration) {
	if u.seen++; u.seen == 1 {
		u.mean = max(d, time.Nanosecond)
		return
	}
	d = min(d, usualCut*u.mean)
	u.mean += (d - u.mean) / time.Duration(min(u.seen, usualMemory))
	u.mean = max(u.mean, time.Nanosecond)
}

// Enough reports whether the mutants of a chain have used up their share of time, so that the one with an index is not run. Time and not
// turns are divided evenly among seeds: a fifth of the mutants takes most of the time otherwise. What a chain may take grows from mutant to mutant
// up to the share of a turn, so that those that are run of a slow seed come from its whole chain. The first one always is.
func (s *Scheduler) Enough(c *Chain, index int) bool {
	if s.chain <= 0 || s.usual.seen < usualKnown {
		return false
	}
	share := s.usual.mean * time.Duration(s.chain) * shareNumerator / shareDenominator
	return c.Took > share*time.Duration(min(index, s.chain))/time.Duration(s.chain)
}
