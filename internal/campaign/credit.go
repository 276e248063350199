package campaign

import (
	"maps"
	"slices"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/feedback"
)

// credits decide how much of what workers elsewhere saw is new to the campaign: they only know what is new to them. Not safe for concurrent use.
type credits struct {
	c       *Config
	targets map[string]solver.Target
	// others have what builds of solvers showed that this machine does not have. They are not saved.
	others map[string]*feedback.Map // by subject
}

// mostSubjects bounds credits.others.
const mostSubjects = 64

func newCredits(c *Config) credits {
	k := credits{c: c, targets: make(map[string]solver.Target), others: make(map[string]*feedback.Map)}
	for _, t := range c.Targets {
		k.targets[t.String()] = t
	}
	return k
}

// news enters what a run showed, and returns how much of it is new.
func (k *credits) news(o *fuzzer.Observation) int {
	d := k.c.Configurations.Of[k.targets[o.Solver]]
	if d == nil {
		return 0
	}
	seen := d.Seen
	if seen == nil || seen.Subject() != o.Subject {
		if seen = k.others[o.Subject]; seen == nil {
			if len(k.others) >= mostSubjects {
				delete(k.others, slices.Min(slices.Collect(maps.Keys(k.others))))
			}
			seen = feedback.NewMap(o.Subject)
			k.others[o.Subject] = seen
		}
	}
	return seen.Add(o.News)
}

// A credit is the new behaviour of a target's runs on a mutant: in its own configuration, and in all others, with the best of them.
type credit struct {
	own, others, most int
	best              string
}

// give puts into the events about a mutant how much of what was observed is new to the campaign.
func (k *credits) give(d *Done) []event.Event {
	if k.c.Configurations == nil {
		return d.Events
	}
	of := make(map[string]*credit)
	for i := range d.Observed {
		o := &d.Observed[i]
		c := of[o.Solver]
		if c == nil {
			c = &credit{}
			of[o.Solver] = c
		}
		n := k.news(o)
		if o.Target == o.Solver {
			c.own += n
			continue
		}
		c.others += n
		if n > c.most {
			c.most, c.best = n, o.Target
		}
	}
	out := slices.Clone(d.Events)
	for i, e := range out {
		switch e := e.(type) {
		case event.Run:
			e.NewBehaviour = 0
			if c := of[e.Solver]; c != nil && !e.Extra {
				e.NewBehaviour, c.own = c.own, 0
			}
			out[i] = e
		case event.Explored:
			e.NewBehaviour, e.Best = 0, ""
			if c := of[e.Solver]; c != nil {
				e.NewBehaviour, e.Best = c.others, c.best
				c.others, c.best = 0, ""
			}
			out[i] = e
		}
	}
	return out
}
