package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/certify"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// cores asks a solver that answered unsat for its core, gives the core's formulas to all solvers, and returns
// the best of the models that come of it: one that holds shows that the core is none. Nothing is returned where
// there is no core to be had.
func (j *solveJob) cores(ctx context.Context, sv *solver.Solver, run solver.Run, q solver.Query, texts *solverTexts) ([]oracle.ModelReport, error) {
	ask := sv.Profile().Show.Core
	if !j.opts.Cores || ask == "" || texts.script == nil || run.Answer() != smt.Unsat {
		return nil, nil
	}
	named, names, ok := certify.Named(texts.script)
	if !ok {
		return nil, nil
	}
	base := texts.part(named, "core-"+sv.Profile().Dialect)
	defer base.remove()
	q.Options.Models = false
	again, _, err := base.runAs(ctx, sv, q, manner{dialect: sv.Profile().Dialect, after: ask}, nil)
	if err != nil || again.Answer() != smt.Unsat || again.Models[0] == "" {
		return nil, err
	}
	core, ok := certify.CoreNames(again.Models[0])
	if !ok {
		return nil, nil
	}
	reduced, ok := certify.Core(texts.script, core, names)
	if !ok || reduced.Assertions() == texts.script.Assertions() {
		return nil, nil // a core of everything says no more than the answer did
	}
	report, err := j.refute(ctx, reduced, q, base)
	if err != nil || report.Verdict != oracle.ModelHolds {
		return nil, err
	}
	report.Detail = "the core is: " + strings.Join(core, " ")
	return []oracle.ModelReport{report}, nil
}

// refute looks for a model of a script.
func (j *solveJob) refute(ctx context.Context, s *script.Script, q solver.Query, base *solverTexts) (oracle.ModelReport, error) {
	for k, sv := range j.solvers {
		texts := base.part(s, fmt.Sprintf("model-%d", k))
		run, text, err := texts.run(ctx, sv, q)
		if err != nil {
			return oracle.ModelReport{}, err
		}
		o := texts.certify(run, text)
		texts.remove()
		if len(o.Models) == 1 && o.Models[0].Verdict == oracle.ModelHolds {
			m := o.Models[0]
			m.Words = strings.TrimSuffix("that of "+sv.String()+", "+m.Words, ", ")
			return m, nil
		}
	}
	return oracle.ModelReport{}, nil
}

// part returns the texts of another script that belongs to the same file.
func (t *solverTexts) part(s *script.Script, name string) *solverTexts {
	return &solverTexts{dir: t.dir, prefix: t.prefix + "-" + name, script: s, table: t.table}
}
