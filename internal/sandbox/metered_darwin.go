package sandbox

import "time"

// startOf says nothing: treeCPU does not need it.
func startOf(int) (start uint64, ok bool) { return 0, false }

// treeCPU says that the CPU time of living processes is not known, see cpuOf.
func treeCPU(processID) (used time.Duration, ok bool) { return 0, false }
