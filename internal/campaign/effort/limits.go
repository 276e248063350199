package effort

import (
	"time"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/schedule"
)

const (
	// floor is the smallest limit: a machine under load takes that long to do nothing.
	floor = 50 * time.Millisecond
	// factor is how many times as long as the longest recent answer the next one may take.
	factor = 5
	// fullShare: one mutant in this many is run under the full limit, for the sake of slow answers.
	fullShare = 64
	// memory is the share of the longest answer that still counts at the next one.
	memoryNumerator, memoryDenominator = 7, 8
)

// An answer is what a target does with a seed and its mutants.
type answer struct {
	// seed is the outcome on the seed itself.
	seed outcome.Outcome
	// wall is how long answers take: the longest recent one. It is 0 while there is none.
	wall time.Duration
	// grown is how often the limit was doubled since answers came late.
	grown int
	// late makes the target give way on the seed; its clock counts laps.
	late backoff
	// ran is the lap in which it was last run on the seed or its mutants.
	ran uint64
}

// limit returns the limit for the next run, at most the full one.
func (a *answer) limit(full time.Duration) time.Duration {
	if a == nil || a.wall == 0 {
		return full
	}
	l := max(floor, factor*a.wall)
	for range a.grown {
		if l >= full {
			break
		}
		l *= 2
	}
	return min(l, full)
}

// took enters a run.
func (a *answer) took(r Run, full time.Duration) {
	switch {
	case r.late():
		// A run that is late even under the full limit has had its chance.
		if r.Limit > 0 && a.limit(full) < full {
			a.grown++
		}
	case r.Outcome.Replies():
		a.wall = max(r.Wall, a.wall*memoryNumerator/memoryDenominator, time.Nanosecond)
		a.grown = max(0, a.grown-1)
	}
}

// Limit returns the time limit for a target on a mutant of a slot, 0 for none. Targets that are compared have the same
// limit.
func (s *Scheduler) Limit(t schedule.Slot, index int, target string) time.Duration {
	if s.full <= 0 || s.random.SplitN(t.Number).SplitN(uint64(index)).Chance(1, fullShare) {
		return s.full
	}
	k, ok := s.place[target]
	if !ok {
		return s.full
	}
	limit := s.answer(t.Seed, k).limit(s.full)
	for _, other := range s.compared[k] {
		// A target that does not read the seed is not run on its mutants either.
		if a := s.answer(t.Seed, other); a != nil {
			limit = max(limit, a.limit(s.full))
		}
	}
	return limit
}
