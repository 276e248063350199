package clusters

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/oracle"
)

// A Link says why a member is grouped with another one.
type Link struct {
	Member  string `json:"member"`
	With    string `json:"with"`
	Because string `json:"because"`
}

// A Cluster is a group of findings that are taken to be one defect.
type Cluster struct {
	// Members are its findings, the smallest first.
	Members []*Member
	// Links are the reasons: one less than there are members.
	Links []Link
	// Apart are the reasons for which further members would have belonged here, and what kept them out.
	Apart []Link
}

// Smallest is the member to look at.
func (c *Cluster) Smallest() *Member { return c.Members[0] }

// Group groups findings. The result does not depend on their order.
func Group(members []*Member) []*Cluster {
	all := slices.Clone(members)
	slices.SortFunc(all, func(a, b *Member) int { return strings.Compare(a.Name, b.Name) })
	g := &grouping{of: make(map[*Member]*Cluster)}
	for _, m := range all {
		g.of[m] = &Cluster{Members: []*Member{m}}
	}
	// The strongest reasons first: what they join decides what weaker ones may add.
	for _, r := range reasons {
		groups := make(map[string][]*Member)
		var keys []string
		for _, m := range all {
			key, _ := r(m)
			if key == "" {
				continue
			}
			key = fmt.Sprintf("%s\x00%s\x00%s", m.Class, m.Family, key)
			if groups[key] == nil {
				keys = append(keys, key)
			}
			groups[key] = append(groups[key], m)
		}
		for _, key := range keys {
			for _, m := range groups[key][1:] {
				_, because := r(m)
				g.join(groups[key], m, because)
			}
		}
	}
	var out []*Cluster
	for _, m := range all {
		if c := g.of[m]; c != nil && !slices.Contains(out, c) {
			slices.SortFunc(c.Members, smaller)
			out = append(out, c)
		}
	}
	return out
}

type grouping struct{ of map[*Member]*Cluster }

// join groups a member with the first of those that share a key with it and whose cluster does not contradict its own.
func (g *grouping) join(others []*Member, m *Member, because string) {
	for _, other := range others {
		if other == m {
			return // only those before it
		}
		a, b := g.of[other], g.of[m]
		if a == b {
			return
		}
		if version, x, y := apart(a, b); version != "" {
			a.Apart = append(a.Apart, Link{y.Name, x.Name, because + ", but only one of the two shows in " + version})
			continue
		}
		a.Links = append(append(a.Links, b.Links...), Link{m.Name, other.Name, because})
		a.Apart = append(a.Apart, b.Apart...)
		a.Members = append(a.Members, b.Members...)
		for _, x := range b.Members {
			g.of[x] = a
		}
		return
	}
}

// apart returns a version that keeps two clusters apart, with a member of each. Crashes in one place are one defect in whatever versions they
// show: another formula may get there by another path.
func apart(a, b *Cluster) (version string, x, y *Member) {
	if a.Members[0].Crash != "" && a.Members[0].Crash == b.Members[0].Crash {
		return "", nil, nil
	}
	for _, x := range a.Members {
		if len(x.History) == 0 {
			continue
		}
		for _, y := range b.Members {
			if v := contradicts(x, y); v != "" {
				return v, x, y
			}
		}
	}
	return "", nil, nil
}

// A reason gives members a key, "" for none; members with the same key are grouped, because of what the reason says.
type reason func(m *Member) (key, because string)

// reasons are all reasons, the strongest first.
var reasons = []reason{
	// Where the solver says that it crashed.
	func(m *Member) (string, string) {
		return m.Crash, "it crashes in the same place: " + m.Crash
	},
	func(m *Member) (string, string) {
		if len(m.Frames) == 0 {
			return "", ""
		}
		return strings.Join(m.Frames, " < "), "the same functions are on top of the stack: " + strings.Join(m.Frames, " < ")
	},
	func(m *Member) (string, string) {
		if m.located() {
			return "", "" // the place of the crash is known, and says more than the formula
		}
		return m.Exact, "the same formula but for names and orders (shape " + m.Exact + ")"
	},
	func(m *Member) (string, string) {
		if m.located() || m.Loose == "" {
			return "", ""
		}
		return m.Loose + m.Options, "the same formula but for names, orders and literals (" + m.Loose + "), and the same options"
	},
	// Later mutants of a chain contain what earlier ones contain, so a defect that shows keeps showing.
	func(m *Member) (string, string) {
		if m.located() || m.Chain == "" {
			return "", ""
		}
		return m.Chain + "\x00" + m.Signature + "\x00" + m.Options, "a mutant of the same chain, with what showed it first: " + m.Signature
	},
	// What a seed shows, its mutants mostly keep showing. That alone is not a reason, since they may show something else as well.
	func(m *Member) (string, string) {
		h := m.history()
		if m.located() || m.SeedShows == "" || h == "" {
			return "", ""
		}
		return m.SeedShows + "\x00" + m.Signature + "\x00" + h + "\x00" + m.Options, "the seed " + m.SeedShows + " shows it without any mutation, and it " + h
	},
	// A reduced formula has no operator by chance.
	func(m *Member) (string, string) { return m.Essence(), m.Essence() },
}

// located reports whether a member is a crash whose place is known.
func (m *Member) located() bool {
	return m.Class == oracle.CrashClass && (m.Crash != "" || len(m.Frames) > 0)
}
