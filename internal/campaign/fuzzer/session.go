package fuzzer

import (
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// A session is what a chain has learned about its targets from the mutants that it has run.
type session map[solver.Target]*standing

// A standing is what is known about one target. What decides about later mutants is part of the chain's Memory.
type standing struct {
	// tooSlow is why the target is not run on the mutants, "" if it is.
	tooSlow string
	// timeouts counts its consecutive time-outs.
	timeouts int
	// refusal is what was learned when it refused a mutant.
	refusal refusal
	// lesson is what was learned when it refused to be asked for more than answers, nil for nothing. It insists if it refuses mutants for
	// other reasons.
	lesson    *Lesson
	askAlways bool
	// rerun counts its sessions that were rerun.
	rerun int
	// answered is what it answered to scripts that it was run on, NoStatus where it did not decide.
	answered map[*script.Script]smt.Status
}

// of returns what is known about a target, to be changed.
func (s session) of(t solver.Target) *standing {
	known := s[t]
	if known == nil {
		known = &standing{}
		s[t] = known
	}
	return known
}

// answer returns what a target answered to a script; known is false if it was not run on it.
func (s session) answer(to *script.Script, t solver.Target) (a smt.Status, known bool) {
	if standing := s[t]; standing != nil {
		a, known = standing.answered[to]
	}
	return a, known
}

// remember keeps what a target answered to a script, for the mutants that are made from it.
func (s session) remember(to *script.Script, t solver.Target, a smt.Status) {
	standing := s.of(t)
	if standing.answered == nil {
		standing.answered = make(map[*script.Script]smt.Status)
	}
	standing.answered[to] = a
}

// answers returns the answers to a script by the names of targets, nil for none.
func (s session) answers(to *script.Script) map[string]smt.Status {
	var out map[string]smt.Status
	for t := range s {
		if a, known := s.answer(to, t); known {
			if out == nil {
				out = make(map[string]smt.Status)
			}
			out[t.String()] = a
		}
	}
	return out
}
