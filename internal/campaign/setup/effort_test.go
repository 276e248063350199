package setup

import (
	"testing"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/effort"
)

// A campaign with a number of mutants makes the same ones each time, unless its plan says otherwise.
func TestEffort(t *testing.T) {
	for _, tt := range []struct {
		plan Plan
		want effort.Mode
	}{
		{Plan{}, effort.Adaptive},
		{Plan{Duration: 1}, effort.Adaptive},
		{Plan{Mutants: 1}, effort.Even},
		{Plan{Iterations: 2}, effort.Even},
		{Plan{Mutants: 1, Duration: 1}, effort.Even},
		{Plan{Mutants: 1, Effort: "adaptive"}, effort.Adaptive},
		{Plan{Duration: 1, Effort: "even"}, effort.Even},
	} {
		tt.plan.Solvers, tt.plan.Seeds = []string{"z3"}, []campaign.SeedSource{campaign.TextSeed("a.smt2", "(check-sat)"), campaign.TextSeed("b.smt2", "(exit)")}
		if err := tt.plan.complete(); err != nil || tt.plan.Effort != tt.want {
			t.Errorf("%d mutants, %d for each seed, %v: %s, not %s, %v", tt.plan.Mutants, tt.plan.Iterations, tt.plan.Duration, tt.plan.Effort, tt.want, err)
		}
		if tt.plan.Iterations == 2 && tt.plan.Mutants != 4 {
			t.Errorf("2 for each of 2 seeds are %d mutants", tt.plan.Mutants)
		}
	}
}
