package sandbox

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"
)

// drainGrace is how long the streams may stay open once the whole group has been killed. A pipe held open
// longer belongs to a process that left the group, which is then swept; after the same time again the pipe is
// cut off.
const drainGrace = 300 * time.Millisecond

// reapGrace bounds the wait for a killed process. Only one that hangs inside the kernel
// (a dead network file system, for instance) survives SIGKILL that long. At the lowest
// priority beside busy programs, ten seconds are not enough: ending takes CPU time too.
const reapGrace = 2 * time.Minute

// ErrUnkillable is returned when a process outlives SIGKILL for many seconds.
var ErrUnkillable = errors.New("process does not end although it was killed")

// Run runs c to its end and reports on it. An error means that there was no proper run
// (*StartError, ErrNoCommand, ErrUnkillable, a failed wait); everything the process
// itself did, or that a limit did to it, is in the Result.
//
// Whatever ends the run ends the whole process group with SIGKILL, including the normal exit of the first
// process. A process that left the group is a stray: this process becomes its parent, as a child subreaper,
// recognises it by the variable ASSAY_RUN in its environment, and kills it within a quarter of a second or at
// the next end of a run, at the latest in Shutdown. A stray that changed its environment is killed when all
// runs that were under way when it was first seen have ended.
//
// Out of reach are: everything but the first process when the caller's process is killed with SIGKILL (the
// kernel then kills the first one); a process that another service or namespace has adopted or started on a
// solver's behalf; strays without the variable that moved into the caller's process group, until Shutdown;
// and strays without the variable when the caller had children before its first run, since they may belong to
// others.
//
// Memory is enforced twice. The actual limit is a watch over the memory of the group, which samples only as
// often as memory could have grown. In addition, RLIMIT_DATA caps what each process maps writable at somewhat
// more than twice the limit, which stops an allocation that is faster than any watch. It is not the limit
// itself: allocators map more than they use, and a program that meets a hard limit usually crashes, which
// would look like a defect. It is not RLIMIT_AS because managed runtimes reserve address space by the gigabyte
// without ever using it. Programs with a sanitizer that does the same in writable memory have the watch alone.
//
// All of this applies to Linux. macOS has no way to limit a started process, to adopt it, or to bind it to
// its parent's life. There is only the watch, which also counts what a process wrote to files; strays are
// found only by their mark, among the processes of this user; and no process of a run is ended when the
// caller's process is killed with SIGKILL. docs/explanation/architecture.md has the table.
//
// Run is safe for concurrent use. It keeps at most MaxOutput bytes per stream, however
// much comes.
func Run(ctx context.Context, c Command) (Result, error) { return runWatched(ctx, c, nil) }

// runWatched is Run with a watcher that is given the process when it has started, and is called again when it has ended; it may be
// nil.
func runWatched(ctx context.Context, c Command, begun func(p *process) (end func())) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{Reason: Canceled, ExitCode: -1}, nil
	}
	if len(c.Argv) == 0 || c.Argv[0] == "" {
		return Result{}, ErrNoCommand
	}
	run, ok := keep.begin()
	if !ok {
		return Result{Reason: Canceled, ExitCode: -1}, nil
	}
	p, err := start(c, run)
	if err != nil {
		keep.end(run)
		return Result{}, err
	}
	if !keep.started(run, p) {
		p.kill()
	}
	go func() {
		<-p.exited
		keep.end(run)
	}()
	if begun != nil {
		defer begun(p)()
	}
	return p.supervise(ctx, c)
}

// A process is a started group leader with its streams. Live and Run share it.
type process struct {
	run            uint64 // its number
	forks          bool   // it is a fork server
	cmd            *exec.Cmd
	began          time.Time
	stdin          *os.File      // our end; nil when the process has nothing to read
	stdout, stderr *collector    // of Run
	exited         chan struct{} // closed when the leader is dead and reaped
	ended          time.Time     // valid after exited
	waitErr        error         // valid after exited

	mu     sync.Mutex
	reaped bool // under mu: from now on the group id may belong to another process
}

// start starts c with streams that are read and written all the time.
func start(c Command, run uint64) (*process, error) {
	// The pipes are created here, and not by os/exec, so that Wait does not wait for them: a surviving
	// grandchild may hold them open forever.
	var pipes pipeSet
	outR, outW := pipes.open()
	errR, errW := pipes.open()
	var inR, inW *os.File
	if len(c.Stdin) > 0 {
		inR, inW = pipes.open()
	}
	if pipes.err != nil {
		pipes.closeAll()
		return nil, &StartError{Program: c.Argv[0], Err: pipes.err}
	}
	p, err := spawn(c, run, inR, outW, errW)
	if err != nil {
		pipes.closeAll()
		return nil, err
	}
	_ = outW.Close()
	_ = errW.Close()
	p.stdout, p.stderr = collect(outR, c.maxOutput()), collect(errR, c.maxOutput())
	if inW != nil {
		_ = inR.Close()
		p.stdin = inW
		go feed(inW, c.Stdin)
	}
	go p.reap()
	return p, nil
}

// spawn starts c with the given ends of streams, which stay open here; without stdin, the process reads end of file. The caller
// reaps it.
func spawn(c Command, run uint64, stdin, stdout, stderr *os.File) (*process, error) {
	cmd := newCmd(c.Argv, c.Dir)
	env := c.Env
	if env == nil {
		env = os.Environ()
	}
	cmd.Env = append(slices.Concat(env, c.Vars), mark(run))
	cmd.SysProcAttr = ownGroup()
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if stdin != nil {
		cmd.Stdin = stdin
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, &StartError{Program: c.Argv[0], Err: err}
	}
	limit(cmd.Process.Pid, cmd.Path, c)
	return &process{run: run, cmd: cmd, began: began, exited: make(chan struct{})}, nil
}

// feed writes the input. Closing w ends a write whose data is never read.
func feed(w *os.File, input []byte) {
	_, _ = w.Write(input)
	_ = w.Close()
}

// reap waits for the leader, kills what is left of its group while the dead leader
// still holds the group's id, and only then lets the id go.
func (p *process) reap() {
	defer close(p.exited)
	pid := p.cmd.Process.Pid
	awaitDeath(pid)
	p.ended = time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = syscall.Kill(-pid, syscall.SIGKILL)
	err := p.cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		p.waitErr = err
	}
	p.reaped = true
}

// kill ends the whole group. It does nothing once the leader is reaped.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	}
}

// supervise waits for the end of the process, and ends it at a limit.
func (p *process) supervise(ctx context.Context, c Command) (Result, error) {
	var deadline <-chan time.Time
	if c.Timeout > 0 {
		t := time.NewTimer(c.Timeout)
		defer t.Stop()
		deadline = t.C
	}
	watch := newMemoryWatch(p, c)
	defer watch.stop()

	var ours Reason
	for waiting := true; waiting; {
		select {
		case <-p.exited:
			waiting = false
		case <-ctx.Done():
			ours, waiting = Canceled, false
		case <-deadline:
			ours, waiting = TimedOut, false
		case <-watch.tick():
			if watch.exceeded() {
				ours, waiting = OutOfMemory, false
			}
		}
	}
	if ours != 0 {
		p.kill()
	}
	err := p.awaitExit()
	if p.stdin != nil {
		_ = p.stdin.Close()
	}
	if err != nil {
		p.stdout.cutOff(0)
		p.stderr.cutOff(0)
		return Result{}, err
	}
	drain(p.run, ours, p.stdout, p.stderr)
	grace := time.Now() // what still holds the streams does not end
	res := Result{Reason: Exited, ExitCode: -1, SampledRSS: watch.peak, Wall: p.ended.Sub(p.began)}
	res.Stdout, res.StdoutDropped = p.stdout.finish(grace)
	res.Stderr, res.StderrDropped = p.stderr.finish(grace)
	if p.waitErr != nil {
		return Result{}, p.waitErr
	}
	p.account(&res, ours)
	return res, nil
}

// drain waits until the streams of a run whose leader has been reaped have ended. A stray that holds them is killed. The output of
// a canceled run is not read.
func drain(run uint64, ours Reason, streams ...*collector) {
	if ours == Canceled {
		return
	}
	t := time.NewTimer(drainGrace)
	defer t.Stop()
	for round := range 2 {
		for _, c := range streams {
			select {
			case <-c.done:
				continue
			case <-t.C:
			}
			if round == 0 {
				keep.end(run)
				keep.sweep(false)
				t.Reset(drainGrace)
			}
			break
		}
	}
}

func (p *process) awaitExit() error {
	select {
	case <-p.exited:
		return nil
	default:
	}
	t := time.NewTimer(reapGrace)
	defer t.Stop()
	select {
	case <-p.exited:
		return nil
	case <-t.C:
		return ErrUnkillable
	}
}

// account fills in how the process ended and what it used.
func (p *process) account(res *Result, ours Reason) {
	state := p.cmd.ProcessState
	res.CPU = state.UserTime() + state.SystemTime()
	if ru, ok := state.SysUsage().(*syscall.Rusage); ok {
		res.MaxRSS = int64(ru.Maxrss) * maxRSSUnit
	}
	if ws, ok := state.Sys().(syscall.WaitStatus); ok {
		res.end(ws, ours)
	} else {
		res.ExitCode = state.ExitCode()
	}
}

// end fills in how a process ended; ours is the reason for which we killed it, 0 if we did not.
func (r *Result) end(ws syscall.WaitStatus, ours Reason) {
	switch {
	case ws.Signaled() && ours != 0 && ws.Signal() == syscall.SIGKILL:
		r.Reason = ours
	case ws.Signaled():
		// This also applies when a limit was reached: the process died by itself just before.
		r.Reason, r.Signal = Signaled, ws.Signal()
	default:
		r.ExitCode = ws.ExitStatus()
	}
}
