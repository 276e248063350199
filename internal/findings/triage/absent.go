package triage

import (
	"slices"

	"github.com/assay-smt/assay/internal/findings/bisect"
)

// Absent returns the newest version that was run, where the finding shows in an older one and not there; "" otherwise.
func (b *Bisection) Absent() string {
	if b == nil {
		return ""
	}
	for i, v := range slices.Backward(b.Versions) {
		switch v.Verdict {
		case bisect.Shows:
			return ""
		case bisect.Absent:
			if slices.ContainsFunc(b.Versions[:i], func(old VersionVerdict) bool { return old.Verdict == bisect.Shows }) {
				return v.Name
			}
			return ""
		case bisect.Unasked, bisect.Unclear, bisect.MayBeGood:
		}
	}
	return ""
}
