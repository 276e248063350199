package solver

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/testing/solvertest"
)

func TestBuiltinProfiles(t *testing.T) {
	set := builtinSet(t)
	var names []string
	for _, p := range set.Profiles() {
		names = append(names, p.Name)
		if p.Title == "" || p.Dialect == "" || p.Version.Pattern.re == nil || p.Probe.Script == "" || len(p.Crash) == 0 {
			t.Errorf("profile %s is incomplete", p.Name)
		}
	}
	files, err := filepath.Glob("profiles/*.toml")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, f := range files {
		if name := strings.TrimSuffix(filepath.Base(f), ".toml"); name != GenericName {
			want = append(want, name)
		}
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("profiles (-want +got):\n%s", diff)
	}
}

// Solvers that continue one another share a codebase; each of the others is a codebase of its own.
func TestCodebase(t *testing.T) {
	set := builtinSet(t)
	for name, want := range map[string]string{"cvc4": "cvc", "cvc5": "cvc", "z3": "z3", "boolector": "boolector"} {
		if p, _ := set.Profile(name); p.Codebase != want {
			t.Errorf("%s is of codebase %q, not %q", name, p.Codebase, want)
		}
	}
	// Profiles that findings have recorded use the former name of the key.
	former, err := set.With("p.toml", []byte(minimal+"lineage = \"y\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	if p, _ := former.Profile("x"); p.Codebase != "y" {
		t.Errorf("codebase %q by the former key, not y", p.Codebase)
	}
}

// minimal is the smallest profile; tables add lines to it.
const minimal = "format = 1\nname = \"x\"\nbinaries = [\"x\"]\n"

func TestProfileErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"syntax", "format = 1\nname = \n", "p.toml:2:8: profile-syntax: "},
		{"unknown key", minimal + "binary = \"x\"\n", `p.toml:4:1: profile-key: there is no key "binary"`},
		{"unknown key in table", minimal + "[call]\nselfcheck = []\n", `p.toml:5:1: profile-key: there is no key "call.selfcheck"`},
		{"unknown table", minimal + "[cal]\n", `p.toml:4:`},
		{"wrong type", minimal + "max_checks = \"two\"\n", "p.toml:4:14: profile-syntax: "},
		{"no format", "name = \"x\"\n", "p.toml:1:1: profile-value: format must be 1"},
		{"other format", "# comment\nformat = 2\n", "p.toml:2:1: profile-value: format must be 1"},
		{"no name", "format = 1\n", "p.toml:1:1: profile-value: name must be"},
		{"bad name", "format = 1\nname = \"a b\"\n", "p.toml:2:1: profile-value: name must be"},
		{"bad codebase", minimal + "codebase = \"a b\"\n", "p.toml:4:1: profile-value: codebase must be"},
		{"no binary", "format = 1\nname = \"x\"\n", "p.toml:1:1: profile-value: binaries must list"},
		{"path as binary", "format = 1\nname = \"x\"\nbinaries = [\"/bin/x\"]\n", `p.toml:3:1: profile-value: "/bin/x" is not a program name`},
		{"bad regexp", minimal + "[text]\nmemory = ['a', '(']\n", "p.toml:5:16: profile-syntax: not a regular expression"},
		{"bad answer", minimal + "[answers]\nsat = ['a)|(b']\n", "p.toml:5:8: profile-syntax: not a regular expression: unexpected )"},
		{"bad kind", minimal + "[[crash]]\nkind = \"signal\"\npattern = 'x'\n", "p.toml:5:1: profile-value: kind must be"},
		{"crash without pattern", minimal + "[[crash]]\nkind = \"assertion\"\n", "p.toml:4:1: profile-value: every [[crash]]"},
		{"bad logic", minimal + "logics = [\"QF_[\"]\n", `p.toml:4:1: profile-value: "QF_[" is not a pattern`},
		{"bad exception", minimal + "except_logics = [\"QF_[\"]\n", `p.toml:4:1: profile-value: "QF_[" is not a pattern`},
		{"bad logic of a version", minimal + "[[versions]]\nfrom = \"1\"\nlogics = [\"QF_[\"]\n", `p.toml:4:1: profile-value: logics and except_logics`},
		{"negative checks", minimal + "max_checks = -1\n", "p.toml:4:1: profile-value: max_checks"},
		{"unknown base", minimal + "inherit = \"y\"\n", `p.toml:1:1: profile-inherit: there is no profile "y"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := builtinSet(t).With("p.toml", []byte(tt.text))
			var pe *ProfileError
			if !errors.As(err, &pe) || !strings.HasPrefix(pe.Error(), tt.want) {
				t.Errorf("error %v, want %s...", err, tt.want)
			}
		})
	}
}

func TestProfileInheritance(t *testing.T) {
	set := builtinSet(t)
	generic, _ := set.Profile(GenericName)
	for _, tt := range []struct {
		inherit string
		crashes int
	}{
		{"", 1 + len(generic.Crash)},
		{"inherit = \"generic\"\n", 1 + len(generic.Crash)},
		{"inherit = \"none\"\n", 1},
	} {
		own := "[[crash]]\nkind = \"assertion\"\npattern = 'mine'\n"
		got, err := set.With("p.toml", []byte(minimal+tt.inherit+own))
		if err != nil {
			t.Fatal(err)
		}
		p, _ := got.Profile("x")
		if len(p.Crash) != tt.crashes || !p.Crash[0].Pattern.Match("mine") {
			t.Errorf("%q: %d crash texts, want %d, one's own first", tt.inherit, len(p.Crash), tt.crashes)
		}
	}
	if again, _ := builtinSet(t).Profile(GenericName); len(again.Crash) != len(generic.Crash) {
		t.Error("inheriting changed the base")
	}
}

// A profile replaces one of the same name, and may extend it.
func TestProfileReplaces(t *testing.T) {
	set := builtinSet(t)
	old, _ := set.Profile("z3")
	larger, err := set.With("mine.toml", []byte(
		"format = 1\nname = \"z3\"\nbinaries = [\"z3-nightly\"]\ninherit = \"z3\"\n[status]\ncrash = [77]\n"))
	if err != nil {
		t.Fatal(err)
	}
	p, _ := larger.Profile("z3")
	if p.Origin() != "mine.toml" || p.Status.Crash[0] != 77 || len(p.Status.Crash) != 1+len(old.Status.Crash) {
		t.Errorf("%s: statuses %v", p.Origin(), p.Status.Crash)
	}
	if n := len(larger.Profiles()); n != len(set.Profiles()) {
		t.Errorf("%d profiles, want %d", n, len(set.Profiles()))
	}
	if still, _ := set.Profile("z3"); still != old {
		t.Error("the set that was extended changed")
	}
}

func TestProfilesFromFiles(t *testing.T) {
	dir := t.TempDir()
	solvertest.WriteProfile(t, dir)
	if err := os.WriteFile(filepath.Join(dir, "README"), []byte("not a profile"), 0o600); err != nil {
		t.Fatal(err)
	}
	set, err := builtinSet(t).WithDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := set.Profile("fake"); !ok {
		t.Error("the profile in the folder was not read")
	}
	if _, err := set.WithDir(filepath.Join(dir, "absent")); err != nil {
		t.Errorf("a folder that is not there: %v", err)
	}
	if _, err := set.WithFile(filepath.Join(dir, "absent.toml")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestForBinary(t *testing.T) {
	set := builtinSet(t)
	for base, want := range map[string]string{
		"z3": "z3", "z3-4.8.12": "z3", "z3_new": "z3", "z3.exe": "z3", "z34": "z3", "z3str": GenericName,
		"cvc5": "cvc5", "cvc5-Linux-static": "cvc5", "cvc4": "cvc4", "cvc": GenericName, "": GenericName, "yices": GenericName,
	} {
		if got := set.forBinary(base).Name; got != want {
			t.Errorf("profile of %q is %s, want %s", base, got, want)
		}
	}
}

func TestReads(t *testing.T) {
	p, _ := builtinSet(t).Profile("boolector")
	for logic, want := range map[string]bool{"QF_BV": true, "QF_AUFBV": true, "QF_LIA": false, "": true} {
		if got := p.Reads(logic); got != want {
			t.Errorf("boolector reads %q: %v", logic, got)
		}
	}
}

// The example in the documentation is a valid profile, and it explains every key there is.
func TestDocumentedExample(t *testing.T) {
	page, err := os.ReadFile("../../docs/reference/profiles.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllSubmatch(page, -1)
	if len(blocks) == 0 {
		t.Fatal("no example in docs/reference/profiles.md")
	}
	for _, b := range blocks {
		if _, err := builtinSet(t).With("docs/reference/profiles.md", b[1]); err != nil {
			t.Error(err)
		}
	}
	keys := regexp.MustCompile(`toml:"(\w+)"`)
	var sources []byte
	for _, name := range []string{"profile.go", "ranges.go", "living.go", "statistics.go"} {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, source...)
	}
	for _, m := range keys.FindAllSubmatch(sources, -1) {
		if key := string(m[1]); !strings.Contains(string(page), "`"+key+"`") && !strings.Contains(string(page), "["+key+"]") {
			t.Errorf("docs/reference/profiles.md does not explain the key %s", m[1])
		}
	}
}

// A byte order mark at the beginning of a profile is skipped, and positions stay correct.
func TestProfileWithByteOrderMark(t *testing.T) {
	set := builtinSet(t)
	if _, err := set.With("a.toml", []byte("\ufeffformat = 1\nname = \"marked\"\ninherit = \"generic\"\nbinaries = [\"x\"]\n")); err != nil {
		t.Error(err)
	}
	for text, want := range map[string]string{
		"\ufeffformat = x\n":                    "a.toml:1:10:",
		"format = 1\n\ufeffname = \"marked\"\n": "a.toml:2:",
	} {
		if _, err := set.With("a.toml", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
