package campaign

import (
	"slices"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
)

// seen is a window for the targets of a campaign. Not safe for concurrent use.
type seen struct {
	*window
	targets []string
	pairs   int // of seeds and engines
}

func newSeen(c *Config) *seen {
	s := &seen{window: newWindow(), pairs: len(c.Seeds) * len(c.Engines)}
	for _, t := range c.Targets {
		s.targets = append(s.targets, t.String())
	}
	return s
}

// repeats says which mutants of a chain an earlier round of its pair has run on all targets that they are for, as far as they are within the
// window. A round that another worker is still running does not count: between two rounds of a pair lie the slots of all other engines with
// the seed.
func (s *seen) repeats(pair int, round uint64, chain *fuzzer.Chain) []bool {
	out := make([]bool, chain.Len())
	var targets uint64
	for _, t := range chain.Asks() {
		bit := s.bit(t.String())
		if bit == 0 {
			return out
		}
		targets |= bit
	}
	if targets == 0 {
		return out
	}
	for i := range out {
		out[i] = s.has(pair, round, markOf(chain.Hash(i)), targets)
	}
	return out
}

// settled returns the mark of a mutant that was run, and the targets that are done with it; ok is false when some still have to run it.
// Targets that are skipped, or that the mutant is not for, do not matter: a chain that is for them is not for the same targets.
func (s *seen) settled(events []event.Event) (p mark, targets uint64, ok bool) {
	for _, ev := range events {
		switch ev := ev.(type) {
		case event.Mutant:
			p = markOf(ev.Text)
		case event.Run:
			if !ev.Extra {
				ok = true
				targets |= s.bit(ev.Solver)
			}
		case event.Skip:
			switch ev.Why {
			case event.CannotRead, event.RefusesSeed:
				targets |= s.bit(ev.Solver)
			case event.GaveUp, event.OverBudget, event.Repeat:
				return 0, 0, false
			case event.NotItsTurn, event.TooSlow:
			}
		}
	}
	return p, targets, ok
}

// bit returns the bit of a target, 0 for one that the window does not distinguish.
func (s *seen) bit(target string) uint64 {
	i := slices.Index(s.targets, target)
	if i < 0 || i >= windowTargets {
		return 0
	}
	return 1 << i
}
