package campaign

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// rechecked counts what living processes showed on a mutant.
func (s *Stats) rechecked(e event.Verdict) {
	for _, r := range e.Rechecked {
		sv := at(s.Solvers, r.Solver)
		if sv.Rechecked == nil {
			sv.Rechecked = make(map[oracle.Class]map[event.RecheckFate]int64)
		}
		if sv.Rechecked[r.Class] == nil {
			sv.Rechecked[r.Class] = make(map[event.RecheckFate]int64)
		}
		sv.Rechecked[r.Class][r.Fate]++
	}
}

// writeRechecked reports how many of the findings of living processes showed in fresh processes too.
func (v *SolverStats) writeRechecked(b *strings.Builder) {
	var parts []string
	for _, class := range oracle.Classes() {
		for _, fate := range event.RecheckFates() {
			if n := v.Rechecked[class][fate]; n > 0 {
				parts = append(parts, fmt.Sprintf("%s %s %s", thousands(n), class, strings.ReplaceAll(string(fate), "-", " ")))
			}
		}
	}
	if len(parts) > 0 {
		fmt.Fprintf(b, "    found in living processes, run again in fresh ones: %s\n", strings.Join(parts, ", "))
	}
}
