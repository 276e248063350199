package fuzzer

import (
	"context"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/asking"
	"github.com/assay-smt/assay/internal/solver"
)

// conjectured is how many mutants with further questions share one that is asked for a conjecture: an interpolant, or what else
// asking.Conjecture has.
const conjectured = 4

// conjecture asks targets for one, and returns the findings on what they say that stand.
func (r *mutantRun) conjecture(ctx context.Context, base judged) ([]findings.Hit, error) {
	n := r.fuzzer.Questions
	if n <= 0 {
		return nil, nil
	}
	random := r.choose.SplitN(uint64(r.index)).Split("questions")
	if random.Split("share").IntN(n) > 0 || random.Split("conjectures").IntN(conjectured) > 0 {
		return nil, nil
	}
	blameless := func(run *solver.Run) bool { return !base.blames(run.Solver) }
	q, ok := asking.ConjectureOf(r.mutant.Script, random, base.runs, blameless)
	if !ok {
		return nil, nil
	}
	asked, err := q.Ask(ctx, r.bench, base.runs, truths(r.mutant), r.readers)
	if asked == nil || err != nil {
		return nil, err
	}
	defer asked.Trial.Close()
	r.extra = append(r.extra, asked.Extra...)
	r.conjectures = append(r.conjectures, asked.Observed...)
	if len(asked.Found) == 0 {
		return nil, nil
	}
	found, ofBaselines := oracle.OfBaselines(asked.Found, r.bench.Baselines)
	r.ofBaselines = append(r.ofBaselines, ofBaselines...)
	out, err := r.examiner.Examine(ctx, triage.Subject{Name: r.Name(r.index), Mutant: r.mutant, Trial: asked.Trial, Runs: asked.Runs}, found)
	r.extra = append(r.extra, out.Extra...)
	return out.Hits, err
}
