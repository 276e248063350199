package cli

import (
	"testing"

	"github.com/assay-smt/assay/internal/campaign/effort"
)

// A campaign with a number of mutants makes the same ones each time, unless its user says otherwise.
func TestEffort(t *testing.T) {
	for _, tt := range []struct {
		opts fuzzOptions
		want effort.Mode
	}{
		{fuzzOptions{}, effort.Adaptive},
		{fuzzOptions{Duration: 1}, effort.Adaptive},
		{fuzzOptions{Mutants: 1}, effort.Even},
		{fuzzOptions{Mutants: 1, Duration: 1}, effort.Even},
		{fuzzOptions{Mutants: 1, Effort: "adaptive"}, effort.Adaptive},
		{fuzzOptions{Duration: 1, Effort: "even"}, effort.Even},
	} {
		if got := tt.opts.effort(); got != tt.want {
			t.Errorf("%d mutants, %v, %q: %s, not %s", tt.opts.Mutants, tt.opts.Duration, tt.opts.Effort, got, tt.want)
		}
	}
}
