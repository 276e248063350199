package opfuzz_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/opfuzz"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
)

// TestKit: what all engines have in common. Solvers read the mutants of the same settings in internal/testing/crosscheck.
func TestKit(t *testing.T) {
	mutatetest.Run(t, mutatetest.Kit{
		New:   func() (mutate.Engine, error) { return opfuzz.New(opfuzz.Options{}), nil },
		Keeps: mutatetest.Commands,
		Ends: func() (mutate.Engine, string, error) {
			return opfuzz.New(opfuzz.Options{Classes: parse(t, "and -> or")}), "(declare-const p Bool)(assert (and p p))(check-sat)", nil
		},
	})
}
