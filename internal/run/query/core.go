package query

import (
	"context"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
)

// RefuteCore asks a target that answers unsat to a script with one check-sat for its core, and looks for a model of the core's assertions
// among all targets. A report with verdict ModelHolds says that the core is not unsat; any other verdict says nothing. name begins the
// names of the files in the bench's folder.
func RefuteCore(ctx context.Context, b *trial.Bench, targets []solver.Target, suspect solver.Target, s *script.Script, name string) (oracle.ModelReport, error) {
	named, names, ok := certify.Named(s)
	if !ok || suspect.Profile().Show.Core == "" {
		return oracle.ModelReport{}, nil
	}
	t := b.New(named, trial.Facts{Name: name + "-core-", Plan: trial.AskCore})
	defer t.Close()
	run, err := t.Run(ctx, suspect)
	if err != nil || run.Answer() != smt.Unsat {
		return oracle.ModelReport{}, err
	}
	core, ok := certify.CoreNames(run.Return(0, question.Core))
	if !ok {
		return oracle.ModelReport{}, nil
	}
	reduced, ok := certify.Core(s, core, names)
	if !ok || reduced.Assertions() == s.Assertions() {
		return oracle.ModelReport{}, nil // a core of all assertions says no more than the answer did
	}
	report, err := findModel(ctx, b, targets, reduced, name)
	if err != nil || report.Verdict != oracle.ModelHolds {
		return oracle.ModelReport{}, err
	}
	report.Detail = "the core is: " + strings.Join(core, " ")
	return report, nil
}

// findModel looks for a model of a script.
func findModel(ctx context.Context, b *trial.Bench, targets []solver.Target, s *script.Script, name string) (oracle.ModelReport, error) {
	for k, target := range targets {
		t := b.New(s, trial.Facts{Name: fmt.Sprintf("%s-model-%d-", name, k)})
		run, err := t.Run(ctx, target)
		if err != nil {
			return oracle.ModelReport{}, err
		}
		o := t.Observe(ctx, run)
		t.Close()
		if len(o.Models) == 1 && o.Models[0].Verdict == oracle.ModelHolds {
			m := o.Models[0]
			m.Summary = strings.TrimSuffix("that of "+target.String()+", "+m.Summary, ", ")
			return m, nil
		}
	}
	return oracle.ModelReport{}, nil
}
