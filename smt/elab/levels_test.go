package elab_test

import (
	"testing"

	"github.com/assay-smt/assay/smt/elab"
)

// TestLevelsThatAreOpen: pop removes as many levels as push has opened since a reset, and not one more.
func TestLevelsThatAreOpen(t *testing.T) {
	for text, ok := range map[string]bool{
		"":                false,
		"(push 1)":        true,
		"(push 0)":        false,
		"(push 1)(pop 1)": false,
		"(push 2)(pop 1)": true,
		"(push 1)(reset)": false,
		"(push 3)(reset)": false,
		"(reset)(push 1)": true,
		"(push 1)(reset)(declare-const a Int)(push 1)(declare-const b Int)":            true,
		"(declare-const a Int)(push 1)(reset)(push 1)(pop 1)":                          false,
		"(push 1)(reset-assertions)":                                                   false,
		"(push 2)(reset-assertions)(push 1)":                                           true,
		"(set-option :global-declarations true)(push 1)(reset)":                        false,
		"(set-option :global-declarations true)(push 1)(declare-const a Int)":          true,
		"(push 1)(declare-const a Int)(reset)(push 1)(declare-const a Int)(push 1)":    true,
		"(push 1)(declare-const a Int)(reset)(push 1)(declare-const a Int)(pop 1)":     false,
		"(push 1)(declare-const a Int)(reset-assertions)(declare-const a Int)(push 1)": true,
	} {
		if _, err := elab.Script(text+"(pop 1)(check-sat)", elab.Options{}); (err == nil) != ok {
			t.Errorf("%s(pop 1): %v, want it read: %v", text, err, ok)
		}
	}
}
