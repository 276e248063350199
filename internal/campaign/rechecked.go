package campaign

import (
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// rechecked counts what reused processes showed on a mutant.
func (s *Stats) rechecked(e event.Verdict) {
	for _, r := range e.Rechecked {
		sv := at(s.Solvers, r.Solver)
		if sv.Rechecked == nil {
			sv.Rechecked = make(map[oracle.Class]map[event.RecheckResult]int64)
		}
		if sv.Rechecked[r.Class] == nil {
			sv.Rechecked[r.Class] = make(map[event.RecheckResult]int64)
		}
		sv.Rechecked[r.Class][r.Result]++
	}
}
