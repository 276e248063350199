package sandbox

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Forks is a fork server: a program that was started once and stopped where it would read its input, and of which each run is a
// copy that goes on from there. A run is a process in a group of its own, under the same limits as those of Run and with a
// mark of its own. It belongs to one goroutine at a time; Shutdown ends it from outside.
type Forks struct {
	p       *process
	command ForkCommand
	socket  int      // the control socket; control is the same
	control *os.File // for reading with a deadline
	printed string
	start   time.Duration
	closed  bool
}

// The messages of shim/forks.c.
const (
	forkReady int32 = iota + 1
	forkRefused
	forkRequest
	forkKill
	forkDone
)

type forkAsk struct {
	Kind int32
	Mark [20]byte
}

type forkReply struct {
	Kind, PID, Status, _ int32
	CPU, Own             int64 // nanoseconds
	RSS                  int64 // kilobytes
	Reason               [96]byte
}

// controlFD is the number of the control socket in the server: the first one that os/exec gives out.
const controlFD = 3

// StartForks starts a program and waits until it can fork. Errors are ErrNoCommand, *StartError, *ForkError, and what ctx ended with.
func StartForks(ctx context.Context, c ForkCommand) (*Forks, error) {
	if len(c.Argv) == 0 || c.Argv[0] == "" {
		return nil, ErrNoCommand
	}
	run, ok := keep.begin()
	if !ok {
		return nil, &ForkError{Reason: "the program ends"}
	}
	f, out, err := launchForks(c, run)
	if err != nil {
		keep.end(run)
		return nil, err
	}
	if !keep.started(run, f.p) {
		f.p.kill()
	}
	go func() {
		f.p.reap()
		keep.end(run)
	}()
	err = f.awaitReady(ctx, out)
	_ = out.Close()
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// launchForks starts the program and returns the end of the pipe to which it writes.
func launchForks(c ForkCommand, run uint64) (*Forks, *os.File, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, &StartError{Program: c.Argv[0], Err: err}
	}
	_ = unix.SetNonblock(pair[0], true)
	ours, theirs := os.NewFile(uintptr(pair[0]), "control"), os.NewFile(uintptr(pair[1]), "control")
	defer func() { _ = theirs.Close() }()
	var pipes pipeSet
	outR, outW := pipes.open()
	cmd := exec.Command(c.Argv[0], c.Argv[1:]...)
	cmd.Dir = c.Dir
	cmd.Env = c.environment(run)
	cmd.SysProcAttr = ownGroup()
	cmd.Stdout, cmd.Stderr = outW, outW
	cmd.ExtraFiles = []*os.File{theirs}
	began := time.Now()
	if err = pipes.err; err == nil {
		err = cmd.Start()
	}
	if err != nil {
		pipes.closeAll()
		_ = ours.Close()
		return nil, nil, &StartError{Program: c.Argv[0], Err: err}
	}
	_ = outW.Close()
	limit(cmd.Process.Pid, c.Memory)
	p := &process{run: run, forks: true, cmd: cmd, began: began, exited: make(chan struct{})}
	return &Forks{p: p, command: c, socket: pair[0], control: ours}, outR, nil
}

// environment is the caller's with what the shim wants to know.
func (c ForkCommand) environment(run uint64) []string {
	preload := c.Shim
	var env []string
	for _, entry := range os.Environ() {
		if others, found := strings.CutPrefix(entry, "LD_PRELOAD="); found {
			if others != "" {
				preload += ":" + others
			}
			continue
		}
		env = append(env, entry)
	}
	env = append(env, "LD_PRELOAD="+preload, fmt.Sprintf("ASSAY_FORKS=%d", controlFD), "ASSAY_FORKS_FILE="+c.File)
	if c.Head != "" {
		env = append(env, "ASSAY_FORKS_HEAD="+c.Head)
	}
	return append(env, mark(run))
}

// awaitReady waits until the server can fork, and keeps what it has written until then.
func (f *Forks) awaitReady(ctx context.Context, out *os.File) error {
	within := f.command.Within
	if within <= 0 {
		within = DefaultForkStart
	}
	stop := f.interruptible(ctx)
	reply, err := f.receive(ctx, time.Now().Add(within))
	stop()
	text := make([]byte, maxHeadOutput)
	_ = out.SetReadDeadline(time.Now().Add(time.Millisecond)) // it has been written by now
	n := 0
	for n < len(text) {
		more, err := out.Read(text[n:])
		n += more
		if err != nil {
			break
		}
	}
	f.printed = string(text[:n])
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return &ForkError{Reason: fmt.Sprintf("it did not open its input within %v", within)}
	case err != nil:
		line, _, _ := strings.Cut(strings.TrimSpace(f.printed), "\n")
		if line == "" {
			return &ForkError{Refused: true, Reason: "it ended without opening its input in a way that can be seen"}
		}
		return &ForkError{Refused: true, Reason: "it ended without opening its input in a way that can be seen, and printed: " + line}
	case reply.Kind == forkRefused:
		return &ForkError{Refused: true, Reason: reply.reason()}
	case reply.Kind != forkReady:
		return &ForkError{Reason: fmt.Sprintf("it sent message %d instead of its readiness", reply.Kind)}
	case int(reply.PID) != f.p.cmd.Process.Pid:
		return &ForkError{Refused: true, Reason: "it opens its input in another process"}
	}
	f.start = time.Duration(reply.Own)
	return nil
}

// Printed is what the program wrote before its first fork.
func (f *Forks) Printed() string { return f.printed }

// Start is the CPU time that the program had used when it could fork.
func (f *Forks) Start() time.Duration { return f.start }

// interruptible has the end of a context end a receive, until stop is called.
func (f *Forks) interruptible(ctx context.Context) (stop func()) {
	done := make(chan struct{})
	cancel := context.AfterFunc(ctx, func() {
		_ = f.control.SetReadDeadline(time.Unix(1, 0))
		close(done)
	})
	return sync.OnceFunc(func() {
		if !cancel() {
			<-done // or it would spoil the deadline of somebody else
		}
	})
}

// receive waits for a message. The zero time means no deadline.
func (f *Forks) receive(ctx context.Context, deadline time.Time) (forkReply, error) {
	var r forkReply
	_ = f.control.SetReadDeadline(deadline)
	if ctx.Err() != nil {
		return r, context.Cause(ctx) // before, or its own deadline was overwritten
	}
	buf := unsafe.Slice((*byte)(unsafe.Pointer(&r)), unsafe.Sizeof(r))
	n, err := f.control.Read(buf)
	if err == nil && n != len(buf) {
		err = fmt.Errorf("a message of %d bytes", n)
	}
	return r, err
}

// ask sends a message, with descriptors or without.
func (f *Forks) ask(kind int32, run uint64, fds ...int) error {
	q := forkAsk{Kind: kind}
	copy(q.Mark[:], markNumber(run))
	buf := make([]byte, 0, 24)
	buf = binary.NativeEndian.AppendUint32(buf, uint32(q.Kind))
	buf = append(buf, q.Mark[:]...)
	var rights []byte
	if len(fds) > 0 {
		rights = unix.UnixRights(fds...)
	}
	for {
		err := unix.Sendmsg(f.socket, buf, rights, nil, unix.MSG_NOSIGNAL)
		if !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// Run has the server make a copy of itself, which reads the file as it is now, and runs it to its end as the function Run does.
// After a *ForkError the server is of no use any more. Other errors are ErrUnkillable and *StartError, behind which it is closed too.
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
	var pipes pipeSet
	outR, outW := pipes.open()
	errR, errW := pipes.open()
	if pipes.err != nil {
		pipes.closeAll()
		return Result{}, &StartError{Program: f.command.Argv[0], Err: pipes.err}
	}
	began := time.Now()
	// Fd makes the ends of the pipes block, as the child expects.
	if err := f.ask(forkRequest, run, int(outW.Fd()), int(errW.Fd())); err != nil {
		pipes.closeAll()
		return Result{}, &ForkError{Reason: "the server has ended", Err: err}
	}
	_ = outW.Close()
	_ = errW.Close()
	limits := Command{MaxOutput: f.command.MaxOutput}
	out, errs := collect(outR, limits.maxOutput()), collect(errR, limits.maxOutput())

	watch := &memoryWatch{run: run, server: f.p.cmd.Process.Pid, limit: f.command.Memory}
	stop := f.interruptible(ctx)
	reply, ours, err := f.await(ctx, watch, began, timeout)
	stop()
	if err == nil && ours != 0 {
		reply, err = f.end()
	}
	ended := time.Now()
	if err != nil {
		f.Close() // the child ends with it
		out.cutOff(0)
		errs.cutOff(0)
		if f.shutDown() {
			return Result{Reason: Canceled, ExitCode: -1}, nil
		}
		return Result{}, err
	}
	drain(run, ours, out, errs)
	grace := time.Now()
	res := Result{Reason: Exited, ExitCode: -1, SampledRSS: watch.peak, Wall: ended.Sub(began),
		CPU: time.Duration(reply.CPU + reply.Own), MaxRSS: reply.RSS * maxRSSUnit}
	res.Stdout, res.StdoutDropped = out.finish(grace)
	res.Stderr, res.StderrDropped = errs.finish(grace)
	res.end(syscall.WaitStatus(reply.Status), ours)
	return res, nil
}

// await waits for the end of the child, or for the moment at which a limit says that it has to end, and why.
func (f *Forks) await(ctx context.Context, watch *memoryWatch, began time.Time, timeout time.Duration) (forkReply, Reason, error) {
	var last time.Time
	if timeout > 0 {
		last = began.Add(timeout)
	}
	var sample time.Time
	if watch.limit > 0 {
		sample = began.Add(watch.interval(0))
	}
	for {
		reply, err := f.receive(ctx, earlier(last, sample))
		now := time.Now()
		var ours Reason
		switch {
		case err == nil && reply.Kind == forkDone:
			return reply, 0, nil
		case err == nil:
			return reply, 0, &ForkError{Reason: "the server cannot make a copy: " + reply.reason()}
		case ctx.Err() != nil:
			ours = Canceled
		case !errors.Is(err, os.ErrDeadlineExceeded):
			return reply, 0, &ForkError{Reason: "the server has ended", Err: err}
		case !last.IsZero() && !now.Before(last):
			ours = TimedOut
		default:
			rss := watch.sample()
			if rss <= watch.limit {
				sample = time.Now().Add(watch.interval(rss))
				continue
			}
			ours = OutOfMemory
		}
		return reply, ours, nil
	}
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

// earlier returns the earlier of two moments, of which zero ones are never.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

func (r *forkReply) reason() string {
	text, _, _ := strings.Cut(string(r.Reason[:]), "\x00")
	return text
}

// shutDown reports whether the program ends.
func (f *Forks) shutDown() bool {
	keep.mu.Lock()
	defer keep.mu.Unlock()
	return keep.closed
}

// Close kills the server with its child. It may be called again.
func (f *Forks) Close() {
	if f.closed {
		return
	}
	f.closed = true
	f.p.kill()
	_ = f.control.Close()
	_ = f.p.awaitExit()
}
