package fuzzer

import (
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/options"
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/triage"
)

// maxMinimal bounds the fresh runs that it takes to find the settings that matter.
const maxMinimal = 96

// follow looks into what a configuration showed: which of its settings it takes, in fresh plain processes, where it is a finding
// then. What settings have shown before is counted and left at that.
func (x *exploration) follow(ctx context.Context, settings []options.Setting, f oracle.Finding) error {
	shown := &x.fuzzer.Configurations.shown
	what := string(f.Class)
	if f.Located() {
		what = f.Signature
	}
	if shown.again(x.own.Target, settings, what) {
		x.event.Again++
		return nil
	}
	m := &minimal{exploration: x, class: f.Class, left: maxMinimal}
	if f.Located() {
		m.signature = f.Signature
	}
	stands, ok, err := m.shows(ctx, settings)
	if err != nil {
		return err
	}
	if !ok {
		x.event.Unconfirmed++
		return nil
	}
	// From the end, and once more for those that mattered only beside others.
	for before := len(settings) + 1; len(settings) < before; {
		before = len(settings)
		for i := len(settings) - 1; i >= 0; i-- {
			fewer := slices.Delete(slices.Clone(settings), i, i+1)
			also, ok, err := m.shows(ctx, fewer)
			if err != nil {
				return err
			}
			if ok {
				settings, stands = fewer, also
			}
		}
	}
	shown.add(x.own.Target, settings, what)
	return m.keep(ctx, settings, stands)
}

// minimal is the search for the settings that a finding takes.
type minimal struct {
	*exploration
	class     oracle.Class
	signature string // of a finding that says where it is
	left      int    // runs
}

// shows runs the targets in fresh processes, and the one of the exploration with settings too, and reports whether that shows the finding.
func (m *minimal) shows(ctx context.Context, settings []options.Setting) (judged, bool, error) {
	if m.left--; m.left < 0 {
		return judged{}, false, nil
	}
	if err := m.settle(ctx); err != nil {
		return judged{}, false, err
	}
	j := judged{trial: m.mutantRun.trial.Fresh().WithoutStep(), runs: slices.Clone(m.exploration.stands), fresh: true}
	if len(settings) > 0 {
		run, err := j.trial.Run(ctx, m.Catalogue.Target(m.own.Target, settings...))
		if err != nil {
			return judged{}, false, err
		}
		m.extra = append(append(m.extra, run), j.trial.Besides()...)
		j.runs = append(j.runs, run)
	}
	if err := m.judgeRuns(ctx, &j); err != nil {
		return judged{}, false, err
	}
	j.verdict.Found = slices.DeleteFunc(j.verdict.Found, func(f oracle.Finding) bool {
		return f.Class != m.class || m.signature != "" && f.Signature != m.signature
	})
	return j, len(j.verdict.Found) > 0, nil
}

// settle runs the targets in their own configurations in fresh processes, once.
func (m *minimal) settle(ctx context.Context) error {
	x := m.exploration
	if x.stands != nil {
		return nil
	}
	t := x.mutantRun.trial.Fresh().WithoutStep()
	runs := slices.Clone(x.base.runs)
	for i, run := range runs {
		if run.Mode.Fresh() || len(run.Answers) == 0 {
			continue
		}
		fresh, err := t.Run(ctx, run.Target)
		if err != nil {
			return err
		}
		x.extra = append(append(x.extra, fresh), t.Besides()...)
		runs[i] = fresh
	}
	x.stands = runs
	return nil
}

// keep examines what stands with the settings that it takes.
func (m *minimal) keep(ctx context.Context, settings []options.Setting, stands judged) error {
	names := make([]string, 0, len(settings))
	for _, s := range settings {
		names = append(names, s.Name)
	}
	found, _ := oracle.OfBaselines(stands.verdict.Found, m.bench.Baselines)
	out, err := m.examiner.Examine(ctx, triage.Subject{
		Name: m.Name(m.index), Mutant: m.mutant, Trial: stands.trial, Runs: stands.runs, Options: names,
	}, found)
	if err != nil {
		return err
	}
	m.extra = append(m.extra, out.Extra...)
	m.hits = append(m.hits, out.Hits...)
	return nil
}
