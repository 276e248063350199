package configspace

import (
	"testing"

	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// TestHasStatistics: z3 and cvc5 have statistics, however the scripts of their profiles end.
func TestHasStatistics(t *testing.T) {
	testdepth.Crosscheck(t, 1, 1, 1)
	for _, target := range trialtest.Installed(t, "z3", "cvc5") {
		if has, err := hasStatistics(t.Context(), target, trialtest.Scratch(t)); !has || err != nil {
			t.Errorf("%s has statistics: %v, %v", target, has, err)
		}
	}
}
