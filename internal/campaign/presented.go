package campaign

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/event"
)

// presented counts a run that asked for less than others.
func (v *SolverStats) presented(e event.Run) {
	switch {
	case e.Without != "":
		v.Without = countRefusal(v.Without, plain(e.Without), e.Mutant)
	case e.Presentation != "":
		v.Plain++
	}
}

// writePresented says how often a solver was asked for less, and why.
func (v *SolverStats) writePresented(b *strings.Builder) {
	if v.Plain > 0 {
		fmt.Fprintf(b, "    asked for an answer alone, for a change: %s\n", times(v.Plain))
	}
	for _, r := range most(v.Without) {
		fmt.Fprintf(b, "    asked %s without models and what else it refuses: %s (first: mutant %s)\n", times(r.Count), r.Reason, r.Mutant)
	}
}
