package conform_test

import (
	"slices"
	"testing"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/conform"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/internal/testing/testdepth"
)

// knownDefects are checks in which solvers differ from their profiles because of their own defects.
var knownDefects = map[string][]string{
	"yices2": {"reason"}, // 2.6.5 dies of "BUG: unexpected context status" on (get-info :reason-unknown) after an unknown
}

// TestSolversHere: every solver on PATH that has a profile does what it says.
func TestSolversHere(t *testing.T) {
	testdepth.Crosscheck(t, 1, 1, 1)
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range set.Profiles() {
		t.Run(p.Name, func(t *testing.T) {
			if !slices.ContainsFunc(p.Binaries, func(name string) bool { _, err := sandbox.LookPath(name); return err == nil }) {
				t.Skip("it is not here")
			}
			t.Parallel() // most of the time is spent waiting for limits
			target, err := solver.Resolve(t.Context(), p.Name, set)
			if err != nil {
				t.Fatal(err)
			}
			report, err := conform.Examine(t.Context(), target, scratch(t), nil)
			if err != nil {
				t.Fatal(err)
			}
			unexpected := slices.ContainsFunc(report.Results, func(r conform.Result) bool {
				return r.State == conform.Differs && !slices.Contains(knownDefects[p.Name], r.Check)
			})
			if !report.Usable() || unexpected {
				t.Errorf("%s %s\n%s  %s", target, target.Version(), &report, report.Conclusion())
			}
		})
	}
}
