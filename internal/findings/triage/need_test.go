package triage

import (
	"testing"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/bisect"
)

// What was run and did not show is not the same as what was never run: no few runs show that it is gone.
func TestShows(t *testing.T) {
	for _, tt := range []struct {
		recorded findings.Repetition
		absent   int
		proves   bool
	}{
		{findings.Repetition{}, 7, true},
		{findings.Repetition{Runs: 2, Shown: 2}, 7, true},
		{findings.Repetition{Runs: 2}, bisect.MostRuns, false},
		{findings.Repetition{Runs: 10}, bisect.MostRuns, false},
	} {
		s := findings.Stored{Dir: t.TempDir(), Finding: findings.Finding{Repeated: tt.recorded}}
		shows := Shows(s)
		if need := NeedFor(shows); shows != tt.recorded || need.Absent != tt.absent || need.Proves != tt.proves {
			t.Errorf("%+v: %+v, %+v", tt.recorded, shows, need)
		}
	}
}
