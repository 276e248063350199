package review_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/review"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// A finding that a list does not have in its original form is known once it has been reduced and bisected: to the same operators, in the
// same versions. In other versions it is new.
func TestKnownOnceReduced(t *testing.T) {
	entry := &known.Entry{
		Name: "b", Status: known.Known, Class: string(oracle.RefutationSoundness), Solver: "fake",
		Essences: []string{"reduced to op, and it shows in fake@2 and not in fake@1, fake@3"},
	}
	for last, want := range map[bisect.Verdict]int{bisect.Absent: 1, bisect.Shows: 0} {
		dir := campaign(t)
		var h hooks
		c := config(t, dir, &h)
		c.Known = &known.List{Entries: []*known.Entry{entry}}
		c.Reduce = func(_ context.Context, f findings.Stored) (bool, error) {
			f.Finding.Reduction = &findings.Reduction{Operators: []string{"op"}}
			return true, findings.Rewrite(f.Dir, f.Finding, []byte(bugOf(t, f.Dir)+"(exit)\n"), nil)
		}
		c.Bisect = func(context.Context, findings.Stored) (*triage.Bisection, error) {
			return &triage.Bisection{Versions: []triage.VersionVerdict{
				{Name: "fake@1", Verdict: bisect.Absent}, {Name: "fake@2", Verdict: bisect.Shows}, {Name: "fake@3", Verdict: last},
			}}, nil
		}
		report, err := review.Run(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, k := range report.Clusters {
			if k.Known != nil {
				got++
				if k.Class != oracle.RefutationSoundness || k.Count != 2 || k.Counts() {
					t.Errorf("%+v", k)
				}
			}
		}
		if got != want {
			t.Errorf("fake@3 %v: %d known, want %d", last, got, want)
		}
	}
}

// What is recorded for a cluster matches no other bug: signatures that do not say where it went wrong are left out.
func TestEntryIsSpecific(t *testing.T) {
	for _, tt := range []struct {
		class      oracle.Class
		signatures []string
		want       []string
	}{
		{oracle.CrashClass, []string{"crash/z3/x at a.cpp:1"}, []string{"crash/z3/x at a.cpp:1"}},
		{oracle.RefutationSoundness, []string{"refutation-soundness/z3/ints/+"}, nil},
		{oracle.Harness, []string{"harness/evaluator/f", "harness/z3/ints/+"}, []string{"harness/evaluator/f"}},
	} {
		c := review.Cluster{Name: "c", Class: tt.class, Solver: "z3", Signatures: tt.signatures}
		e := c.Entry(known.Mark{Status: known.Known})
		if !slices.Equal(e.Signatures, tt.want) || e.Specific() != (tt.want != nil) {
			t.Errorf("%s: %q", tt.class, e.Signatures)
		}
	}
}

// The entry of a cluster says which options its formulas need, as far as that was tried.
func TestEntryNeeds(t *testing.T) {
	for _, tt := range []struct {
		name  string
		told  []findings.Option
		used  []findings.UsedOption
		tried bool
		needs []string
		plain bool
	}{
		{"needs one of two", []findings.Option{{Name: "a", Value: "1"}, {Name: "b", Value: "2"}}, []findings.UsedOption{{Option: findings.Option{Name: "b", Value: "2"}}}, true, []string{"b=2"}, false},
		{"needs neither", []findings.Option{{Name: "a", Value: "1"}}, nil, true, nil, true},
		{"needs one that its profile gives", nil, []findings.UsedOption{{Option: findings.Option{Name: "p", Value: "true"}}}, true, nil, true},
		{"needs one that the script sets", []findings.Option{{Name: "a", Value: "1"}}, []findings.UsedOption{{Option: findings.Option{Name: "a", Value: "1"}, Script: true}}, true, nil, true},
		{"not tried", []findings.Option{{Name: "a", Value: "1"}}, nil, false, nil, false},
	} {
		dir := campaign(t)
		var h hooks
		c := config(t, dir, &h)
		c.Reduce = func(_ context.Context, f findings.Stored) (bool, error) {
			if f.Class != oracle.RefutationSoundness {
				return false, nil
			}
			for i := range f.Finding.Runs {
				f.Finding.Runs[i].Configuration = tt.told
			}
			f.Finding.Reduction = &findings.Reduction{Operators: []string{"op"}, Options: tt.used}
			if tt.tried {
				f.Finding.Reduction.Plain = &findings.Run{}
			}
			return true, findings.Rewrite(f.Dir, f.Finding, []byte(bugOf(t, f.Dir)+"(exit)\n"), nil)
		}
		report, err := review.Run(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, k := range report.Clusters {
			if k.Class != oracle.RefutationSoundness {
				continue
			}
			found = true
			e := k.Entry(known.Mark{Status: known.Known})
			if !slices.Equal(e.Needs, tt.needs) || e.Plain != tt.plain {
				t.Errorf("%s: needs %q, plain %t; want %q, %t", tt.name, e.Needs, e.Plain, tt.needs, tt.plain)
			}
		}
		if !found {
			t.Fatal("no cluster")
		}
	}
}

// Stacks of older versions had frames about which nothing was known, and so looked alike.
func TestUnknownFrames(t *testing.T) {
	dir := campaign(t)
	var h hooks
	c := config(t, dir, &h)
	c.Reduce, c.Locate, c.Bisect = nil, nil, nil
	if _, err := review.Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	notes, err := filepath.Glob(filepath.Join(dir, findings.Folder, "crash*", review.NoteFile))
	if err != nil || len(notes) != 1 {
		t.Fatal(notes, err)
	}
	for frames, want := range map[string]string{`["f", "main"]`: "f < main", `["?", "main"]`: "", `["f", "?"]`: ""} {
		text, err := os.ReadFile(notes[0])
		if err != nil {
			t.Fatal(err)
		}
		var note map[string]json.RawMessage
		if err := json.Unmarshal(text, &note); err != nil {
			t.Fatal(err)
		}
		note["frames"], note["traced"] = json.RawMessage(frames), json.RawMessage("true")
		if text, err = json.Marshal(note); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(notes[0], text, 0o600); err != nil {
			t.Fatal(err)
		}
		report, err := review.Run(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range report.Clusters {
			if got := strings.Join(k.Stacks, " "); k.Class == oracle.CrashClass && strings.TrimPrefix(got, "signal SEGV in ") != want {
				t.Errorf("%s: %q, not %q", frames, got, want)
			}
		}
	}
}

// A known bug that comes with Assay is run in other versions too: where the newest of them does not show it, the cluster says so, and its finding
// is not reduced.
func TestKnownBugThatIsGone(t *testing.T) {
	for _, tt := range []struct {
		shipped bool
		last    bisect.Verdict
		want    string
	}{{true, bisect.Absent, "fake@3"}, {true, bisect.Shows, ""}, {true, bisect.Unclear, ""}, {false, bisect.Absent, ""}} {
		dir := campaign(t)
		var h hooks
		c := config(t, dir, &h)
		c.Known = &known.List{Entries: []*known.Entry{{
			Name: "fake-1-abc-def", Status: known.Known, Class: string(oracle.RefutationSoundness), Solver: "fake", Signatures: []string{"a"}, Notes: []string{"see findings/x"},
			Shipped: tt.shipped,
		}}}
		c.Bisect = func(_ context.Context, f findings.Stored) (*triage.Bisection, error) {
			return &triage.Bisection{Versions: []triage.VersionVerdict{
				{Name: "fake@1", Verdict: bisect.Absent}, {Name: "fake@2", Verdict: bisect.Shows}, {Name: "fake@3", Verdict: tt.last},
			}}, nil
		}
		report, err := review.Run(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(report.Clusters, func(k review.Cluster) bool { return k.Known != nil })
		if i < 0 {
			t.Fatal("no known bug")
		}
		k := report.Clusters[i]
		if k.Absent != tt.want || k.Reduced || k.Counts() {
			t.Errorf("%+v: absent in %q, reduced %v", tt, k.Absent, k.Reduced)
		}
		if tt.shipped && (k.Known.Title != "abc def" || k.Known.See != "findings/x") {
			t.Errorf("%+v", k.Known)
		}
	}
}
