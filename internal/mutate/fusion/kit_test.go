package fusion_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/fusion"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/theory"
)

// TestKit: what all engines have in common. Solvers read the mutants of the same settings in internal/testing/crosscheck.
func TestKit(t *testing.T) {
	all, err := fusion.Builtin(theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	// A few for each sort: proving them takes most of the time. A sample is every 12th, otherwise every 4th.
	var some []*fusion.Function
	every := testdepth.Sample(12, 4)
	for i, f := range all {
		if i%every == 1 || len(all)-i <= 4 { // the last four are for every sort
			some = append(some, f)
		}
	}
	mutatetest.Run(t, mutatetest.Kit{
		New:   func() (mutate.Engine, error) { return fusion.New(with(func(o *fusion.Options) { o.Functions = some })) },
		Keeps: mutatetest.OnlyOneQuestion,
	})
}
