package campaign

import (
	"fmt"
	"strings"
)

// noMutants explains why there is nothing to run.
func (s *Stats) noMutants() error {
	var reasons []string
	if s.RejectedSeeds > 0 {
		reasons = append(reasons, fmt.Sprintf("%d of %s cannot be read", s.RejectedSeeds, seedCount(int64(s.Seeds))))
	}
	for _, name := range sortedKeys(s.Engines) {
		for _, reason := range sortedKeys(s.Engines[name].NotApplicable) {
			reasons = append(reasons, fmt.Sprintf("%s: %s: %s", name, seedCount(s.Engines[name].NotApplicable[reason]), reason))
		}
	}
	if len(s.Rejections) > 0 {
		reasons = append(reasons, "first: "+s.Rejections[0].Reason)
	}
	if len(s.FaultTexts) > 0 {
		reasons = append(reasons, "first fault of ours: "+s.FaultTexts[0])
	}
	if s.SkippedSlots > 0 {
		reasons = append(reasons, fmt.Sprintf("%s skipped because all solvers run out of time on the seed", times(s.SkippedSlots)))
	}
	if len(reasons) == 0 {
		reasons = append(reasons, fmt.Sprintf("the engines make nothing of %s", seedCount(int64(s.Seeds))))
	}
	return fmt.Errorf("%w: %s", ErrNoMutants, strings.Join(reasons, "; "))
}
