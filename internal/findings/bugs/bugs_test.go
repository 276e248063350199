package bugs

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

const wrong = `; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@4.8.12
; first z3@4.8.5
; behaves z3@4.12.6
; options smt.arith.solver=2
; operators < bvadd
; same-as right
; certificate witness
; engine storm
; origin somewhere
(declare-const x Int)
(check-sat)
`

// A bug that was written reads back as it was.
func TestRoundTrip(t *testing.T) {
	b, err := Parse("wrong.smt2", "wrong", wrong)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wrong, b.Text()); diff != "" {
		t.Error(diff)
	}
	if b.Name != "wrong" || b.Behaves != "z3@4.12.6" || !cmp.Equal(b.Spec(), []string{"z3@4.8.12", "smt.arith.solver=2"}) {
		t.Errorf("%+v", b)
	}
	crash := &Bug{
		Name: "c", Solver: "z3", Class: oracle.CrashClass, Shows: "z3@2", First: "z3@1", Certificate: "signature", Formula: "(check-sat)\n",
		Signatures: []Signature{{"z3@1", "x > N at a.cpp:12"}, {"z3@2", "x > N at a.cpp:14"}},
	}
	again, err := Parse("c.smt2", "c", crash.Text())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(crash, again); diff != "" {
		t.Error(diff)
	}
}

func TestMistakes(t *testing.T) {
	for _, tt := range []struct{ from, to, want string }{
		{"; assay bug 1", "; assay bug 2", `f:1:1: it does not begin with the line "; assay bug 1"`},
		{"; solver z3\n", "", "f:12:1: solver is missing"},
		{"; solver z3", "; solver z3\n; solver z3", "f:3:3: solver is there twice"},
		{"; solver z3", "; solver", "f:2:3: solver has no value"},
		{"; solver z3", "; solver z3 x", `f:2:10: solver: "z3 x" is more than one word`},
		{"refutation-soundness", "refutation", "f:3:9: class: "},
		{"z3@4.8.12", "4.8.12", `f:4:9: shows: "4.8.12" is not a version: write NAME@VERSION`},
		{"same-as right", "same-as wrong", `f:9:11: same-as: "wrong" is not the name of another bug`},
		{"same-as right", "same-as ../x", `f:9:11: same-as: "../x" is not the name`},
		{"; engine", "; machine", `f:11:1: "; machine storm" is not a header line: the keys are solver, class`},
		{"; engine", ";engine", `f:11:1: ";engine storm" is not a header line`},
		{"; engine storm", "; signature z3@1 x", "f:13:1: only a crash has a signature or a stack"},
		{"; engine storm", "; signature x", "f:11:13: signature: write NAME@VERSION and the signature"},
		{"(declare-const x Int)\n(check-sat)\n", "", "f:13:1: there is no formula after the header"},
	} {
		text := strings.Replace(wrong, tt.from, tt.to, 1)
		_, err := Parse("f", "wrong", text)
		var mistake *Error
		if !errors.As(err, &mistake) || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %s", tt.to, err, tt.want)
		}
	}
	if _, err := Parse("f", "../x", wrong); err == nil {
		t.Error("a name that leaves the folder")
	}
}

func bug(change ...func(*Bug)) *Bug {
	b := &Bug{Name: "b", Solver: "z3", Class: oracle.InvalidModel, Shows: "z3@2", First: "z3@1", Behaves: "z3@3", Operators: []string{"bvadd", "<"}}
	for _, c := range change {
		c(b)
	}
	return b
}

func TestIdentity(t *testing.T) {
	for what, tt := range map[string]struct {
		other *Bug
		same  bool
	}{
		"itself":                   {bug(), true},
		"another version shows it": {bug(func(b *Bug) { b.Shows = "z3@1" }), true},
		"comparisons":              {bug(func(b *Bug) { b.Operators = []string{"bvadd", ">="} }), true},
		"another order":            {bug(func(b *Bug) { b.Operators = []string{"<", "bvadd"} }), true},
		"began elsewhere":          {bug(func(b *Bug) { b.First = "z3@2" }), true},
		"mended elsewhere":         {bug(func(b *Bug) { b.Behaves = "z3@4" }), false},
		"not mended":               {bug(func(b *Bug) { b.Behaves = "" }), false},
		"another operator":         {bug(func(b *Bug) { b.Operators = []string{"bvmul", "<"} }), false},
		"one more":                 {bug(func(b *Bug) { b.Operators = []string{"bvadd", "bvmul"} }), false},
		"everyday operators alone": {bug(func(b *Bug) { b.Operators = []string{"<"} }), false},
		"another class":            {bug(func(b *Bug) { b.Class = oracle.RefutationSoundness }), false},
		"another solver":           {bug(func(b *Bug) { b.Solver = "cvc5" }), false},
		"an option":                {bug(func(b *Bug) { b.Options = []string{"-q"} }), false},
	} {
		if got := Same([]*Bug{bug()}, tt.other) != nil; got != tt.same {
			t.Errorf("%s: %v", what, got)
		}
	}
	// One operation with a wrong value, as a wrong sat, a wrong unsat and a wrong model, with whatever looks at the value.
	fma := func(class oracle.Class, operators ...string) *Bug {
		return bug(func(b *Bug) { b.Class, b.Operators = class, append(operators, "fp.fma") })
	}
	first := fma(oracle.RefutationSoundness)
	for _, b := range []*Bug{fma(oracle.SolutionSoundness, "fp.eq"), fma(oracle.InvalidModel, "fp.isNaN", "fp.lt"), fma(oracle.InvalidCore), fma(oracle.InvalidValue, "fp.neg")} {
		if Same([]*Bug{first}, b) == nil {
			t.Errorf("%s with %v is another bug", b.Class, b.Operators)
		}
	}
	for _, b := range []*Bug{
		fma(oracle.IncompletenessRegression), fma(oracle.CrashClass), fma(oracle.SolutionSoundness, "fp.rem"),
		bug(func(b *Bug) { b.Class, b.Operators, b.Behaves = oracle.SolutionSoundness, []string{"fp.fma"}, "" }),
	} {
		if Same([]*Bug{first}, b) != nil {
			t.Errorf("%s with %v is the same bug", b.Class, b.Operators)
		}
	}
	open := func(b *Bug) { b.Behaves = "" }
	if Same([]*Bug{bug(open)}, bug(open, func(b *Bug) { b.First = "z3@2" })) != nil {
		t.Error("two that are not fixed, and began in different versions")
	}
}

func TestCrashing(t *testing.T) {
	crash := func(name string, signatures ...Signature) *Bug {
		return &Bug{Name: name, Solver: "z3", Class: oracle.CrashClass, Shows: signatures[0].Version, Signatures: signatures}
	}
	all := []*Bug{
		crash("first", Signature{"z3@1", "x at a.cpp:12"}, Signature{"z3@2", "x at a.cpp:14"}),
		crash("second", Signature{"z3@2", "x at a.cpp:90"}),
		{Name: "silent", Solver: "z3", Class: oracle.CrashClass, Stack: "f < g"},
	}
	for _, tt := range []struct {
		crash Crash
		want  string
	}{
		{Crash{Solver: "z3", Version: "z3@1", Signature: "x at a.cpp:12"}, "first"},
		{Crash{Solver: "z3", Version: "z3@2", Signature: "x at a.cpp:14"}, "first"},
		{Crash{Solver: "z3", Version: "z3@2", Signature: "x at a.cpp:90"}, "second"},
		// In this version both are known to look different.
		{Crash{Solver: "z3", Version: "z3@2", Signature: "x at a.cpp:12"}, ""},
		// Nothing is known of this version: lines move.
		{Crash{Solver: "z3", Version: "z3@3", Signature: "x at a.cpp:17"}, "first"},
		// It is not the first one, which looks different there.
		{Crash{Solver: "z3", Version: "z3@1", Signature: "x at a.cpp:80"}, "second"},
		{Crash{Solver: "z3", Version: "z3@3", Signature: "y at a.cpp:17"}, ""},
		{Crash{Solver: "cvc5", Version: "z3@1", Signature: "x at a.cpp:12"}, ""},
		{Crash{Solver: "z3", Version: "z3@1", Stack: "f < g"}, "silent"},
		{Crash{Solver: "z3", Version: "z3@1", Stack: "f < h"}, ""},
		{Crash{Solver: "z3", Version: "z3@1"}, ""},
	} {
		got := ""
		if b := Crashing(all, tt.crash); b != nil {
			got = b.Name
		}
		if got != tt.want {
			t.Errorf("%+v is %q, want %q", tt.crash, got, tt.want)
		}
	}
}

// A crash whose signature says nothing is identified by its stack, and by its versions and operators where one of two crashes has no stack.
func TestSilentCrashes(t *testing.T) {
	silent := func(stack string) *Bug {
		return bug(func(b *Bug) { b.Class, b.Stack = oracle.CrashClass, stack })
	}
	for _, tt := range []struct {
		a, b string
		same bool
	}{{"f", "f", true}, {"f", "g", false}, {"f", "", true}, {"", "f", true}, {"", "", true}} {
		if got := Same([]*Bug{silent(tt.a)}, silent(tt.b)) != nil; got != tt.same {
			t.Errorf("%q and %q: %v", tt.a, tt.b, got)
		}
	}
	other := silent("")
	other.Behaves = "z3@4"
	if Same([]*Bug{silent("f")}, other) != nil {
		t.Error("they are fixed in different versions")
	}
	located := silent("")
	located.Signatures = []Signature{{"z3@2", "x at a.cpp:1"}}
	if Same([]*Bug{located}, silent("")) != nil || Same([]*Bug{silent("")}, located) != nil {
		t.Error("one has a place")
	}
}

func TestWithin(t *testing.T) {
	whole := bug(func(b *Bug) { b.Operators = []string{"bvadd", "<", "str.len", "select"} })
	for what, tt := range map[string]struct {
		known  *Bug
		whole  *Bug
		within bool
	}{
		"its operators are there":  {bug(), whole, true},
		"one is not":               {bug(func(b *Bug) { b.Operators = []string{"bvadd", "bvmul"} }), whole, false},
		"everyday operators alone": {bug(func(b *Bug) { b.Operators = []string{"<"} }), whole, false},
		"no operators":             {bug(func(b *Bug) { b.Operators = nil }), whole, false},
		"began elsewhere":          {bug(func(b *Bug) { b.First = "z3@0" }), whole, false},
		"not fixed, both":          {bug(func(b *Bug) { b.Behaves = "" }), bug(func(b *Bug) { b.Behaves = "" }), false},
		"another class":            {bug(func(b *Bug) { b.Class = oracle.RefutationSoundness }), whole, false},
	} {
		if got := Within([]*Bug{tt.known}, tt.whole) != nil; got != tt.within {
			t.Errorf("%s: %v", what, got)
		}
	}
	// The one with the most operators.
	more := bug(func(b *Bug) { b.Name, b.Operators = "more", []string{"bvadd", "select"} })
	for _, all := range [][]*Bug{{bug(), more}, {more, bug()}} {
		if b := Within(all, whole); b != more {
			t.Errorf("%v", b)
		}
	}
}

// The collection that comes with Assay can be read, and has no bug twice.
func TestCollection(t *testing.T) {
	all, err := Collection()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 30 {
		t.Errorf("%d bugs", len(all))
	}
	if _, err := Aliases(all, nil); err != nil {
		t.Error(err)
	}
	if _, again := Merge(all); len(again) > 0 {
		t.Errorf("%s is %s: %s", again[0].Bug.Name, again[0].Of.Name, again[0].Of.Identity())
	}
	for _, b := range all {
		data, err := findings.Files.ReadFile(b.Name + "/" + folderFile)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(data), b.Text()); diff != "" {
			t.Errorf("%s is not as Assay writes it: %s", b.Name, diff)
		}
	}
}

func TestAliases(t *testing.T) {
	bug := func(name, same string) *Bug { return &Bug{Name: name, SameAs: same, Solver: "z3"} }
	a, x := bug("a", ""), bug("x", "")
	got, err := Aliases([]*Bug{a, bug("b", "a"), bug("c", "a"), bug("d", ""), x, bug("z", "y")}, []Duplicate{
		{bug("y", ""), x},  // so that z is another trigger of x
		{bug("e", "a"), x}, // somebody knows that x is a, and so is z
		{a, a},
	})
	if diff := cmp.Diff(map[string]string{"b": "a", "c": "a", "x": "a", "y": "a", "e": "a", "z": "a"}, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	cvc5 := bug("f", "a")
	cvc5.Solver = "cvc5"
	_, err = Aliases([]*Bug{a, bug("b", "c"), bug("c", "b"), bug("d", "nowhere"), cvc5}, nil)
	for _, want := range []string{
		"bug b, same-as: it leads back", "bug c, same-as: it leads back", "bug d, same-as: there is no bug named nowhere", "bug f, same-as: a is a bug of another solver",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestFolders(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a.smt2", wrong)
	write("README.md", "something else")
	for name, text := range map[string]string{"d/bug.smt2": wrong, "e/bug.smt2": "(check-sat)\n", "f/README.md": "no formula", ".g/bug.smt2": wrong} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		write(name, text)
	}
	all, err := Load(dir)
	if err != nil || len(all) != 2 || all[0].Name != "a" || all[1].Name != "d" || all[1].Solver != "z3" {
		t.Fatal(all, err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "d")); err != nil {
		t.Fatal(err)
	}
	other, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, again := Merge(all[:1], other); len(got) != 1 || len(again) != 1 {
		t.Errorf("%d and %d", len(got), len(again))
	}
	write("b.smt2", "x")
	write("c.smt2", strings.Repeat("x", maxFile+1))
	all, err = Load(dir)
	if err == nil || len(all) != 1 || !strings.Contains(err.Error(), "b.smt2:1:1: ") || !strings.Contains(err.Error(), "c.smt2:1:1: it is larger than") {
		t.Error(all, err)
	}
}

// A link from a collection to a file without an end is not a bug, and is not read.
func TestLoadDevice(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("/dev/zero", filepath.Join(dir, "endless.smt2")); err != nil {
		t.Skip(err)
	}
	if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), "not a text file") {
		t.Errorf("%v", err)
	}
}
