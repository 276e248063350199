package bugs

import (
	"cmp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/theory"
)

// A Release is a version of a solver with the known bugs that it has.
type Release struct {
	Solver  string   `json:"solver"`
	Version string   `json:"version"`
	Bugs    []string `json:"bugs"`
}

// Releases says which bugs each release has, as the figure of TypeFuzz does (OOPSLA 2021, Fig. 6): those that first show in it or in an earlier one, and that behave in a later one or
// in none. The releases are those that the bugs name, which are the versions that somebody ran; in one of them a bug may be older than was tried. Sorted by solver and version. A bug that is
// another trigger of one among them counts as that one.
func Releases(all []*Bug) []Release {
	var out []Release
	versions := make(map[string][]string)
	for _, b := range all {
		for _, named := range []string{b.First, b.Shows, b.Behaves} {
			name, version, _ := strings.Cut(named, "@")
			if named != "" && name == b.Solver && !slices.Contains(versions[name], version) {
				versions[name] = append(versions[name], version)
			}
		}
	}
	// A trigger of one that is itself a trigger of a third counts as that.
	counted := func(b *Bug) string {
		for range all {
			to := named(all, b.SameAs)
			if to == nil {
				break
			}
			b = to
		}
		return cmp.Or(b.SameAs, b.Name)
	}
	for solver, of := range versions {
		for _, version := range of {
			r := Release{Solver: solver, Version: version}
			for _, b := range all {
				if b.has(solver, version) && !slices.Contains(r.Bugs, counted(b)) {
					r.Bugs = append(r.Bugs, counted(b))
				}
			}
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b Release) int {
		return cmp.Or(strings.Compare(a.Solver, b.Solver), theory.CompareVersions(a.Version, b.Version))
	})
	return out
}

// has reports whether a bug is in a version of a solver, by what is known of others.
func (b *Bug) has(solver, version string) bool {
	if b.Solver != solver {
		return false
	}
	_, first, _ := strings.Cut(b.First, "@")
	name, behaves, _ := strings.Cut(b.Behaves, "@")
	return theory.CompareVersions(first, version) <= 0 && (name != solver || theory.CompareVersions(version, behaves) < 0)
}
