package script

import "github.com/assay-smt/assay/smt/term"

// Assertion is a formula that a check-sat asks about.
type Assertion struct {
	// Command is the index of the command that asserts it.
	Command int
	Term    *term.Term
	// Assumed says that it is an assumption in check-sat-assuming.
	Assumed bool
}

// Active returns the formulas that check number check, from 0, asks about, in order. ok is false when the
// script has no such check.
func (s *Script) Active(check int) (active []Assertion, ok bool) {
	var levels []int // len(active) at each push
	for i := range s.Commands {
		c := s.Commands[i]
		switch c.Kind {
		case Assert:
			active = append(active, Assertion{Command: i, Term: c.Terms[0]})
		case Push:
			for range c.Arity {
				levels = append(levels, len(active))
			}
		case Pop:
			if n := min(c.Arity, len(levels)); n > 0 {
				active = active[:levels[len(levels)-n]]
				levels = levels[:len(levels)-n]
			}
		case Reset:
			active, levels = nil, nil
		case ResetAssertions:
			active, levels = nil, nil
		case CheckSat, CheckSatUsing, CheckSatAssuming:
			if check--; check >= 0 {
				continue
			}
			if c.Kind == CheckSatAssuming {
				active = active[:len(active):len(active)]
				for _, t := range c.Terms {
					active = append(active, Assertion{Command: i, Term: t, Assumed: true})
				}
			}
			return active, true
		}
	}
	return nil, false
}

// CheckCommand returns the index of the command that is check number check, -1 when there is none.
func (s *Script) CheckCommand(check int) int {
	for i := range s.Commands {
		if s.Commands[i].IsCheck() {
			if check--; check < 0 {
				return i
			}
		}
	}
	return -1
}
