package generate_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/generate"
	"github.com/assay-smt/assay/internal/mutate/mutatetest"
)

// TestKit: what all engines have in common. With ASSAY_CROSSCHECK real solvers read its mutants.
func TestKit(t *testing.T) {
	mutatetest.Run(t, mutatetest.Kit{
		New:   func() (mutate.Engine, error) { return generate.New(generate.DefaultOptions()), nil },
		Keeps: mutatetest.OwnScripts,
	})
}
