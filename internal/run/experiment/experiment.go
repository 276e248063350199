// Package experiment answers one question: what is wrong when these targets read this text? An experiment runs the targets, observes what
// they do, and judges that, once. It does not say how often to do so, nor which findings matter.
package experiment

import (
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
)

// A Reader makes one target read a trial's script, or what stands for it. Errors are those of trial.Trial.Run.
type Reader func(context.Context, *trial.Trial) (solver.Run, error)

// Target returns the reader of the script as the trial presents it to a target.
func Target(t solver.Target) Reader {
	return func(ctx context.Context, script *trial.Trial) (solver.Run, error) { return script.Run(ctx, t) }
}

// Text returns the reader of a text, with options that need not be the script's own. The run has the given name, whatever the target's is.
func Text(t solver.Target, name string, text *trial.Text, o solver.Options) Reader {
	return func(ctx context.Context, script *trial.Trial) (solver.Run, error) {
		return script.RunText(ctx, t, name, text, o)
	}
}

// Made returns the reader that has read the script already.
func Made(run solver.Run) Reader {
	return func(context.Context, *trial.Trial) (solver.Run, error) { return run, nil }
}

// An Experiment is what is run and judged. It belongs to the goroutine of its trial.
type Experiment struct {
	// Trial has the script, and says what is known about it.
	Trial *trial.Trial
	// Readers read it, one after the other. A crash of one says nothing about the others.
	Readers []Reader
	// Known is what was observed before. What a reader of the same name does takes its place.
	Known []oracle.Observation
	// Base is the script from which the last step led to the trial's, nil for none.
	Base *Base
}

// Of returns the experiment in which targets read the script of a trial, as that presents it.
func Of(t *trial.Trial, targets ...solver.Target) *Experiment {
	x := &Experiment{Trial: t}
	for _, target := range targets {
		x.Readers = append(x.Readers, Target(target))
	}
	return x
}

// A Base is the script before the last step.
type Base struct {
	Trial *trial.Trial
	// Step says what the step did.
	Step string
	// Readers are those whose answers the step preserves. They read the base before anybody reads the script.
	Readers []Reader
}

// A Result is what one time has shown.
type Result struct {
	// Runs are those of the readers, in their order, and Bases those on the base.
	Runs, Bases []solver.Run
	// Extra are all runs: each is followed by those that it replaced.
	Extra []solver.Run
	// Observed has what was known, and what the runs have shown.
	Observed []oracle.Observation
	trial.Verdict
}

// Of returns what was observed of the target with a name, the zero Observation for none.
func (r *Result) Of(name string) oracle.Observation {
	if i := slices.IndexFunc(r.Observed, named(name)); i >= 0 {
		return r.Observed[i]
	}
	return oracle.Observation{}
}

func named(name string) func(oracle.Observation) bool {
	return func(o oracle.Observation) bool { return o.Solver == name }
}

// Once runs every reader one time, and judges. Errors are those of the readers, and what ctx ended with.
func (x *Experiment) Once(ctx context.Context) (Result, error) {
	var out Result
	t := x.Trial
	if x.Base != nil {
		var err error
		if out.Bases, err = out.read(ctx, x.Base.Trial, x.Base.Readers); err != nil {
			return Result{}, err
		}
		step := &oracle.Step{Summary: x.Base.Step, Answers: make(map[string]smt.Status)}
		for _, run := range out.Bases {
			step.Answers[run.Solver] = run.Answer()
		}
		t = t.After(step)
	}
	var err error
	if out.Runs, err = out.read(ctx, t, x.Readers); err != nil {
		return Result{}, err
	}
	out.Observed = slices.Clone(x.Known)
	for _, o := range t.ObserveAll(ctx, out.Runs) {
		if i := slices.IndexFunc(x.Known, named(o.Solver)); i >= 0 {
			out.Observed[i] = o
		} else {
			out.Observed = append(out.Observed, o)
		}
	}
	if out.Verdict, err = t.Judge(ctx, out.Observed); err != nil {
		return Result{}, err
	}
	return out, nil
}

// read makes readers read the script of a trial.
func (r *Result) read(ctx context.Context, t *trial.Trial, readers []Reader) ([]solver.Run, error) {
	var out []solver.Run
	for _, read := range readers {
		run, err := read(ctx, t)
		if err != nil {
			return nil, err
		}
		out = append(out, run)
		r.Extra = append(append(r.Extra, run), t.Besides()...)
	}
	return out, nil
}

// Shows is Once, and reports the first finding of a kind; nil when there is none.
func (x *Experiment) Shows(ctx context.Context, kind func(oracle.Finding) bool) (*oracle.Finding, Result, error) {
	out, err := x.Once(ctx)
	if err != nil {
		return nil, Result{}, err
	}
	return out.First(kind), out, nil
}
