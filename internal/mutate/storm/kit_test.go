package storm_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/storm"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
)

// TestKit: what all engines have in common. Solvers read the mutants of the same settings in internal/testing/crosscheck.
func TestKit(t *testing.T) {
	for name, incremental := range map[string]int{"questions": 0, "sequences": 70} {
		t.Run(name, func(t *testing.T) {
			mutatetest.Run(t, mutatetest.Kit{
				New: func() (mutate.Engine, error) {
					// Smaller than usual: large instances take time and show nothing more.
					return storm.New(with(func(o *storm.Options) { o.Incremental, o.Enrichment, o.MaxAsserts = incremental, 150, 8 })), nil
				},
				Keeps: mutatetest.OwnScripts,
			})
		})
	}
}
