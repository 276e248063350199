package coverage

import (
	"context"
	"errors"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/feedback"
)

// A Feedback reports what a run did inside the solver. Safe for concurrent use.
type Feedback interface {
	// Subject says, in one line, what the signatures describe: those with the same subject can be compared, and go into one
	// feedback.Map.
	Subject() string
	// Observe returns what a run showed. Runs that show nothing, such as one that was killed before it printed its statistics, give
	// ErrSilent.
	Observe(ctx context.Context, run *solver.Run) (feedback.Signature, error)
}

// ErrSilent says that a run shows nothing about what the solver did.
var ErrSilent = errors.New("the run shows nothing of what the solver did")

// ErrMute says that a solver's profile has no statistics.
var ErrMute = errors.New("its profile has no table [statistics], see docs/reference/profiles.md")
