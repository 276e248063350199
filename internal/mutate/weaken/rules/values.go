package rules

import (
	"github.com/assay-smt/assay/internal/base/values"
	"github.com/assay-smt/assay/smt/term"
)

// simpleValues returns a generator of the values that rules are proved with: corners that solvers reason about with ease, and
// few different ones, so that equations hold often enough to matter.
func simpleValues(st *term.Store) *values.Generator {
	return values.New(st, values.Options{Structured: true, Repetitive: true})
}
