package sandbox

import "time"

// Settle waits until no process that this package has started exists any more, so that the system knows their CPU time; it is for callers
// that killed some and did not wait for them. It returns false when that takes longer than within. Safe for concurrent use.
func Settle(within time.Duration) bool {
	k := &keep
	k.mu.Lock()
	var running []*process
	for _, p := range k.active {
		if p != nil {
			running = append(running, p)
		}
	}
	k.mu.Unlock()
	t := time.NewTimer(within)
	defer t.Stop()
	for _, p := range running {
		select {
		case <-p.exited:
		case <-t.C:
			return false
		}
	}
	return true
}
