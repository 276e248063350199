package sandbox

import (
	"context"
	"errors"
	"fmt"
)

// ErrShutdown says that the program ends: nothing starts after Shutdown.
var ErrShutdown = errors.New("the program ends")

// Ended returns the error of a run that was canceled: what ctx ended with or, if ctx has not ended, ErrShutdown, which is then also a
// context.Canceled.
func Ended(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return fmt.Errorf("%w: %w", ErrShutdown, context.Canceled)
}
