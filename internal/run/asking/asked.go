package asking

import (
	"context"

	"github.com/assay-smt/assay/internal/run/experiment"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
)

// An Asked is what came of a question.
type Asked struct {
	// Trial is the one that asked; the caller closes it.
	Trial *trial.Trial
	// Result has the runs of all targets that were asked. Found has only findings on what was asked for, and crashes.
	experiment.Result
}

// ask asks the targets of those runs that fit. nil means that no run fits; then, and with an error of experiment.Experiment.Once, the trial
// is closed.
func ask(ctx context.Context, t *trial.Trial, runs []solver.Run, fits func(*solver.Run) bool) (*Asked, error) {
	x := experiment.Of(t)
	for i := range runs {
		if fits(&runs[i]) {
			x.Readers = append(x.Readers, experiment.Target(runs[i].Target))
		}
	}
	if len(x.Readers) == 0 {
		t.Close()
		return nil, nil
	}
	once, err := x.Once(ctx)
	if err != nil {
		t.Close()
		return nil, err
	}
	return &Asked{Trial: t, Result: once}, nil
}
