package campaign

import (
	"cmp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/campaign/effort"
)

// An ArmsSummary says how much new behaviour of solvers each engine yields on each logic, and what share of turns it gets for that. It
// is empty when nothing looked inside the solvers.
type ArmsSummary struct {
	// Pairs counts the pairs of engine and logic about which something is known.
	Pairs int `json:"pairs,omitempty"`
	// NewBehaviour lists at most 32 of them, those that yield most for their time first.
	NewBehaviour []ArmSummary `json:"news,omitempty"`
	// Skipped lists the three whose turns were skipped most often because they yielded little new behaviour.
	Skipped []ArmSummary `json:"gave_way,omitempty"`
}

// An ArmSummary says how much new behaviour of solvers an engine yields on the seeds of a logic, and what share of turns it gets for
// that.
type ArmSummary struct {
	Engine string  `json:"engine"`
	Logic  string  `json:"logic"`               // "none" for seeds without one
	Rate   float64 `json:"news_per_cpu_second"` // lately
	// Turns counts the turns that were not skipped for another reason. Passed counts those among them that were skipped for
	// little new behaviour.
	Turns  int64 `json:"turns"`
	Passed int64 `json:"passed,omitempty"`
}

const (
	armsListed = 32 // in events
	armsShown  = 3
	// longestLogic bounds how many bytes of a logic's name are shown: a seed may name any logic.
	longestLogic = 60
)

// arms sums up what the scheduler knows.
func (c *Config) arms(all []effort.ArmCount) ArmsSummary {
	s := ArmsSummary{Pairs: len(all)}
	named := func(a effort.ArmCount) ArmSummary {
		logic := visible.Line(a.Logic)
		if len(logic) > longestLogic {
			logic = strings.ToValidUTF8(logic[:longestLogic], "") + "..."
		}
		return ArmSummary{Engine: c.Engines[a.Engine].Name(), Logic: cmp.Or(logic, "none"), Rate: a.Rate, Turns: a.Turns, Passed: a.Passed}
	}
	for _, a := range all[:min(len(all), armsListed)] {
		s.NewBehaviour = append(s.NewBehaviour, named(a))
	}
	gave := slices.DeleteFunc(slices.Clone(all), func(a effort.ArmCount) bool { return a.Passed == 0 })
	slices.SortStableFunc(gave, func(x, y effort.ArmCount) int { return cmp.Compare(y.Share(), x.Share()) })
	for _, a := range gave[:min(len(gave), armsShown)] {
		s.Skipped = append(s.Skipped, named(a))
	}
	return s
}
