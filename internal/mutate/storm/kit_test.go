package storm_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/storm"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
)

// TestKit: what all engines have in common. Solvers read the mutants of the same settings in internal/testing/crosscheck.
func TestKit(t *testing.T) {
	for name, set := range map[string]func(*storm.Options){
		"questions": func(*storm.Options) {},
		"sequences": func(o *storm.Options) { o.Incremental = 70 },
		"history":   func(o *storm.Options) { o.History, o.Enrichment = 100, 50 },
	} {
		t.Run(name, func(t *testing.T) {
			mutatetest.Run(t, mutatetest.Kit{
				New: func() (mutate.Engine, error) {
					// Smaller than usual: large instances take time and show nothing more.
					return storm.New(with(func(o *storm.Options) {
						o.Enrichment, o.MaxAsserts = 150, 8
						set(o)
					})), nil
				},
				Keeps: mutatetest.OwnScripts,
			})
		})
	}
}
