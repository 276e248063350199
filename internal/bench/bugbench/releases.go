package bugbench

import (
	"slices"

	"github.com/assay-smt/assay/internal/findings/bugs"
)

// A ReleaseReport says how many of the bugs of a release a benchmark found, in whatever release it looked for them.
type ReleaseReport struct {
	Solver  string `json:"solver"`
	Version string `json:"version"`
	// Known is the number of known bugs that the release has; Found are the numbers of those that the arms found, in the order of the report's Arms.
	Known int   `json:"known"`
	Found []int `json:"found"`
}

// ByRelease fills in Releases, for the solvers of bugs that were found. Bugs that are new to the collections have no history yet, and are in no release.
func (out *Report) ByRelease(known []*bugs.Bug) {
	found := make(map[string]bool) // solvers
	for _, b := range known {
		for _, a := range out.Arms {
			found[b.Solver] = found[b.Solver] || slices.Contains(a.Union, b.Name)
		}
	}
	out.Releases = nil
	for _, release := range bugs.Releases(known) {
		if !found[release.Solver] {
			continue
		}
		r := ReleaseReport{Solver: release.Solver, Version: release.Version, Known: len(release.Bugs)}
		for _, a := range out.Arms {
			n := 0
			for _, bug := range release.Bugs {
				if slices.Contains(a.Union, bug) {
					n++
				}
			}
			r.Found = append(r.Found, n)
		}
		out.Releases = append(out.Releases, r)
	}
}
