package fuzzer

import (
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
)

// judged is the runs on a mutant together with what the oracle makes of them.
type judged struct {
	trial    *trial.Trial
	runs     []solver.Run
	fresh    bool         // the trial runs targets in fresh plain processes
	base     *trial.Trial // of the script before the last step, nil until it is needed
	observed []oracle.Observation
	verdict  trial.Verdict // with what only baselines do wrong
}

// judge observes and judges the runs. Most mutants show nothing, and a quick check is enough for them. A blamed solver is blamed for the
// text that it read.
func (r *mutantRun) judge(ctx context.Context, j *judged) error {
	j.observed = j.trial.QuickCheck(ctx, j.runs, r.quickCheck())
	if err := r.lastStep(ctx, j); err != nil {
		return err
	}
	return j.weigh(ctx, (*judged).findings)
}

// judgeRuns judges runs without a step before them. What is only excused is not looked at again.
func (r *mutantRun) judgeRuns(ctx context.Context, j *judged) error {
	j.observed = j.trial.QuickCheck(ctx, j.runs, r.quickCheck())
	return j.weigh(ctx, func(j *judged) []oracle.Finding { return j.verdict.Found })
}

// weigh judges what was observed quickly, and observes again whatever matters.
func (j *judged) weigh(ctx context.Context, matters func(*judged) []oracle.Finding) (err error) {
	if j.verdict, err = j.trial.Judge(ctx, j.observed); err != nil || len(matters(j)) == 0 {
		return err
	}
	j.observed = j.trial.ObserveAll(ctx, j.runs)
	j.verdict, err = j.trial.Judge(ctx, j.observed)
	return err
}

// undecided returns the targets that answered unknown of their own accord.
func (j *judged) undecided() []solver.Target {
	var out []solver.Target
	for i, o := range j.observed {
		if o.Undecided() {
			out = append(out, j.runs[i].Target)
		}
	}
	return out
}

// findings returns all that the oracle says, including what only looks wrong: that is counted, and should be counted right.
func (j *judged) findings() []oracle.Finding {
	return j.verdict.All()
}

// confirm returns what stands of a verdict when the runs that it rests on are repeated in fresh plain processes. Findings are pursued
// from there only; what shows only in other processes is no more than a difference between the two. confirm does not ask too closely
// which runs a verdict rests on: all that answered take part in votes and in the record, next to those that findings name.
func (r *mutantRun) confirm(ctx context.Context, first judged) (judged, error) {
	stands := judged{trial: first.trial.Fresh(), runs: first.runs, fresh: true, base: first.base}
	found := first.findings()
	again := r.restsOnLife(first, found)
	if !again {
		stands.observed, stands.verdict = first.observed, first.verdict
		if stands.base != nil {
			stands.base = stands.base.Fresh()
		}
		return stands, nil
	}
	stands.trial, stands.runs, stands.base = stands.trial.After(nil), slices.Clone(first.runs), nil
	for i, run := range first.runs {
		named := slices.ContainsFunc(found, func(f oracle.Finding) bool { return f.Solver == run.Solver || f.Other == run.Solver })
		if run.Mode.Fresh() || !named && len(run.Answers) == 0 {
			continue
		}
		fresh, err := stands.trial.Run(ctx, run.Target)
		if err != nil {
			return judged{}, err
		}
		r.extra = append(append(r.extra, fresh), stands.trial.Besides()...)
		r.rememberRun(fresh)
		stands.runs[i] = fresh
	}
	return stands, r.judge(ctx, &stands)
}

// restsOnLife reports whether findings rest on runs in processes other than fresh plain ones. The answer to the script before the last
// step is remembered from an earlier mutant, from whatever process.
func (r *mutantRun) restsOnLife(j judged, found []oracle.Finding) bool {
	if len(found) == 0 {
		return false
	}
	lives := func(run solver.Run) bool { return !run.Mode.Fresh() }
	implied := func(f oracle.Finding) bool { return f.Class.Basis() == oracle.BasisStep }
	return slices.ContainsFunc(j.runs, lives) || r.bench.Lives() && slices.ContainsFunc(found, implied)
}
