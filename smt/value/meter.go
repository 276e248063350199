package value

// Meter bounds the work on values and the memory that they take. The nil Meter bounds nothing. A meter that is
// exceeded stays exceeded; results of work under it are then worthless. Not safe for concurrent use.
type Meter struct {
	work, bytes       int64 // left
	allWork, allBytes int64 // at the start
	interrupted       func() bool
	poll              int64 // the remaining work at which interrupted is asked next
	why               string
}

// TooLarge begins the reason of every value that is open because a budget does not suffice for it.
const TooLarge = "too large"

// The reasons of an exceeded meter.
const (
	WorkExceeded   = TooLarge + ": the evaluation takes more work than its budget"
	MemoryExceeded = TooLarge + ": the values take more memory than their budget"
	Interrupted    = TooLarge + ": the evaluation was interrupted"
)

// pollEvery is the work between two checks for an interruption.
const pollEvery = 1 << 13

// NewMeter returns a meter for the given number of elementary operations (about 10 ns each) and bytes. interrupted, if
// not nil, is called now and then, and exceeds the meter when it returns true.
func NewMeter(work, bytes int64, interrupted func() bool) *Meter {
	m := &Meter{work: work, bytes: bytes, allWork: work, allBytes: bytes, interrupted: interrupted, poll: work}
	m.Spend(0)
	return m
}

// Spend charges the cost of n operations. It reports whether the meter still allows them.
func (m *Meter) Spend(n int) bool {
	if m == nil {
		return true
	}
	if m.why != "" {
		return false
	}
	m.work -= int64(n)
	if m.work <= m.poll {
		return m.check()
	}
	return true
}

func (m *Meter) check() bool {
	switch {
	case m.work < 0:
		m.why = WorkExceeded
	case m.interrupted != nil && m.interrupted():
		m.why = Interrupted
	}
	m.poll = max(m.work-pollEvery, 0)
	return m.why == ""
}

// Take takes n bytes. It reports whether the meter still allows them.
func (m *Meter) Take(n int) bool {
	if m == nil {
		return true
	}
	if m.why != "" {
		return false
	}
	if m.bytes -= int64(n); m.bytes < 0 {
		m.why = MemoryExceeded
		return false
	}
	return true
}

// Exceed exceeds the meter for a reason given by the caller.
func (m *Meter) Exceed(why string) {
	if m != nil && m.why == "" {
		m.why = why
	}
}

// Give gives back n bytes that were taken.
func (m *Meter) Give(n int) {
	if m != nil {
		m.bytes += int64(n)
	}
}

// Exceeded says why the meter allows nothing more, "" while it still does.
func (m *Meter) Exceeded() string {
	if m == nil {
		return ""
	}
	return m.why
}

// Used returns the operations and bytes that were taken.
func (m *Meter) Used() (work, bytes int64) { return m.allWork - m.work, m.allBytes - m.bytes }

// Left returns the remaining operations and bytes, large numbers for the nil meter.
func (m *Meter) Left() (work, bytes int64) {
	if m == nil {
		return 1 << 62, 1 << 62
	}
	return max(m.work, 0), max(m.bytes, 0)
}
