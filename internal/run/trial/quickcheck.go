package trial

import (
	"context"

	"github.com/assay-smt/assay/internal/judge/certify"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
)

// QuickCheck observes several runs quickly, for scripts each of which differs little from the one before: q evaluates the script's own terms,
// and the text that solvers read is evaluated only where that settles nothing. What is found after a quick check is not evidence yet: a caller
// that judges it and finds something observes the runs with ObserveAll and judges again. q has its own effort, capped at the bench's;
// without one it gets the bench's. It must be the same for all scripts of a sequence.
func (t *Trial) QuickCheck(ctx context.Context, runs []solver.Run, q *certify.Sequence) []oracle.Observation {
	t.quick = q
	if q.Effort == (certify.Effort{}) {
		q.Effort = t.bench.effort()
	}
	q.Effort, q.Done = q.Effort.AtMost(t.bench.effort()), ctx.Done()
	return t.observeAll(ctx, runs)
}

// quickCheckOf judges the models of a run quickly; ok is false when that settles nothing.
func (t *Trial) quickCheckOf(ctx context.Context, r solver.Run, text *Text) (models []oracle.ModelReport, ok bool) {
	if t.quick == nil || t.checks != 1 || len(r.Answers) != 1 || ctx.Err() != nil {
		return nil, false
	}
	for i := range r.Returns {
		if r.Returns[i].Kind.Core() {
			return nil, false
		}
	}
	if r.Answers[0] != smt.Sat {
		return nil, true
	}
	model := r.Return(0, question.Model)
	if model == "" || otherEscapes(r, model) || !t.quick.Follow(t.script, 0, text.Bytes) {
		return nil, false
	}
	v, ok := t.quick.Model(model, r.Family)
	return []oracle.ModelReport{{Verdict: v}}, ok
}

// quickDecision decides a check quickly; ok is false when that settles nothing, or contradicts an answer.
func (t *Trial) quickDecision(ctx context.Context, c oracle.Case, check int) (r oracle.ModelReport, ok bool) {
	if t.quick == nil || ctx.Err() != nil {
		return r, false
	}
	answering := c.Answering(check)
	if len(answering) == 0 {
		return r, true
	}
	if text := t.used[answering[0].Solver]; text == nil || !t.quick.Follow(t.script, check, text.Bytes) {
		return r, false
	}
	decide := t.quick.Decide
	if c.Acquits(check) {
		decide = t.quick.Refute
	}
	if r.Verdict, ok = decide(); !ok {
		return r, false
	}
	for _, o := range answering {
		if r.Contradicts(o.Answers[check]) {
			return r, false
		}
	}
	return r, true
}
