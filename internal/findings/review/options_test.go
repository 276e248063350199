package review_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/review"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/testing/solvertest"
)

// One formula that shows the same under two options, of which each is needed, is two bugs: what is said of one, and a mark of it, says nothing of the other.
// An option that turns out not to matter keeps nothing apart.
func TestOneFormulaUnderTwoOptions(t *testing.T) {
	for _, tt := range []struct {
		name     string
		matters  bool
		clusters int
	}{{"both matter", true, 2}, {"neither matters", false, 1}} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			store, err := findings.Open(dir, 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, option := range []string{"x", "y"} {
				f := findings.Finding{
					Class: oracle.RefutationSoundness, Solver: solvertest.Binary(t) + " --answer=unsat --opt-" + option + "=1", Family: "fake", Version: "1.2.3", Logic: "QF_LIA", Checks: 1,
					Signature: "refutation-soundness/fake/with opt-" + option, Truths: []findings.Truth{{Status: "sat", Reason: "it is"}},
					Repeated: findings.Repetition{Runs: 2, Shown: 2}, Limits: findings.Limits{Seconds: 10},
				}
				f.Runs = []findings.Run{{Solver: f.Solver, File: findings.BugFile, Configuration: []findings.Option{{Name: "--answer", Value: "unsat"}, {Name: "--opt-" + option, Value: "1"}}}}
				bug := fmt.Sprintf("(set-logic QF_LIA)\n(declare-const %s Int)\n(assert (< %[1]s 1))\n(check-sat)\n", option)
				if _, err := store.Add(findings.Hit{Finding: f, Bug: []byte(bug)}); err != nil {
					t.Fatal(err)
				}
			}
			var h hooks
			c := config(t, dir, &h)
			c.Locate, c.Bisect = nil, nil
			c.Reduce = func(_ context.Context, f findings.Stored) (bool, error) {
				text, err := os.ReadFile(filepath.Join(f.Dir, findings.BugFile))
				if err != nil {
					return false, err
				}
				f.Finding.Reduction = &findings.Reduction{Plain: &findings.Run{}}
				if tt.matters {
					last := f.Finding.Runs[0].Configuration[1]
					f.Finding.Reduction.Options = []findings.UsedOption{{Option: last}, {Option: findings.Option{Name: "--of-the-profile"}}}
				}
				return true, findings.Rewrite(f.Dir, f.Finding, text, nil)
			}
			report, err := review.Run(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			var apart []string
			reduced := 0
			for _, k := range report.Clusters {
				if k.Reduced {
					reduced++
				}
				for _, l := range k.KeptApart {
					apart = append(apart, l.Because)
				}
			}
			if len(report.Clusters) != tt.clusters || reduced != tt.clusters {
				t.Errorf("%d bugs, %d of them reduced: %+v", len(report.Clusters), reduced, report.Clusters)
			}
			if tt.matters && !slices.ContainsFunc(apart, func(why string) bool { return strings.Contains(why, "without which the other was found") }) {
				t.Errorf("why they are apart: %s", cmp.Diff(nil, apart))
			}
		})
	}
}

// A mark of a bug of which one formula needs an option and another none does not say that it needs none: the first one would not be known by it.
func TestMarkOfSomeThatNeedOptions(t *testing.T) {
	option := findings.Option{Name: "--opt-x", Value: "1"}
	folder := func(need ...[]findings.UsedOption) string {
		dir := t.TempDir()
		store, err := findings.Open(dir, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, options := range need {
			f := findings.Finding{
				Class: oracle.RefutationSoundness, Solver: solvertest.Binary(t) + " --answer=unsat --opt-x=1", Family: "fake", Version: "1.2.3", Logic: "QF_LIA", Checks: 1,
				Signature: fmt.Sprintf("refutation-soundness/fake/%d", i), Truths: []findings.Truth{{Status: "sat", Reason: "it is"}},
				Repeated: findings.Repetition{Runs: 2, Shown: 2}, Limits: findings.Limits{Seconds: 10},
				Reduction: &findings.Reduction{Plain: &findings.Run{}, Options: options},
			}
			f.Runs = []findings.Run{{Solver: f.Solver, File: findings.BugFile, Configuration: []findings.Option{option}}}
			bug := fmt.Sprintf("(set-logic QF_LIA)\n(declare-const x%d Int)\n(assert (< x%[1]d 1))\n(check-sat)\n", i)
			if _, err := store.Add(findings.Hit{Finding: f, Bug: []byte(bug)}); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	triage := func(dir string, list *known.List) review.Cluster {
		c := config(t, dir, &hooks{})
		c.Reduce, c.Locate, c.Bisect, c.Known = nil, nil, nil, list
		report, err := review.Run(t.Context(), c)
		if err != nil || len(report.Clusters) != 1 {
			t.Fatalf("%+v, %v", report, err)
		}
		return report.Clusters[0]
	}
	needs := []findings.UsedOption{{Option: option}}
	bug := triage(folder(nil, needs), nil)
	list := &known.List{Entries: []*known.Entry{bug.Entry(known.Mark{Status: known.Known})}}
	for _, need := range [][]findings.UsedOption{nil, needs} {
		if k := triage(folder(need), list); k.Known == nil {
			t.Errorf("with the options %v it is not known by %+v", need, list.Entries[0])
		}
	}
}
