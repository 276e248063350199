package asking

import (
	"context"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
)

// An Asked is what came of a question.
type Asked struct {
	// Trial is the one that asked; the caller closes it.
	Trial *trial.Trial
	// Runs are those that were judged, one for each target that was asked; Extra are all that were made.
	Runs, Extra []solver.Run
	// Observed has the runs' responses, without the models: those of the script itself have been counted.
	Observed []oracle.Observation
	// Found are the findings on what was asked for, and crashes.
	Found []oracle.Finding
}

// askEach runs the targets of those runs that fit on a trial's script. nil means that no run fits; then, and with an error of
// trial.Trial.Run, the trial is closed.
func askEach(ctx context.Context, t *trial.Trial, runs []solver.Run, fits func(*solver.Run) bool) (*Asked, error) {
	out := &Asked{Trial: t}
	for i := range runs {
		if !fits(&runs[i]) {
			continue
		}
		run, err := t.Run(ctx, runs[i].Target)
		if err != nil {
			t.Close()
			return nil, err
		}
		out.Extra = append(append(out.Extra, run), t.Besides()...)
		out.Runs = append(out.Runs, run)
	}
	if len(out.Runs) == 0 {
		t.Close()
		return nil, nil
	}
	return out, nil
}
