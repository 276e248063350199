package campaign

import (
	"github.com/assay-smt/assay/internal/campaign/event"
)

// UnknownStats counts the unknowns of one solver.
type UnknownStats struct {
	// Undecided counts those that the solver gave of its own accord, without reaching a limit.
	Undecided int64 `json:"genuine_unknowns"`
	// Filtered counts the findings about them that were dropped because the solver does not support an operator at all, and
	// Unsupported counts these by operator.
	Filtered    int64            `json:"filtered_unknowns,omitempty"`
	Unsupported map[string]int64 `json:"unsupported_operators,omitempty"`
}

// unknowns counts the unknowns of a mutant.
func (s *Stats) unknowns(e event.Verdict) {
	for _, name := range e.Undecided {
		at(s.Solvers, name).Undecided++
	}
	for _, u := range e.Unsupported {
		sv := at(s.Solvers, u.Solver)
		sv.Filtered++
		if sv.Unsupported == nil {
			sv.Unsupported = make(map[string]int64)
		}
		for _, name := range u.Operators {
			sv.Unsupported[name]++
		}
	}
}
