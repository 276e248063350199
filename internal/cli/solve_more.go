package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/asking"
	"github.com/assay-smt/assay/internal/solver"
)

// mostRounds bounds --questions, and mostQuestioned the bytes of a file about which Assay draws questions: it prints, reads and evaluates all of it
// again for each of them, and a file nested a million deep has four million bytes.
const (
	mostRounds     = 1000
	mostQuestioned = campaign.DefaultSeedBytes
)

// plainRun is what a solver does when it is asked for nothing but an answer, where that is something else.
type plainRun struct {
	Answer  string          `json:"answer"`
	Outcome outcome.Outcome `json:"outcome"`
	Seconds float64         `json:"seconds"`
	Reason  string          `json:"reason,omitempty"`
	Command []string        `json:"command,omitempty"`
}

// askedMore is what came of asking all targets for more than answers, models and cores.
type askedMore struct {
	found     []oracle.Finding
	plain     map[string]*plainRun      // by solver
	responses map[string]map[string]int // by solver, then by question and verdict
	notes     []string
}

// more runs the targets on the script without questions and with further ones, and judges what that shows beyond the runs so far.
func (c *solveCase) more(ctx context.Context, text string, runs []solver.Run, observed []oracle.Observation, found []oracle.Finding) (*askedMore, error) {
	out := &askedMore{plain: map[string]*plainRun{}, responses: map[string]map[string]int{}}
	if c.script == nil || c.opts.AsIs {
		return out, nil
	}
	b := &asking.Base{
		Bench: c.bench, Name: c.name, Script: c.script, Truths: c.trial.Truths(), Runs: runs, Observed: observed, Found: found, Referees: c.targets,
	}
	if c.opts.Plain > 0 {
		asked, err := b.Plain(ctx)
		if err != nil {
			return nil, err
		}
		if asked != nil {
			defer asked.Trial.Close()
			out.take(b, asked)
			for _, run := range asked.Runs {
				out.plain[run.Solver] = plainOf(run)
			}
		}
	}
	own := asking.OwnOf(c.script)
	if own != nil {
		asked, err := own.Ask(ctx, b)
		if err != nil {
			return nil, err
		}
		out.answers(b, asked)
		if own.Unplaced > 0 {
			out.notes = append(out.notes, fmt.Sprintf("%s not asked: no check-sat directly before", plural(own.Unplaced, "question of the file")))
		}
	}
	rounds := c.opts.Questions
	if rounds > 0 && len(text) > mostQuestioned {
		out.notes = append(out.notes, fmt.Sprintf("no further questions drawn: the file has more than %d bytes", int64(mostQuestioned)))
		rounds = 0
	}
	random := rng.New(1).Split(seeds.HashOf(text)).Split("questions")
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
			out.answers(b, asked)
		}
	}
	return out, context.Cause(ctx)
}

// take adds findings, which are then known to what is asked later.
func (m *askedMore) take(b *asking.Base, asked *asking.Asked) {
	m.found = append(m.found, asked.Found...)
	b.Found = slices.Concat(b.Found, asked.Found)
}

// answers takes what solvers said to questions; asked is nil when there were none.
func (m *askedMore) answers(b *asking.Base, asked *asking.Asked) {
	if asked == nil {
		return
	}
	m.take(b, asked)
	count := func(solver, what string) {
		if m.responses[solver] == nil {
			m.responses[solver] = map[string]int{}
		}
		m.responses[solver][what]++
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

func plainOf(run solver.Run) *plainRun {
	out := &plainRun{Answer: "none", Outcome: run.Outcome(), Seconds: run.Wall.Seconds(), Reason: run.Reason, Command: run.Command}
	if run.Answer() != 0 {
		out.Answer = run.Answer().String()
	}
	return out
}

// enter adds what was said by one solver to what is shown about it.
func (m *askedMore) enter(r *solvedRun) {
	r.Plain, r.Responses = m.plain[r.Solver], m.responses[r.Solver]
}

// lines are the form for people.
func (r *solvedRun) lines() string {
	var b strings.Builder
	if p := r.Plain; p != nil {
		word := p.Answer
		if word == "none" {
			word = string(p.Outcome)
		}
		fmt.Fprintf(&b, "    asked for nothing but an answer: %s", word)
		if p.Reason != "" {
			fmt.Fprintf(&b, "  %s", p.Reason)
		}
		b.WriteByte('\n')
	}
	if len(r.Responses) > 0 {
		var parts []string
		for _, what := range slices.Sorted(maps.Keys(r.Responses)) {
			parts = append(parts, fmt.Sprintf("%s %d", what, r.Responses[what]))
		}
		fmt.Fprintf(&b, "    further questions: %s\n", strings.Join(parts, ", "))
	}
	return b.String()
}
