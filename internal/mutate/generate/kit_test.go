package generate_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/generate"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
)

// TestKit: what all engines have in common. Solvers read the mutants of the same settings in internal/testing/crosscheck.
func TestKit(t *testing.T) {
	mutatetest.Run(t, mutatetest.Kit{
		New:   func() (mutate.Engine, error) { return generate.New(generate.DefaultOptions()), nil },
		Keeps: mutatetest.OwnScripts, Contradicts: true,
	})
}
