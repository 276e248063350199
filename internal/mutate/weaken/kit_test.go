package weaken_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/mutatetest"
	"github.com/assay-smt/assay/internal/mutate/weaken"
)

// TestKit: what all engines have in common. With ASSAY_CROSSCHECK real solvers read its mutants.
func TestKit(t *testing.T) {
	mutatetest.Run(t, mutatetest.Kit{
		New:   func() (mutate.Engine, error) { return weaken.New(weaken.DefaultOptions()) },
		Keeps: mutatetest.OneQuestion,
	})
}
