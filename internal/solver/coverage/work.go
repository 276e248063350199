package coverage

import (
	"math/bits"

	"github.com/assay-smt/assay/internal/solver"
)

// Work returns how much the solver of a run has worked, in units of its own, by the statistics that its profile names for that. The same
// program counts the same in each run on the same script, whatever else the machine does, as long as no limit ends the run. It is not known
// when the profile names none, or when the run did not print any: the run must have been asked for statistics (trial.Bench.Statistics).
func Work(run *solver.Run) (units uint64, known bool) {
	profile := run.Target.Profile()
	if profile == nil || len(profile.Stats.Work) == 0 {
		return 0, false
	}
	told := profile.Stats
	printed, _ := NewStatisticsReader(nil).of(told, run)
	for _, name := range told.Work {
		n, ok := printed[name]
		if !ok {
			continue
		}
		sum, carry := bits.Add64(units, n, 0)
		if carry != 0 {
			return 0, false // no solver counts that far
		}
		units, known = sum, true
	}
	return units, known
}
