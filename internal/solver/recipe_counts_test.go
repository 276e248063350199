package solver_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/solver"
)

func TestCountsOnce(t *testing.T) {
	for version, want := range map[string]bool{"5.4.1+blocks": true, "5.4.1": false, "5.4.1+edges": false, "5.4.1+assertions": false, "": false} {
		if got := solver.CountsOnce(version); got != want {
			t.Errorf("%q: %t", version, got)
		}
	}
}
