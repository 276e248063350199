package certified

import (
	"sync/atomic"
	"time"

	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
)

// maxVain bounds the runs under the usual limit that reach it as well: the solver waits for something, or its processor time is not known.
const maxVain = 3

// starvation tells solvers that need too long for a candidate from solvers that a busy machine keeps waiting: the limit for candidates comes
// from what the original took, so that moments in which others use the machine would reject them at random. Safe for concurrent use.
type starvation struct{ vain atomic.Int64 }

// despite runs a solver, and once more under the usual limit where it reached a shorter one with less than half of it in processor time.
func (s *starvation) despite(t *trial.Trial, usual time.Duration, run func(*trial.Trial) (solver.Run, error)) (solver.Run, error) {
	short := t.Limit()
	out, err := run(t)
	if err != nil || short == 0 || short >= usual || out.Limit != solver.LimitTime || out.CPU >= short/2 || s.vain.Load() >= maxVain {
		return out, err
	}
	out, err = run(t.Within(0))
	if err == nil && out.Limit == solver.LimitTime {
		s.vain.Add(1)
	}
	return out, err
}
