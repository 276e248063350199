package living

import (
	"context"
	"time"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// sessions runs requests in reused processes.
type sessions struct {
	pool     *pool
	tally    *tally
	queries  int // maximum that a process serves
	patience Patience
	edges    *coverage.Edges
	dir      string // working directory, "" for the caller's
}

// An attempt is what came of a request in a reused process.
type attempt struct {
	run solver.Run
	// anomaly is why the run does not count, empty when it does.
	anomaly anomaly
	// session is what the process had read, nil when no process was asked.
	session *solver.Session
	class   *class
}

// run runs a request in a mode that its target supports and its text allows. The error is what ctx ended with, or says that the program
// ends.
func (s *sessions) run(ctx context.Context, r *asked, c *class) (attempt, error) {
	p, start, problem := s.ready(ctx, c)
	if p == nil {
		if problem.what == canceled || ctx.Err() != nil {
			return attempt{}, sandbox.Ended(ctx)
		}
		return attempt{anomaly: problem, class: c}, nil
	}
	limits := r.Target.Limits(r.Limits)
	q := query{text: r.Text.Bytes, shape: r.Text.Shape(), checks: r.Checks, time: limits.Time}
	if c.mode == solver.Reset {
		q.set, q.undo = []byte(r.set), []byte(r.undo)
	}
	reply := p.query(ctx, &q)
	if reply.anomaly.what == canceled {
		s.drop(p)
		return attempt{}, sandbox.Ended(ctx)
	}
	clean := reply.anomaly.what == "" && !reply.late
	if clean {
		p.tidy(string(q.undo) + c.between) // while the caller reads what came
	}
	out := attempt{run: read(r, c, reply), anomaly: reply.anomaly, session: p.session(), class: c}
	out.run.Start, out.run.Edges = start, reply.edges
	out.run.Session = out.session
	if clean {
		if what := outOfLine(&out.run); what != "" {
			out.anomaly = anomaly{what, excerpt(reply.res.Stderr, reply.res.Stdout)}
		}
	}
	switch worn := p.worn(s.queries); {
	case out.anomaly.what != "":
		s.drop(p)
		s.tally.restarted(out.anomaly)
	case reply.late:
		s.drop(p)
		s.tally.restarted(anomaly{what: "time-out"})
	case worn != "":
		s.drop(p)
		s.tally.restarted(anomaly{what: worn})
	default:
		s.pool.kept.Put(c, p)
	}
	return out, nil
}

// read reads what a process printed, in the same way as all output is read.
func read(r *asked, c *class, reply reply) solver.Run {
	q := solver.Query{Checks: r.Checks, Limits: r.Limits, Options: r.Options, Questions: reply.asked}
	run := r.Target.Read(q, c.argv, reply.res)
	run.Questions = r.Text.Questions
	run.Mode = c.mode
	return run
}

// outOfLine says what is unusual in a run that followed the protocol.
func outOfLine(run *solver.Run) string {
	switch {
	case len(run.Errors) > 0:
		return "an error"
	case run.Crash != nil:
		return solver.OddCrash
	case run.InvalidModel != "":
		return solver.OddInvalidModel
	case run.Limit != solver.LimitNone:
		return "a limit"
	case run.Void, run.Rejected, run.Unsupported, run.BadOptions:
		return "void answers"
	case run.Chatter:
		return "text that nobody asked for"
	}
	return ""
}

// ready returns a process that can be asked, and the CPU time of its start if it was started for this purpose. If there is none,
// problem says why.
func (s *sessions) ready(ctx context.Context, c *class) (p *session, start time.Duration, problem anomaly) {
	for {
		var waited bool
		p, waited = s.pool.kept.Take(c)
		isNew := !waited
		if isNew {
			var err error
			if p, err = open(c, s.edges, s.dir); err != nil {
				s.pool.kept.Lost(c)
				return nil, 0, anomaly{"does not start", err.Error()}
			}
		}
		problem = p.prepare(ctx, s.patience)
		if problem.what == "" {
			if isNew {
				start = p.start
				s.pool.ready(c)
				s.tally.startedOne(c.target, start, time.Since(p.live.Began()))
			}
			return p, start, anomaly{}
		}
		s.drop(p)
		if isNew && problem.what == doesNotStart+slow {
			s.pool.silence(c)
		}
		if isNew || problem.what == canceled {
			return nil, 0, problem
		}
		s.tally.restarted(problem)
	}
}

// drop ends a process.
func (s *sessions) drop(p *session) {
	p.close()
	s.pool.kept.Lost(p.class)
}
