package sandbox

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Run makes the server copy itself and runs the copy, which reads the file as it is now, to its end, as the function Run does. After
// a *ForkError the server is no longer usable. Other errors are ErrUnkillable and *StartError, after which it is closed too.
func (f *Forks) Run(ctx context.Context, timeout time.Duration) (Result, error) {
	if ctx.Err() != nil {
		return Result{Reason: Canceled, ExitCode: -1}, nil
	}
	if f.closed {
		return Result{}, &ForkError{Reason: "the server has ended"}
	}
	run, ok := keep.begin()
	if !ok {
		return Result{Reason: Canceled, ExitCode: -1}, nil
	}
	res, err := f.run(ctx, timeout, run)
	keep.end(run)
	if err != nil {
		f.Close()
	}
	return res, err
}

func (f *Forks) run(ctx context.Context, timeout time.Duration, run uint64) (Result, error) {
	streams, theirs, err := f.openStreams()
	if err != nil {
		return Result{}, &StartError{Program: f.command.Argv[0], Err: err}
	}
	defer streams.close()
	began := time.Now()
	err = f.ask(forkRequest, run, theirs[0], theirs[1])
	for _, fd := range theirs {
		_ = unix.Close(fd)
	}
	if err != nil {
		return f.failed(&ForkError{Reason: "the server has ended", Err: err})
	}
	c := forkRun{
		Forks: f, ctx: ctx, streams: streams,
		watch: &memoryWatch{run: run, server: f.p.cmd.Process.Pid, limit: f.command.Memory},
	}
	if timeout > 0 {
		c.deadline = began.Add(timeout)
	}
	if c.watch.limit > 0 {
		c.sample = began.Add(c.watch.interval(0))
	}
	reply, ours, err := c.await()
	if err == nil && ours != 0 {
		reply, err = f.end()
	}
	ended := time.Now()
	if err != nil {
		return f.failed(err)
	}
	if ours != Canceled { // the output of a canceled run is not read
		streams.drain(run)
	}
	res := Result{Reason: Exited, ExitCode: -1, SampledRSS: c.watch.peak, Wall: ended.Sub(began),
		CPU: time.Duration(reply.CPU + reply.Own), MaxRSS: reply.RSS * maxRSSUnit,
		Stdout: streams[0].kept, StdoutDropped: streams[0].dropped, Stderr: streams[1].kept, StderrDropped: streams[1].dropped}
	res.end(syscall.WaitStatus(reply.Status), ours)
	return res, nil
}

// failed ends the server together with its child. The request counts as canceled when the whole program ends.
func (f *Forks) failed(err error) (Result, error) {
	f.Close()
	if f.shutDown() {
		return Result{Reason: Canceled, ExitCode: -1}, nil
	}
	return Result{}, err
}

// A forkRun is the wait for one child.
type forkRun struct {
	*Forks
	ctx      context.Context
	streams  *forkStreams
	watch    *memoryWatch
	deadline time.Time // zero for never
	sample   time.Time // of memory, the next one; zero for never
}

// await waits until the child ends, or until a limit requires its end; it then returns the reason.
func (c *forkRun) await() (forkReply, Reason, error) {
	var fds [3]unix.PollFd
	for {
		fds[0] = unix.PollFd{Fd: int32(c.control), Events: unix.POLLIN}
		c.streams.interests(fds[1:])
		ready, err := await(fds[:], c.patience())
		if err != nil {
			return forkReply{}, 0, &ForkError{Reason: "the server cannot be waited for", Err: err}
		}
		if ready {
			c.streams.read(fds[1:])
		}
		if ready && fds[0].Revents != 0 {
			reply, err := c.read()
			switch {
			case err != nil:
				return reply, 0, &ForkError{Reason: "the server has ended", Err: err}
			case reply.Kind != forkDone:
				return reply, 0, &ForkError{Reason: "the server cannot make a copy: " + reply.reason()}
			}
			return reply, 0, nil
		}
		if ours := c.over(); ours != 0 {
			return forkReply{}, ours, nil
		}
	}
}

// patience is how long to wait in one go.
func (c *forkRun) patience() time.Duration {
	most := forkSlice
	now := time.Now()
	for _, moment := range []time.Time{c.deadline, c.sample} {
		if !moment.IsZero() {
			most = min(most, moment.Sub(now))
		}
	}
	return max(most, 0)
}

// over says why the child has to end, 0 when it does not have to.
func (c *forkRun) over() Reason {
	now := time.Now()
	switch {
	case c.ctx.Err() != nil:
		return Canceled
	case !c.deadline.IsZero() && !now.Before(c.deadline):
		return TimedOut
	case c.sample.IsZero() || now.Before(c.sample):
		return 0
	}
	rss := c.watch.sample()
	if rss > c.watch.limit {
		return OutOfMemory
	}
	c.sample = time.Now().Add(c.watch.interval(rss))
	return 0
}

// end kills the child, and waits for its end.
func (f *Forks) end() (forkReply, error) {
	if err := f.ask(forkKill, 0); err != nil {
		return forkReply{}, &ForkError{Reason: "the server has ended", Err: err}
	}
	reply, err := f.receive(context.Background(), time.Now().Add(reapGrace))
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return reply, ErrUnkillable
	case err != nil || reply.Kind != forkDone:
		return reply, &ForkError{Reason: "the server has ended", Err: err}
	}
	return reply, nil
}
