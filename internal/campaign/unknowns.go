package campaign

import (
	"fmt"
	"strings"

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

// write reports how many unknowns are the solver's own, and which operators are behind those that are not findings.
func (u *UnknownStats) write(b *strings.Builder) {
	if u.Undecided == 0 {
		return
	}
	fmt.Fprintf(b, "    answered unknown of its own accord: %s\n", times(u.Undecided))
	if u.Filtered == 0 {
		return
	}
	var parts []string
	for _, name := range sortedKeys(u.Unsupported) {
		parts = append(parts, fmt.Sprintf("%s (%s)", name, thousands(u.Unsupported[name])))
	}
	fmt.Fprintf(b, "    findings about that dropped: %s; it does not support %s at all\n", thousands(u.Filtered), strings.Join(parts, ", "))
}
