package clusters

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/judge/oracle"
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
	// Rank orders classes and certainty: a member with the smallest is the gravest that is certified. Of several, a reduced one stands for the cluster,
	// since it is known what it needs, and then the one with the smallest Needs.
	Rank, Needs int
	// Crash is where it crashes according to the solver, empty when the solver does not say. Frames are the functions on top of the stack.
	// Death is how a crash shows, such as its signal, whether or not that says where.
	Crash string
	// Objection is what a check of the user\'s objects to, empty for other classes.
	Objection string
	Frames    []string
	Death     string
	// Text identifies what shows it, byte for byte.
	Text string
	// Exact and Loose are keys of its formula's shape, Operators its operators; see shape.Shape. FoundExact and FoundLoose are the keys of the
	// formula as it was found, "" where it was not reduced: those of a cluster are not all reduced at the same time.
	Exact, Loose           string
	FoundExact, FoundLoose string
	Operators              []string
	// Reduced: the formula was reduced, so nothing in it is there by chance. Core then has its operators without connectives, equality and
	// values.
	Reduced bool
	Core    []string
	// Options is what the solver was told besides its defaults. Needed are those of them that matter, where Tried says that this is known.
	Options string
	Needed  string
	Tried   bool
	// Told are the single options that the solver was given when it was found, Wanted those of them that it needs, as far as is known.
	Told, Wanted []string
	// Commands are what a reduced script needs besides declarations, assertions and
	// check-sat: names of commands, of options that it sets, and of tactics.
	Commands []string
	// Denied is what the solver denies although it is true, about one application of an operator that the finding's formula has; "" for nothing.
	Denied string
	// Chain names the chain of mutants that were made from one another.
	Chain string
	// SeedShows names the seed, where the unmutated seed shows the same class of finding in the same solver.
	SeedShows string
	// History says in which versions it shows. Only verdicts that decide count.
	History map[string]bisect.Verdict
}

// smaller orders members, the one to show first coming first.
func smaller(a, b *Member) int {
	later := func(m *Member) int {
		if m.Reduced {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(later(a), later(b)), cmp.Compare(a.Needs, b.Needs), cmp.Compare(a.Bytes, b.Bytes), cmp.Compare(a.Name, b.Name))
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

// lacks returns an option that one of two members needs and the other was found without, "" when there is none: then not the same goes wrong, even where the
// formula is the same. A crash in a known place is one defect whatever leads there.
func lacks(a, b *Member) string {
	if a.located() && b.located() {
		return ""
	}
	for _, pair := range [][2]*Member{{a, b}, {b, a}} {
		for _, option := range pair[0].Wanted {
			if !slices.Contains(pair[1].Told, option) {
				return option
			}
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

// everywhere are commands that are in most scripts of their kind, and tell no bugs apart on their own.
var everywhere = []string{"push", "pop", "reset", "reset-assertions", "check-sat-assuming", "get-model"}

// distinctive reports whether an operator or command says something about the bug of a script that was reduced to it.
func distinctive(word string) bool {
	return !slices.Contains(everywhere, word) && !strings.HasPrefix(word, ":")
}

// Essence says what a reduced formula comes down to and in which versions it shows, "" when one of the two is not known. It is one line.
func (m *Member) Essence() string {
	h := m.history()
	words := slices.Concat(m.Core, m.Commands)
	if m.located() || !m.Reduced || h == "" || !slices.ContainsFunc(words, distinctive) {
		return ""
	}
	options := ""
	if o := m.settings(); o != "" {
		options = " with " + o
	}
	return "reduced to " + strings.Join(words, " ") + options + ", and it " + h
}

// settings are the options that matter, as far as is known.
func (m *Member) settings() string {
	if m.Tried {
		return m.Needed
	}
	return m.Options
}

// found are the keys of the formula as it was found.
func (m *Member) found() (exact, loose string) {
	return cmp.Or(m.FoundExact, m.Exact), cmp.Or(m.FoundLoose, m.Loose)
}
