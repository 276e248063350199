package fuzzer

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/feedback"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// A Result is the outcome of one mutant.
type Result struct {
	// Events tell what happened, in order.
	Events []event.Event
	// Hits are the findings that stand.
	Hits []findings.Hit
	// Observed is what the runs showed for the first time, in their order, where Configurations.Tell is set.
	Observed []Observation
}

// Run runs all targets on a mutant, 0 <= i < Len, judges what they did, and repeats what it finds. Errors are
// *disk.OutputError, *solver.UnusableError and what ctx ended with; a mutant with an error counts as not run.
func (c *Chain) Run(ctx context.Context, i int) (Result, error) {
	if ctx.Err() != nil {
		return Result{}, context.Cause(ctx)
	}
	m := &c.mutants[i]
	r := &mutantRun{
		Chain: c, index: i, mutant: m, name: c.Name(i).String(),
		trial: c.bench.New(m.Script, c.facts(i)),
	}
	r.emit(c.made(i))
	runs, err := r.runTargets(ctx)
	if err != nil {
		return Result{}, err
	}
	r.newBehaviour(ctx, runs)
	first := judged{trial: r.trial, runs: runs}
	if err := r.judge(ctx, &first); err != nil {
		return Result{}, err
	}
	// Confirming evaluates models too; that time is not part of the mutant's own cost.
	evaluating := r.trial.Evaluating()
	stands, err := r.confirm(ctx, first)
	if err != nil {
		return Result{}, err
	}
	found, ofBaselines := oracle.OfBaselines(stands.verdict.Found, c.bench.Baselines)
	subject := triage.Subject{Name: c.Name(i), Mutant: m, Trial: stands.trial, Base: stands.base, Runs: stands.runs}
	out, err := c.examiner.Examine(ctx, subject, found)
	if err != nil {
		return Result{}, err
	}
	recheck, rechecked, err := r.recheck(ctx, first, stands, subject)
	if err != nil {
		return Result{}, err
	}
	explored, err := r.explore(ctx, first)
	if err != nil {
		return Result{}, err
	}
	conjectured, err := r.conjecture(ctx, first)
	if err != nil {
		return Result{}, err
	}
	slower, err := r.slower(ctx, first, subject)
	if err != nil {
		return Result{}, err
	}
	inferred, err := r.infer(ctx, first, subject)
	if err != nil {
		return Result{}, err
	}
	proved, err := r.prove(ctx, first, subject)
	if err != nil {
		return Result{}, err
	}
	out.Hits = slices.Concat(out.Hits, recheck.hits, explored, conjectured, slower, inferred, proved)
	r.extra = append(r.extra, out.Extra...)
	r.reportRuns(first.runs)
	stands.verdict.Found = found
	v := r.verdict(stands, out)
	for _, f := range slices.Concat(ofBaselines, recheck.baseline, r.ofBaselines) {
		v.Baseline = append(v.Baseline, event.BaselineFault{Solver: f.Solver, Class: f.Class})
	}
	v.Rechecked = rechecked
	v.EvaluatingSeconds = evaluating.Seconds()
	r.emit(v)
	r.confirmations(out.Hits)
	if f := r.quickCheck().Fault(); f != nil {
		r.emit(r.fault(f))
	}
	return Result{Events: r.events, Hits: out.Hits, Observed: r.observed}, nil
}

// A mutantRun is one mutant being run.
type mutantRun struct {
	*Chain
	index  int
	mutant *mutate.Mutant
	name   string
	trial  *trial.Trial
	extra  []solver.Run
	events []event.Event
	// signatures is what targets did inside on the mutant, and fresh how much of that no earlier run had shown.
	signatures map[solver.Target]feedback.Signature
	fresh      map[solver.Target]int
	observed   []Observation
	// ofBaselines are the mistakes of baselines that the answers of other configurations reveal.
	ofBaselines []oracle.Finding
	// conjectures are the replies of targets that were asked for a conjecture.
	conjectures []oracle.Observation
}

func (r *mutantRun) emit(e event.Event) { r.events = append(r.events, e) }

func (r *mutantRun) skip(t solver.Target, why event.Why, reason string) {
	r.emit(event.Skip{Mutant: r.name, Solver: t.String(), Why: why, Reason: reason})
}

// runTargets runs the targets that can read the mutant and have not given up. A reused process may refuse the mutant because of
// something it read before, so a fresh one is then asked as well, and its reply counts.
func (r *mutantRun) runTargets(ctx context.Context) ([]solver.Run, error) {
	var runs []solver.Run
	for _, t := range r.fuzzer.Targets {
		if r.aside(t) {
			continue
		}
		known := r.session.of(t)
		if r.kin != mutate.Independent && r.outOfTime(known) {
			r.skip(t, event.GaveUp, fmt.Sprintf("%d time-outs in a row", known.timeouts))
			continue
		}
		if known.refusal.state == refusesSeed {
			r.skip(t, event.RefusesSeed, known.refusal.reason)
			continue
		}
		if known.tooSlow != "" {
			r.skip(t, event.TooSlow, known.tooSlow)
			continue
		}
		if r.overBudget(r.index) {
			r.skip(t, event.OverBudget, "")
			continue
		}
		if reason := r.trial.Misread(ctx, t); reason != "" {
			r.skip(t, event.CannotRead, reason)
			continue
		}
		// A crash of one target says nothing about the others.
		run, err := r.ask(ctx, t)
		if err != nil {
			return nil, err
		}
		if run.Refused() && known.refusal.state == unasked {
			if err := r.askRefuser(ctx, t); err != nil {
				return nil, err
			}
			if known.refusal.state == refusesSeed {
				r.extra = append(r.extra, run)
				r.skip(t, event.RefusesSeed, known.refusal.reason)
				continue
			}
		}
		runs = append(runs, run)
		r.rememberRun(run)
		// A time-out only affects effort, so one from a reused process is good enough.
		if run.Limit == solver.LimitTime {
			known.timeouts++
		} else {
			known.timeouts = 0
		}
	}
	return runs, r.askModels(ctx, runs)
}

// outOfTime reports whether a target ran out of time on so many mutants in a row that the next one is likely to be too hard as well.
func (r *mutantRun) outOfTime(known *standing) bool {
	k := r.fuzzer.giveUp()
	return k > 0 && known.timeouts >= k
}

// hurry: where a target is not given up because mutants are independent, it gets this fraction of its time until it answers again.
const hurry = 8

// within returns the time limit for a target on the mutant, 0 for that of the bench.
func (r *mutantRun) within(t solver.Target) time.Duration {
	limit := r.limit(t, r.index)
	if !r.outOfTime(r.session.of(t)) {
		return limit
	}
	return cmp.Or(limit, r.bench.Limits.Time) / hurry
}

// aside records that a target takes no part in the chain, if that is so.
func (r *mutantRun) aside(t solver.Target) bool {
	if slices.Contains(r.readers, t) {
		return false
	}
	why := event.CannotRead
	if slices.Contains(r.able, t) {
		why = event.NotItsTurn
	}
	r.skip(t, why, r.unable[t])
	return true
}

// ask runs a target on the mutant.
func (r *mutantRun) ask(ctx context.Context, t solver.Target) (solver.Run, error) {
	r.present(t)
	limited := r.trial.Within(r.within(t)) // what is found is confirmed under the full limit
	run, err := limited.Run(ctx, t)
	besides := limited.Besides()
	if err == nil && run.Refused() && !run.Mode.Fresh() {
		r.extra = append(append(r.extra, run), besides...)
		fresh := limited.Fresh()
		run, err = fresh.Run(ctx, t)
		besides = fresh.Besides()
	}
	r.extra = append(r.extra, besides...)
	if err == nil {
		r.learn(&run, besides)
	}
	return run, err
}

// A refusal is what is known about a target that refuses mutants.
type refusal struct {
	state  refusalState
	reason string
}

type refusalState uint8

const (
	unasked     refusalState = iota
	refusesSeed              // it refuses the seed too: the engine is not to blame, and continuing is pointless
	takesSeed
)

// askRefuser runs unmutated scripts, in fresh processes, on a target that refused a mutant: the seed, and what else the mutants are built
// from.
func (r *mutantRun) askRefuser(ctx context.Context, target solver.Target) error {
	known := r.session.of(target)
	known.refusal = refusal{state: takesSeed}
	for _, base := range append([]*script.Script{r.script}, r.bases...) {
		seed := r.bench.OnFresh().New(base, trial.Facts{Name: "seed"})
		seed.Present(target, solver.Plain) // whatever else it refuses, it may take the seed
		run, err := seed.Run(ctx, target)
		if err != nil {
			return err
		}
		r.extra = append(r.extra, run)
		if run.Refused() {
			known.refusal = refusal{state: refusesSeed, reason: run.Reason}
			return nil
		}
	}
	return nil
}

// truths returns what the oracle may hold against solvers.
func truths(m *mutate.Mutant) []oracle.Truth {
	known := m.Known()
	if len(known) != m.Script.Checks() {
		return nil
	}
	out := make([]oracle.Truth, len(known))
	some := false
	for i, t := range known {
		out[i] = oracle.Truth{Status: smt.Unknown}
		if t.Status.Decides() {
			out[i] = oracle.Truth{Status: t.Status, Reason: strings.Join(t.Derivation, "; "), Label: t.Label, Witness: t.Witness}
			some = true
		}
	}
	if !some {
		return nil
	}
	return out
}
