package campaign

import (
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/solver"
)

// presented counts a run that asked for less than others.
func (v *SolverStats) presented(e event.Run) {
	switch {
	case e.Presentation == string(solver.Brief):
		v.Brief = countRefusal(v.Brief, plain(e.Without), e.Mutant)
	case e.Without != "":
		v.Without = countRefusal(v.Without, plain(e.Without), e.Mutant)
	case e.Presentation != "":
		v.Plain++
	}
}
