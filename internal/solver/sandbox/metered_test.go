package sandbox_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// The time used by processes below the command counts, both while they live and after they have ended, and the total
// never decreases.
func TestMeter(t *testing.T) {
	// The first process below it computes until its time was told, and ends. What is told behind that includes it.
	dir := t.TempDir()
	first, second := filepath.Join(dir, "first"), filepath.Join(dir, "second")
	begin := func(file string) {
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Error(err)
		}
	}
	var told []time.Duration
	behind := 0
	m := sandbox.Meter{Every: 5 * time.Millisecond, Tell: func(cpu time.Duration) {
		told = append(told, cpu)
		if behind > 0 || cpu > 0 {
			behind++
		}
		switch behind {
		case 1:
			begin(first)
		case 10:
			begin(second)
		}
	}}
	if runtime.GOOS != "linux" { // nothing is told
		begin(first)
		begin(second)
	}
	busy := `until [ -e ` + first + ` ]; do :; done`
	idle := `until [ -e ` + second + ` ]; do sleep 0.01; done`
	res, err := m.Run(t.Context(), sandbox.Command{Argv: []string{"sh", "-c", "sh -c '" + busy + "'; " + idle}, Timeout: longEnough})
	if err != nil || res.Reason != sandbox.Exited || res.ExitCode != 0 {
		t.Fatal(res, err)
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
