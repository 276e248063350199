package oracle

import "slices"

// OfBaselines splits findings into those that are kept, and those that only baselines show: an older version's mistakes are known or fixed,
// and it is run only for comparison. A suspicion that involves another solver is kept, since that one may be to blame; so is our own fault.
func OfBaselines(found []Finding, pairs []Pair) (kept, counted []Finding) {
	old := func(solver string) bool {
		return slices.ContainsFunc(pairs, func(p Pair) bool { return p.Old == solver })
	}
	for _, f := range found {
		if old(f.Solver) && !f.Class.OwnFault() && (!f.Suspect || f.Other == "" || old(f.Other)) {
			counted = append(counted, f)
		} else {
			kept = append(kept, f)
		}
	}
	return kept, counted
}
