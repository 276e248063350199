package effort

import "github.com/assay-smt/assay/internal/campaign/schedule"

// About returns what a Scheduler elsewhere has to know to decide about the runs of one slot as this one does: Knows, TooSlow, Limit and OverBudget
// about that slot, and GoesOn. It knows nothing of other seeds and pairs.
func (s *Scheduler) About(t schedule.Slot) State {
	var answers, pairs []byte
	for k, a := range s.answers[t.Seed] {
		if a != nil {
			answers = a.state(t.Seed, k).append(answers)
		}
	}
	if p := s.pairs[s.pairOf(t)]; p != nil {
		pairs = p.state(s.pairOf(t)).append(pairs)
	}
	out := s.rest()
	out.Answers, out.Pairs, out.Passed, out.Behaviour = trimmed(answers), trimmed(pairs), nil, BehaviourState{}
	return out
}
