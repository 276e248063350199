package known

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const list = `# Known bugs: they decide no exit status. docs/explanation/triage.md has the format; edit at will.

bug crash-z3-1
  status filed https://example.org/1
  class crash
  solver z3
  signature crash/z3/UNEXPECTED CODE at a.cpp:12
  fixed z3@4.13.0..
  fixed 4.8.5
  note a segfault, with $ and # in it

bug model-cvc5-2
  status ignored
  class invalid-model
  solver cvc5
  shape 0011223344556677
  alike 8899aabbccddeeff
  essence reduced to fp.fma, and it shows in z3@1 and not in z3@2, z3@3
`

func TestListsAreReadAsTheyAreWritten(t *testing.T) {
	l, err := Parse("k.txt", list)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(list, l.String()); diff != "" {
		t.Error(diff)
	}
	if l.Entries[1].Line != 12 || l.Entries[0].Link != "https://example.org/1" {
		t.Errorf("%+v", l.Entries)
	}
}

func TestMatch(t *testing.T) {
	l, err := Parse("k.txt", list)
	if err != nil {
		t.Fatal(err)
	}
	crash := Fact{Class: "crash", Solver: "z3", Version: "4.8.12", Signature: "crash/z3/UNEXPECTED CODE at a.cpp:12"}
	model := Fact{Class: "invalid-model", Solver: "cvc5", Version: "1.0.3", Shape: "0011223344556677"}
	for _, c := range []struct {
		name   string
		fact   Fact
		change func(*Fact)
		want   string
		back   bool
	}{
		{"the same signature", crash, func(*Fact) {}, "crash-z3-1", false},
		{"another line", crash, func(f *Fact) { f.Signature = "crash/z3/UNEXPECTED CODE at a.cpp:13" }, "", false},
		{"another class", crash, func(f *Fact) { f.Class = "invalid-model" }, "", false},
		{"in a build with assertions", crash, func(f *Fact) { f.Class, f.Signature = "assertion", "assertion/z3/UNEXPECTED CODE at a.cpp:12" }, "crash-z3-1", false},
		{"another assertion", crash, func(f *Fact) { f.Class, f.Signature = "assertion", "assertion/z3/n != N at a.cpp:12" }, "", false},
		{"another solver", crash, func(f *Fact) { f.Solver = "cvc5" }, "", false},
		{"before it was fixed", crash, func(f *Fact) { f.Version = "4.12.6" }, "crash-z3-1", false},
		{"after it was fixed", crash, func(f *Fact) { f.Version = "4.13.0" }, "crash-z3-1", true},
		{"in a single fixed version", crash, func(f *Fact) { f.Version = "4.8.5" }, "crash-z3-1", true},
		{"an unknown version", crash, func(f *Fact) { f.Version = "" }, "crash-z3-1", false},
		{"the same shape", model, func(*Fact) {}, "model-cvc5-2", false},
		{"alike", model, func(f *Fact) { f.Shape, f.Alike = "1", "8899aabbccddeeff" }, "model-cvc5-2", false},
		{"the same essence", model, func(f *Fact) {
			f.Shape, f.Essence = "1", "reduced to fp.fma, and it shows in z3@1 and not in z3@2, z3@3"
		}, "model-cvc5-2", false},
		{"another history", model, func(f *Fact) {
			f.Shape, f.Essence = "1", "reduced to fp.fma, and it shows in z3@1, z3@2 and not in z3@3"
		}, "", false},
		{"neither", model, func(f *Fact) { f.Shape = "1" }, "", false},
		{"nothing known", model, func(f *Fact) { f.Shape = "" }, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := c.fact
			c.change(&f)
			m := l.Match(f)
			switch {
			case m == nil && c.want != "":
				t.Error("no match")
			case m != nil && (m.Name != c.want || m.Back != c.back || m.Because == ""):
				t.Errorf("%+v", m)
			}
		})
	}
	// An entry of a former version has a class of its own for what needs a session.
	before := &List{Entries: []*Entry{{Name: "left", Class: "state-left-behind", Solver: "z3", Signatures: []string{"state-left-behind/z3/reset/crash/z3/x"}}}}
	needs := Fact{Class: "crash", Solver: "z3", Signature: "state-left-behind/z3/reset/crash/z3/x"}
	if m := before.Match(needs); m == nil || m.Name != "left" {
		t.Errorf("a session in an older list: %+v", m)
	}
	needs.Signature = "crash/z3/x"
	if m := before.Match(needs); m != nil {
		t.Errorf("no session in an older list: %+v", m)
	}
	if m := (*List)(nil).Match(crash); m != nil {
		t.Error("a match with nothing")
	}
}

// A finding that was reduced to what triggers a bug is that bug where the versions say so too, and they say something.
// The same formula with and without an option may show two bugs, of which only one is known.
func TestNeeds(t *testing.T) {
	const needs = `
bug with-option
  status known
  class invalid-model
  solver z3
  shape 0011223344556677
  alike 8899aabbccddeeff
  needs sat.smt=true
  needs nnf.mode=full
  text abc

bug without
  status known
  class invalid-model
  solver z3
  signature invalid-model/z3/at f
  shape 1111111111111111
  needs nothing

bug unknown
  status known
  class invalid-model
  solver z3
  shape 2222222222222222
`
	l, err := Parse("k.txt", needs)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := Parse("k.txt", l.String()); err != nil || again.String() != l.String() || !strings.Contains(l.String(), "  needs sat.smt=true\n  needs nnf.mode=full\n") || !strings.Contains(l.String(), "  needs nothing\n") {
		t.Errorf("%v: %s", err, l)
	}
	both := []string{"nnf.mode=full", "x=1", "sat.smt=true"}
	for _, c := range []struct {
		name string
		fact Fact
		want string
	}{
		{"with both options", Fact{Shape: "0011223344556677", Told: both}, "with-option"},
		{"alike with both options", Fact{Alike: "8899aabbccddeeff", Told: both}, "with-option"},
		{"the same text with both options", Fact{Texts: []string{"abc"}, Told: both}, "with-option"},
		{"with one of them", Fact{Shape: "0011223344556677", Alike: "8899aabbccddeeff", Texts: []string{"abc"}, Told: both[:1]}, ""},
		{"with another value", Fact{Shape: "0011223344556677", Told: []string{"nnf.mode=full", "sat.smt=false"}}, ""},
		{"in the default configuration", Fact{Shape: "0011223344556677", Tried: true}, ""},
		{"a plain bug in the default configuration", Fact{Shape: "1111111111111111", Tried: true}, "without"},
		{"a plain bug with options that nobody tried to leave out", Fact{Shape: "1111111111111111", Told: both}, "without"},
		{"a plain bug with options that do not matter", Fact{Shape: "1111111111111111", Told: both, Tried: true}, "without"},
		{"with options that matter where the bug needs none", Fact{Shape: "1111111111111111", Told: both, Wanted: both[:1], Tried: true}, ""},
		{"the same place, whatever the options", Fact{Signature: "invalid-model/z3/at f", Told: both, Wanted: both, Tried: true}, "without"},
		{"nobody knows what the bug needs", Fact{Shape: "2222222222222222", Told: both, Wanted: both, Tried: true}, "unknown"},
	} {
		c.fact.Class, c.fact.Solver = "invalid-model", "z3"
		got := ""
		if m := l.Match(c.fact); m != nil {
			got = m.Name
		}
		if got != c.want {
			t.Errorf("%s: known as %q, want %q", c.name, got, c.want)
		}
	}
}

// What two entries of one bug need is what all their formulas need.
func TestKeepNeeds(t *testing.T) {
	a, b := []string{"a=1"}, []string{"b=1"}
	ab := append(slices.Clone(a), b...)
	for _, c := range []struct {
		name     string
		new, old Entry
		needs    []string
		plain    bool
	}{
		{"the new one knows nothing", Entry{Shapes: a}, Entry{Shapes: b, Needs: a}, nil, false},
		{"the new one knows nothing of an old formula", Entry{Shapes: a}, Entry{Shapes: ab, Plain: true}, nil, true},
		{"the new one knows nothing of an old formula with options", Entry{Shapes: a}, Entry{Shapes: a, Needs: a}, a, false},
		{"the same formulas", Entry{Shapes: ab, Needs: a}, Entry{Shapes: b, Plain: true}, a, false},
		{"other formulas", Entry{Shapes: a, Needs: ab}, Entry{Shapes: b, Needs: b}, b, false},
		{"other formulas that need nothing", Entry{Shapes: a, Needs: ab}, Entry{Shapes: b, Plain: true}, nil, false},
		{"other formulas of which nothing is known", Entry{Shapes: a, Plain: true}, Entry{Shapes: b}, nil, false},
		{"both need nothing", Entry{Shapes: a, Plain: true}, Entry{Shapes: b, Plain: true}, nil, true},
	} {
		if c.new.Keep(&c.old); !slices.Equal(c.new.Needs, c.needs) || c.new.Plain != c.plain {
			t.Errorf("%s: %q, %t; want %q, %t", c.name, c.new.Needs, c.new.Plain, c.needs, c.plain)
		}
	}
}

func TestTrigger(t *testing.T) {
	l, err := Parse("k", "bug a\n status known\n class invalid-model\n solver z3\n trigger tan\n since z3@5.4.0\n fixed z3@5.4.9..\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name          string
		shows, absent []string
		trigger       string
		want          bool
	}{
		{"before and after", []string{"z3@5.4.0", "z3@5.4.1"}, []string{"z3@4.16.0"}, "tan", true},
		{"fixed", []string{"z3@5.4.1"}, []string{"z3@4.16.0", "z3@5.4.9"}, "tan", true},
		{"too early", []string{"z3@4.16.0", "z3@5.4.1"}, []string{"z3@4.13.4"}, "tan", false},
		{"not where it should", []string{"z3@5.4.0"}, []string{"z3@4.16.0", "z3@5.4.1"}, "tan", false},
		{"everywhere", []string{"z3@5.4.0", "z3@5.4.1", "z3@5.4.2"}, nil, "tan", false},
		{"two versions", []string{"z3@5.4.0"}, []string{"z3@4.16.0"}, "tan", false},
		{"something else", []string{"z3@5.4.0", "z3@5.4.1"}, []string{"z3@4.16.0"}, "sin", false},
		{"another solver", []string{"cvc5@5.4.0", "cvc5@5.4.1"}, []string{"cvc5@4.16.0"}, "tan", false},
	} {
		f := Fact{Class: "invalid-model", Solver: "z3", Trigger: []string{tt.trigger}, Shows: tt.shows, Absent: tt.absent}
		if got := l.Match(f) != nil; got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"status known\n":                 "k:1:1: known-bugs: status comes before the first bug",
		"bug\n":                          "k:1:1: known-bugs: a bug needs a name",
		"bug a b\n":                      "k:1:1: known-bugs: a bug needs a name",
		"bug a\n  colour red\n":          `k:2:3: known-bugs: "colour" is not one of bug, status`,
		"bug a\n status\n":               "k:2:2: known-bugs: there is nothing after status",
		"bug a\n status filed\n":         `k:2:2: known-bugs: "filed" is not a status`,
		"bug a\n status perhaps\n":       `k:2:2: known-bugs: "perhaps" is not a status`,
		"bug a\n solver z3@4.8\n":        `k:2:2: known-bugs: "z3@4.8" is not the name of a solver`,
		"bug a\n class x\n class y\n":    "k:3:2: known-bugs: class is there twice",
		"bug a\n solver z3\n fixed 2..1": "k:3:2: known-bugs: solver \"2..1\", column 1",
		"bug a\n status known\n":         "k:1:1: known-bugs: bug a: there is no class",
		"bug a\n status known\n class crash\n solver z3\n":           "k:1:1: known-bugs: bug a: there is nothing to recognise it by",
		"bug a\n status known\n class x\n solver z3\n trigger tan\n": "k:1:1: known-bugs: bug a: trigger and since belong together",
		"bug a\n since 5.4.0\n":                                      `k:2:2: known-bugs: "5.4.0" is not a version`,
		"bug a\n needs nothing\n needs x=1\n":                        "k:3:2: known-bugs: it cannot need nothing and something",
		"bug a\n needs x=1\n needs nothing\n":                        "k:3:2: known-bugs: it cannot need nothing and something",
		"bug a\n needs sat.smt true\n":                               `k:2:2: known-bugs: "sat.smt true" is not an option`,
		list + list:                                                  "k:21:1: known-bugs: bug crash-z3-1 is there twice",
	} {
		_, err := Parse("k", text)
		var e *Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"", "perhaps", "filed", "filed:", "known:x", "filed:a b"} {
		if _, err := ParseMark(text); err == nil {
			t.Errorf("%q is a mark", text)
		}
	}
	if m, err := ParseMark("filed:https://example.org/x"); err != nil || m.Link != "https://example.org/x" {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	if _, err := Load(dir); err == nil {
		t.Error("an empty folder is a list")
	}
	second := strings.ReplaceAll(strings.ReplaceAll(list, "crash-z3-1", "c"), "model-cvc5-2", "d")
	for name, text := range map[string]string{"a.txt": list, "b.txt": second} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if l, err := Load(dir); err != nil || len(l.Entries) != 4 {
		t.Errorf("%v, %v", l, err)
	}
	if err := os.WriteFile(filepath.Join(dir, FileName), []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	if l, err := Load(dir); err != nil || len(l.Entries) != 2 {
		t.Errorf("%v, %v", l, err)
	}
}

// The same functions on top of the stack are another bug where the process ends by another signal. A list of an older version has no signals.
func TestStacks(t *testing.T) {
	for _, c := range []struct {
		listed, death string
		want          bool
	}{
		{"signal SEGV in f < g", "signal SEGV", true},
		{"signal SEGV in f < g", "signal FPE", false},
		{"f < g", "signal FPE", true},
		{"f < h", "signal FPE", false},
	} {
		l, err := Parse("k.txt", "bug a\n  status known\n  class crash\n  solver z3\n  stack "+c.listed+"\n")
		if err != nil {
			t.Fatal(err)
		}
		if m := l.Match(Fact{Class: "crash", Solver: "z3", Stack: "f < g", Death: c.death}); (m != nil) != c.want {
			t.Errorf("%q, %s: %v", c.listed, c.death, m)
		}
	}
}

// A bug that is marked again keeps what a person wrote into its entry, and everything by which it was recognised.
func TestKeep(t *testing.T) {
	old := &Entry{Notes: []string{"seen in May"}, Trigger: []string{"fp.fma"}, Since: "z3@4.8.5", Also: []string{"crash"}, Signatures: []string{"s"}, Shapes: []string{"a"},
		Alike: []string{"b"}, Stacks: []string{"c"}, Essences: []string{"d"}, Texts: []string{"e"}}
	e := &Entry{Name: "x", Shapes: []string{"a", "f"}}
	e.Keep(old)
	want := *old
	want.Name, want.Shapes = "x", []string{"a", "f"}
	if diff := cmp.Diff(&want, e); diff != "" {
		t.Error(diff)
	}
}
