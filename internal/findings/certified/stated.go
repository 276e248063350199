package certified

import (
	"context"
	"errors"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// A stated is the form of findings about what a solver infers: it is asked for that on each candidate, and a statement by the same inference has to be false.
type stated struct {
	was   *oracle.Statement
	model string
}

func statedOf(s findings.Stored, text string) (form, string, error) {
	was := s.Evidence.Statement
	if was == nil {
		return nil, "", &triage.RecordError{Dir: s.Dir, Err: errors.New("the record has no false statement")}
	}
	return &stated{was, s.Evidence.Model}, text, nil
}

func (f *stated) examine(ctx context.Context, x *examiner, on *slot, text string, s *script.Script) (*Shown, error) {
	if s == nil || s.Checks() != 1 || x.standard && s.Dialects&theory.Standard == 0 || x.readable && s.Features&^x.features != 0 {
		return nil, nil
	}
	raw := on.bench.RawText(file, []byte(text))
	again, run, err := triage.Restated(ctx, on.bench, raw, s, x.Blamed, f.was, f.model)
	if err != nil || again == nil {
		return nil, err
	}
	run.Solver = x.Solver
	return &Shown{
		Text: text, Finding: oracle.Inferred(run.Observation(), again.Record(), again.Model), Run: run, Checks: 1, Logic: s.Logic(),
		Certificate: Certificate{Kind: OwnModel, Words: "exact evaluation of what it infers under an interpretation"},
		formed: &formed{bug: []byte(text), enter: func(to *findings.Finding) {
			to.Runs = []findings.Run{triage.Record(run, solver.Options{}, raw.Path, findings.BugFile)}
		}},
	}, nil
}
