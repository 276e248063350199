package asking

import (
	"context"
	"fmt"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/experiment"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/question"
	"github.com/assay-smt/assay/smt/script"
)

// Own are the questions that a script itself asks, where evaluation can judge what solvers say to them. A question that needs no answer before it and
// follows none gets a check-sat: simplifications, goals and interpolants are often asked for without one.
type Own struct {
	script *script.Script
	asked  map[*script.Command]placed
	was    []int // for each check-sat of script the one of the original, -1 for one that was added
	// Unplaced counts questions that need an answer and do not follow one directly.
	Unplaced int
}

// placed is a question with the check-sat that it follows.
type placed struct {
	check int
	kind  question.Kind
}

// OwnOf returns the questions of a script, nil for none.
func OwnOf(s *script.Script) *Own {
	out := &Own{asked: map[*script.Command]placed{}}
	n := *s
	n.Commands = nil
	checks := 0
	check := func(was int) {
		out.was = append(out.was, was)
	}
	settled := false // nothing has changed since the last check-sat
	for _, c := range s.Commands {
		kind, asks := question.Of(c)
		switch {
		case c.Kind == script.Exit:
		case c.IsCheck():
			check(checks)
			checks++
			settled = true
		case !asks:
			settled = settled && script.Silent(c)
		case !kind.Judged():
			continue // what nobody judges must not stand between
		case !settled && kind.After() != smt.NoStatus:
			out.Unplaced++
			continue
		default:
			if !settled {
				n.Commands = append(n.Commands, &script.Command{Kind: script.CheckSat})
				check(-1)
				settled = true
			}
			out.asked[c] = placed{len(out.was) - 1, kind}
		}
		n.Commands = append(n.Commands, c)
		if c.Kind == script.Exit {
			break
		}
	}
	out.script = &n
	if len(out.asked) == 0 && out.Unplaced == 0 {
		return nil
	}
	return out
}

// Ask puts the questions to the targets that gave answers to the script and have commands for them, each those that make sense after its answers.
// nil means that there is nobody to ask. Asked has no trial to close.
func (q *Own) Ask(ctx context.Context, b *Base) (*Asked, error) {
	out := &Asked{}
	known := b.proven(b.Script.Checks())
	for i := range b.Runs {
		run := &b.Runs[i]
		if !Answered(run) && b.Script.Checks() > 0 || run.Refused() {
			continue
		}
		if err := q.askOne(ctx, b, run, known, out); err != nil {
			return nil, err
		}
	}
	if len(out.Runs) == 0 {
		return nil, context.Cause(ctx)
	}
	return out, context.Cause(ctx)
}

func (q *Own) askOne(ctx context.Context, b *Base, run *solver.Run, known []oracle.Truth, out *Asked) error {
	p := run.Target.Profile()
	said := make([]smt.Status, len(q.was))
	truths := make([]oracle.Truth, len(q.was))
	added := len(q.was) // the first check-sat that was added
	for check, was := range q.was {
		truths[check].Status = smt.Unknown
		switch {
		case was < 0:
			added = min(added, check)
		case was < len(run.Answers):
			said[check] = run.Answers[was]
		}
		if was >= 0 && was < len(known) {
			truths[check] = known[was]
		}
	}
	kept := 0
	models := map[int]bool{}
	keep := func(c *script.Command) bool {
		a, ok := q.asked[c]
		if !ok || !p.CanAsk(a.kind, said[a.check]) {
			return false
		}
		if said[a.check] == smt.Sat && p.Show.Model != "" {
			models[a.check] = true
		}
		kept++
		return true
	}
	n := *q.script
	n.Commands = nil
	for _, c := range q.script.Commands {
		if _, own := q.asked[c]; !own || keep(c) {
			n.Commands = append(n.Commands, c)
		}
	}
	if kept == 0 {
		return nil
	}
	isOwn := func(c *script.Command) bool { _, own := q.asked[c]; return own }
	after := func(check int) string {
		if models[check] {
			return p.Show.Model
		}
		return ""
	}
	text, err := b.Bench.KeptText(ctx, fmt.Sprintf("%sown-%d.smt2", b.Name, len(out.Runs)), &n, p.Dialect, isOwn, after)
	if err != nil {
		return err
	}
	t := b.Bench.Raw(text, &n, trial.Facts{Truths: truths, Referees: b.Referees})
	defer t.Close()
	once, err := experiment.Of(t, run.Target).Once(ctx)
	if err != nil {
		return err
	}
	out.Runs, out.Extra, out.Observed = append(out.Runs, once.Runs...), append(out.Extra, once.Extra...), append(out.Observed, once.Observed...)
	for _, f := range b.fresh(once.Found) {
		if f.Check >= added {
			f.Evidence.Summary += " (with a check-sat that Assay put in front of the question)"
		}
		if f.Check >= 0 && f.Check < len(q.was) {
			f.Check = max(q.was[f.Check], oracle.WholeRun)
		}
		out.Found = append(out.Found, f)
	}
	return nil
}
