package weaken_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/weaken"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
)

// TestKit: what all engines have in common. Solvers read the mutants of the same settings in internal/testing/crosscheck.
func TestKit(t *testing.T) {
	mutatetest.Run(t, mutatetest.Kit{
		New:   func() (mutate.Engine, error) { return engine(t, weaken.DefaultOptions()), nil },
		Keeps: mutatetest.OneQuestion,
	})
}
