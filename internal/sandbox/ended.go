package sandbox

import (
	"context"
	"errors"
	"fmt"
)

// ErrShutdown says that the program ends: nothing starts any more after Shutdown.
var ErrShutdown = errors.New("the program ends")

// Ended returns the error of a run that was canceled: what ctx ended with, or, while ctx goes on, ErrShutdown, which is a context.Canceled
// too then.
func Ended(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return fmt.Errorf("%w: %w", ErrShutdown, context.Canceled)
}
