package sandbox

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Forks is a fork server: a program that was started once and stopped where it would read its input. Each run is a copy of it
// that continues from there. A run is a process in a group of its own, under the same limits as those of Run and with its own
// mark. A Forks belongs to one goroutine at a time; Shutdown ends it from outside.
type Forks struct {
	p       *process
	command ForkCommand
	control int // our end of the control socket, which does not block
	printed string
	start   time.Duration
	closed  bool
	scratch []byte // what is read from a stream
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

// launchForks starts the program and returns our end of the pipe to which it writes.
func launchForks(c ForkCommand, run uint64) (*Forks, *os.File, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, &StartError{Program: c.Argv[0], Err: err}
	}
	theirs := os.NewFile(uintptr(pair[1]), "control")
	defer func() { _ = theirs.Close() }()
	var pipes pipeSet
	outR, outW := pipes.open()
	cmd := newCmd(c.Argv, c.Dir)
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
		_ = unix.Close(pair[0])
		return nil, nil, &StartError{Program: c.Argv[0], Err: err}
	}
	_ = outW.Close()
	limit(cmd.Process.Pid, cmd.Path, Command{Memory: c.Memory})
	p := &process{run: run, forks: true, cmd: cmd, began: began, exited: make(chan struct{})}
	return &Forks{p: p, command: c, control: pair[0], scratch: make([]byte, 64<<10)}, outR, nil
}

// environment is the caller's environment with what the shim needs to know.
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
	reply, err := f.receive(ctx, time.Now().Add(within))
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

// forkSlice is how long to wait at most before checking whether a context has ended.
const forkSlice = 50 * time.Millisecond

// receive waits for a message. The error is os.ErrDeadlineExceeded, what ctx ended with, or that of the socket.
func (f *Forks) receive(ctx context.Context, deadline time.Time) (forkReply, error) {
	for {
		if err := ctx.Err(); err != nil {
			return forkReply{}, err
		}
		now := time.Now()
		if !now.Before(deadline) {
			return forkReply{}, os.ErrDeadlineExceeded
		}
		ready, err := await([]unix.PollFd{{Fd: int32(f.control), Events: unix.POLLIN}}, min(forkSlice, deadline.Sub(now)))
		if err != nil {
			return forkReply{}, err
		}
		if ready {
			return f.read()
		}
	}
}

// await waits until there is something to read.
func await(fds []unix.PollFd, most time.Duration) (ready bool, err error) {
	n, err := unix.Poll(fds, int((most+time.Millisecond-1)/time.Millisecond))
	if errors.Is(err, unix.EINTR) {
		return false, nil
	}
	return n > 0, err
}

// read reads a message that has arrived.
func (f *Forks) read() (forkReply, error) {
	var r forkReply
	buf := unsafe.Slice((*byte)(unsafe.Pointer(&r)), unsafe.Sizeof(r))
	for {
		n, err := unix.Read(f.control, buf)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err == nil && n == 0:
			err = io.EOF
		case err == nil && n != len(buf):
			err = fmt.Errorf("a message of %d bytes", n)
		}
		return r, err
	}
}

// ask sends a message, with or without descriptors.
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
		err := unix.Sendmsg(f.control, buf, rights, nil, unix.MSG_NOSIGNAL)
		if !errors.Is(err, unix.EINTR) {
			return err
		}
	}
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

// Close kills the server together with its child. It may be called again.
func (f *Forks) Close() {
	if f.closed {
		return
	}
	f.closed = true
	f.p.kill()
	_ = unix.Close(f.control)
	_ = f.p.awaitExit()
}
