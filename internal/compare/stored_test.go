package compare

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// A side whose name begins like that of another one, since it is the same program with further options, is not taken for it.
func TestMeasured(t *testing.T) {
	all := []SideInfo{{Role: Baseline, Name: "z3"}, {Role: Candidate, Name: "z3 smt.arith.solver=2"}}
	for _, tt := range []struct {
		slow, old string
		want      []int // the candidate and the baseline
	}{
		{"z3 smt.arith.solver=2", "z3", []int{1, 0}},
		{"z3 smt.arith.solver=2 smt.phase_selection=5", "z3", []int{1, 0}}, // a search has added an option
		{"z3", "z3 smt.arith.solver=2", nil},
		{"z3-other", "z3", nil},
	} {
		for _, infos := range [][]SideInfo{all, {all[1], all[0]}} {
			r := &replays{}
			for _, info := range infos {
				r.sides = append(r.sides, Side{SideInfo: info})
			}
			want := slices.Clone(tt.want)
			if infos[0].Role == Candidate {
				for i := range want {
					want[i] = 1 - want[i]
				}
			}
			var got []int
			for _, c := range r.measured(findings.Stored{Finding: findings.Finding{Class: oracle.Performance, Solver: tt.slow, Other: tt.old}}) {
				got = append(got, c.Candidate, c.Against[0])
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s slower than %s: %s", tt.slow, tt.old, d)
			}
		}
	}
}
