package fuzzer

import (
	"context"
	"time"

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
	// Thorough says on which mutants searches are long; "" is ThoroughNever. Worth decides whether so many entries that the campaign had not seen
	// are worth the CPU time; nil for never.
	Thorough Thoroughness
	Worth    func(news int, cost time.Duration) bool
	// Pairs: configurations that are drawn, and not bred, are rows of a covering array, so that all pairs of settings come together in the campaign.
	Pairs bool
	// Runner runs the targets in configurations other than their own; nil for that of the bench. It serves many configurations, most
	// of them once.
	Runner trial.Runner
	// Starts returns configurations of a target that did something new with an engine on formulas of a logic, for searches to begin with;
	// nil for none.
	Starts func(at Arm, draw *rng.Rand) []solver.Configuration
	// Tell: results say what their runs showed for the first time in this process (Result.Observed), for another process that knows more.
	Tell bool
	// Most is the number of configurations that a search tries at most, 0 for no limit of its own. Thorough searches have none.
	Most int
	// Searches decides whether configurations of a target are searched on a mutant; nil for always.
	Searches func(t solver.Target, draw *rng.Rand) bool
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

// An Observation is what a run on a mutant showed that no earlier run in this process had shown.
type Observation struct {
	// Solver is the name of the target, and Target the one that ran: the same, or in another configuration.
	Solver string `json:"solver"`
	Target string `json:"target"`
	// Subject says what News describes, as that of a feedback.Map does.
	Subject string             `json:"subject"`
	News    feedback.Signature `json:"news"`
}

// observe returns what a run of a target, or of one in another configuration, showed, and how much of it no earlier run had shown. told is false for a
// run that shows nothing.
func (r *mutantRun) observe(ctx context.Context, own string, d *Dimension, run *solver.Run) (s feedback.Signature, news int, told bool) {
	if d.Feedback == nil {
		return s, 0, false
	}
	s, err := d.Feedback.Observe(ctx, run)
	if err != nil {
		return s, 0, false
	}
	fresh := d.Seen.News(s)
	if fresh.Len() > 0 && r.fuzzer.Configurations.Tell {
		r.observed = append(r.observed, Observation{Solver: own, Target: run.Target.String(), Subject: d.Seen.Subject(), News: fresh})
	}
	return s, fresh.Len(), true
}

// newBehaviour collects the feedback of the runs on the mutant itself.
func (r *mutantRun) newBehaviour(ctx context.Context, runs []solver.Run) {
	r.signatures, r.fresh = make(map[solver.Target]feedback.Signature), make(map[solver.Target]int)
	for i := range runs {
		t := runs[i].Target
		if d := r.fuzzer.Configurations.dimension(t); d != nil {
			if s, news, told := r.observe(ctx, t.String(), d, &runs[i]); told {
				r.signatures[t], r.fresh[t] = s, news
			}
		}
	}
}
