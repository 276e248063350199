package findings

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// inParallel calls do for 0 to n-1, on all processors, and returns when all calls have.
func inParallel(n int, do func(i int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				do(i)
			}
		})
	}
	workers.Wait()
}
