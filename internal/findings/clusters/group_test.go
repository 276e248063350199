package clusters

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

func shows(versions string) map[string]bisect.Verdict {
	out := make(map[string]bisect.Verdict)
	for i, c := range versions {
		out[fmt.Sprintf("v%d", i)] = map[rune]bisect.Verdict{'x': bisect.Shows, '.': bisect.Absent, '?': bisect.Unclear}[c]
	}
	return out
}

// Planted pairs that must merge, and pairs that must not.
func TestPairs(t *testing.T) {
	crash := Member{Class: oracle.CrashClass, Family: "z3", Version: "4.8.12", Crash: "x > N at a.cpp:12", Exact: "e1", Loose: "l1", Signature: "crash/z3/x"}
	silent := Member{Class: oracle.CrashClass, Family: "z3", Version: "4.8.12", Exact: "e1", Loose: "l1", Signature: "crash/z3/signal SEGV"}
	wrong := Member{Class: oracle.RefutationSoundness, Family: "cvc5", Exact: "e1", Loose: "l1", Signature: "s", Chain: "seed/storm/0"}
	other := func(m *Member) { m.Exact, m.Loose = "e2", "l2" }
	reduced := func(class oracle.Class) func(*Member) {
		return func(m *Member) {
			m.Class, m.Reduced, m.Chain, m.Signature, m.Loose = class, true, "", string(class), ""
		}
	}
	essence := func(class oracle.Class, operator string) func(*Member) {
		return func(m *Member) {
			reduced(class)(m)
			m.Exact, m.Core, m.History = string(class), []string{operator}, shows("x..")
		}
	}
	formulas := 0
	denied := func(what, versions string) func(*Member) {
		return func(m *Member) {
			formulas++
			reduced(oracle.RefutationSoundness)(m)
			m.Exact, m.Denied, m.History = fmt.Sprint("formula ", formulas), what, shows(versions)
		}
	}
	for _, c := range []struct {
		name  string
		of    Member
		first func(*Member)
		then  func(*Member)
		merge bool
	}{
		{"one application denied in two formulas, in every version", wrong, denied("f", "xxx"), denied("f", "xxx"), true},
		{"two applications denied", wrong, denied("f", "xxx"), denied("g", "xxx"), false},
		{"one application denied, of two classes", wrong, denied("f", ""), func(m *Member) { denied("f", "")(m); m.Class = oracle.InvalidModel }, false},
		{"one application denied, with other options", wrong, denied("f", ""), func(m *Member) { denied("f", "")(m); m.Options = "-x" }, false},
		{"one application denied, not reduced", wrong, denied("f", ""), func(m *Member) { denied("f", "")(m); m.Reduced = false }, false},
		{"one application denied, in other versions", wrong, denied("f", "xxx"), denied("f", ".xx"), false},
		{"crash in one place, other formulas", crash, nil, other, true},
		{"crash in one place that other versions reach differently", crash, func(m *Member) { m.History = shows("xx.") }, func(m *Member) { other(m); m.History = shows("x..") }, true},
		{"crash in another line", crash, nil, func(m *Member) { m.Crash = "x > N at a.cpp:13" }, false},
		{"crash of another solver", crash, nil, func(m *Member) { m.Family = "cvc5" }, false},
		{"signals without a stack, other formulas", silent, nil, other, false},
		{"signals without a stack, one formula", silent, nil, nil, true},
		{"signals without a stack, one text without a shape", silent, func(m *Member) { m.Text, m.Exact, m.Loose = "t", "", "" },
			func(m *Member) { m.Text, m.Exact, m.Loose = "t", "", "" }, true},
		{"two objections, one formula", wrong, func(m *Member) { m.Objection = "a" }, func(m *Member) { m.Objection = "b" }, false},
		{"two signals, one text", silent, func(m *Member) { m.Text, m.Death = "t", "signal SEGV" }, func(m *Member) { m.Text, m.Death = "t", "signal FPE" }, false},
		{"two signals, one formula", silent, func(m *Member) { m.Death = "signal SEGV" }, func(m *Member) { m.Death = "signal FPE" }, false},
		{"two signals, one chain", silent, func(m *Member) { m.Death, m.Chain = "signal SEGV", "c" }, func(m *Member) { other(m); m.Death, m.Chain = "signal FPE", "c" }, false},
		{"a message and a signal, one reduced formula", crash, func(m *Member) { m.Death, m.Reduced = m.Crash, true },
			func(m *Member) { m.Crash, m.Death, m.Reduced = "", "signal SEGV", true }, false},
		{"two stacks, one reduced formula", silent, func(m *Member) { m.Frames, m.Reduced = []string{"f"}, true }, func(m *Member) { m.Frames, m.Reduced = []string{"h"}, true }, false},
		{"another class, one reduced formula", wrong, reduced(oracle.RefutationSoundness), reduced(oracle.InvalidModel), true},
		{"a crash, one reduced formula", wrong, reduced(oracle.RefutationSoundness), reduced(oracle.CrashClass), true},
		{"a lost answer, one reduced formula", wrong, reduced(oracle.RefutationSoundness), reduced(oracle.IncompletenessRegression), false},
		{"another class, one reduced formula, of which one needs an option", wrong, reduced(oracle.RefutationSoundness),
			func(m *Member) { reduced(oracle.InvalidModel)(m); m.Tried, m.Needed = true, "x=1" }, false},
		{"another class, one reduced formula, versions that differ", wrong, func(m *Member) { reduced(oracle.RefutationSoundness)(m); m.History = shows("x.") },
			func(m *Member) { reduced(oracle.InvalidModel)(m); m.History = shows("xx") }, false},
		{"one formula under two options, of which one is needed", wrong, func(m *Member) { m.Told, m.Wanted, m.Options = []string{"x=1"}, []string{"x=1"}, "x=1" },
			func(m *Member) { m.Told, m.Options, m.Chain = []string{"y=1"}, "y=1", "" }, false},
		{"one formula under two options, of which neither is known to be needed", wrong, func(m *Member) { m.Told = []string{"x=1"} }, func(m *Member) { m.Told = []string{"y=1"} }, true},
		{"one formula under an option that is needed, and another one besides", wrong, func(m *Member) { m.Told, m.Wanted = []string{"x=1"}, []string{"x=1"} },
			func(m *Member) { m.Told = []string{"x=1", "y=1"} }, true},
		{"one formula that needs an option, and one that does not", wrong, func(m *Member) { m.Told, m.Wanted = []string{"x=1"}, []string{"x=1"} }, nil, false},
		{"a crash in one place under two options", crash, func(m *Member) { m.Told, m.Wanted = []string{"x=1"}, []string{"x=1"} }, func(m *Member) { m.Told = []string{"y=1"} }, true},
		{"a crash with one stack under two options", silent, func(m *Member) { m.Frames, m.Told, m.Wanted = []string{"f"}, []string{"x=1"}, []string{"x=1"} },
			func(m *Member) { m.Frames = []string{"f"} }, true},
		{"a signal without a stack under two options", silent, func(m *Member) { m.Told, m.Wanted = []string{"x=1"}, []string{"x=1"} }, func(m *Member) { m.Told = []string{"y=1"} }, false},
		{"another class, one rare operator and history", wrong, essence(oracle.RefutationSoundness, "fp.fma"), essence(oracle.InvalidModel, "fp.fma"), true},
		{"another class, one common operator and history", wrong, essence(oracle.RefutationSoundness, "store"), essence(oracle.InvalidModel, "store"), false},
		{"a crash, one rare operator and history", wrong, essence(oracle.RefutationSoundness, "fp.fma"), essence(oracle.CrashClass, "fp.fma"), false},
		{"one stack", silent, func(m *Member) { m.Frames = []string{"f", "g"} }, func(m *Member) { other(m); m.Frames = []string{"f", "g"} }, true},
		{"two stacks under one formula", silent, func(m *Member) { m.Frames = []string{"f", "g"} }, func(m *Member) { m.Frames = []string{"h"} }, false},
		{"one shape", wrong, nil, func(m *Member) { m.Chain, m.Signature = "x/y/0", "t" }, true},
		{"another class", wrong, nil, func(m *Member) { m.Class = oracle.InvalidModel }, false},
		{"one shape but for literals", wrong, nil, func(m *Member) { m.Exact, m.Chain = "e2", "" }, true},
		{"one shape but for literals, other options", wrong, nil, func(m *Member) { m.Exact, m.Chain, m.Options = "e2", "", "--no-x" }, false},
		{"alike, with histories that differ", wrong, func(m *Member) { m.History = shows("x..") }, func(m *Member) { m.Exact = "e2"; m.History = shows("xx.") }, false},
		{"alike, with histories of which one cannot say", wrong, func(m *Member) { m.History = shows("x.?") }, func(m *Member) { m.Exact = "e2"; m.History = shows("x..") }, true},
		{"one formula, of which one was reduced", wrong, nil, func(m *Member) {
			m.FoundExact, m.FoundLoose, m.Exact, m.Loose, m.Chain, m.Reduced = "e1", "l1", "e3", "l3", "", true
		}, true},
		{"one formula but for literals, of which one was reduced", wrong, nil, func(m *Member) { m.FoundExact, m.FoundLoose, m.Exact, m.Loose, m.Chain = "e2", "l1", "e3", "l3", "" }, true},
		{"one formula that was another one when it was found", wrong, nil, func(m *Member) { m.FoundExact, m.FoundLoose, m.Chain = "e2", "l2", "" }, true},
		{"one chain", wrong, nil, other, true},
		{"one chain, another signature", wrong, nil, func(m *Member) { other(m); m.Signature = "t" }, false},
		{"one signature, another chain", wrong, nil, func(m *Member) { other(m); m.Chain = "seed/storm/1" }, false},
		{"unknown shapes", wrong, func(m *Member) { m.Exact, m.Loose, m.Chain = "", "", "" }, func(m *Member) { m.Exact, m.Loose, m.Chain = "", "", "" }, false},
		{"a seed that shows it, and one history", wrong, func(m *Member) { m.SeedShows, m.Chain, m.History = "s", "", shows("x..") },
			func(m *Member) { other(m); m.SeedShows, m.Chain, m.History = "s", "", shows("x..") }, true},
		{"a seed that shows it, and two histories", wrong, func(m *Member) { m.SeedShows, m.Chain, m.History = "s", "", shows("x..") },
			func(m *Member) { other(m); m.SeedShows, m.Chain, m.History = "s", "", shows("xx.") }, false},
		{"a seed that shows it, and no history", wrong, func(m *Member) { m.SeedShows, m.Chain = "s", "" }, func(m *Member) { other(m); m.SeedShows, m.Chain = "s", "" }, false},
		{"operators and history, not reduced", wrong, func(m *Member) { m.Core, m.History = []string{"a"}, shows("x..") },
			func(m *Member) { other(m); m.Chain = ""; m.Core, m.History = []string{"a"}, shows("x..") }, false},
		{"operators and history, reduced", wrong, func(m *Member) { m.Core, m.History, m.Reduced = []string{"a"}, shows("x.."), true },
			func(m *Member) {
				other(m)
				m.Chain = ""
				m.Core, m.History, m.Reduced = []string{"a"}, shows("x.."), true
			}, true},
		{"operators and a history that says nothing", wrong, func(m *Member) { m.Core, m.History, m.Reduced = []string{"a"}, shows("xxx"), true },
			func(m *Member) {
				other(m)
				m.Chain = ""
				m.Core, m.History, m.Reduced = []string{"a"}, shows("xxx"), true
			}, false},
		{"other operators, one history", wrong, func(m *Member) { m.Core, m.History, m.Reduced = []string{"a"}, shows("x.."), true },
			func(m *Member) {
				other(m)
				m.Chain = ""
				m.Core, m.History, m.Reduced = []string{"b"}, shows("x.."), true
			}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, b := c.of, c.of
			a.Name, b.Name, a.Bytes, b.Bytes = "a", "b", 20, 10
			if c.first != nil {
				c.first(&a)
			}
			if c.then != nil {
				c.then(&b)
			}
			for _, order := range [][]*Member{{&a, &b}, {&b, &a}} {
				got := Group(order)
				if merged := len(got) == 1; merged != c.merge {
					t.Fatalf("%d clusters: %+v", len(got), got[0].Links)
				}
				if c.merge && (got[0].Smallest().Name != "b" || len(got[0].Links) != 1 || got[0].Links[0].Because == "" || got[0].Links[0].Member != "b" || got[0].Links[0].With != "a") {
					t.Errorf("%+v", got[0].Links)
				}
			}
		})
	}
}

// A chain of merges does not join findings that a version keeps apart, and the cluster says so.
func TestNoBridge(t *testing.T) {
	a := &Member{Name: "a", Family: "z3", Exact: "e", Loose: "1", History: shows("x.")}
	b := &Member{Name: "b", Family: "z3", Exact: "e", Loose: "2"}
	c := &Member{Name: "c", Family: "z3", Exact: "f", Loose: "2", History: shows("xx")}
	got := Group([]*Member{c, b, a})
	if len(got) != 2 || len(got[0].Members) != 2 || len(got[0].Apart) != 1 || !strings.Contains(got[0].Apart[0].Because, "only one of the two shows in v1") {
		t.Errorf("%+v", got[0])
	}
}

// Neither the order nor other members change which findings a reason groups: each cluster has one link less than members, and all orders
// give the same clusters.
func TestGroupIsStable(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	var members []*Member
	for i := range 200 {
		m := &Member{Name: fmt.Sprintf("m%03d", i), Family: "z3", Class: oracle.InvalidModel, Bytes: random.Intn(9)}
		m.Exact, m.Loose = fmt.Sprint(random.Intn(60)), fmt.Sprint("l", random.Intn(80))
		m.Chain = fmt.Sprint("c", random.Intn(100))
		if random.Intn(3) == 0 {
			m.History = shows([]string{"x..", "xx.", "x?."}[random.Intn(3)])
		}
		members = append(members, m)
	}
	names := func(all []*Cluster) (out [][]string) {
		for _, c := range all {
			var one []string
			for _, m := range c.Members {
				one = append(one, m.Name)
			}
			out = append(out, one)
			if len(c.Links) != len(c.Members)-1 {
				t.Fatalf("%d links for %d members", len(c.Links), len(c.Members))
			}
			for _, x := range c.Members {
				for _, y := range c.Members {
					if v := contradicts(x, y); v != "" {
						t.Fatalf("%s and %s differ in %s", x.Name, y.Name, v)
					}
				}
			}
		}
		return out
	}
	want := names(Group(members))
	for range 5 {
		shuffled := slices.Clone(members)
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if diff := cmp.Diff(want, names(Group(shuffled))); diff != "" {
			t.Fatal(diff)
		}
	}
}

// A crash with one signal and a crash with another are not one cluster, whatever joins both of them to a third.
func TestNoBridgeBetweenCrashes(t *testing.T) {
	of := func(name, death, exact, loose string) *Member {
		return &Member{Name: name, Class: oracle.CrashClass, Family: "z3", Death: death, Exact: exact, Loose: loose, Chain: "c", Signature: "s", Reduced: true}
	}
	wrong := &Member{Name: "m", Class: oracle.RefutationSoundness, Family: "z3", Exact: "e", Reduced: true}
	for _, members := range [][]*Member{
		{of("a", "signal SEGV", "e", "1"), of("b", "", "e", "2"), of("c", "signal FPE", "f", "2")},
		{of("a", "signal SEGV", "e", "1"), wrong, of("z", "signal FPE", "e", "1")},
	} {
		got := Group(members)
		if len(got) != 2 || len(got[0].Apart) == 0 || !strings.Contains(got[0].Apart[0].Because, "one ends by signal") {
			t.Errorf("%d clusters: %+v", len(got), got[0])
		}
	}
}

// The gravest finding that is certified stands for a cluster, whatever is smaller. What a finding needs is only known once it was reduced: until then it
// seems to need nothing, although it was found with options that make solvers read the formula.
func TestHead(t *testing.T) {
	members := []*Member{
		{Name: "a", Class: oracle.InvalidModel, Family: "z3", Exact: "e", Reduced: true, Rank: 3, Bytes: 10},
		{Name: "b", Class: oracle.RefutationSoundness, Family: "z3", Exact: "e", Reduced: true, Rank: 1, Bytes: 30},
		{Name: "c", Class: oracle.RefutationSoundness, Family: "z3", Exact: "e", Reduced: true, Rank: 1, Bytes: 20},
		{Name: "d", Class: oracle.RefutationSoundness, Family: "z3", Exact: "e", Reduced: true, Rank: 2, Bytes: 1},
		{Name: "e", Class: oracle.RefutationSoundness, Family: "z3", FoundExact: "e", Exact: "e", Rank: 1, Bytes: 25},
		{Name: "f", Class: oracle.RefutationSoundness, Family: "z3", Exact: "e", Reduced: true, Rank: 1, Needs: 6, Bytes: 10},
	}
	for _, m := range members[:3] {
		m.Needs = 4
	}
	got := Group(members)
	if len(got) != 1 || got[0].Smallest().Name != "c" {
		t.Errorf("%d clusters, %s", len(got), got[0].Smallest().Name)
	}
}

// Whatever findings there are: their order changes nothing, no cluster has two that exclude each other, and findings of two campaigns that are
// put together make the same clusters as those of one campaign.
func TestGroupOfAnything(t *testing.T) {
	one := func(rt *rapid.T, label string, of ...string) string { return rapid.SampledFrom(of).Draw(rt, label) }
	clusters := func(all []*Cluster) (out []string) {
		for _, c := range all {
			var names []string
			for _, m := range c.Members {
				names = append(names, m.Name)
			}
			slices.Sort(names)
			out = append(out, c.Smallest().Name+": "+strings.Join(names, " "))
		}
		slices.Sort(out)
		return out
	}
	rapid.Check(t, func(rt *rapid.T) {
		var members []*Member
		for i := range rapid.IntRange(1, 14).Draw(rt, "findings") {
			m := &Member{
				Name: fmt.Sprintf("m%02d", i), Family: one(rt, "family", "z3", "z3", "cvc5"), Exact: one(rt, "exact", "", "1", "2"), Loose: one(rt, "loose", "", "1", "2"),
				Class:     oracle.Class(one(rt, "class", string(oracle.CrashClass), string(oracle.RefutationSoundness), string(oracle.InvalidModel))),
				Signature: "s", Chain: one(rt, "chain", "", "1", "2"), Reduced: rapid.Bool().Draw(rt, "reduced"), Core: []string{"fp.fma"},
				Options: one(rt, "options", "", "a=1"), History: shows(one(rt, "history", "", "x..", "xx.", "?..")),
				Bytes: rapid.IntRange(1, 3).Draw(rt, "bytes"), Rank: rapid.IntRange(1, 3).Draw(rt, "rank"),
			}
			if m.Class == oracle.CrashClass {
				m.Death = one(rt, "death", "signal SEGV", "signal FPE", "a at b.cpp:1")
				if strings.HasPrefix(m.Death, "signal") {
					if f := one(rt, "frames", "", "f", "g"); f != "" {
						m.Frames = []string{f}
					}
				} else {
					m.Crash = m.Death
				}
			}
			members = append(members, m)
		}
		want := Group(members)
		for _, c := range want {
			if len(c.Links) != len(c.Members)-1 {
				rt.Fatalf("%d links for %d members", len(c.Links), len(c.Members))
			}
			for _, x := range c.Members {
				for _, y := range c.Members {
					if why := excludes(x, y); why != "" {
						rt.Fatalf("%s and %s: %s", x.Name, y.Name, why)
					}
				}
			}
		}
		shuffled := rapid.Permutation(members).Draw(rt, "order")
		half := len(shuffled) / 2
		Group(shuffled[:half])
		Group(shuffled[half:])
		merged := slices.Concat(shuffled[half:], shuffled[:half])
		for _, order := range [][]*Member{shuffled, merged} {
			if diff := cmp.Diff(clusters(want), clusters(Group(order))); diff != "" {
				rt.Fatal(diff)
			}
		}
	})
}
