package campaign

import (
	"fmt"
	"strings"

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

// writePresented reports how often a solver was asked for less, and why.
func (v *SolverStats) writePresented(b *strings.Builder) {
	if v.Plain > 0 {
		fmt.Fprintf(b, "    asked for the answer alone, for variety: %s\n", times(v.Plain))
	}
	for _, r := range most(v.Brief) {
		fmt.Fprintf(b, "    further questions refused: %s, %s (first: mutant %s)\n", times(r.Count), r.Reason, r.Mutant)
	}
	for _, r := range most(v.Without) {
		fmt.Fprintf(b, "    asked %s without models and what else it refuses: %s (first: mutant %s)\n", times(r.Count), r.Reason, r.Mutant)
	}
}
