package mutate

import (
	"errors"

	"github.com/assay-smt/assay/internal/base/rng"
)

// Ending keeps a source ended: once it has no further mutant, other random numbers do not bring one. The zero value is for a
// source that has just begun.
type Ending struct{ err error }

// Next returns what next returns. After the first error that wraps ErrExhausted, it returns only that error.
func (e *Ending) Next(r *rng.Rand, next func(*rng.Rand) (Mutant, error)) (Mutant, error) {
	if e.err != nil {
		return Mutant{}, e.err
	}
	m, err := next(r)
	if errors.Is(err, ErrExhausted) {
		e.err = err
	}
	return m, err
}
