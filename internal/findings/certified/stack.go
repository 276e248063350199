package certified

import (
	"context"
	"strings"

	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
)

// place finds out where the original crashes, if the crash does not say so itself: any smaller formula on which the solver crashes somewhere else would
// look the same, and be another bug. A crash that the debugger does not see, or sees in several places, is reduced without that.
func (x *examiner) place(ctx context.Context, on *slot, text string, s *script.Script, shown *Shown) error {
	if !x.Class.Crash() || x.Debugger == "" || x.form != nil {
		return nil
	}
	prefix := string(x.Class) + "/" + x.Blamed.Profile().Name + "/"
	if !solver.SaysNothing(strings.TrimPrefix(shown.Finding.Signature, prefix)) {
		return nil
	}
	e := x.open(on, text, s)
	place, err := e.trace(ctx)
	for n := 1; n < tracesAtFirst && err == nil && place != ""; n++ {
		var again string
		if again, err = e.trace(ctx); again != place {
			place = "" // threads, for example: which of them is seen says nothing
		}
	}
	x.stack = place
	return err
}

// How often the debugger looks: at the original, to know whether the stack is always the same, and at most at a candidate, until it is.
const (
	tracesAtFirst     = 3
	tracesOfCandidate = 3
)

// there reports whether the text crashes where the original does.
func (e *exam) there(ctx context.Context) (bool, error) {
	for range tracesOfCandidate {
		if stack, err := e.trace(ctx); err != nil || stack == e.stack {
			return err == nil, err
		}
	}
	return false, nil
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
