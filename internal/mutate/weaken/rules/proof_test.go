package rules_test

import (
	"context"
	"testing"

	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
)

// TestBuiltinTested: no values refute a built-in rule, and values say something about each. The full number of valuations is
// for the comparison with solvers.
func TestBuiltinTested(t *testing.T) {
	valuations := 500
	if testing.Short() {
		valuations = 200
	}
	for _, r := range builtin(t) {
		t.Run(r.Name, func(t *testing.T) {
			v, err := rules.Verify(context.Background(), r, nil, rules.Options{Valuations: valuations})
			if err != nil {
				t.Fatal(err)
			}
			if v.State != rules.Tested || v.Valuations < valuations || v.Decisive < valuations/50 {
				t.Error(v)
			}
		})
	}
}
