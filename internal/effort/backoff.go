package effort

// A backoff counts failures in a row, and has what fails wait for longer each time. Its clock is a counter of its owner's. The zero
// value waits for nothing.
type backoff struct {
	failures int
	until    uint64 // it waits before that time
}

// A patience says how a backoff waits.
type patience struct {
	tolerated int    // failures in a row that have no consequence
	doublings int    // of the wait, at most: nothing waits for ever
	unit      uint64 // the first wait
}

// fail notes a failure at a time.
func (b *backoff) fail(now uint64, p patience) {
	// More failures than these change nothing.
	b.failures = min(b.failures+1, p.tolerated+p.doublings+1)
	if beyond := b.failures - p.tolerated; beyond > 0 {
		b.until = now + 1 + p.unit<<(beyond-1)
	}
}

// waits reports whether a time lies within the wait.
func (b *backoff) waits(now uint64) bool { return now < b.until }
