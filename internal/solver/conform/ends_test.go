package conform

import (
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// A solver that Assay ended before it could have reached its own limit has shown nothing; one that had the time for it has.
func TestStarved(t *testing.T) {
	for _, tt := range []struct {
		end  sandbox.Reason
		cpu  time.Duration
		want bool
	}{
		{sandbox.TimedOut, 0, true}, {sandbox.TimedOut, ownLimit, true}, {sandbox.TimedOut, 2*ownLimit - 1, true}, {sandbox.TimedOut, 2 * ownLimit, false},
		{sandbox.TimedOut, easyTime, false}, {sandbox.Exited, 0, false}, {sandbox.OutOfMemory, 0, false},
	} {
		if got := starved(tt.end, tt.cpu); got != tt.want {
			t.Errorf("%v after %v: %v", tt.end, tt.cpu, got)
		}
	}
}
