package theory_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/smt/theory"
)

func TestCompareVersions(t *testing.T) {
	// Each is older than the next.
	sorted := []string{"", "0.9", "1", "1.0.0", "1.0.3.dev7", "1.0.3", "1.0.3-dev", "1.0.3-dev.65.b5be4bd", "1.0.10rc1", "1.0.10", "1.0.10-modified", "1.1", "1.1.0",
		"2.5-1301-g2c871e40", "2.5-1388-ge2ef0ff", "4.8.9", "4.8.10", "4.8.10.post1", "4.13.0", "5.4.0", "99999999999999999999.1", "100000000000000000000"}
	for i, a := range sorted {
		for j, b := range sorted {
			got := theory.CompareVersions(a, b)
			if (i < j) != (got < 0) || (i == j) != (got == 0) {
				t.Errorf("CompareVersions(%q, %q) = %d", a, b, got)
			}
		}
	}
	shuffled := []string{"4.13.0", "4.8.9", "5.4.0", "4.8.10"}
	slices.SortFunc(shuffled, theory.CompareVersions)
	if diff := cmp.Diff([]string{"4.8.9", "4.8.10", "4.13.0", "5.4.0"}, shuffled); diff != "" {
		t.Error(diff)
	}
}

// An operator that a release introduced is not in the release's candidates, but is in builds after it.
func TestAvailabilityOfBuilds(t *testing.T) {
	r := &theory.Row{In: []theory.Availability{{Solver: "cvc5", Since: "1.2.1"}, {Solver: "z3", Until: "4.8.17"}}}
	for _, tt := range []struct {
		solver, version string
		want            bool
	}{
		{"cvc5", "1.2.1rc1", false}, {"cvc5", "1.2.1.dev3", false}, {"cvc5", "1.2.1", true}, {"cvc5", "1.2.1-dev.3.abc", true}, {"cvc5", "1.2.0-dev.9.abc", false},
		{"z3", "4.8.17rc1", true}, {"z3", "4.8.17", false}, {"z3", "4.8.17.0", false}, {"z3", "4.8.16-modified", true},
	} {
		if got := r.AvailableIn(tt.solver, tt.version); got != tt.want {
			t.Errorf("%s %s: %v", tt.solver, tt.version, got)
		}
	}
}
