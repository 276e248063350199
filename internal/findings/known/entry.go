package known

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/theory"
)

// A Status says what a person decided about a bug.
type Status string

// The statuses.
const (
	// Known: the bug is known.
	Known Status = "known"
	// Filed: it was reported.
	Filed Status = "filed"
	// Ignored: the bug is of no interest.
	Ignored Status = "ignored"
)

func (s Status) valid() bool { return s == Known || s == Filed || s == Ignored }

// An Entry is a known bug.
type Entry struct {
	// Name is the cluster's name, or one that a person gave.
	Name   string
	Status Status
	// Link is where it was filed.
	Link string
	// Class and Solver are the class of its findings and the solver's name, without a version.
	Class, Solver string
	// Also are further classes that the bug shows as: its formulas and essences are recognised there too.
	Also []string
	// Signatures are those of its findings; Shapes and Alike are keys of their formulas, see shape.Shape. One match is enough.
	Signatures, Shapes, Alike []string
	// Stacks are the top functions of the stack for crashes that say nothing themselves, behind how they end; see Fact.StackKey.
	Stacks []string
	// Essences say what reduced formulas come down to, see clusters.Member. Only reviews compare them.
	Essences []string
	// Texts are checksums of the very formulas that show it, for bugs that nothing else identifies.
	Texts []string
	// Needs are the options without which its formulas do not show it, as NAME=VALUE. Plain says that there are none: they show it in the default
	// configuration. Where neither is set, it is not known what they need.
	Needs []string
	Plain bool
	// Trigger are the operators and commands that a formula of the bug comes down to in the default configuration, Since is the first version, as
	// NAME@VERSION, that is known to have it. Both or none.
	Trigger []string
	Since   string
	// Fixed are the versions in which it is fixed: a finding there is not a known one.
	Fixed []solver.VersionItem
	Notes []string
	// Shipped: it comes with Assay.
	Shipped bool
	// File and Line say where the entry is.
	File string
	Line int
}

// A Mark is a status as people type it: known, ignored, filed:LINK.
type Mark struct {
	Status Status
	Link   string
}

// ParseMark reads a mark.
func ParseMark(text string) (Mark, error) {
	word, link, linked := strings.Cut(text, ":")
	m := Mark{Status: Status(word), Link: strings.TrimSpace(link)}
	switch {
	case !m.Status.valid():
		return m, fmt.Errorf("%q is not a mark: write known, ignored, or filed:LINK", text)
	case m.Status == Filed && m.Link == "":
		return m, fmt.Errorf("where was it filed? Write filed:LINK")
	case m.Status != Filed && linked:
		return m, fmt.Errorf("%q: only filed takes a link", text)
	case strings.ContainsAny(m.Link, " \t\n\r"):
		return m, fmt.Errorf("the link %q has blanks in it", m.Link)
	}
	return m, nil
}

// A Fact is what is known about a finding.
type Fact struct {
	Class, Solver, Version string
	// Signature is the campaign's, without the part that keeps single formulas apart.
	Signature string
	// Shape and Alike are its formula's keys, "" when they are not known.
	Shape, Alike string
	// Stack is the top of the stack of a crash that says nothing itself, Death how it ends, such as its signal.
	Stack, Death string
	// Essence is what its formula comes down to, once it was reduced.
	Essence string
	// Texts are checksums of its formula, as it is and as it was found.
	Texts []string
	// Told are the options that the solver was given, as NAME=VALUE. Wanted are those that the reduced formula needs, if that was Tried.
	Told, Wanted []string
	Tried        bool
	// Trigger is what its formula comes down to, nil when it was not reduced or needs options. Shows and Absent are the versions in which it shows
	// and does not show, as NAME@VERSION.
	Trigger       []string
	Shows, Absent []string
}

// StackKey is what identifies a crash by its stack, "" for none. The same functions may end by two signals, which are two bugs.
func (f *Fact) StackKey() string {
	if f.Stack == "" || f.Death == "" {
		return f.Stack
	}
	return f.Death + " in " + f.Stack
}

// A Match is an entry that a finding fits.
type Match struct {
	*Entry
	// Because says how it fits.
	Because string
	// Back: the version of the finding is one of those in which the bug is said to be fixed. It is back.
	Back bool
}

// A List is a list of known bugs. Reading is safe for concurrent use.
type List struct{ Entries []*Entry }

// Match returns the entry that a finding fits, nil when it is new. It prefers an entry that is not back to one that is.
func (l *List) Match(f Fact) *Match {
	if l == nil {
		return nil
	}
	var back *Match
	for _, e := range l.Entries {
		because := e.fits(f)
		if because == "" {
			continue
		}
		m := &Match{Entry: e, Because: because}
		if !slices.ContainsFunc(e.Fixed, func(it solver.VersionItem) bool { return it.Name == f.Solver && f.Version != "" && it.Has(f.Version) }) {
			return m
		}
		m.Back = true
		if back == nil {
			back = m
		}
	}
	return back
}

// leakedState is the class that findings which need a session have in lists of former versions; their signatures still begin with it.
const leakedState = "state-left-behind"

// fits says how a finding fits an entry, "" when it does not.
func (e *Entry) fits(f Fact) string {
	same := !e.otherOptions(f)
	switch {
	case e.Solver != f.Solver:
		return ""
	case e.failsAs(f):
		return "a release fails at the same place with the same words"
	case !e.about(f.Class, f.Signature):
		return ""
	case same && f.Shape != "" && listed(e.Shapes, f.Shape):
		return "the same formula but for names and orders"
	case f.Signature != "" && slices.Contains(e.Signatures, f.Signature):
		return "the same signature"
	case f.Stack != "" && (slices.Contains(e.Stacks, f.StackKey()) || slices.Contains(e.Stacks, f.Stack)): // lists of older versions have no signal
		return "the same functions on top of the stack"
	case f.Essence != "" && slices.Contains(e.Essences, f.Essence):
		return "reduced to the same operators, and the same versions show it"
	case e.triggers(f):
		return "reduced to what triggers it, in the versions that have it"
	case same && f.Alike != "" && listed(e.Alike, f.Alike):
		return "the same formula but for names, orders and literals"
	case same && slices.ContainsFunc(f.Texts, func(text string) bool { return slices.Contains(e.Texts, text) }):
		return "the very same formula"
	}
	return ""
}

// otherOptions reports whether a finding shows something else than the bug even if its formula is the same: it was made without options that the bug
// needs, or needs options that the bug does not.
func (e *Entry) otherOptions(f Fact) bool {
	if e.Plain {
		return f.Tried && len(f.Wanted) > 0
	}
	return slices.ContainsFunc(e.Needs, func(option string) bool { return !slices.Contains(f.Told, option) })
}

// failsAs reports whether a build with checks ends where releases that have the bug crash: both print the same words, such as NOT IMPLEMENTED YET, and the class is another one
// since the build has checks.
func (e *Entry) failsAs(f Fact) bool {
	class := oracle.Class(f.Class)
	own := oracle.Class(e.Class)
	if !class.Checked() || !own.Crash() || own.Checked() {
		return false
	}
	words, ok := strings.CutPrefix(f.Signature, f.Class+"/")
	return ok && slices.Contains(e.Signatures, e.Class+"/"+words)
}

// about reports whether an entry is about findings of a class.
func (e *Entry) about(class, signature string) bool {
	return e.Class == class || slices.Contains(e.Also, class) || e.Class == leakedState && strings.HasPrefix(signature, leakedState+"/")
}

// leastVersions is how many versions have to decide before they say anything about a finding.
const leastVersions = 3

// triggers reports whether a finding was reduced to what triggers a bug, and shows in the versions that have the bug and in no others. It says
// nothing where all versions agree.
func (e *Entry) triggers(f Fact) bool {
	if len(e.Trigger) == 0 || !slices.Equal(e.Trigger, f.Trigger) || len(f.Shows) == 0 || len(f.Absent) == 0 || len(f.Shows)+len(f.Absent) < leastVersions {
		return false
	}
	has := func(version string) bool {
		name, number, _ := strings.Cut(version, "@")
		_, since, _ := strings.Cut(e.Since, "@")
		return name == e.Solver && theory.CompareVersions(number, since) >= 0 &&
			!slices.ContainsFunc(e.Fixed, func(it solver.VersionItem) bool { return it.Name == name && it.Has(number) })
	}
	return !slices.ContainsFunc(f.Shows, func(v string) bool { return !has(v) }) && !slices.ContainsFunc(f.Absent, has)
}

// listed reports whether a list has a key. That of a crash without a place ends with how the process ended; an entry without that leaves it open.
func listed(keys []string, key string) bool {
	form, _, _ := strings.Cut(key, " ")
	return slices.Contains(keys, key) || slices.Contains(keys, form)
}

// Specific reports whether there is anything by which to recognise an entry's bug.
func (e *Entry) Specific() bool {
	return len(e.Signatures)+len(e.Stacks)+len(e.Shapes)+len(e.Alike)+len(e.Essences)+len(e.Texts)+len(e.Trigger) > 0
}

// Keep adds what an earlier entry of the same bug has: what a person wrote, and all by which the bug was recognised.
func (e *Entry) Keep(old *Entry) {
	e.Fixed, e.Notes = old.Fixed, old.Notes
	if len(e.Trigger) == 0 {
		e.Trigger, e.Since = old.Trigger, old.Since
	}
	e.keepNeeds(old)
	unite := func(into *[]string, from []string) {
		for _, key := range from {
			if !slices.Contains(*into, key) {
				*into = append(slices.Clip(*into), key)
			}
		}
	}
	unite(&e.Also, old.Also)
	unite(&e.Signatures, old.Signatures)
	unite(&e.Shapes, old.Shapes)
	unite(&e.Alike, old.Alike)
	unite(&e.Stacks, old.Stacks)
	unite(&e.Essences, old.Essences)
	unite(&e.Texts, old.Texts)
}

// keepNeeds makes of what the formulas of two entries of one bug need what all of them need.
func (e *Entry) keepNeeds(old *Entry) {
	within := func(some, all []string) bool {
		return !slices.ContainsFunc(some, func(key string) bool { return !slices.Contains(all, key) })
	}
	formulasWithin := func(a, b *Entry) bool {
		return within(a.Shapes, b.Shapes) && within(a.Alike, b.Alike) && within(a.Texts, b.Texts)
	}
	known := func(e *Entry) bool { return e.Plain || len(e.Needs) > 0 }
	switch {
	case !known(e) && formulasWithin(e, old):
		e.Needs, e.Plain = old.Needs, old.Plain
	case !known(e): // the old entry says nothing about the new formulas
	case formulasWithin(old, e):
	case !known(old) || e.Plain != old.Plain:
		e.Needs, e.Plain = nil, false
	default:
		e.Needs = slices.DeleteFunc(slices.Clone(e.Needs), func(option string) bool { return !slices.Contains(old.Needs, option) })
	}
}

// HasStacks reports whether an entry for a class and solver knows crashes by their stacks.
func (l *List) HasStacks(class, solver string) bool {
	return slices.ContainsFunc(l.Entries, func(e *Entry) bool { return e.Class == class && e.Solver == solver && len(e.Stacks) > 0 })
}

// Names returns the names of all entries, sorted.
func (l *List) Names() []string {
	var out []string
	for _, e := range l.Entries {
		out = append(out, e.Name)
	}
	slices.Sort(out)
	return out
}

// Put replaces the entry of the same name, or adds the entry after all others.
func (l *List) Put(e *Entry) {
	if i := slices.IndexFunc(l.Entries, func(o *Entry) bool { return o.Name == e.Name }); i >= 0 {
		l.Entries[i] = e
		return
	}
	l.Entries = append(l.Entries, e)
}

// seeNote begins the note that says where a bug is described.
const seeNote = "see "

// See is where a bug that comes with Assay is described, "" for none.
func (e *Entry) See() string {
	if !e.Shipped {
		return ""
	}
	for _, n := range e.Notes {
		if where, ok := strings.CutPrefix(n, seeNote); ok {
			return where
		}
	}
	return ""
}

// named is the name of a shipped bug: a solver and a version, and then words.
var named = regexp.MustCompile(`^[a-z0-9]+-(?:\d[0-9.]*-)?(.+)$`)

// Title is the name of a bug that comes with Assay as words, without the solver and the version.
func (e *Entry) Title() string {
	m := named.FindStringSubmatch(e.Name)
	if !e.Shipped || m == nil {
		return ""
	}
	return strings.ReplaceAll(m[1], "-", " ")
}
