package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

// A Runner runs queries in one mode until it is closed, which ends its processes.
type Runner interface {
	trial.Runner
	Close()
}

// settleTime is how long the processes of a runner may take to end. Those still running after that distort another measurement.
const settleTime = 5 * time.Second

// closed closes a runner and waits for its processes, so that their CPU time is known.
func closed(r Runner) error {
	r.Close()
	if !sandbox.Settle(settleTime) {
		return fmt.Errorf("bench: processes are still there %v after they were ended", settleTime)
	}
	return nil
}

// A Mode is a way to run queries.
type Mode struct {
	Name solver.Mode
	// Open starts a runner for targets. Its error says why there is none, for example because a profile does not know the mode.
	Open func([]solver.Target) (Runner, error)
	// Mixed says that each query may be run in a different mode.
	Mixed bool
}

// Processes is the mode that starts a process for each query.
func Processes() Mode {
	return Mode{Name: solver.Process, Open: func([]solver.Target) (Runner, error) { return processes{}, nil }}
}

type processes struct{ trial.Process }

func (processes) Close() {}

// Speed measures what queries cost.
type Speed struct {
	Targets []solver.Target
	Modes   []Mode
	Samples []Sample
	// Each seed is followed by this many mutants of Engine, as in a campaign; 0 for seeds alone.
	Mutants int
	Engine  mutate.Engine
	// Rounds is how often each solver, sample and mode is measured; Round is the minimum duration of such a turn, which ends at the end
	// of the sample.
	Rounds int
	Round  time.Duration
	Limits solver.Limits
	// Dir is for the files that processes read.
	Dir *disk.Scratch
	// Progress is told what comes next; it may be nil.
	Progress func(what string)
}

// A Cell is what one solver did with one sample in one mode.
type Cell struct {
	Solver  string      `json:"solver"`
	Version string      `json:"version"`
	Sample  string      `json:"sample"`
	Mode    solver.Mode `json:"mode"`
	// Formulas is how many formulas were timed, seeds and mutants, and Queries how often in all rounds.
	Formulas int `json:"formulas"`
	Queries  int `json:"queries"`
	// CPU is milliseconds of CPU time per query, PerSecond queries per second of wall time.
	CPU       Spread `json:"cpu_ms"`
	PerSecond Spread `json:"per_second"`
	// Left counts the formulas that were not timed, by reason: a fresh process does not answer them within the limits. Odd
	// counts, by what happened, the queries that this mode did not answer itself, or did not answer as a fresh process
	// did.
	Left map[string]int `json:"left,omitempty"`
	Odd  map[string]int `json:"odd,omitempty"`
	// Failure is why there are no figures, "" when there are.
	Failure string `json:"failure,omitempty"`

	cpu, perSecond []float64
}

// Run measures all solvers on all samples in all modes. Errors are *solver.UnusableError, *disk.OutputError and what ctx ended with.
func (s *Speed) Run(ctx context.Context) ([]Cell, error) {
	var groups []*group
	for _, target := range s.Targets {
		for _, sample := range s.Samples {
			s.say("%s: which of %d %s seeds it answers", target, len(sample.Seeds), sample.Name)
			g, err := s.group(ctx, target, sample)
			if err != nil {
				return nil, err
			}
			groups = append(groups, g)
		}
	}
	for round := range s.Rounds {
		for _, g := range groups {
			s.say("round %d of %d: %s, %s seeds", round+1, s.Rounds, g.target, g.sample)
			for i := range g.cells {
				// A different one comes first each time.
				if err := s.turn(ctx, g, (i+round)%len(g.cells)); err != nil {
					return nil, err
				}
			}
		}
	}
	var out []Cell
	for _, g := range groups {
		for _, c := range g.cells {
			c.CPU, c.PerSecond = spreadOf(c.cpu), spreadOf(c.perSecond)
			out = append(out, *c)
		}
	}
	return out, nil
}

func (s *Speed) say(format string, args ...any) {
	if s.Progress != nil {
		s.Progress(fmt.Sprintf(format, args...))
	}
}

// A group is one solver and one sample, in all modes.
type group struct {
	target  solver.Target
	sample  string
	bench   *trial.Bench
	queries []query
	cells   []*Cell // by mode
}

// A query is a formula with what a fresh process answers.
type query struct {
	script  *script.Script
	answers []smt.Status
}

// group reads a sample and finds out which of its formulas the target answers in a fresh process.
func (s *Speed) group(ctx context.Context, target solver.Target, sample Sample) (*group, error) {
	g := &group{target: target, sample: sample.Name}
	g.bench = (&trial.Bench{Limits: s.Limits}).In(s.Dir)
	left := map[string]int{}
	for _, seed := range sample.Seeds {
		if sample.Name == Trivial && len(g.queries) > 0 {
			break // one is enough
		}
		formulas, why, err := s.formulas(ctx, target, seed, sample.Name)
		if err != nil {
			return nil, err
		}
		if why != "" {
			left[why]++
		}
		for _, f := range formulas {
			run, err := g.bench.New(f, trial.Facts{}).Run(ctx, target)
			if err != nil {
				return nil, err
			}
			if why := unanswered(run); why != "" {
				left[why]++
				continue
			}
			g.queries = append(g.queries, query{f, run.Answers})
		}
	}
	for _, m := range s.Modes {
		c := &Cell{
			Solver: target.String(), Version: target.Version(), Sample: sample.Name, Mode: m.Name, Formulas: len(g.queries), Left: left,
			Odd: map[string]int{},
		}
		if len(g.queries) == 0 {
			c.Failure = "none of the sample can be timed"
		}
		g.cells = append(g.cells, c)
	}
	return g, nil
}

// formulas returns a seed and its mutants, or why there are none for the target.
func (s *Speed) formulas(ctx context.Context, target solver.Target, seed seeds.Seed, sample string) (out []*script.Script, why string, err error) {
	targets := []solver.Target{target}
	bench := (&trial.Bench{}).In(s.Dir)
	text, err := elab.Script(seed.Text, elab.Options{File: seed.Name, Dialects: trial.Languages(bench.Operators(), target)})
	if err != nil {
		return nil, "Assay cannot read them", nil //nolint:nilerr // it is counted
	}
	if len(bench.Readers(targets, text)) == 0 {
		return nil, "not for this solver", nil
	}
	out = append(out, text)
	if s.Mutants == 0 || sample == Trivial {
		return out, "", nil
	}
	f := &fuzzer.Fuzzer{Bench: bench, Targets: targets, Seed: 1, Plan: fuzzer.Plan{Chain: s.Mutants}}
	chain, err := f.Chain(ctx, seed, s.Engine, 0, fuzzer.Place{Dir: s.Dir})
	switch {
	case ctx.Err() != nil:
		return nil, "", context.Cause(ctx)
	case err != nil:
		return out, "no mutants: the engine cannot use them", nil //nolint:nilerr // it is counted
	}
	for i := range chain.Len() {
		out = append(out, chain.Mutant(i).Script)
	}
	return out, "", nil
}

// unanswered says why a run is not an answer, "" when it is one.
func unanswered(run solver.Run) string {
	switch o := run.Outcome(); o {
	case outcome.Sat, outcome.Unsat, outcome.Unknown, outcome.Several:
		return ""
	default:
		return string(o)
	}
}

// turn times one mode on the whole sample, repeatedly until the turn is over.
func (s *Speed) turn(ctx context.Context, g *group, mode int) error {
	c := g.cells[mode]
	if c.Failure != "" {
		return nil
	}
	before := now()
	runner, err := s.Modes[mode].Open([]solver.Target{g.target})
	if err != nil {
		c.Failure = err.Error()
		return nil
	}
	// With a bench of its own, each turn prints each formula as if for the first time.
	bench := (&trial.Bench{Runner: runner, Limits: s.Limits}).In(s.Dir)
	queries := 0
	for queries == 0 || time.Since(before.at) < s.Round {
		for _, q := range g.queries {
			run, err := bench.New(q.script, trial.Facts{}).Run(ctx, g.target)
			if err != nil {
				return errors.Join(err, closed(runner))
			}
			queries++
			if odd := oddity(run, q, s.Modes[mode]); odd != "" {
				c.Odd[odd]++
			}
		}
	}
	if err := closed(runner); err != nil {
		return err
	}
	cost := before.since()
	c.Queries += queries
	c.cpu = append(c.cpu, cost.CPU().Seconds()*1000/float64(queries))
	c.perSecond = append(c.perSecond, float64(queries)/cost.Wall.Seconds())
	return nil
}

// anomaly says what is odd about a run, "" for nothing.
func oddity(run solver.Run, q query, mode Mode) string {
	if why := unanswered(run); why != "" {
		return why
	}
	if mode.Name != solver.Process && !mode.Mixed && run.Mode.Fresh() {
		return "a fresh process ran it"
	}
	if len(run.Answers) != len(q.answers) {
		return "another number of answers"
	}
	for i, a := range run.Answers {
		if a != q.answers[i] {
			return fmt.Sprintf("%v, and %v in a fresh process", a, q.answers[i])
		}
	}
	return ""
}
