package sandbox

import (
	"context"
	"time"
)

// Forks is a fork server. There is none on macOS, because its linker hides the calls that the library would have
// to see.
type Forks struct{}

// StartForks returns a *ForkError.
func StartForks(context.Context, ForkCommand) (*Forks, error) {
	return nil, &ForkError{Refused: true, Reason: "there are no snapshots on macOS"}
}

// Run returns a *ForkError.
func (*Forks) Run(context.Context, time.Duration) (Result, error) {
	return Result{}, &ForkError{Refused: true, Reason: "there are no snapshots on macOS"}
}

// Printed is nothing.
func (*Forks) Printed() string { return "" }

// Start is how much CPU time the start took: none.
func (*Forks) Start() time.Duration { return 0 }

// Close does nothing.
func (*Forks) Close() {}
