package campaign

import "github.com/assay-smt/assay/internal/campaign/event"

// TimedStats say what came of suspicions that a solver is slower than a baseline.
type TimedStats struct {
	// Results counts them by result. Those that are known or given up were not measured.
	Results map[event.TimedResult]int64 `json:"results,omitempty"`
	// Most is the largest ratio that was confirmed, with the mutant that showed it.
	Most   float64 `json:"most,omitempty"`
	Mutant string  `json:"mutant,omitempty"`
	// CPU is the CPU time of measuring, in seconds.
	CPU float64 `json:"cpu_seconds"`
	// Dearer counts the mutants that were dearer than those before, where that counts as news.
	Dearer int64 `json:"dearer,omitempty"`
}

// against returns what is known about measuring a solver, to add to it.
func (v *SolverStats) against() map[string]*TimedStats {
	if v.Timed == nil {
		v.Timed = make(map[string]*TimedStats)
	}
	return v.Timed
}

func (s *Stats) timed(e event.Timed) {
	t := at(at(s.Solvers, e.Solver).against(), e.Baseline)
	if t.Results == nil {
		t.Results = make(map[event.TimedResult]int64)
	}
	t.Results[e.Result]++
	t.CPU += e.CPU
	if e.Result == event.TimedSlower && e.Ratio > t.Most {
		t.Most, t.Mutant = e.Ratio, e.Mutant
	}
}

// Measured is how often something was measured.
func (t *TimedStats) Measured() int64 {
	return t.Results[event.TimedSlower] + t.Results[event.TimedNotSlower] + t.Results[event.TimedChanged]
}
