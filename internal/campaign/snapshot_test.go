package campaign

import (
	"testing"
	"time"
)

func TestLine(t *testing.T) {
	for _, tt := range []struct {
		name string
		s    Snapshot
		want string
	}{
		{"some", Snapshot{
			Elapsed: 31 * time.Second, Mutants: 1240, MutantsPerSecond: 41.23, Calls: 2480, CallsPerSecond: 82.41,
			SolverShare: 0.97, RejectedShare: 0.002, Findings: 2, Hits: 5, Time: []Part{{Part: PartSolving, Share: 0.8}, {Part: PartTimeouts, Share: 0.12}},
		}, "00:31  1,240 mutants  41.2/s  2,480 runs  82.4/s  solvers 97% CPU  time-outs 12%  refused 0.2%  findings 2 (in 5 mutants)"},
		{"nothing yet", Snapshot{},
			"00:00  0 mutants  0.0/s  0 runs  0.0/s  solvers 0% CPU  time-outs 0.0%  refused 0.0%  findings 0"},
		{"long", Snapshot{
			Elapsed: 25*time.Hour + 61*time.Second, Mutants: 12345678, MutantsPerSecond: 1234.5, Calls: 999, CallsPerSecond: 1e6,
			SolverShare: 1, RejectedShare: 0.00001, Findings: 1, Hits: 1,
		}, "25:01:01  12,345,678 mutants  1,235/s  999 runs  1,000,000/s  solvers 100% CPU  time-outs 0.0%  refused <0.1%  findings 1 (in 1 mutant)"},
		{"rejected a lot", Snapshot{RejectedShare: 0.5},
			"00:00  0 mutants  0.0/s  0 runs  0.0/s  solvers 0% CPU  time-outs 0.0%  refused 50%  findings 0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.s.Line(); got != tt.want {
				t.Errorf("line\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}
