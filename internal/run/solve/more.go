package solve

import (
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/asking"
	"github.com/assay-smt/assay/internal/solver"
)

// More is what came of asking all targets for more than answers, models and cores.
type More struct {
	Found []oracle.Finding
	// Plain has the runs without questions, where they ended otherwise.
	Plain []solver.Run
	// Responses counts what was said, by solver, then by question and verdict.
	Responses map[string]map[string]int
	// Unplaced counts questions of the script that have no check-sat directly before them. TooLarge: the text has too many bytes for
	// questions to be drawn about it.
	Unplaced int
	TooLarge bool
}

// More runs the targets on the script without questions and with further ones, and judges what that shows beyond what Judge found. Errors
// are those of Judge.
func (c *Case) More(ctx context.Context) (*More, error) {
	out := &More{Responses: map[string]map[string]int{}}
	if c.script == nil || c.AsIs || slices.ContainsFunc(c.Ran, func(r Ran) bool { return c.dear(&r.Run) }) {
		return out, nil
	}
	b := &asking.Base{
		Bench: c.bench, Name: c.name, Script: c.script, Truths: c.Trial.Truths(), Found: c.Found, Referees: c.Targets,
	}
	for _, ran := range c.Ran {
		if ran.Unable == "" {
			b.Runs, b.Observed = append(b.Runs, ran.Run), append(b.Observed, ran.Observed)
		}
	}
	if c.Plain {
		asked, err := b.Plain(ctx)
		if err != nil {
			return nil, err
		}
		if asked != nil {
			defer asked.Trial.Close()
			out.take(b, asked)
			out.Plain = asked.Runs
		}
	}
	if own := asking.OwnOf(c.script); own != nil {
		asked, err := own.Ask(ctx, b)
		if err != nil {
			return nil, err
		}
		out.count(b, asked)
		out.Unplaced = own.Unplaced
	}
	rounds := c.Questions
	if rounds > 0 && len(c.text) > c.MostBytes {
		out.TooLarge = true
		rounds = 0
	}
	random := rng.New(1).Split(seeds.HashOf(c.text)).Split("questions")
	for round := range rounds {
		r := random.SplitN(uint64(round))
		for _, ask := range []func(context.Context, *rng.Rand) (*asking.Asked, error){b.Drawn, b.Conjecture} {
			asked, err := ask(ctx, r)
			if err != nil {
				return nil, err
			}
			if asked != nil {
				defer asked.Trial.Close()
			}
			out.count(b, asked)
		}
	}
	return out, context.Cause(ctx)
}

// take adds findings, which are then known to what is asked later.
func (m *More) take(b *asking.Base, asked *asking.Asked) {
	m.Found = append(m.Found, asked.Found...)
	b.Found = slices.Concat(b.Found, asked.Found)
}

// count takes what solvers said to questions; asked is nil when there were none.
func (m *More) count(b *asking.Base, asked *asking.Asked) {
	if asked == nil {
		return
	}
	m.take(b, asked)
	count := func(solver, what string) {
		if m.Responses[solver] == nil {
			m.Responses[solver] = map[string]int{}
		}
		m.Responses[solver][what]++
	}
	for i, o := range asked.Observed {
		for _, r := range o.Responses {
			count(o.Solver, r.Command+" "+r.Verdict.String())
		}
		switch run := asked.Runs[i]; {
		case run.Crash != nil: // a finding
		case run.Refused():
			count(o.Solver, "refused")
		case run.Limit != solver.LimitNone:
			count(o.Solver, run.Limit.String())
		case run.Without != "":
			count(o.Solver, "refused")
		case len(o.Responses) == 0 && slices.ContainsFunc(run.Questions, func(q solver.Question) bool { return q.Kind.Further() }):
			count(o.Solver, "no response")
		}
	}
}
