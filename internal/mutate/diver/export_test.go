package diver

import "github.com/assay-smt/assay/internal/mutate"

// Tried returns how many random terms a source has tried.
func Tried(src mutate.Source) int {
	if s, ok := src.(*source); ok {
		return s.tried
	}
	return 0
}
