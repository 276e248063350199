package fusion_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/fusion"
	"github.com/assay-smt/assay/internal/mutate/mutatetest"
	"github.com/assay-smt/assay/smt/theory"
)

// TestKit: what all engines have in common. With ASSAY_LONG=1 solvers read many mutants.
func TestKit(t *testing.T) {
	all, err := fusion.Builtin(theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	// A few for each sort: proving them takes most of the time.
	var some []*fusion.Function
	for i, f := range all {
		if i%4 == 1 {
			some = append(some, f)
		}
	}
	mutatetest.Run(t, mutatetest.Kit{
		New:   func() (mutate.Engine, error) { return fusion.New(with(func(o *fusion.Options) { o.Functions = some })) },
		Keeps: mutatetest.OnlyOneQuestion,
	})
}
