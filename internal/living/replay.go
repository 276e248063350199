package living

import (
	"context"
	"errors"
	"fmt"

	"github.com/assay-smt/assay/internal/sandbox"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/trial"
)

// ErrNoSession is returned by Replay for a session without texts, or in a mode that the target does not have.
var ErrNoSession = errors.New("no session to run again")

// Replay has one new living process read the texts of a session, one after the other, and returns the run of the last one, as it was
// there: nothing is run again in a process of its own. When something was odd in it, Session.Odd of the run says what. A process that
// is of no use before it comes to the last text gives a run without answers, with the reason.
//
// Target, Checks, Limits and Options of the request are for all texts; Checks is the number of check-sats of the last one. Errors are
// ErrNoSession, and what trial.Runner returns.
func (r *Runner) Replay(ctx context.Context, req trial.Request, s solver.Session) (solver.Run, error) {
	if len(s.Texts) == 0 || !req.Target.Profile().Living.Can(s.Mode) {
		return solver.Run{}, ErrNoSession
	}
	k := key{target: req.Target, mode: s.Mode, options: req.Options, limits: req.Limits}
	k.limits.Time = 0
	if s.Mode == solver.Push {
		shape := trial.ReadShape(s.Texts[0])
		k.head = string(s.Texts[0][:shape.Head])
	}
	c := newClass(k)
	p, err := open(c)
	if err != nil {
		return solver.Run{}, &solver.UnusableError{Solver: req.Target.String(), Problem: "it cannot be run", Err: err,
			Remedy: "check that " + req.Target.Path() + " is a program for this machine"}
	}
	defer p.close()
	limits := limitsOf(req.Target, req.Limits)
	for i, text := range s.Texts {
		if problem := p.prepare(ctx); problem.what != "" {
			return broken(ctx, req, c, p, fmt.Sprintf("before text %d of %d: %s", i+1, len(s.Texts), problem))
		}
		shape := trial.ReadShape(text)
		q := query{text: text, shape: &shape, checks: shape.Checks, time: limits.Time}
		last := i == len(s.Texts)-1
		if last && req.Checks > 0 {
			q.checks = req.Checks
		}
		reply := p.query(ctx, &q)
		switch {
		case reply.odd.what == canceled:
			return solver.Run{}, ended(ctx)
		case last:
			return replayed(&req, c, p, reply, &shape), nil
		case reply.late:
			return broken(ctx, req, c, p, fmt.Sprintf("at text %d of %d: time-out", i+1, len(s.Texts)))
		case reply.odd.what != "" && p.live.Ended():
			return broken(ctx, req, c, p, fmt.Sprintf("at text %d of %d: %s", i+1, len(s.Texts), reply.odd))
		}
		p.tidy(c.between)
	}
	return solver.Run{}, ErrNoSession // there is a last text
}

// replayed is the run of the last text.
func replayed(req *trial.Request, c *class, p *session, reply reply, shape *trial.Shape) solver.Run {
	q := solver.Query{Checks: shape.Checks, Limits: req.Limits, Options: req.Options, Questions: reply.asked}
	run := req.Target.Read(q, c.argv, reply.res)
	for _, ask := range shape.Asks {
		q.Questions = append(q.Questions[:len(q.Questions):len(q.Questions)], ask.Question)
	}
	run.Questions = q.Questions[len(reply.asked):]
	run.Mode, run.Start, run.Session = c.mode, p.start, p.session()
	run.Session.Odd = reply.odd.String()
	if reply.odd.what == "" && !reply.late {
		run.Session.Odd = outOfLine(&run)
	}
	return run
}

// broken is the run of a last text that no process came to.
func broken(ctx context.Context, req trial.Request, c *class, p *session, why string) (solver.Run, error) {
	if ctx.Err() != nil {
		return solver.Run{}, ended(ctx)
	}
	run := req.Target.Read(solver.Query{Limits: req.Limits, Options: req.Options}, c.argv, sandbox.Result{Reason: sandbox.Exited})
	run.Mode, run.Session, run.Reason = c.mode, p.session(), why
	run.Session.Odd = why
	return run, nil
}
