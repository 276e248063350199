package configspace

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/options"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
)

// An observation is what can be observed of a run: the observable output of the paper's definition 4.1.
type observation struct {
	run        solver.Run
	statistics coverage.Statistics // or the edges that were taken, with the buckets of their counts
}

// decided reports whether every check-sat has an answer.
func (o observation) decided(checks int) bool {
	return !o.run.Void && o.run.Limit == solver.LimitNone && o.run.Crash == nil && len(o.run.Answers) == checks
}

// An experiment tries options, one at a time, on one formula.
type experiment struct {
	*Learner
	bench  *trial.Bench
	trial  *trial.Trial
	rand   *rng.Rand
	lesson *Lesson
	kinds  []string // of operations in the formula

	base  observation
	noise map[string]bool // statistics that differ between runs of the same configuration
	fresh *experiment     // the same in fresh processes, nil until it is needed
}

// Bounds on an experiment.
const (
	// experimentTime is for all options of a formula.
	experimentTime = 2 * time.Minute
	// timely is the share of the time limit that the base may take, so that running out of time with an option is significant.
	timely = 0.1
)

// run fills in the lesson. The error is what ctx ended with, or says that a solver cannot be run.
func (e *experiment) run(ctx context.Context) error {
	began := time.Now()
	if why, err := e.repeat(ctx); err != nil || why != "" {
		e.lesson.Skipped = why
		return err
	}
	// The order differs each time, so that slow formulas leave out different options each time.
	order, left := e.rand.Split("order"), slices.Clone(e.options)
	for len(left) > 0 {
		k := order.IntN(len(left))
		o := left[k]
		left = slices.Delete(left, k, k+1)
		if time.Since(began) > experimentTime {
			e.lesson.Untried = append(e.lesson.Untried, o.Name)
			continue
		}
		values := o.Alternatives()
		value := values[e.rand.Split(o.Name).IntN(len(values))]
		if err := e.try(ctx, options.Setting{Name: o.Name, Value: value}); err != nil {
			return err
		}
	}
	return nil
}

// look observes the formula without options. why says why the formula gives no usable results.
func (e *experiment) look(ctx context.Context) (why string, err error) {
	if e.trial.Checks() == 0 {
		return "no check-sat", nil
	}
	if e.base, err = e.observe(ctx, e.Target); err != nil {
		return "", err
	}
	switch run := e.base.run; {
	case run.Crash != nil:
		e.suspect("", run.Crash.Signature)
		return "a crash", nil
	case run.Refused():
		return "refused", nil
	case run.Limit != solver.LimitNone:
		return run.Limit.String(), nil
	case !e.base.decided(e.trial.Checks()):
		return "no answer", nil
	}
	return "", nil
}

// repeat observes the formula once more, to see what differs by itself.
func (e *experiment) repeat(ctx context.Context) (why string, err error) {
	e.noise = make(map[string]bool)
	again, err := e.observe(ctx, e.Target)
	if err != nil {
		return "", err
	}
	if !slices.Equal(again.run.Answers, e.base.run.Answers) {
		return "no answer that is always the same", nil
	}
	e.hear(again)
	return "", nil
}

// hear records which statistics differ from those of the base.
func (e *experiment) hear(again observation) {
	for _, name := range again.statistics.Differ(e.base.statistics) {
		e.noise[name] = true
	}
}

// observe runs a target on the formula.
func (e *experiment) observe(ctx context.Context, target solver.Target) (observation, error) {
	e.lesson.Runs++
	var asked []solver.Question
	last := e.trial.Checks() - 1
	if e.Statistics {
		asked = []solver.Question{{Check: last, Kind: question.Statistics}}
	}
	run, err := e.trial.AskAt(ctx, target, asked...)
	if e.Edges {
		return observation{run: run, statistics: edgesOf(&run)}, err
	}
	return observation{run: run, statistics: coverage.ParseStatistics(run.Return(last, question.Statistics), target.Profile().Stats.Noise)}, err
}

// try changes one option.
func (e *experiment) try(ctx context.Context, s options.Setting) error {
	target := e.Catalogue.Target(e.Target, s)
	got, err := e.observe(ctx, target)
	if err != nil {
		return err
	}
	return e.judge(ctx, s, target, got)
}

// judge says what an option did. A run in a reused process and one in a fresh process are not comparable: if the solver does not stay alive with
// an option, as when it prints a warning, both runs are repeated in fresh processes.
func (e *experiment) judge(ctx context.Context, s options.Setting, target solver.Target, got observation) error {
	base := &e.base.run
	switch {
	case got.run.Crash == nil && got.run.Mode != base.Mode && !got.run.Conflicts(*base):
		return e.judgeFresh(ctx, s, target)
	case got.run.Crash != nil:
		e.suspect(s.String(), got.run.Crash.Signature)
		e.affects(s, InAnswer)
	case got.run.Conflicts(*base), got.run.Void && got.run.Limit == solver.LimitNone:
		e.lesson.Conflicts = append(e.lesson.Conflicts, s.Name)
		e.note(s)
	case got.run.Limit == solver.LimitTime:
		return e.overtime(ctx, s, target, got.run.Limits.Time)
	case got.run.Limit != solver.LimitNone:
		e.affects(s, InAnswer)
	case !slices.Equal(got.run.Answers, base.Answers):
		return e.differ(ctx, s, target, got)
	default:
		return e.compare(ctx, s, target, got)
	}
	return nil
}

// differ examines a different answer, which counts if it comes again. An answer that contradicts the base, also in a fresh process, is a
// suspect.
func (e *experiment) differ(ctx context.Context, s options.Setting, target solver.Target, got observation) error {
	again, err := e.observe(ctx, target)
	if err != nil {
		return err
	}
	if !slices.Equal(again.run.Answers, got.run.Answers) {
		e.unclear(s)
		return nil
	}
	e.affects(s, InAnswer)
	for i, a := range got.run.Answers {
		if i >= len(e.base.run.Answers) {
			break
		}
		b := e.base.run.Answers[i]
		if a == b || a == smt.Unknown || b == smt.Unknown {
			continue
		}
		fresh := *e
		fresh.trial = e.trial.Fresh()
		again, err := fresh.observe(ctx, target)
		if err != nil {
			return err
		}
		if again.decided(e.trial.Checks()) && again.run.Answers[i] == a {
			e.suspect(s.String(), fmt.Sprintf("%s in the place of %s", a, b))
		}
		return nil
	}
	return nil
}

// compare examines what is not in the answers: first statistics, if they also differ when both runs are repeated, and then time.
func (e *experiment) compare(ctx context.Context, s options.Setting, target solver.Target, got observation) error {
	differ, err := e.heard(ctx, s, target, got)
	if err != nil {
		return err
	}
	if len(differ) > 0 {
		base, err := e.observe(ctx, e.control(s))
		if err != nil {
			return err
		}
		if base.decided(e.trial.Checks()) {
			e.hear(base)
		}
		again, err := e.observe(ctx, target)
		if err != nil {
			return err
		}
		second, err := e.heard(ctx, s, target, again)
		if err != nil {
			return err
		}
		for _, name := range differ {
			if !e.noise[name] && slices.Contains(second, name) {
				e.affects(s, e.inside())
				return nil
			}
		}
	}
	return e.time(ctx, s, target, got)
}

// unclear records that runs did not show whether an option makes a difference. That is not to say that it makes none.
func (e *experiment) unclear(s options.Setting) { e.lesson.Untried = append(e.lesson.Untried, s.Name) }

// control is the target in whose runs nothing that differs from the base is an effect of the setting. Where code is seen, that is the one with the default value
// spelled out: solvers take other code merely because an option is given.
func (e *experiment) control(s options.Setting) solver.Target {
	o, ok := e.Catalogue.Option(s.Name)
	if !e.Edges || !ok || o.Default == "" {
		return e.Target
	}
	return e.Catalogue.Target(e.Target, options.Setting{Name: s.Name, Value: o.Default})
}

// judgeFresh is judge for runs in fresh processes.
func (e *experiment) judgeFresh(ctx context.Context, s options.Setting, target solver.Target) error {
	if e.fresh == nil {
		f := *e
		f.trial = e.trial.Fresh()
		for _, step := range []func(context.Context) (string, error){f.look, f.repeat} {
			why, err := step(ctx)
			if err != nil {
				return err
			}
			if why != "" {
				e.unclear(s)
				return nil
			}
		}
		e.fresh = &f
	}
	got, err := e.fresh.observe(ctx, target)
	if err != nil {
		return err
	}
	if got.run.Mode != e.fresh.base.run.Mode {
		e.unclear(s)
		return nil
	}
	return e.fresh.judge(ctx, s, target, got)
}

// heard are the statistics that differ from those of the base and are neither noise nor an echo of the setting.
func (e *experiment) heard(ctx context.Context, s options.Setting, target solver.Target, o observation) ([]string, error) {
	differ := slices.DeleteFunc(o.statistics.Differ(e.base.statistics), func(name string) bool { return e.noise[name] })
	if !e.Edges || len(differ) == 0 {
		return differ, nil
	}
	echo, err := e.echo(ctx, e.bench, s, target)
	return slices.DeleteFunc(differ, func(name string) bool { return echo[name] }), err
}

func (e *experiment) affects(s options.Setting, how Effect) {
	if e.lesson.Effects == nil {
		e.lesson.Effects = make(map[string]Effect)
	}
	e.lesson.Effects[s.Name] = how
	e.note(s)
}

// note keeps the value that was tried.
func (e *experiment) note(s options.Setting) {
	if e.lesson.Settings == nil {
		e.lesson.Settings = make(map[string]string)
	}
	e.lesson.Settings[s.Name] = s.Value
}

func (e *experiment) suspect(setting, what string) {
	if setting == "" {
		setting = "no option"
	}
	if e.lesson.Suspects == nil {
		e.lesson.Suspects = make(map[string]string)
	}
	e.lesson.Suspects[setting] = what
}
