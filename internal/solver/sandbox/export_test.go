package sandbox

import "time"

// BePatient makes Shutdown and the sweeps that follow wait for the end of what they kill, however slow the machine is. It is for tests that
// look at what is left.
func BePatient() {
	keep.mu.Lock()
	defer keep.mu.Unlock()
	keep.patience = time.Minute
}
