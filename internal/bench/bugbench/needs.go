package bugbench

import (
	"slices"

	"github.com/assay-smt/assay/internal/findings/bugs"
)

// What bugs need to show. The values are words that users see.
const (
	NeedsNothing = "the default configuration"
	NeedsOptions = "options"
	NeedsUnknown = "unknown"
)

// A NeedsReport says how many of the bugs that need one thing the arms found.
type NeedsReport struct {
	Needs string `json:"needs"`
	// Mean is that of the bugs of a run, All is the number of bugs that any run found. Both are in the order of the report's Arms.
	Mean []float64 `json:"mean"`
	All  []int     `json:"all_runs"`
	// Ratios say how many times as many a run of each arm finds as one of the first arm, nil for that and where nobody can say.
	Ratios []*Ratio `json:"ratios"`
}

// ByNeeds fills in Needs: bugs in a solver's default configuration matter to more users, and an arm that searches options has less time for them.
func (out *Report) ByNeeds(known []*bugs.Bug) {
	out.Needs = nil
	for _, needs := range []string{NeedsNothing, NeedsOptions, NeedsUnknown} {
		n := NeedsReport{Needs: needs, Mean: make([]float64, len(out.Arms)), All: make([]int, len(out.Arms)), Ratios: make([]*Ratio, len(out.Arms))}
		some := false
		for _, b := range out.Bugs {
			if out.needs(b.Name, known) != needs {
				continue
			}
			some = true
			for i, a := range b.Arms {
				if a.Found > 0 {
					n.All[i]++
					n.Mean[i] += float64(a.Found) / float64(len(a.Times))
				}
			}
		}
		if !some {
			continue
		}
		for i := 1; i < len(out.Arms); i++ {
			n.Ratios[i] = out.ratio(out.Arms[0].Name, out.Arms[i].Name, func(bug string) bool { return out.needs(bug, known) == needs })
		}
		out.Needs = append(out.Needs, n)
	}
}

// NeedsDiffer reports whether there are bugs that need options, so that it is worth saying which do.
func (out *Report) NeedsDiffer() bool {
	return slices.ContainsFunc(out.Needs, func(n NeedsReport) bool { return n.Needs == NeedsOptions })
}

func (out *Report) needs(name string, known []*bugs.Bug) string {
	options, ok := out.options[name]
	if i := slices.IndexFunc(known, func(b *bugs.Bug) bool { return b.Name == name }); i >= 0 {
		options, ok = len(known[i].Options) > 0, true
	}
	switch {
	case !ok:
		return NeedsUnknown
	case options:
		return NeedsOptions
	default:
		return NeedsNothing
	}
}
