package bugbench

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/findings/bugs"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// keptFinding writes a finding into a folder.
func keptFinding(t *testing.T, f findings.Finding, formula string) findings.Stored {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "finding")
	if err := findings.Keep(dir, f, findings.Texts{Bug: []byte(formula), Original: []byte(formula)}); err != nil {
		t.Fatal(err)
	}
	s, err := findings.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A bug has what tells it apart from others, in one order: operators and commands, options, versions, and the places of crashes.
func TestEntry(t *testing.T) {
	f := keptFinding(t, findings.Finding{
		Class: oracle.CrashClass, Solver: "z3 -a smt.x=1", Family: "z3", Signature: "crash/z3/x", Provenance: findings.Provenance{Engine: "storm"},
		Reduction: &findings.Reduction{Operators: []string{"str.at", "bvadd", "push"}, Certificate: "crash"},
	}, "(set-option :b 1)\n(push 1)\n(apply simplify)\n(check-sat)\n")
	history := &triage.Bisection{
		Versions: []triage.VersionVerdict{
			{Name: "z3@1", Verdict: bisect.Absent, Signature: "not here"}, {Name: "z3@2", Verdict: bisect.Shows, Signature: "x > 0\nat  a.cpp:1"},
			{Name: "z3@3", Verdict: bisect.Shows}, {Name: "z3@4", Verdict: bisect.Absent},
		},
		Ends: bisect.Ends{FirstBad: "z3@2", LastBad: "z3@3", FirstFixed: "z3@4"},
	}
	want := bugs.Bug{
		Solver: "z3", Class: oracle.CrashClass, Shows: "z3@3", First: "z3@2", Behaves: "z3@4", Options: []string{"-a", "smt.x=1"},
		Operators: []string{":b", "apply", "bvadd", "push", "simplify", "str.at"}, Signatures: []bugs.Signature{{Version: "z3@2", Text: "x > 0 at a.cpp:1"}},
		Certificate: "crash", Engine: "storm", Formula: "(set-option :b 1)\n(push 1)\n(apply simplify)\n(check-sat)\n",
	}
	for version, shows := range map[string]string{"z3@3": "z3@3", "z3@2": "z3@2", "z3@4": "z3@3", "z3@nightly": "z3@3"} {
		got, err := Entry(f, version, history)
		want.Shows = shows
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, *got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", version, diff)
		}
	}
	for _, none := range []*triage.Bisection{nil, {}} {
		if _, err := Entry(f, "z3@3", none); !errors.Is(err, ErrNoHistory) {
			t.Errorf("without versions: %v", err)
		}
	}
	f.Class, f.Reduction = oracle.RefutationSoundness, nil
	if got, err := Entry(f, "z3@3", history); err != nil || len(got.Signatures) != 0 || got.Certificate != "" || !strings.Contains(strings.Join(got.Operators, " "), "apply push simplify") {
		t.Errorf("%+v, %v", got, err)
	}
}

// The name of a bug is a good file name, and no other bug's.
func TestNameOf(t *testing.T) {
	bug := bugs.Bug{Shows: "z3@4.8.12", Class: oracle.InvalidModel, Operators: []string{"str.replace_re_all", "<"}}
	for _, tt := range []struct {
		change func(*bugs.Bug)
		taken  []string
		want   string
	}{
		{func(*bugs.Bug) {}, nil, "z3-4.8.12-invalid-model-str.replace_re_all"},
		{func(*bugs.Bug) {}, []string{"z3-4.8.12-invalid-model-str.replace_re_all"}, "z3-4.8.12-invalid-model-str.replace_re_all-2"},
		{func(b *bugs.Bug) { b.Operators = []string{"<=", "*"} }, nil, "z3-4.8.12-invalid-model-_-__"},
		{func(b *bugs.Bug) { b.Operators = []string{"aAzZ09._-", ":a/b ü"} }, nil, "z3-4.8.12-invalid-model-_a_b__-aAzZ09._-"},
		{func(b *bugs.Bug) { b.Operators = []string{strings.Repeat("long", 20)} }, nil, "z3-4.8.12-invalid-model-" + strings.Repeat("long", 9)},
		{func(b *bugs.Bug) {
			b.Class, b.Signatures = oracle.CrashClass, []bugs.Signature{{Version: "z3@4.8.12", Text: "x at a.cpp:1"}}
		}, nil, ""},
	} {
		b := bug
		tt.change(&b)
		if tt.want == "" {
			tt.want = "z3-4.8.12-crash-" + findings.ShortHash(b.Identity())
		}
		got := nameOf(&b, func(name string) bool {
			for _, other := range tt.taken {
				if name == other {
					return true
				}
			}
			return false
		})
		if got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
