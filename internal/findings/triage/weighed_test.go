package triage

import (
	"testing"

	"github.com/assay-smt/assay/internal/findings/bisect"
)

// A version that an earlier search called good after one run only may be good when the finding demands more.
func TestEarlierVerdictsAreWeighed(t *testing.T) {
	r := &bisecting{need: Need{Absent: 4, Proves: true}}
	for _, tt := range []struct {
		verdict bisect.Verdict
		runs    int
		want    bisect.Verdict
	}{
		{bisect.Absent, 1, bisect.MayBeGood}, {bisect.Absent, 4, bisect.Absent}, {bisect.Shows, 1, bisect.Shows}, {bisect.Unclear, 1, bisect.Unclear},
	} {
		v := VersionVerdict{Name: "z3@1", Verdict: tt.verdict}
		v.Runs = tt.runs
		if got := r.weighed(v); got.Verdict != tt.want {
			t.Errorf("%s after %d: %s", tt.verdict, tt.runs, got.Verdict)
		}
	}
}
