package enumerate

import (
	"context"

	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/smt"
)

// Refuses returns what the target, in its configuration, does with a script that declares the variables of the terms and asserts nothing, "" if it answers sat.
func (l *Looker) Refuses(ctx context.Context) (why string, err error) {
	if err := l.begin(); err != nil {
		return "", err
	}
	t := l.trial(l.script(), trial.Facts{Plan: trial.AskNothing}, batchTime)
	run, err := t.Run(ctx, l.Target)
	switch {
	case err != nil:
		return "", err
	case run.Refused() || len(run.Errors) > 0:
		return "it refuses: " + run.Reason, nil
	case run.Answer() != smt.Sat:
		return "it answers " + said(&run) + " to an empty question", nil
	}
	return "", nil
}
