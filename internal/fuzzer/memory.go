package fuzzer

import (
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/triage"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// A Memory is what a chain has learned from the mutants that were run so far and that decides what is done about the next one.
// With it a chain goes on after a restart as if it had not been broken off. Targets stand by name.
type Memory struct {
	Blamed   triage.Blamed         `json:"blamed,omitempty"`
	Timeouts map[string]int        `json:"timeouts,omitempty"`
	Refusals map[string]string     `json:"refusals,omitempty"` // targets that refuse the seed, by reason
	Accepts  []string              `json:"accepts,omitempty"`  // targets that refused a mutant and take the seed
	Sessions map[string]int        `json:"sessions,omitempty"` // how many were run again
	Seed     map[string]smt.Status `json:"seed,omitempty"`     // answers to the seed
	Last     map[string]smt.Status `json:"last,omitempty"`     // answers to the mutant before
}

// Memory returns what the chain has learned when mutant i was the last one that was run.
func (c *Chain) Memory(i int) Memory {
	m := Memory{
		Blamed: c.examiner.Blamed(), Timeouts: make(map[string]int), Refusals: make(map[string]string),
		Sessions: make(map[string]int),
		Seed:     c.answers(c.script), Last: c.answers(c.mutants[i].Script),
	}
	for _, t := range c.readers {
		if n := c.timeouts[t]; n > 0 {
			m.Timeouts[t.String()] = n
		}
		if n := c.sessions[t]; n > 0 {
			m.Sessions[t.String()] = n
		}
		switch r := c.refusals[t]; r.state {
		case refusesSeed:
			m.Refusals[t.String()] = r.reason
		case takesSeed:
			m.Accepts = append(m.Accepts, t.String())
		case unasked:
		}
	}
	return m
}

func (c *Chain) answers(s *script.Script) map[string]smt.Status {
	out := make(map[string]smt.Status)
	for t, a := range c.answered[s] {
		out[t.String()] = a
	}
	return out
}

// Recall has the chain go on behind mutant i with what it had learned then.
func (c *Chain) Recall(m Memory, i int) {
	c.examiner.Recall(m.Blamed)
	byName := make(map[string]solver.Target)
	for _, t := range c.readers {
		byName[t.String()] = t
	}
	for name, n := range m.Timeouts {
		if t, ok := byName[name]; ok {
			c.timeouts[t] = n
		}
	}
	for name, n := range m.Sessions {
		if t, ok := byName[name]; ok {
			c.sessions[t] = n
		}
	}
	for name, reason := range m.Refusals {
		if t, ok := byName[name]; ok {
			c.refusals[t] = refusal{state: refusesSeed, reason: reason}
		}
	}
	for _, name := range m.Accepts {
		if t, ok := byName[name]; ok {
			c.refusals[t] = refusal{state: takesSeed}
		}
	}
	recall := func(s *script.Script, answers map[string]smt.Status) {
		for name, a := range answers {
			if t, ok := byName[name]; ok {
				c.remember(s, t, a)
			}
		}
	}
	recall(c.script, m.Seed)
	if i >= 0 && i < len(c.mutants) {
		recall(c.mutants[i].Script, m.Last)
	}
}
