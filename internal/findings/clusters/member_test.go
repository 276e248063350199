package clusters

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// The essence of a reduced formula names what is left of it, the options that it needs, and the versions; without one of the facts that
// matter there is none.
func TestEssence(t *testing.T) {
	of := func(change func(*Member)) string {
		m := &Member{Class: oracle.InvalidModel, Core: []string{"bvadd", "ite"}, Reduced: true, History: shows("x..")}
		change(m)
		return m.Essence()
	}
	const versions = ", and it shows in v0 and not in v1, v2"
	for _, tt := range []struct {
		name   string
		change func(*Member)
		want   string
	}{
		{"plain", func(*Member) {}, "reduced to bvadd ite" + versions},
		{"options", func(m *Member) { m.Options = "--no-simplify" }, "reduced to bvadd ite with --no-simplify" + versions},
		{"a version that cannot say", func(m *Member) { m.History = shows("x..?") }, "reduced to bvadd ite" + versions},
		{"not reduced", func(m *Member) { m.Reduced = false }, ""},
		{"nothing but connectives", func(m *Member) { m.Core = nil }, ""},
		{"two versions", func(m *Member) { m.History = shows("x.") }, ""},
		{"two versions that say anything", func(m *Member) { m.History = shows("x.?") }, ""},
		{"shows everywhere", func(m *Member) { m.History = shows("xxx") }, ""},
		{"shows nowhere", func(m *Member) { m.History = shows("...") }, ""},
		{"a crash in a known place", func(m *Member) { m.Class, m.Crash = oracle.CrashClass, "a.cpp:1" }, ""},
		{"a crash with a stack", func(m *Member) { m.Class, m.Frames = oracle.CrashClass, []string{"f"} }, ""},
		{"a crash without a place", func(m *Member) { m.Class = oracle.CrashClass }, "reduced to bvadd ite" + versions},
	} {
		if got := of(tt.change); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Only versions in which one of two findings is known to show and the other is known not to show keep them apart.
func TestContradicts(t *testing.T) {
	for _, tt := range []struct{ a, b, want string }{
		{"x..", "x..", ""}, {"x..", "xx.", "v1"}, {"xx.", "x..", "v1"}, {"x?.", "xx.", ""}, {"xx.", "x?.", ""}, {"x..", "x", ""}, {"x", "x..", ""},
		{"", "x", ""}, {"x", "", ""}, {"..", "xx", "v0"}, {"?.", "?x", "v1"}, {"??", "??", ""},
	} {
		a, b := &Member{History: shows(tt.a)}, &Member{History: shows(tt.b)}
		if got := contradicts(a, b); got != tt.want {
			t.Errorf("%q and %q: %q, want %q", tt.a, tt.b, got, tt.want)
		}
	}
	asked := &Member{History: map[string]bisect.Verdict{"v0": bisect.Unasked}}
	if got := contradicts(asked, &Member{History: shows("x")}); got != "" {
		t.Errorf("a version that was not run: %q", got)
	}
}

// Every reason says what two findings have in common, and the first one that holds is given.
func TestReasons(t *testing.T) {
	base := Member{Class: oracle.InvalidModel, Family: "z3"}
	crash := Member{Class: oracle.CrashClass, Family: "z3"}
	for _, tt := range []struct {
		of     Member
		change func(m *Member, i int) // of member i of three
		want   string                 // "" for findings that stay alone
	}{
		{crash, func(m *Member, i int) { m.Crash, m.Exact = "a.cpp:1", fmt.Sprint(i) }, "it crashes in the same place: a.cpp:1"},
		{crash, func(m *Member, i int) { m.Frames, m.Exact = []string{"f", "g"}, fmt.Sprint(i) }, "the same functions are on top of the stack: f < g"},
		{crash, func(m *Member, i int) { m.Crash, m.Exact, m.Loose = fmt.Sprint(i), "e", "l" }, ""},
		{crash, func(m *Member, i int) { m.Frames, m.Exact, m.Loose, m.Chain = []string{fmt.Sprint(i)}, "e", "l", "c" }, ""},
		{base, func(m *Member, _ int) { m.Exact, m.Loose, m.Chain = "e", "l", "c" }, "the same formula but for names and orders (shape e)"},
		{base, func(m *Member, i int) { m.Exact, m.Loose = fmt.Sprint(i), "l" }, "the same formula but for names, orders and literals (l), and the same options"},
		{base, func(m *Member, _ int) { m.Loose, m.Options = "l", "-o" }, "the same formula but for names, orders and literals (l), and the same options"},
		{base, func(m *Member, i int) { m.Loose, m.Options = "l", fmt.Sprint(i) }, ""},
		{base, func(m *Member, _ int) { m.Options = "-o" }, ""},
		{base, func(m *Member, _ int) { m.Chain, m.Signature = "c", "s" }, "a mutant of the same chain, with what showed it first: s"},
		{base, func(m *Member, i int) { m.Chain, m.Signature = "c", fmt.Sprint(i) }, ""},
		{base, func(m *Member, _ int) { m.Signature = "s" }, ""},
		{base, func(m *Member, _ int) { m.SeedShows, m.Signature, m.History = "d", "s", shows("x..") },
			"the seed d shows it without any mutation, and it shows in v0 and not in v1, v2"},
		{base, func(m *Member, _ int) { m.Signature, m.History = "s", shows("x..") }, ""},
		{base, func(m *Member, _ int) { m.SeedShows, m.Signature = "d", "s" }, ""},
		{crash, func(m *Member, i int) {
			m.Crash, m.SeedShows, m.Signature, m.History = fmt.Sprint(i), "d", "s", shows("x..")
		}, ""},
		{base, func(m *Member, _ int) { m.Reduced, m.Core, m.History = true, []string{"f"}, shows("x..") },
			"reduced to f, and it shows in v0 and not in v1, v2"},
		{base, func(*Member, int) {}, ""},
	} {
		var members []*Member
		for i := range 3 {
			m := tt.of
			m.Name = fmt.Sprint("m", i)
			tt.change(&m, i)
			members = append(members, &m)
		}
		got := Group(members)
		if tt.want == "" {
			if len(got) != 3 {
				t.Errorf("%+v: %d groups: %+v", members[0], len(got), got[0].Links)
			}
			continue
		}
		if len(got) != 1 {
			t.Errorf("%q: %d groups", tt.want, len(got))
			continue
		}
		if diff := cmp.Diff([]Link{{"m1", "m0", tt.want}, {"m2", "m0", tt.want}}, got[0].Links); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// A finding that a version keeps apart from the first with the same key still joins a later one.
func TestNextOfAKey(t *testing.T) {
	of := func(name, history string) *Member {
		return &Member{Name: name, Class: oracle.InvalidModel, Family: "z3", Exact: "e", History: shows(history)}
	}
	got := Group([]*Member{of("a", "x."), of("b", "xx"), of("c", "xx"), of("d", "x."), of("e", "?x")})
	var names []string
	for _, c := range got {
		var one []string
		for _, m := range c.Members {
			one = append(one, m.Name)
		}
		names = append(names, strings.Join(one, " "))
	}
	if diff := cmp.Diff([]string{"a d", "b c e"}, names); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Link{{"d", "a", got[0].Links[0].Because}}, got[0].Links); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	if len(got[0].Apart) == 0 || got[0].Apart[0].Member != "b" || got[0].Apart[0].With != "a" || !strings.Contains(got[0].Apart[0].Because, "only one of the two shows in v1") {
		t.Errorf("apart: %+v", got[0].Apart)
	}
}

// Crashes in no known place are apart like anything else: that none of them says where it is makes them no crash in one place.
func TestApart(t *testing.T) {
	const inV1 = "only one of the two shows in v1"
	of := func(crash, history string) *Cluster {
		return &Cluster{Members: []*Member{{Name: "a" + history, Class: oracle.CrashClass, Crash: crash, History: shows(history)}}}
	}
	for _, tt := range []struct {
		a, b *Cluster
		want string
	}{
		{of("p", "x."), of("p", "xx"), ""}, {of("p", "x."), of("q", "xx"), "they crash in two places"}, {of("", "x."), of("", "xx"), inV1}, {of("", "x."), of("p", "xx"), inV1},
		{of("p", "x."), of("", "xx"), inV1}, {of("", "x."), of("", "x."), ""}, {of("", ""), of("", "xx"), ""}, {of("", "x."), of("", ""), ""},
	} {
		if got, _, _ := apart(tt.a, tt.b); got != tt.want {
			t.Errorf("%+v and %+v: %q, want %q", tt.a.Members[0], tt.b.Members[0], got, tt.want)
		}
	}
}

// Of two findings that a version keeps apart, the one whose key comes first by the name of its first member joins a cluster that both
// could join, whichever of the two itself comes first.
func TestFirstKeyFirst(t *testing.T) {
	of := func(name, exact, loose, history string) *Member {
		return &Member{Name: name, Class: oracle.InvalidModel, Family: "z3", Exact: exact, Loose: loose, History: shows(history)}
	}
	got := Group([]*Member{of("a", "1", "k", ""), of("b", "1", "l", ""), of("c", "2", "l", "x."), of("d", "3", "k", "xx")})
	if len(got) != 2 || len(got[0].Members) != 3 || got[0].Members[2].Name != "d" || got[1].Smallest().Name != "c" {
		t.Errorf("%d groups, the first has %d members", len(got), len(got[0].Members))
	}
	if len(got[0].Apart) != 1 || got[0].Apart[0].Member != "c" {
		t.Errorf("apart: %+v", got[0].Apart)
	}
}
