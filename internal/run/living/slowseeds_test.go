package living

import (
	"fmt"
	"testing"

	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
)

// What runs out of time in push but not elsewhere is no longer run in push, and nothing else is affected.
func TestKin(t *testing.T) {
	k := slowSeeds{late: make(map[seedOfTarget]int)}
	of := func(kin string) *asked { return &asked{Request: &trial.Request{Seed: kin}} }
	slow, other, none := of("slow"), of("other"), of("")
	pushed := func(r *asked) bool {
		for _, w := range k.without(r, ways(solver.Process, solver.Push, solver.Reset)) {
			if w.mode == solver.Push {
				return true
			}
		}
		return false
	}
	k.add(slow, solver.Push, false)
	if !pushed(slow) {
		t.Error("without a time-out")
	}
	k.add(slow, solver.Push, true)
	k.add(none, solver.Push, true)
	if pushed(slow) || !pushed(other) || !pushed(none) {
		t.Errorf("after a time-out: %v, other kin %v, no kin %v", pushed(slow), pushed(other), pushed(none))
	}
	k.add(slow, solver.Reset, true) // push is not worse
	if !pushed(slow) {
		t.Error("after a time-out elsewhere")
	}
	for i := range 2 * maxSeeds {
		k.add(of(fmt.Sprint(i)), solver.Push, true)
	}
	if len(k.late) > maxSeeds {
		t.Errorf("%d are remembered", len(k.late))
	}
}
