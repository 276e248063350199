package fuzzer

import (
	"slices"

	"github.com/assay-smt/assay/internal/campaign/configspace"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/solver/options"
)

// Limits on remembering settings that have shown something.
const (
	// maxShown bounds what is remembered for all targets together.
	maxShown = 4096
	// avoidedAfter is how often settings must show something before configurations with them are avoided, except for one in
	// avoidedBut: otherwise, other findings that also need these settings would never be seen.
	avoidedAfter = 4
	avoidedBut   = 8
)

// Shown remembers which settings show which finding, so that a defect shared by many configurations is examined once. What it remembers follows
// from what it took, in that order. The zero value is empty. Not safe for concurrent use.
type Shown struct {
	Causes []Cause `json:"causes,omitempty"`
	// Pairs says which pairs of settings were tried, by target; targets without an entry are not counted.
	Pairs map[string]*configspace.Pairs `json:"-"`
}

// IsZero reports whether nothing is saved of it.
func (s Shown) IsZero() bool { return len(s.Causes) == 0 }

// A Cause is what settings of a target show, and how often they did.
type Cause struct {
	Circumstances
	What  string `json:"what"`
	Times int    `json:"times"`
}

// Circumstances are settings of a target, as people write them, with the logic of the formula: what goes wrong in another logic may be another
// defect. A cause whose finding names its location has no logic.
type Circumstances struct {
	Target   string   `json:"target"`
	Logic    string   `json:"logic,omitempty"`
	Settings []string `json:"settings"`
}

// circumstances returns settings of a target on a formula of a logic.
func circumstances(target, logic string, settings []options.Setting) Circumstances {
	c := Circumstances{Target: target, Logic: logic}
	for _, s := range settings {
		c.Settings = append(c.Settings, s.String())
	}
	return c
}

// holds reports whether something showed under circumstances that are a subset of others.
func (c *Cause) holds(in Circumstances) bool {
	if c.Target != in.Target || c.Logic != "" && c.Logic != in.Logic {
		return false
	}
	for _, s := range c.Settings {
		if !slices.Contains(in.Settings, s) {
			return false
		}
	}
	return true
}

// Clone returns a copy that shares nothing with s that changes.
func (s *Shown) Clone() Shown {
	out := Shown{Causes: slices.Clone(s.Causes)}
	for target, p := range s.Pairs {
		enter(&out.Pairs, target, p.Clone())
	}
	return out
}

// Take enters what searches showed: a cause that is not known yet, or another time for one that is, and pairs of settings that were tried.
func (s *Shown) Take(e *event.Explored) {
	for _, one := range e.Shown {
		s.take(Circumstances{Target: e.Solver, Logic: one.Logic, Settings: one.Settings}, one.What)
	}
	if p := s.Pairs[e.Solver]; p != nil {
		for _, t := range e.Tried {
			p.Enter(configspace.Tried(t))
		}
	}
}

// take enters that settings show something.
func (s *Shown) take(under Circumstances, what string) {
	if c := s.find(under, what); c != nil {
		c.Times++
		return
	}
	if len(under.Settings) > 0 && len(s.Causes) < maxShown {
		s.Causes = append(s.Causes, Cause{Circumstances: under, What: what, Times: 1})
	}
}

// find returns the cause that settings are known to show, nil for none.
func (s *Shown) find(under Circumstances, what string) *Cause {
	for i := range s.Causes {
		if c := &s.Causes[i]; c.What == what && c.holds(under) {
			return c
		}
	}
	return nil
}

// avoids reports whether a configuration is left alone because it has settings that showed something several times.
func (s *Shown) avoids(under Circumstances) bool {
	return slices.ContainsFunc(s.Causes, func(c Cause) bool { return c.Times >= avoidedAfter && c.holds(under) })
}
