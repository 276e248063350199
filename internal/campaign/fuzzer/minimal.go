package fuzzer

import (
	"cmp"
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver/options"
)

// maxMinimal bounds the fresh runs that it takes to find the settings that matter.
const maxMinimal = 96

// follow examines what a configuration showed, the gravest first: which of its settings the finding needs, in fresh plain processes, where
// it is then a finding. What settings have shown before is only counted.
func (x *exploration) follow(ctx context.Context, configured string, settings []options.Setting, found []oracle.Finding) error {
	again := false
	for _, f := range found {
		m := &minimal{exploration: x, class: f.Class, left: maxMinimal}
		if f.Located() {
			m.signature = f.Signature
		} else if f.Solver != configured {
			m.blamed = f.Solver
		}
		known := x.shown.find(x.under(settings), m.what())
		if known != nil {
			x.showed(known.Circumstances, known.What)
		}
		if known != nil || slices.Contains(x.alone, m.what()) {
			again = true
			continue
		}
		return m.reduce(ctx, settings)
	}
	if again {
		x.event.Again++
	}
	return nil
}

// minimal is the search for the settings that a finding needs.
type minimal struct {
	*exploration
	class oracle.Class
	// signature is that of a finding that names its location. blamed is the target that another finding speaks against, "" for the one
	// whose configurations are searched.
	signature, blamed string
	left              int // runs
}

// what identifies the finding among those that the same settings show.
func (m *minimal) what() string { return cmp.Or(m.signature, string(m.class)+" "+m.blamed) }

// reduce drops one setting after the other as long as the finding still shows, and keeps what it shows with the rest.
func (m *minimal) reduce(ctx context.Context, settings []options.Setting) error {
	stands, ok, err := m.shows(ctx, settings)
	if err != nil {
		return err
	}
	if !ok {
		m.event.Unconfirmed++
		return nil
	}
	// From the end, and again for those that mattered only together with others.
	for before := len(settings) + 1; len(settings) < before; {
		before = len(settings)
		for i := len(settings) - 1; i >= 0 && m.left > 0; i-- {
			fewer := slices.Delete(slices.Clone(settings), i, i+1)
			if given := m.Catalogue.Target(m.own.Target, fewer...); m.isGiven(given) && m.base.shows(oracle.Finding{Class: m.class, Solver: given.String()}) {
				m.event.Again++ // a target that is given shows it, with fewer settings
				return nil
			}
			also, ok, err := m.shows(ctx, fewer)
			if err != nil {
				return err
			}
			if ok {
				settings, stands = fewer, also
			}
		}
	}
	if m.left <= 0 && len(settings) > 1 {
		m.event.Unreduced++
	}
	if len(settings) == 0 {
		m.alone = append(m.alone, m.what())
	}
	under := m.under(settings)
	if m.signature != "" {
		under.Logic = ""
	}
	m.showed(under, m.what())
	return m.keep(ctx, settings, stands)
}

// shows runs the targets in fresh processes, and the one of the exploration with settings too, and reports whether that shows the finding.
func (m *minimal) shows(ctx context.Context, settings []options.Setting) (judged, bool, error) {
	m.left--
	if err := m.settle(ctx); err != nil {
		return judged{}, false, err
	}
	j := judged{trial: m.mutantRun.trial.Fresh(), runs: slices.Clone(m.exploration.confirmed), fresh: true}
	configured := m.own.Target
	if len(settings) > 0 {
		configured = m.Catalogue.Target(m.own.Target, settings...)
		if m.isGiven(configured) {
			return judged{}, false, nil // it was already judged
		}
		run, err := j.trial.Run(ctx, configured)
		if err != nil {
			return judged{}, false, err
		}
		m.extra = append(append(m.extra, run), j.trial.Besides()...)
		j.runs = append(j.runs, run)
	}
	if err := m.judgeRuns(ctx, &j); err != nil {
		return judged{}, false, err
	}
	j.verdict.Found = slices.DeleteFunc(m.beyond(configured.String(), j.verdict.Found), func(f oracle.Finding) bool {
		return !m.is(f, configured.String())
	})
	return j, len(j.verdict.Found) > 0, nil
}

// is reports whether a finding with a configuration is the one being reduced.
func (m *minimal) is(f oracle.Finding, configured string) bool {
	switch {
	case f.Class != m.class:
		return false
	case m.signature != "":
		return f.Signature == m.signature
	case m.class.OwnFault():
		return !f.Located()
	}
	return f.Solver == cmp.Or(m.blamed, configured)
}

// settle runs the targets in their own configurations in fresh processes, once.
func (m *minimal) settle(ctx context.Context) error {
	x := m.exploration
	if x.confirmed != nil {
		return nil
	}
	t := x.mutantRun.trial.Fresh()
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
	x.confirmed = runs
	return nil
}

// keep examines the finding that stands, with the settings that it needs.
func (m *minimal) keep(ctx context.Context, settings []options.Setting, stands judged) error {
	names := make([]string, 0, len(settings))
	for _, s := range settings {
		names = append(names, s.Name)
	}
	found, ofBaselines := oracle.OfBaselines(stands.verdict.Found, m.bench.Baselines)
	m.ofBaselines = append(m.ofBaselines, ofBaselines...)
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
