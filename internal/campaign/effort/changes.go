package effort

import (
	"fmt"
	"time"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign/schedule"
)

// An AnswerState is what is known of a target on a seed, as it is saved.
type AnswerState struct {
	Seed, Target int // their places
	Outcome      outcome.Outcome
	Wall         time.Duration
	Doublings    int
	Lap          uint64
	Failures     int
	Until        uint64
}

// A PairState is what is known of a seed with an engine, as it is saved.
type PairState struct {
	Pair     int // seed times engines plus engine
	Shown    uint64
	Missed   int
	Failures int
	Until    uint64
}

// Changes are what a Scheduler knows otherwise than before. Rest has everything but the answers and pairs, changed or not.
type Changes struct {
	Answers []AnswerState
	Pairs   []PairState
	Rest    State
}

// changed says by their places which seeds and pairs were not yet asked for by Changes.
type changed struct {
	answers, pairs map[int]bool
}

// touch records that something about a slot's seed and pair is known otherwise.
func (s *Scheduler) touch(t schedule.Slot) {
	s.changed.answers[t.Seed], s.changed.pairs[s.pairOf(t)] = true, true
}

// Changes returns what is different since it was last called, or since the scheduler was made.
func (s *Scheduler) Changes() Changes {
	out := Changes{Rest: s.rest()}
	for seed := range s.changed.answers {
		for k, a := range s.answers[seed] {
			if a != nil {
				out.Answers = append(out.Answers, a.state(seed, k))
			}
		}
	}
	for k := range s.changed.pairs {
		if p := s.pairs[k]; p != nil {
			out.Pairs = append(out.Pairs, p.state(k))
		}
	}
	clear(s.changed.answers)
	clear(s.changed.pairs)
	return out
}

// Enter adds answers and pairs to a state that has none of the same places.
func (st *State) Enter(answers []AnswerState, pairs []PairState) {
	a, p := []byte(st.Answers), []byte(st.Pairs)
	if len(a) > 0 {
		a = append(a, ' ')
	}
	if len(p) > 0 {
		p = append(p, ' ')
	}
	for _, one := range answers {
		a = one.append(a)
	}
	for _, one := range pairs {
		p = one.append(p)
	}
	st.Answers, st.Pairs = trimmed(a), trimmed(p)
}

func (a *answer) state(seed, target int) AnswerState {
	return AnswerState{seed, target, a.seed, a.wall, a.grown, a.ran, a.late.failures, a.late.until}
}

func (p *pair) state(k int) PairState {
	return PairState{k, uint64(p.shown), p.missed, p.quiet.failures, p.quiet.until}
}

// append appends the record of State.Answers, and a blank.
func (a AnswerState) append(dst []byte) []byte {
	return fmt.Appendf(dst, "%d:%d:%s:%d:%d:%d:%d:%d ", a.Seed, a.Target, a.Outcome, a.Wall.Nanoseconds(), a.Doublings, a.Lap, a.Failures, a.Until)
}

// append appends the record of State.Pairs, and a blank.
func (p PairState) append(dst []byte) []byte {
	dst = fmt.Appendf(dst, "%d:%x:%d:%d", p.Pair, p.Shown, p.Failures, p.Until)
	if p.Missed > 0 {
		dst = fmt.Appendf(dst, ":%d", p.Missed)
	}
	return append(dst, ' ')
}
