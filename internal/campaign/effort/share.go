package effort

import "time"

const (
	// shareNumerator / shareDenominator is how many times as long as usual the mutants of a slot may take.
	shareNumerator, shareDenominator = 3, 2
	// usualMemory is the approximate number of mutants that Scheduler.usual looks back on.
	usualMemory = 512
	// usualKnown is the number of mutants from which slots have a share.
	usualKnown = 64
	// usualCut: a mutant counts for at most this many times the usual time, so that a few time-outs do not determine what is usual.
	usualCut = 4
)

// A usage is how long all targets together take on a mutant: the mean over recent mutants, without the excess of a few.
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

// OverBudget reports whether the mutants of a chain have used up their share of time, so that the one with an index is not run. Time, not the number of slots, is
// divided evenly among seeds: otherwise a fifth of the mutants takes most of the time. The time that a chain may take grows from mutant to mutant,
// to the share of a slot at its usual end, so that the mutants of a slow seed that are run come from its whole chain. The first one always is run.
func (s *Scheduler) OverBudget(c *Tally, index int) bool {
	if s.chain <= 0 || s.usual.seen < usualKnown {
		return false
	}
	share := s.usual.mean * time.Duration(s.chain) * shareNumerator / shareDenominator
	return c.Took > share*time.Duration(index)/time.Duration(s.chain)
}
