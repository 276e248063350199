package fuzzer

import (
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/asking"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// infer asks targets what they infer from the mutant, if its name decides so, and returns the findings that stand. A target that ran out of time or gave no
// answer is not asked: it would take as long again, and show another part of what it infers each time.
func (r *mutantRun) infer(ctx context.Context, first judged, s triage.Subject) ([]findings.Hit, error) {
	n := r.fuzzer.Inferences
	random := r.choose.SplitN(uint64(r.index)).Split("inferences")
	if n <= 0 || r.trial.Checks() != 1 || random.Split("share").IntN(n) > 0 {
		return nil, nil
	}
	var hits []findings.Hit
	for i := range first.runs {
		run := &first.runs[i]
		if !asking.Answered(run) || r.isBaseline(run.Solver) || !run.Target.Profile().Infers.Tells() {
			continue
		}
		found, err := r.inquire(ctx, s, run.Target, oracle.FromOutput, r.modelsOf(first), random)
		if err != nil {
			return nil, err
		}
		hits = append(hits, found...)
	}
	return hits, nil
}

// prove asks targets that answer unsat for their proofs, if the names of mutant and target decide so, and returns the findings that stand.
func (r *mutantRun) prove(ctx context.Context, first judged, s triage.Subject) ([]findings.Hit, error) {
	n := r.fuzzer.Proofs
	if n <= 0 || r.trial.Checks() != 1 {
		return nil, nil
	}
	var hits []findings.Hit
	for i := range first.runs {
		run := &first.runs[i]
		random := r.choose.SplitN(uint64(r.index)).Split("proofs").Split(run.Target.Stem())
		if !asking.Answered(run) || run.Answer() != smt.Unsat || r.isBaseline(run.Solver) || run.Target.Profile().Show.Proof == "" || random.IntN(n) > 0 {
			continue
		}
		found, err := r.inquire(ctx, s, run.Target, oracle.FromProof, nil, random)
		if err != nil {
			return nil, err
		}
		hits = append(hits, found...)
	}
	return hits, nil
}

// isBaseline reports whether a target is only a baseline: what it does wrong is not kept.
func (r *mutantRun) isBaseline(name string) bool {
	is := func(p oracle.Pair) bool { return p.Old == name }
	return slices.ContainsFunc(r.bench.Baselines, is)
}

// mostInferModels bounds the models under which statements are evaluated.
const mostInferModels = 3

// modelsOf returns models of the mutant: its own, and those that targets gave and that evaluation certified.
func (r *mutantRun) modelsOf(first judged) []string {
	var out []string
	take := func(text string) {
		if text != "" && len(out) < mostInferModels && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	for _, t := range r.trial.Truths() {
		take(t.Witness)
	}
	for _, o := range first.observed {
		for _, m := range o.Models {
			if m.Verdict == oracle.ModelHolds {
				take(m.Text)
			}
		}
	}
	return out
}

// inquire asks one target, and reports what came of it.
func (r *mutantRun) inquire(ctx context.Context, s triage.Subject, t solver.Target, from oracle.StatementSource, models []string, random *rng.Rand) ([]findings.Hit, error) {
	got, err := r.examiner.Infer(ctx, s, triage.Inquest{Target: t, From: from, Models: models, Rand: random.Split(t.Stem())})
	if err != nil {
		return nil, err
	}
	e := event.Inferred{
		Mutant: r.name, Engine: r.Chain.name.Engine, Logic: r.Logic(), Solver: t.String(), From: from, None: got.Report.Kind(), Statements: got.Report.Statements,
		Verdicts: got.Report.Verdicts(), Evaluated: got.Report.Evaluated, Unmade: got.Report.Unmade(), Became: got.Became, Cut: got.Report.Cut != "",
	}
	for _, run := range slices.Concat(got.Report.Runs, got.Extra) {
		e.Runs++
		e.CPU += run.CPU.Seconds()
		e.Seconds += run.Wall.Seconds()
	}
	r.emit(e)
	return got.Hits, nil
}
