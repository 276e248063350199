package proof

import (
	"maps"
	"slices"
)

// Internals are the names of the functions whose meaning is known, each with a slash and the number of its arguments.
func Internals() []string { return slices.Sorted(maps.Keys(internals)) }
