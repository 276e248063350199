package solver

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/smt"
)

const ranged = `
format = 1
name = "ranged"
binaries = ["ranged"]
dialect = "smtlib-2.0"
logics = ["QF_BV"]
max_checks = 1
[call]
models = ["-m"]
[text]
harmless = ['^no model$']
timeout = ['^late$']
[[versions]]
from = "2.0"
dialect = "smtlib-2.6"
logics = ["QF_*"]
max_checks = 0
[versions.call]
incremental = ["-i"]
[versions.answers]
unknown = ['^dunno$']
[[versions]]
from = "2.1.3"
below = "3"
[versions.evidence]
model = "(show)"
[versions.text]
harmless = ['^No model$']
[versions.status]
timeout = [42]
`

// TestVersionRanges: a profile says different things about different versions.
func TestVersionRanges(t *testing.T) {
	set, err := builtinSet(t).With("ranged.toml", []byte(ranged))
	if err != nil {
		t.Fatal(err)
	}
	p, _ := set.Profile("ranged")
	type facts struct {
		Dialect   string
		Reads     bool
		MaxChecks int
		Call      Call
		Model     string
		Answers   []smt.Status
		Void      bool
		Limit     Limit
	}
	old := facts{Dialect: "smtlib-2.0", MaxChecks: 1, Call: Call{Models: []string{"-m"}}, Void: true}
	second := facts{Dialect: "smtlib-2.6", Reads: true, Call: Call{Models: []string{"-m"}, Incremental: []string{"-i"}},
		Answers: []smt.Status{smt.Unknown}, Void: true}
	third := second
	third.Model, third.Void, third.Limit = "(show)", false, LimitTime
	for version, want := range map[string]facts{
		"": old, "1.9.9": old, "nightly": old, "2.0": second, "2.0.1-rc1": second, "2.1.2": second, "2.1.3": third, "2.1.3-modified": third,
		"2.10": third, "2.99.1": third, "3": second, "3.0.1": second, "10.0": second,
	} {
		own := p.ForVersion(version)
		res := sandbox.Result{Reason: sandbox.Exited, ExitCode: 42, Stdout: []byte("dunno\n(error \"No model\")\n")}
		v := classify(own, res, Query{Checks: 1})
		got := facts{Dialect: own.Dialect, Reads: own.Reads("QF_LIA"), MaxChecks: own.MaxChecks, Call: own.Call, Model: own.Show.Model,
			Answers: v.Answers, Void: v.Void, Limit: v.Limit}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("version %q (-want +got):\n%s", version, diff)
		}
		if again := p.ForVersion(version); again != own {
			t.Errorf("version %q: two profiles", version)
		}
		late := sandbox.Result{Reason: sandbox.Exited, Stdout: []byte("late\n")}
		if v := classify(own, late, Query{Checks: 1}); v.Limit != LimitTime {
			t.Errorf("version %q: what holds for all versions is lost", version)
		}
	}
	if p.Dialect != "smtlib-2.0" || len(p.Text.Harmless) != 1 {
		t.Error("the profile itself was changed")
	}
}

// TestVersionRangeMistakes: a range without ends, and ends that are not versions.
func TestVersionRangeMistakes(t *testing.T) {
	const head = "format = 1\nname = \"r\"\nbinaries = [\"r\"]\n"
	for text, want := range map[string]string{
		"[[versions]]\ndialect = \"z3\"\n":                                      "x.toml:4:1: profile-value: every [[versions]] needs from or below",
		"[[versions]]\nfrom = \"new\"\n":                                        "x.toml:4:1: profile-value: from and below are versions",
		"[[versions]]\nbelow = \"2\"\n[versions.evidence]\nescapes = \"d\"\n":   "x.toml:4:1: profile-value: escapes must be c or raw-del, not \"d\"",
		"[[versions]]\nbelow = \"2\"\nmax_checks = -1\n":                        "x.toml:4:1: profile-value: max_checks must not be negative",
		"[[versions]]\nbelow = \"2\"\nnosuch = 1\n":                             "x.toml:6:1: profile-key",
		"[[versions]]\nbelow = \"2\"\n[[versions.crash]]\nkind = \"assertion\"": "every [[crash]] needs a pattern",
	} {
		_, err := builtinSet(t).With("x.toml", []byte(head+text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestLogicsOfVersions: z3 takes the names of more logics than it knows the sorts of. Versions that ignore a name read everything.
func TestLogicsOfVersions(t *testing.T) {
	z3, _ := builtinSet(t).Profile("z3")
	reads := func(version, logic string) bool { return z3.ForVersion(version).Reads(logic) }
	for _, tt := range []struct {
		logic       string
		reads, lost []string
	}{
		{"SLIA", []string{"4.8.12", "4.13.4"}, []string{"4.14.0", "4.16.0", "5.4.1"}},
		{"QF_UFFP", []string{"4.13.4", "5.0.0", "5.4.1"}, []string{"4.14.1", "4.16.0"}},
		{"AUFDTLIRA", []string{"4.13.4", "4.15.0", "5.4.1"}, []string{"4.14.0"}},
		{"QF_SLIA", []string{"4.8.12", "4.14.0", "5.4.1"}, nil},
		{"", []string{"4.14.0"}, nil},
	} {
		for _, v := range tt.reads {
			if !reads(v, tt.logic) {
				t.Errorf("z3 %s does not read %s", v, tt.logic)
			}
		}
		for _, v := range tt.lost {
			if reads(v, tt.logic) {
				t.Errorf("z3 %s reads %s", v, tt.logic)
			}
		}
	}
}
