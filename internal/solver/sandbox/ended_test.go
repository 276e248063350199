package sandbox_test

import (
	"context"
	"errors"
	"testing"

	"github.com/assay-smt/assay/internal/solver/sandbox"
)

func TestEnded(t *testing.T) {
	if err := sandbox.Ended(t.Context()); !errors.Is(err, sandbox.ErrShutdown) || !errors.Is(err, context.Canceled) {
		t.Errorf("%v while the context goes on", err)
	}
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if err := sandbox.Ended(ctx); !errors.Is(err, why) || errors.Is(err, sandbox.ErrShutdown) {
		t.Errorf("%v, which is not what the context ended with", err)
	}
}
