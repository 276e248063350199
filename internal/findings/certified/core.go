package certified

import (
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
)

// asking returns the text of a finding about a core with the question for the core: a report has to show what the solver says. It returns the
// text itself where that asks already, or cannot be made to ask.
func (x *examiner) asking(ctx context.Context, text string) string {
	s := x.parse(text)
	if s == nil || slices.ContainsFunc(s.Commands, certify.AsksForCore) {
		return text
	}
	named, _, ok := certify.Named(s)
	if !ok {
		return text
	}
	on := <-x.slots
	defer func() { x.slots <- on }()
	t := on.bench.New(named, trial.Facts{Name: "core", Plan: trial.AskCore})
	out, err := t.TextUntil(ctx, x.Blamed)
	if err != nil {
		return text
	}
	return string(out.Bytes)
}

// satisfied enters as truths that checks with a wrong core are satisfiable. Then it is the unsat that is wrong.
func (e *exam) satisfied(ctx context.Context, o oracle.Observation) error {
	for check, core := range o.Cores {
		if core.Verdict != oracle.ModelHolds || check >= len(e.truths) {
			continue
		}
		truth, cert, err := e.sat(ctx, check)
		if err != nil {
			return err
		}
		if cert.Kind != "" && cert.Kind.level() == exact {
			e.truths[check] = truth
		}
	}
	return nil
}

// settle examines the original. A crash gets a command that tells its survival. A finding of a wrong core is really a wrong unsat where a model makes all assertions true.
func (x *examiner) settle(ctx context.Context, text string) (*Shown, error) {
	if x.Class.Crash() && x.form == nil {
		return x.beginCrash(ctx, text)
	}
	if x.Class.Basis() != oracle.BasisCore || x.form != nil {
		return x.begin(ctx, text)
	}
	shown, err := x.begin(ctx, x.asking(ctx, text))
	if shown != nil || ctx.Err() != nil {
		return shown, err
	}
	core := x.Class
	x.Class = core.Behind()
	if shown, _ := x.begin(ctx, text); shown != nil && shown.Kind.level() == exact {
		return shown, nil
	}
	x.Class = core
	return nil, err
}
