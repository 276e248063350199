package effort

// A backoff counts consecutive failures, and makes what fails wait longer each time. Its clock is a counter of its owner. The zero
// value does not wait.
type backoff struct {
	failures int
	until    uint64 // it waits before that time
}

// A patience says how a backoff waits.
type patience struct {
	tolerated int    // failures in a row that have no consequence
	doublings int    // of the wait, at most: nothing waits forever
	unit      uint64 // the first wait
}

// fail records a failure at a time.
func (b *backoff) fail(now uint64, p patience) {
	// More failures than these change nothing.
	b.failures = min(b.failures+1, p.tolerated+p.doublings+1)
	if beyond := b.failures - p.tolerated; beyond > 0 {
		b.until = now + 1 + p.unit<<(beyond-1)
	}
}

// waits reports whether a time is within the wait.
func (b *backoff) waits(now uint64) bool { return now < b.until }
