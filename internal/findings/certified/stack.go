package certified

import (
	"context"
	"strings"

	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
)

// place finds out where the original crashes, if the crash does not say so itself: any smaller formula on which the solver crashes somewhere else would
// look the same, and be another bug. A crash that the debugger does not see is reduced without that.
func (x *examiner) place(ctx context.Context, on *slot, text string, s *script.Script, shown *Shown) error {
	if x.Class != oracle.CrashClass || x.Debugger == "" || x.form != nil {
		return nil
	}
	prefix := string(oracle.CrashClass) + "/" + x.Blamed.Profile().Name + "/"
	if !solver.SaysNothing(strings.TrimPrefix(shown.Finding.Signature, prefix)) {
		return nil
	}
	var err error
	x.stack, err = x.open(on, text, s).trace(ctx)
	return err
}

// trace returns the functions on top of the stack when the blamed solver crashes on the text, "" when the debugger shows none.
func (e *exam) trace(ctx context.Context) (string, error) {
	if err := e.raw.Write(); err != nil {
		return "", err
	}
	trace, err := e.Blamed.Backtrace(ctx, e.Debugger, solver.Query{
		File: e.raw.Path, Checks: e.trial.Checks(), Limits: e.bench.Limits, Options: e.Options, Questions: e.raw.Questions,
	})
	if cause := context.Cause(ctx); cause != nil {
		return "", cause
	}
	if err != nil {
		return "", nil // it could not be started: what is not known cannot be kept
	}
	return triage.Stack(trace.Frames), nil
}
