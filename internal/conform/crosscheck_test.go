package conform_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/conform"
	"github.com/assay-smt/assay/internal/sandbox"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testdepth"
)

// TestSolversHere: every solver on PATH that has a profile does what it says.
func TestSolversHere(t *testing.T) {
	testdepth.Crosscheck(t, 1, 1, 1)
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range set.Profiles() {
		t.Run(p.Name, func(t *testing.T) {
			if _, err := sandbox.LookPath(p.Binaries[0]); err != nil {
				t.Skip("it is not here")
			}
			t.Parallel() // most of the time they wait for limits
			target, err := solver.Resolve(t.Context(), p.Name, set)
			if err != nil {
				t.Fatal(err)
			}
			report, err := conform.Examine(t.Context(), target, scratch(t), nil)
			if err != nil {
				t.Fatal(err)
			}
			if !report.Usable() || report.Count(conform.Differs) > 0 {
				t.Errorf("%s %s\n%s  %s", target, target.Version(), &report, report.Conclusion())
			}
		})
	}
}
