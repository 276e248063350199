package sandbox

import (
	"fmt"
	"syscall"
	"time"
)

// Reason says why a process ended. The zero value is not a reason.
type Reason int

// The reasons. TimedOut, OutOfMemory and Canceled are ends caused by this package; Exited and Signaled are
// caused by the process itself (or some third party).
const (
	// Exited: the process returned Result.ExitCode by itself.
	Exited Reason = iota + 1
	// Signaled: a signal that was not ours ended it, see Result.Signal.
	Signaled
	// TimedOut: Command.Timeout passed.
	TimedOut
	// OutOfMemory: the group held more than Command.Memory.
	OutOfMemory
	// Canceled: the context given to Run ended.
	Canceled
)

var reasonNames = [...]string{
	Exited: "exited", Signaled: "signaled", TimedOut: "timed out",
	OutOfMemory: "out of memory", Canceled: "canceled",
}

func (r Reason) String() string {
	if r < Exited || int(r) >= len(reasonNames) {
		return fmt.Sprintf("Reason(%d)", int(r))
	}
	return reasonNames[r]
}

// A Result is all that is known about one run that took place.
type Result struct {
	Reason Reason
	// ExitCode is the exit status when Reason is Exited, else -1.
	ExitCode int
	// Signal is what ended the process when Reason is Signaled, else 0.
	Signal syscall.Signal

	// Stdout and Stderr are the first Command.MaxOutput bytes of each stream, as
	// they came: any bytes at all. StdoutDropped and StderrDropped count the rest.
	Stdout, Stderr               []byte
	StdoutDropped, StderrDropped int64

	// Wall is the time from start to end of the process; CPU is the user plus system time of the process and
	// of the children that it waited for.
	Wall, CPU time.Duration
	// MaxRSS is the largest resident size in bytes that the system recorded for the
	// process. Linux counts the moment before exec too, so that it is never less
	// than what the caller itself held: good for statistics, useless as evidence.
	MaxRSS int64
	// SampledRSS is the largest resident size in bytes of the whole group that the memory watch saw; 0 when
	// it never had reason to sample.
	SampledRSS int64
}
