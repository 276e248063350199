package clusters

import (
	"fmt"
	"slices"
	"strings"
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

// Smallest is the member to look at: the smallest of those with the gravest class that is certified.
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
			key = m.Family + "\x00" + key
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
	tried := make(map[*Cluster]bool)
	for _, other := range others {
		if other == m {
			return // only those before it
		}
		a, b := g.of[other], g.of[m]
		if a == b {
			return
		}
		if tried[a] {
			continue
		}
		tried[a] = true
		if why, x, y := apart(a, b); why != "" {
			if !slices.ContainsFunc(a.Apart, func(l Link) bool { return l.Member == y.Name && l.With == x.Name }) {
				a.Apart = append(a.Apart, Link{y.Name, x.Name, because + ", but " + why})
			}
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

// apart says why two clusters cannot be one, with a member of each: whatever joins two of their members, it must not join these.
func apart(a, b *Cluster) (why string, x, y *Member) {
	for _, x := range a.Members {
		for _, y := range b.Members {
			if why := excludes(x, y); why != "" {
				return why, x, y
			}
		}
	}
	return "", nil, nil
}

// excludes says why two members cannot be one defect, "" when nothing speaks against it. Crashes in one place are one defect in whatever
// versions they show: another formula may get there by another path.
func excludes(x, y *Member) string {
	if x.Family != y.Family {
		return "they are of two solvers"
	}
	if x.Objection != y.Objection {
		return "a check objects to something else"
	}
	if x.Class.Crash() && y.Class.Crash() {
		switch stack, other := strings.Join(x.Frames, " < "), strings.Join(y.Frames, " < "); {
		case x.Death != "" && y.Death != "" && x.Death != y.Death:
			return fmt.Sprintf("one ends by %s and the other by %s", x.Death, y.Death)
		case x.Crash != "" && y.Crash != "" && x.Crash != y.Crash:
			return "they crash in two places"
		case stack != "" && other != "" && stack != other:
			return "their stacks differ"
		case x.Crash != "" && x.Crash == y.Crash:
			return ""
		}
	}
	if option := lacks(x, y); option != "" {
		return "one needs " + option + ", without which the other was found"
	}
	if v := contradicts(x, y); v != "" {
		return "only one of the two shows in " + v
	}
	return ""
}

// A reason gives members a key, "" for none; members with the same key are grouped, because of what the reason says.
type reason func(m *Member) (key, because string)

// ofClass makes the key of a reason that counts only for findings of one class.
func ofClass(m *Member, key string) string {
	if key == "" {
		return ""
	}
	return string(m.Class) + "\x00" + key
}

// reasons are all reasons, the strongest first. Most hold for findings of one class. What one defect shows depends on the formula around it, so
// the two strongest about formulas that were reduced hold across classes.
var reasons = []reason{
	// Where the solver says that it crashed.
	func(m *Member) (string, string) {
		return ofClass(m, m.Crash), "it crashes in the same place: " + m.Crash
	},
	func(m *Member) (string, string) {
		if len(m.Frames) == 0 {
			return "", ""
		}
		return ofClass(m, strings.Join(m.Frames, " < ")), "the same functions are on top of the stack: " + strings.Join(m.Frames, " < ")
	},
	// Also for scripts that have no shape.
	func(m *Member) (string, string) {
		if m.located() || m.Text == "" {
			return "", ""
		}
		return ofClass(m, m.Text+"\x00"+m.settings()), "the very same text, and the same options"
	},
	func(m *Member) (string, string) {
		if m.located() {
			return "", "" // the place of the crash is known, and says more than the formula
		}
		return ofClass(m, m.Exact), "the same formula but for names and orders (shape " + m.Exact + ")"
	},
	func(m *Member) (string, string) {
		exact, _ := m.found()
		if m.located() {
			return "", ""
		}
		return ofClass(m, exact), "as they were found, the same formula but for names and orders (shape " + exact + ")"
	},
	// Reduced formulas have nothing that is not needed: two that are equal are one trigger, whatever shows.
	func(m *Member) (string, string) {
		if !m.Reduced || m.Exact == "" || !m.wrong() {
			return "", ""
		}
		return m.Exact + "\x00" + m.settings(), "the same reduced formula but for names and orders (shape " + m.Exact + "), and the same options"
	},
	func(m *Member) (string, string) {
		if m.located() || m.Loose == "" {
			return "", ""
		}
		return ofClass(m, m.Loose+m.Options), "the same formula but for names, orders and literals (" + m.Loose + "), and the same options"
	},
	func(m *Member) (string, string) {
		_, loose := m.found()
		if m.located() || loose == "" {
			return "", ""
		}
		return ofClass(m, loose+m.Options), "as they were found, the same formula but for names, orders and literals (" + loose + "), and the same options"
	},
	// Later mutants of a chain contain what earlier ones contain, so a defect that shows keeps showing.
	func(m *Member) (string, string) {
		if m.located() || m.Chain == "" {
			return "", ""
		}
		return ofClass(m, m.Chain+"\x00"+m.Signature+"\x00"+m.Options), "a mutant of the same chain, with what showed it first: " + m.Signature
	},
	// What a seed shows, its mutants mostly keep showing. That alone is not a reason, since they may show something else as well.
	func(m *Member) (string, string) {
		h := m.history()
		if m.located() || m.SeedShows == "" || h == "" {
			return "", ""
		}
		return ofClass(m, m.SeedShows+"\x00"+m.Signature+"\x00"+h+"\x00"+m.Options), "the seed " + m.SeedShows + " shows it without any mutation, and it " + h
	},
	// A reduced formula has no operator by chance.
	func(m *Member) (string, string) { return ofClass(m, m.Essence()), m.Essence() },
	// What a solver says about one application alone needs no history: it is wrong about the operator itself. The value is part of that, since an
	// operator may be wrong in two ways.
	func(m *Member) (string, string) {
		if m.Denied == "" || !m.Reduced {
			return "", ""
		}
		return ofClass(m, m.Denied+"\x00"+m.Options), "the solver denies the same application, which both formulas have: " + m.Denied
	},
	// Across classes, the operators have to be rare ones; a crash may come from anything on the way there.
	func(m *Member) (string, string) {
		if !m.wrong() || m.Class.Crash() || !slices.ContainsFunc(slices.Concat(m.Core, m.Commands), rare) {
			return "", ""
		}
		return m.Essence(), m.Essence()
	},
}

// common are operators that are in most formulas of their theory.
var common = []string{
	"<", "<=", ">", ">=", "+", "-", "*", "to_real", "select", "store", "bvadd", "bvult", "concat", "str.++", "str.len", "fp.eq", "fp.lt", "fp.leq",
	"fp.gt", "fp.geq", "to_fp",
}

// rare reports whether few formulas have an operator or command.
func rare(word string) bool { return distinctive(word) && !slices.Contains(common, word) }

// wrong reports whether a member shows that something wrong was answered, or a crash: the faces that one defect may have.
func (m *Member) wrong() bool {
	return !m.Class.Incompleteness() && !m.Class.Measured() && !m.Class.OwnFault() && m.Class != ""
}

// located reports whether a member is a crash whose place is known.
func (m *Member) located() bool {
	return m.Class.Crash() && (m.Crash != "" || len(m.Frames) > 0)
}
