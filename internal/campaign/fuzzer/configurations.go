package fuzzer

import (
	"context"
	"slices"
	"sync"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/configspace"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/feedback"
	"github.com/assay-smt/assay/internal/solver/options"
)

// Configurations makes a fuzzer collect feedback from its targets, and search their configurations on each mutant. Its fields do not
// change after first use; then it is safe for concurrent use.
type Configurations struct {
	// Of holds what is known about each target. Those without an entry have no feedback and run only in their own configuration.
	Of map[solver.Target]*Dimension
	// Search is how configurations are searched; nil only collects feedback.
	Search *configspace.Strategy
	// Runner runs the targets in configurations other than their own; nil for that of the bench. It serves many configurations, most
	// of them once.
	Runner trial.Runner
	// Starts returns configurations of a target that did something new with an engine on formulas of a logic, for searches to begin with;
	// nil for none.
	Starts func(at Arm, draw *rng.Rand) []solver.Configuration
	// Searches decides whether configurations of a target are searched on a mutant; nil for always.
	Searches func(t solver.Target, draw *rng.Rand) bool

	shown shown
}

// An Arm is what searches that learn from each other have in common.
type Arm struct {
	Engine, Logic string
	Target        solver.Target
}

// A Dimension is what is known about a target whose configurations are searched, or whose feedback is collected.
type Dimension struct {
	// Feedback tells what a run did inside the solver, and Seen holds what all runs have shown. Both are nil for a solver that reports
	// nothing.
	Feedback coverage.Feedback
	Seen     *feedback.Map
	// Catalogue holds the solver's options and Space those that are searched; both are nil where nothing is searched.
	Catalogue *options.Catalogue
	Space     *configspace.Space
	// Learned are the correlations between operations and options, nil when nothing was learned; all options are then searched.
	Learned *configspace.Correlations
}

// dimension returns what is known about a target, nil for nothing.
func (c *Configurations) dimension(t solver.Target) *Dimension {
	if c == nil {
		return nil
	}
	return c.Of[t]
}

// observe returns what a run showed, and how much of it no earlier run had shown. told is false for a run that shows
// nothing.
func (d *Dimension) observe(ctx context.Context, run *solver.Run) (s feedback.Signature, news int, told bool) {
	if d.Feedback == nil {
		return s, 0, false
	}
	s, err := d.Feedback.Observe(ctx, run)
	if err != nil {
		return s, 0, false
	}
	return s, d.Seen.Add(s), true
}

// news collects the feedback of the runs on the mutant itself.
func (r *mutantRun) news(ctx context.Context, runs []solver.Run) {
	r.signatures, r.fresh = make(map[solver.Target]feedback.Signature), make(map[solver.Target]int)
	for i := range runs {
		t := runs[i].Target
		if d := r.fuzzer.Configurations.dimension(t); d != nil {
			if s, news, told := d.observe(ctx, &runs[i]); told {
				r.signatures[t], r.fresh[t] = s, news
			}
		}
	}
}

// Limits on remembering settings that have shown something.
const (
	// maxShown bounds what is remembered for all targets together.
	maxShown = 4096
	// avoidedAfter is how often settings must show something before configurations with them are avoided, except for one in
	// avoidedBut: otherwise, other findings that also need these settings would never be seen.
	avoidedAfter = 4
	avoidedBut   = 8
)

// shown remembers which settings show which finding, so that a defect shared by many configurations is examined once. The zero value is
// empty. Safe for concurrent use.
type shown struct {
	mu  sync.Mutex
	all []cause
}

// A cause is what settings of a target show, and where.
type cause struct {
	circumstances
	what  string
	times int
}

// circumstances are settings of a target, with the logic of the formula: what goes wrong in another logic may be another defect. A cause whose
// finding names its location has no logic.
type circumstances struct {
	target   solver.Target
	logic    string
	settings []options.Setting
}

// holds reports whether something showed under circumstances that are a subset of others.
func (c *cause) holds(in circumstances) bool {
	if c.target != in.target || c.logic != "" && c.logic != in.logic {
		return false
	}
	for _, s := range c.settings {
		if !slices.Contains(in.settings, s) {
			return false
		}
	}
	return true
}

// add remembers that settings show something.
func (m *shown) add(under circumstances, what string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(under.settings) == 0 || len(m.all) >= maxShown || m.find(under, what) != nil {
		return
	}
	under.settings = slices.Clone(under.settings)
	m.all = append(m.all, cause{circumstances: under, what: what, times: 1})
}

// again reports whether settings of a configuration are known to show something, and counts the occurrence.
func (m *shown) again(under circumstances, what string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.find(under, what)
	if c != nil {
		c.times++
	}
	return c != nil
}

func (m *shown) find(under circumstances, what string) *cause {
	for i := range m.all {
		if c := &m.all[i]; c.what == what && c.holds(under) {
			return c
		}
	}
	return nil
}

// avoids reports whether a configuration is left alone because it has settings that showed something several times.
func (m *shown) avoids(under circumstances) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.ContainsFunc(m.all, func(c cause) bool { return c.times >= avoidedAfter && c.holds(under) })
}
