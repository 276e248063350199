package living

import "testing"

// Reused processes leave most of a small machine's memory to their queries.
func TestProcessesIn(t *testing.T) {
	for _, tt := range []struct {
		name       string
		memory     int64
		processors int
		want       int
	}{
		{"a server", 64 << 30, 16, 160},
		{"a notebook", 16 << 30, 4, 64},
		{"many processors and little memory", 16 << 30, 64, 64},
		{"a small virtual machine", 4 << 30, 2, 16},
		{"a container", 512 << 20, 2, fewestProcesses},
		{"not known", 0, 2, 48},
	} {
		if got := processesIn(tt.memory, tt.processors); got != tt.want {
			t.Errorf("%s: %d processes in %d MB with %d processors, not %d", tt.name, got, tt.memory>>20, tt.processors, tt.want)
		}
	}
	if n := DefaultProcesses(); n < fewestProcesses {
		t.Errorf("%d processes here", n)
	}
}
