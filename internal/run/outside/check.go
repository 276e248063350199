package outside

import (
	"context"
	"fmt"
	"time"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/syntax"
)

// CheckTime is how long a program may take to judge one run.
const CheckTime = 30 * time.Second

// Check is a program that judges runs (trial.Check). Close it in the end. Safe for concurrent use.
type Check struct{ pool *pool }

// Checks finds the programs of specifications, and starts each once to see that it speaks the protocol. memory bounds each process, in bytes; 0 is no limit. Errors
// say what is wrong with a program, or are what ctx ended with; none is then left running.
func Checks(ctx context.Context, specs []string, memory int64) (all []*Check, err error) {
	for _, text := range specs {
		c, err := newCheck(ctx, text, Limits{Time: CheckTime, Memory: memory})
		if err != nil {
			Close(all)
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

func newCheck(ctx context.Context, text string, l Limits) (*Check, error) {
	spec, err := ParseSpec(text)
	if err != nil {
		return nil, err
	}
	program, err := spec.Find()
	if err != nil {
		return nil, err
	}
	c := &Check{newPool(program, checkRole, l)}
	if err := c.pool.greet(ctx); err != nil {
		c.pool.close()
		return nil, explained(program, err)
	}
	return c, nil
}

// Judges are checks as a bench has them.
func Judges(all []*Check) (out []trial.Check) {
	for _, c := range all {
		out = append(out, c)
	}
	return out
}

// Close ends the processes of checks.
func Close(all []*Check) {
	for _, c := range all {
		c.pool.close()
	}
}

// Notes are what checks have to say to people: why they did not judge some runs.
func Notes(all []*Check) (lines []string) {
	for _, c := range all {
		lines = append(lines, c.pool.Notes()...)
	}
	return lines
}

// Name is the short name of the program, and Hash that of what it runs.
func (c *Check) Name() string { return c.pool.program.Name() }

// Hash is as in Program.
func (c *Check) Hash() string { return c.pool.program.Hash() }

// Objections implements trial.Check. A run that the program fails on, or refuses to judge, is counted, and nothing is wrong with it.
func (c *Check) Objections(ctx context.Context, text []byte, logic string, r solver.Run) []oracle.Objection {
	ask := runRequest{
		Type: runType, Script: string(text), Logic: logic, Solver: r.Solver, Version: r.Version, Answers: []string{},
		Output: string(r.Raw.Stdout[:min(len(r.Raw.Stdout), maxOutput)]),
	}
	for _, a := range r.Answers {
		ask.Answer = a.String()
		ask.Answers = append(ask.Answers, ask.Answer)
	}
	var said message
	err := c.pool.ask(ctx, ask, func() func(*message) (bool, error) {
		return func(m *message) (bool, error) {
			if said = *m; said.Type != okType && said.Type != objectionType && said.Type != refusedType {
				return false, unexpected(m, "ok, objection or refused")
			}
			return true, nil
		}
	})
	if err != nil {
		return nil // it is noted, or the campaign ends
	}
	c.pool.succeeded()
	switch {
	case said.Type == refusedType:
		c.pool.note(&Fault{Reason: "it refuses to judge runs", Detail: clipped(said.Reason), Remedy: "what it does not judge counts as right"})
	case said.Type == objectionType && clipped(said.Title) == "":
		c.pool.note(&Fault{Reason: "an objection has no title", Remedy: "give one, the same for the same defect"})
	case said.Type == objectionType:
		return []oracle.Objection{{By: c.pool.program.Absolute().String(), Name: c.Name(), Title: clipped(said.Title), Detail: syntax.Clip(said.Detail, maxDetail)}}
	}
	return nil
}

// explained is the error for a program that cannot be used at all.
func explained(p *Program, err error) error {
	if f, ok := asFault(err); ok {
		return fmt.Errorf("%s: %w; %s", p.Name(), f, f.Remedy)
	}
	return err
}
