package query

import (
	"context"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// Solved is what a target does with a script as it is.
type Solved struct {
	// Answer is the answer to the first check-sat, 0 for none that decides.
	Answer  smt.Status
	Outcome outcome.Outcome
	Reason  string // the text that decided an outcome other than an answer
	// Refused: the target does not accept the script.
	Refused bool
	Seconds float64 // of wall time
	CPU     float64 // in seconds
	Limit   float64 // of wall time in seconds, 0 for none
}

// savedRun is what a run took, as it is kept.
type savedRun struct {
	Outcome outcome.Outcome `json:"outcome"`
	Reason  string          `json:"reason,omitempty"`
	Seconds float64         `json:"seconds"`
	CPU     float64         `json:"cpu_seconds"`
	Limit   float64         `json:"limit_seconds,omitempty"`
}

func saveRun(run solver.Run) *savedRun {
	return &savedRun{
		Outcome: run.Outcome(), Reason: run.Reason, Seconds: run.Wall.Seconds(), CPU: run.CPU.Seconds(), Limit: run.Limits.Time.Seconds(),
	}
}

func (r *savedRun) cpu() time.Duration {
	if r == nil {
		return 0
	}
	return time.Duration(r.CPU * float64(time.Second))
}

// Solve runs a target on an unchanged script, or remembers the result. The reply also serves engines that ask for a model or a vote about
// the same assertions. ok is false when the solver could not be run.
func (a *Answers) Solve(ctx context.Context, t solver.Target, s *script.Script) (out Solved, ok bool) {
	s = bare(s)
	saved := a.replyFor(ctx, t, s, mutate.WantModels, timing)
	if saved == nil || saved.Run == nil {
		return Solved{}, false
	}
	if saved.Answer != "" && !saved.Copied {
		text, err := a.bench().New(s, trial.Facts{Plan: trial.AskNothing}).TextUntil(ctx, t)
		if err != nil {
			return Solved{}, false
		}
		a.lend(keyOf(t, text), savedReply{Answer: saved.Answer, Run: saved.Run})
	}
	r := saved.Run
	out = Solved{Outcome: r.Outcome, Reason: r.Reason, Refused: saved.Refused, Seconds: r.Seconds, CPU: r.CPU, Limit: r.Limit}
	if status := smt.Label(saved.Answer); status.Decides() {
		out.Answer = status
	}
	return out, true
}

// lend keeps a reply to a question that was not asked, unless there is one already.
func (a *Answers) lend(key string, saved savedReply) {
	if a.kept().has(key) {
		return
	}
	a.mu.Lock()
	known := a.known[key] != nil
	if !known {
		r := &reply{ready: make(chan struct{}), saved: saved}
		close(r.ready)
		a.known[key] = r // Solve has made the map
	}
	a.mu.Unlock()
	if !known {
		a.kept().keep(key, saved)
	}
}

// bare returns a script up to its exit, which scripts that engines ask about do not have.
func bare(s *script.Script) *script.Script {
	end := slices.IndexFunc(s.Commands, func(c *script.Command) bool { return c.Kind == script.Exit })
	if end < 0 {
		return s
	}
	out := *s
	out.Commands = s.Commands[:end:end]
	return &out
}
