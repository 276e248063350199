package effort

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/outcome"
)

const (
	// trusted is how many mutants with an operator must have been run before it is doubted.
	trusted = 16
	// rarest: of the mutants with an operator that a target never decides, one in this many is run. It may still crash on them.
	rarest = 8
	// perSlot bounds how many mutants of a slot count for an operator: they share most of what they consist of, so they fail together.
	perSlot = 2
	// mostCounted is the number of mutants beyond which earlier ones count half: a solver may decide other formulas later.
	mostCounted = 256
)

// A Record says how many mutants with an operator a target has decided, and how many it has not: it answered unknown, or ran out of time.
type Record struct {
	Decided   int `json:"decided,omitempty"`
	Undecided int `json:"undecided,omitempty"`
}

// share is the share that was decided, as it is likely to be: between 0 and 1, both excluded.
func (r Record) share() float64 { return float64(r.Decided+1) / float64(r.Decided+r.Undecided+2) }

// operators keep the records of one target, by operator; that of "" is about all mutants.
type operators map[string]*standing

// standing is a record with how often it has changed in the last slot that changed it.
type standing struct {
	Record
	slot uint64
	in   int
}

// take enters a run on a mutant of a slot into which an engine has brought operators.
func (o operators) take(slot uint64, names []string, is outcome.Outcome) {
	if len(names) == 0 || !is.Replies() && is != outcome.Timeout {
		return
	}
	o.enter(slot, "", is.Answers())
	for _, name := range names {
		o.enter(slot, name, is.Answers())
	}
}

func (o operators) enter(slot uint64, name string, decided bool) {
	s := o[name]
	if s == nil {
		s = &standing{}
		o[name] = s
	}
	if s.slot != slot {
		s.slot, s.in = slot, 0
	}
	if s.in++; s.in > perSlot {
		return
	}
	if decided {
		s.Decided++
	} else {
		s.Undecided++
	}
	if s.Decided+s.Undecided > mostCounted {
		s.Decided, s.Undecided = s.Decided/2, s.Undecided/2
	}
}

// rarity says that one mutant in this many with an operator is run: all, unless less than half as many are decided as usual, and then so many that
// those decided are about half as frequent as among others.
func (o operators) rarity(name string) int {
	r, all := o[name], o[""]
	if r.Decided+r.Undecided < trusted || all == nil {
		return 1
	}
	return min(rarest, max(1, int(all.share()/(2*r.share())+0.5)))
}

// Doubted returns the operators that a target seldom decides where an engine brought them in, each with a number N: one in N of the mutants that have it
// should be run on the target.
func (s *Scheduler) Doubted(target string) map[string]int {
	k, ok := s.place[target]
	if !ok {
		return nil
	}
	out := make(map[string]int)
	for name := range s.operators[k] {
		if n := s.operators[k].rarity(name); n > 1 && name != "" {
			out[name] = n
		}
	}
	return out
}

// saveOperators returns the records of all targets.
func (s *Scheduler) saveOperators() map[string]map[string]Record {
	out := make(map[string]map[string]Record)
	for k, all := range s.operators {
		for name, one := range all {
			if out[s.targets[k]] == nil {
				out[s.targets[k]] = make(map[string]Record)
			}
			out[s.targets[k]][name] = one.Record
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

func (s *Scheduler) restoreOperators(saved map[string]map[string]Record) {
	for _, target := range slices.Clone(s.targets) {
		for name, r := range saved[target] {
			if r.Decided >= 0 && r.Undecided >= 0 {
				s.operators[s.place[target]][name] = &standing{Record: r}
			}
		}
	}
}
