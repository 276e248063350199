package clusters

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/bisect"
	"github.com/assay-smt/assay/internal/oracle"
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
	for _, c := range []struct {
		name  string
		of    Member
		first func(*Member)
		then  func(*Member)
		merge bool
	}{
		{"crash in one place, other formulas", crash, nil, other, true},
		{"crash in one place that other versions reach differently", crash, func(m *Member) { m.History = shows("xx.") }, func(m *Member) { other(m); m.History = shows("x..") }, true},
		{"crash in another line", crash, nil, func(m *Member) { m.Crash = "x > N at a.cpp:13" }, false},
		{"crash of another solver", crash, nil, func(m *Member) { m.Family = "cvc5" }, false},
		{"signals without a stack, other formulas", silent, nil, other, false},
		{"signals without a stack, one formula", silent, nil, nil, true},
		{"one stack", silent, func(m *Member) { m.Frames = []string{"f", "g"} }, func(m *Member) { other(m); m.Frames = []string{"f", "g"} }, true},
		{"two stacks under one formula", silent, func(m *Member) { m.Frames = []string{"f", "g"} }, func(m *Member) { m.Frames = []string{"h"} }, false},
		{"one shape", wrong, nil, func(m *Member) { m.Chain, m.Signature = "x/y/0", "t" }, true},
		{"another class", wrong, nil, func(m *Member) { m.Class = oracle.InvalidModel }, false},
		{"one shape but for literals", wrong, nil, func(m *Member) { m.Exact, m.Chain = "e2", "" }, true},
		{"one shape but for literals, other options", wrong, nil, func(m *Member) { m.Exact, m.Chain, m.Options = "e2", "", "--no-x" }, false},
		{"alike, with histories that differ", wrong, func(m *Member) { m.History = shows("x..") }, func(m *Member) { m.Exact = "e2"; m.History = shows("xx.") }, false},
		{"alike, with histories of which one cannot say", wrong, func(m *Member) { m.History = shows("x.?") }, func(m *Member) { m.Exact = "e2"; m.History = shows("x..") }, true},
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
