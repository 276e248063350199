package review_test

import (
	"context"
	"testing"

	"github.com/assay-smt/assay/internal/bisect"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/known"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/review"
	"github.com/assay-smt/assay/internal/triage"
)

// A finding that a list does not have as it fell is known once it is reduced and bisected: to the same operators, in the same versions. In
// other versions it is new.
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
