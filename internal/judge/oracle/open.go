package oracle

// Excuse splits findings into those that stand and those that the operators in open explain: where the standard leaves an operator's value
// open, solvers choose it in different ways, and sat against unsat proves nothing. Crashes, disowned models and contradictions of a known
// truth stand.
func Excuse(found []Finding, open []string) (kept, excused []Finding) {
	if len(open) == 0 {
		return found, nil
	}
	for _, f := range found {
		if f.Evidence.Kind == EvidenceDifferential {
			excused = append(excused, f)
		} else {
			kept = append(kept, f)
		}
	}
	return kept, excused
}
