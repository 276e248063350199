package sandbox_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/sandbox"
)

// The time used by processes below the command counts, both while they live and after they have ended, and the total
// never decreases.
func TestMeter(t *testing.T) {
	busy := `end=$(($(date +%s) + 2)); while [ $(date +%s) -lt $end ]; do :; done`
	var told []time.Duration
	m := sandbox.Meter{Every: 50 * time.Millisecond, Tell: func(cpu time.Duration) { told = append(told, cpu) }}
	res, err := m.Run(t.Context(), sandbox.Command{Argv: []string{"sh", "-c", "sh -c '" + busy + "'; true"}, Timeout: longEnough})
	if err != nil || res.ExitCode != 0 {
		t.Fatal(res, err)
	}
	if runtime.GOOS == "linux" && len(told) == 0 {
		t.Fatal("nothing was told in two seconds")
	}
	last := time.Duration(0)
	for _, cpu := range told {
		if cpu < last || cpu > res.CPU {
			t.Fatalf("%v behind %v, and %v in the end", cpu, last, res.CPU)
		}
		last = cpu
	}
	if res.CPU <= 0 {
		t.Errorf("a busy loop took %v", res.CPU)
	}
}
