package mutate_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
)

// TestEnding: an end is final, another error is not.
func TestEnding(t *testing.T) {
	broken := errors.New("broken")
	says := []error{nil, broken, nil, fmt.Errorf("%w: by chance", mutate.ErrExhausted), nil, broken}
	calls := 0
	var e mutate.Ending
	for i, want := range []error{nil, broken, nil, mutate.ErrExhausted, mutate.ErrExhausted, mutate.ErrExhausted} {
		_, err := e.Next(rng.New(1), func(*rng.Rand) (mutate.Mutant, error) {
			calls++
			return mutate.Mutant{}, says[calls-1]
		})
		if !errors.Is(err, want) {
			t.Errorf("call %d: %v, not %v", i, err, want)
		}
	}
	if calls != 4 {
		t.Errorf("%d calls", calls)
	}
}
