package triage

import (
	"context"
	"errors"
	"fmt"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt/elab"
)

// onceStated asks the blamed solver once more what it infers, and returns the finding if a statement of the same name is still false.
func (p *replaying) onceStated(ctx context.Context) (*oracle.Finding, error) {
	was := p.Evidence.Statement
	if was == nil {
		return nil, &RecordError{p.Dir, errors.New("the record has no false statement")}
	}
	blamed := p.used[p.blamed()]
	s, err := elab.Script(string(blamed.text.Bytes), elab.Options{File: blamed.text.Path, Table: p.bench.Table, Done: ctx.Done()})
	if err != nil {
		return nil, &RecordError{p.Dir, fmt.Errorf("its formula: %w", err)}
	}
	temp, err := disk.NewTemp("replay")
	if err != nil {
		return nil, err
	}
	defer temp.Remove()
	again, report, err := restated(ctx, p.bench.In(temp.Scratch), blamed.text, s, blamed.target, was, p.Evidence.Model)
	if err != nil {
		return nil, err
	}
	p.out.Last = nil
	if len(report.Runs) > 0 {
		run := report.Runs[0]
		run.Solver = blamed.Solver
		p.out.Last, p.out.Observed = []findings.Run{blamed.record(run)}, run.Observation()
	}
	if again == nil {
		p.out.Notes = append(p.out.Notes, "no false statement by "+was.Name()+": "+report.Words())
		return nil, nil
	}
	found := oracle.Inferred(p.out.Observed, again.Record(), again.Model)
	return &found, nil
}
