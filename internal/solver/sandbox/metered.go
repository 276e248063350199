package sandbox

import (
	"context"
	"time"
)

// A Meter runs commands that start processes of their own, and measures the CPU time that all of them use together.
type Meter struct {
	// Every is the time between two measurements.
	Every time.Duration
	// Tell is told the CPU time, user and system, that the command and everything below it have used so far, including processes that ended
	// and were waited for. It is called by one goroutine at a time, no longer once Run has returned, and not at all if the system does not
	// say what reused processes have used.
	Tell func(cpu time.Duration)
}

// Run is the function Run. The CPU time of the result includes what was measured of processes that were never waited for.
func (m Meter) Run(ctx context.Context, c Command) (Result, error) {
	var most time.Duration
	res, err := runWatched(ctx, c, func(p *process) (end func()) {
		stop, done := make(chan struct{}), make(chan struct{})
		root, known := p.identity()
		go func() {
			defer close(done)
			tick := time.NewTicker(m.Every)
			defer tick.Stop()
			for {
				select {
				case <-stop:
					return
				case <-tick.C:
				}
				if used, ok := treeCPU(root); ok && known {
					most = max(most, used)
					m.Tell(most)
				}
			}
		}()
		return func() {
			close(stop)
			<-done
		}
	})
	res.CPU = max(res.CPU, most)
	return res, err
}

// identity names the leader permanently; ok is false when it has been reaped.
func (p *process) identity() (id processID, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reaped {
		return id, false
	}
	id.pid = p.cmd.Process.Pid
	id.start, ok = startOf(id.pid)
	return id, ok
}
