package living

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/feedback"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// A session is a reused process. It belongs to one goroutine at a time.
type session struct {
	class   *class
	live    *sandbox.Live
	started bool          // it was ready once
	ready   marker        // the marker that it echoes when it can be asked
	used    time.Duration // CPU time at the end of what has already been counted
	start   time.Duration // CPU time until it could be asked for the first time
	queries int
	first   int64 // memory after the first query
	log     transcript
	input   []byte            // buffer for what is sent
	counter *coverage.Counter // nil when edges are not counted
}

// open starts a process in a folder, "" for the caller's. Errors are those of sandbox.Start, and sandbox.ErrNoSegment.
func open(c *class, edges *coverage.Edges, dir string) (*session, error) {
	s := &session{class: c}
	command := sandbox.Command{Argv: c.argv, Dir: dir, Memory: c.memory, MaxOutput: c.output}
	var err error
	if edges != nil {
		if s.counter, err = edges.Counter(); err != nil {
			return nil, err
		}
		command.Vars = s.counter.Vars()
	}
	if s.live, err = sandbox.Start(command); err != nil {
		s.counter.Close()
		return nil, err
	}
	s.tidy(c.first)
	return s, nil
}

// tidy makes the process read commands and say when it is ready for the next query. If it does not accept them, it will not be ready.
func (s *session) tidy(commands string) {
	s.ready = newMarker()
	s.input = s.ready.command(append(s.input[:0], commands...))
	s.live.Send(s.input)
}

// prepare waits until the process can be asked, but no longer than that; problem says why it can no longer be asked.
func (s *session) prepare(ctx context.Context, patience Patience) (problem anomaly) {
	within := patience.Tidy
	if !s.started {
		within = patience.Start
	}
	reply := s.live.Exchange(ctx, nil, s.ready[:], time.Now().Add(within))
	before, ok := s.ready.cut(reply.Stdout)
	if !s.started && s.class.mode == solver.Push { // it has read a logic
		before, reply.Stderr = s.class.remark(before), s.class.remark(reply.Stderr)
	}
	switch {
	case reply.State == sandbox.ReplyCanceled:
		return anomaly{what: canceled}
	case reply.State == sandbox.ReplyLate:
		problem = anomaly{what: slow}
	case reply.State != sandbox.ReplyWhole:
		problem = anomaly{stateProblem(reply.State), excerpt(reply.Stderr, reply.Stdout)}
	case !ok || len(before) > 0:
		problem = anomaly{"text between queries", excerpt(reply.Stdout)}
	case len(reply.Stderr) > 0:
		problem = anomaly{"text on standard error", excerpt(reply.Stderr)}
	}
	if !s.started && problem.what != "" {
		problem.what = doesNotStart + problem.what
	}
	if !s.started {
		s.started = true
		s.start, _ = s.live.CPU()
		s.used = s.start
	}
	return problem
}

// Problems that determine more than a count: a process that ended with its context, one that ended by itself, and one that took too
// much memory.
const (
	canceled    = "canceled"
	itEnded     = solver.OddEnd
	outOfMemory = "too much memory"
	slow        = "slow to tidy up"
	// doesNotStart is the beginning of problems before the first query.
	doesNotStart = "does not start, "
)

// stateProblem describes why a reply is not whole.
func stateProblem(state sandbox.ReplyState) string {
	switch state {
	case sandbox.ReplyEnded:
		return itEnded
	case sandbox.ReplyLate:
		return "late"
	case sandbox.ReplyMemory:
		return outOfMemory
	case sandbox.ReplyFlood:
		return "too much output"
	case sandbox.ReplyCanceled:
		return canceled
	case sandbox.ReplyWhole:
	}
	return "" // whole
}

// A reply is what came of a query.
type reply struct {
	// anomaly is what was unusual.
	anomaly anomaly
	late    bool
	// asked are the questions that were put.
	asked []solver.Question
	edges feedback.Signature
	res   sandbox.Result
}

// query sends a text in parts and collects the answers.
func (s *session) query(ctx context.Context, q *query) reply {
	s.queries++
	s.log.add(q.set, q.text, q.undo)
	began := time.Now()
	var deadline time.Time
	if q.time > 0 {
		deadline = began.Add(q.time)
	}
	d := dialogue{session: s, query: q, ctx: ctx, deadline: deadline}
	s.counter.Clear() // of its start, of earlier queries, and of tidying up after them
	d.run()
	r := reply{anomaly: d.anomaly, late: d.late, asked: d.asked, edges: s.counter.Signature()}
	if d.late {
		r.anomaly = anomaly{}
	}
	// What it did to tidy up after the previous query counts here.
	r.res = sandbox.Result{
		Reason: sandbox.Exited, Stdout: d.out, Stderr: d.stderr, Wall: time.Since(began), SampledRSS: s.live.SampledRSS(),
	}
	if used, ok := s.live.CPU(); ok {
		r.res.CPU, s.used = used-s.used, used
	} else {
		r.res.CPU = r.res.Wall // all that is known
	}
	switch {
	case d.late:
		r.res.Reason, r.res.ExitCode = sandbox.TimedOut, -1
	case d.anomaly.what == outOfMemory:
		r.res.Reason, r.res.ExitCode = sandbox.OutOfMemory, -1
	case d.anomaly.what == itEnded:
		s.ended(&r)
	}
	return r
}

// ended records how a process that answered oddly ended, if it did.
func (s *session) ended(r *reply) {
	end, err := s.live.End()
	if err != nil || end.Reason == sandbox.Canceled {
		return
	}
	r.res.Reason, r.res.ExitCode, r.res.Signal = end.Reason, end.ExitCode, end.Signal
	r.anomaly.what = fmt.Sprintf("%s with status %d", itEnded, end.ExitCode)
	if end.Reason == sandbox.Signaled {
		r.anomaly.what = fmt.Sprintf("%s with signal %d", itEnded, end.Signal)
	}
}

// session returns what the process has read.
func (s *session) session() *solver.Session {
	return &solver.Session{Mode: s.class.mode, Command: s.class.argv, Texts: s.log.all()}
}

func (s *session) close() {
	s.live.Close()
	s.counter.Close()
}

// Bounds on a process's life, in addition to the number of its queries.
const (
	maxTranscript = 4 << 20
	maxGrowth     = 128 << 20
	growthEvery   = 64
)

// worn says why a process must not be asked again, "" when it may be.
func (s *session) worn(queries int) string {
	switch {
	case s.queries >= queries:
		return fmt.Sprintf("%d queries", queries)
	case s.log.size >= maxTranscript:
		return "much text"
	case s.queries != 1 && s.queries%growthEvery != 0:
		return ""
	}
	held := s.live.Resident()
	if s.queries == 1 {
		s.first = held
		return ""
	}
	if limit := s.class.memory; held > s.first+maxGrowth || limit > 0 && held > limit/2 && held > 2*s.first {
		return "more memory"
	}
	return ""
}

// firstLine splits off the first line of a text.
func firstLine(text []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(text, []byte("\n"))
	return bytes.TrimRight(line, " \t\r"), rest
}
