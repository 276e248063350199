package clusters

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/bisect"
	"github.com/assay-smt/assay/internal/oracle"
)

// A Member is what is known about one finding. It is a plain value.
type Member struct {
	// Name is the finding's name, which orders members; Bytes is the size of its formula.
	Name  string
	Bytes int
	Class oracle.Class
	// Family is the blamed solver without its version.
	Family, Version string
	// Signature is the one that the campaign gave it, which many findings may share.
	Signature string
	// Crash is where it crashes according to the solver, empty when the solver does not say. Frames are the functions on top of the stack.
	Crash  string
	Frames []string
	// Exact and Loose are keys of its formula's shape, Operators its operators; see shape.Shape.
	Exact, Loose string
	Operators    []string
	// Reduced: the formula was reduced, so nothing in it is there by chance. Core then has its operators without connectives, equality and
	// values.
	Reduced bool
	Core    []string
	// Options is what the solver was told besides its defaults.
	Options string
	// Chain names the chain of mutants that were made from one another.
	Chain string
	// SeedShows names the seed, where the unmutated seed shows the same class of finding in the same solver.
	SeedShows string
	// History says in which versions it shows. Only verdicts that decide count.
	History map[string]bisect.Verdict
}

// smaller orders members, the one to show first coming first.
func smaller(a, b *Member) int {
	return cmp.Or(cmp.Compare(a.Bytes, b.Bytes), cmp.Compare(a.Name, b.Name))
}

// contradicts returns a version in which one of two members shows and the other does not, "" when there is none.
func contradicts(a, b *Member) string {
	for _, version := range slices.Sorted(maps.Keys(a.History)) {
		v, w := a.History[version], b.History[version]
		if v.Decides() && w.Decides() && v != w {
			return version
		}
	}
	return ""
}

// history describes the versions in which a member shows, "" when too little is known for it to mean anything: at least three versions that
// decide, of which some show it and some do not.
func (m *Member) history() string {
	var shows, absent []string
	for _, version := range slices.Sorted(maps.Keys(m.History)) {
		switch m.History[version] {
		case bisect.Shows:
			shows = append(shows, version)
		case bisect.Absent:
			absent = append(absent, version)
		case bisect.Unasked, bisect.Unclear, bisect.MayBeGood:
		}
	}
	const enough = 3
	if len(shows) == 0 || len(absent) == 0 || len(shows)+len(absent) < enough {
		return ""
	}
	return "shows in " + strings.Join(shows, ", ") + " and not in " + strings.Join(absent, ", ")
}

// Essence says what a reduced formula comes down to and in which versions it shows, "" when one of the two is not known. It is one line.
func (m *Member) Essence() string {
	h := m.history()
	if m.located() || !m.Reduced || h == "" || len(m.Core) == 0 {
		return ""
	}
	options := ""
	if m.Options != "" {
		options = " with " + m.Options
	}
	return "reduced to " + strings.Join(m.Core, " ") + options + ", and it " + h
}
