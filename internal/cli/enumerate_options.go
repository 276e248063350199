package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/configspace"
	"github.com/assay-smt/assay/internal/run/enumerate"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/options"
)

// What --options takes.
const (
	sweepNone  = "none"
	sweepEach  = "each"
	sweepPairs = "pairs"
)

var sweeps = []string{sweepNone, sweepEach, sweepPairs}

// configurations are the configurations of solvers that are gone through.
type configurations struct {
	catalogues options.Catalogues
	of         map[solver.Target][]solver.Target
}

// configurations returns those that --options asks for: none of a solver whose options are not known, which is said.
func (opts *enumerateOptions) configurations(ctx context.Context, targets []solver.Target) (*configurations, error) {
	out := &configurations{catalogues: options.Catalogues{}, of: make(map[solver.Target][]solver.Target)}
	if opts.Sweep == sweepNone {
		return out, nil
	}
	for _, t := range targets {
		c := out.catalogues[t.Solver]
		if c == nil {
			var err error
			if c, err = options.Read(ctx, t, opts.Jobs); err != nil {
				if ctx.Err() != nil {
					return nil, context.Cause(ctx)
				}
				fmt.Fprintf(opts.Err, "%s: there are no options to go through: %v\n", t, err)
				continue
			}
			out.catalogues[t.Solver] = c
		}
		given, _ := c.Settings(t.Config)
		names := slices.DeleteFunc(configspace.Searched(c, solver.UseSearch), func(name string) bool {
			return slices.ContainsFunc(given, func(s options.Setting) bool { return s.Name == name })
		})
		space := configspace.NewSpace(c, names)
		all := space.Each()
		if opts.Sweep == sweepPairs {
			all = space.EachPair(rng.New(opts.Seed).Split("options"), opts.Most)
		}
		if opts.Most > 0 {
			all = all[:min(len(all), opts.Most)]
		}
		for _, settings := range all {
			out.of[t] = append(out.of[t], c.Target(t, settings...))
		}
	}
	return out, nil
}

// A sweep is what came of the configurations of a solver.
type sweep struct {
	Solver string `json:"solver"`
	Topic  string `json:"topic"`
	// Configurations is how many there are, Asked how many were asked anything, and Refused how many are not accepted, for the reasons that Why counts.
	Configurations int            `json:"configurations"`
	Asked          int            `json:"asked"`
	Refused        int            `json:"refused"`
	Why            map[string]int `json:"why,omitempty"`
	// Terms and Questions are those of all together, and Wrong the wrong answers. The others looked wrong and were not shown to be.
	Terms       int64   `json:"terms"`
	Questions   int64   `json:"questions"`
	Agreed      int64   `json:"agreed"`
	Wrong       int64   `json:"wrong"`
	Suspected   int64   `json:"suspected,omitempty"`
	Alike       int64   `json:"alike,omitempty"`
	Unasked     int64   `json:"unasked,omitempty"`
	Unconfirmed int64   `json:"unconfirmed,omitempty"`
	CPU         float64 `json:"cpu_seconds"`
}

// sweep looks at a topic in other configurations of its solver, and returns the number of findings.
func (e *enumeration) sweep(ctx, within context.Context, job enumerate.Job, others []solver.Target, name string) (int, error) {
	sum := sweep{Solver: job.Target.String(), Topic: job.Topic.Name, Configurations: len(others), Why: make(map[string]int)}
	found := 0
	var all enumerate.Tally
	for i, other := range others {
		if errors.Is(context.Cause(within), errTimeIsUp) {
			break
		}
		one := job
		one.Target, one.Plan.Hand = other, i+1
		why, err := e.refuses(within, &one)
		if errors.Is(err, errTimeIsUp) {
			break
		}
		if err != nil {
			return 0, err
		}
		if why != "" {
			sum.Refused++
			sum.Why[why]++
			continue
		}
		course, err := e.run(ctx, within, &one, fmt.Sprintf("%s-%04d", name, i))
		if err != nil {
			return 0, err
		}
		sum.Asked++
		sum.CPU += course.Spent.Seconds()
		for _, r := range course.Sizes() {
			all.Add(r.Tally)
		}
		found += len(course.Found())
	}
	sum.Terms, sum.Questions, sum.Agreed, sum.Wrong = all.Terms, all.Asked, all.Agreed, all.Wrong
	sum.Suspected, sum.Alike, sum.Unasked, sum.Unconfirmed = all.Suspected, all.Alike, all.Unasked, all.Unconfirmed
	return found, e.sumSweep(&sum, &all)
}

// refuses returns why the solver does not accept a configuration, "" if it does.
func (e *enumeration) refuses(ctx context.Context, job *enumerate.Job) (string, error) {
	l := <-e.lookers
	defer func() { e.lookers <- l }()
	return l.Serve(job).Refuses(ctx)
}

func (opts *enumerateOptions) sumSweep(s *sweep, all *enumerate.Tally) error {
	if opts.JSON {
		return opts.printJSON(s)
	}
	text := fmt.Sprintf("%s, %s: %d of %d configurations looked at %d terms, %s to %d questions, of which %d have none that says anything%s; %d are not accepted; %.1f s of CPU time of the solver\n",
		s.Solver, s.Topic, s.Asked, s.Configurations, s.Terms, plural(int(s.Wrong), "wrong answer"), s.Questions, s.Questions-s.Agreed-s.Wrong-all.Suspicious()-s.Unconfirmed, suspicions(all, "; "), s.Refused, s.CPU)
	why := make(map[string]int64)
	for w, n := range s.Why {
		why[w] = int64(n)
	}
	for _, line := range mostOf(why, "not accepted") {
		text += line
	}
	return opts.say("%s", text)
}
