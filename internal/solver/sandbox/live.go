package sandbox

import (
	"bytes"
	"context"
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// A Live is a process that stays alive between inputs. It is started, limited and ended in the same way as by Run; the caller's
// goroutine reads and writes its streams with plain system calls, so that an exchange costs some microseconds. It belongs to one
// goroutine at a time; Shutdown ends it from outside.
type Live struct {
	p            *process
	watch        *memoryWatch
	in, out, err int // our ends of the streams, which do not block; -1 when closed
	max          int64
	stdout       []byte // of the last exchange
	stderr       []byte
	poll         [3]unix.PollFd
}

// A ReplyState says how an exchange ended. The zero value is invalid.
type ReplyState uint8

// The states. After any but ReplyWhole, the process is no longer usable.
const (
	// ReplyWhole: the end marker has arrived.
	ReplyWhole ReplyState = iota + 1
	// ReplyEnded: the process closed a stream, or it is dead.
	ReplyEnded
	// ReplyLate: the time is over.
	ReplyLate
	// ReplyMemory: the process and its children held more memory than allowed.
	ReplyMemory
	// ReplyFlood: it wrote more than Command.MaxOutput to a stream.
	ReplyFlood
	// ReplyCanceled: the context ended.
	ReplyCanceled
)

// A Reply is what a process wrote during an exchange. Its texts are valid until the next one.
type Reply struct {
	State          ReplyState
	Stdout, Stderr []byte
}

// Start starts c as a process to exchange texts with. Timeout and Stdin play no part. Errors are ErrNoCommand, *StartError, and
// ErrShutdown.
func Start(c Command) (*Live, error) {
	if len(c.Argv) == 0 || c.Argv[0] == "" {
		return nil, ErrNoCommand
	}
	run, ok := keep.begin()
	if !ok {
		return nil, ErrShutdown
	}
	l, err := startLive(c, run)
	if err != nil {
		keep.end(run)
		return nil, err
	}
	if !keep.started(run, l.p) {
		l.p.kill()
	}
	go func() {
		l.p.reap()
		keep.end(run)
	}()
	return l, nil
}

func startLive(c Command, run uint64) (*Live, error) {
	var fds []int
	pipe := func(err *error) (r, w int) {
		if *err != nil {
			return -1, -1
		}
		if r, w, *err = openPipe(); *err == nil {
			fds = append(fds, r, w)
		}
		return r, w
	}
	var err error
	inR, inW := pipe(&err)
	outR, outW := pipe(&err)
	errR, errW := pipe(&err)
	for _, ours := range []int{inW, outR, errR} {
		if err == nil {
			err = unix.SetNonblock(ours, true)
		}
	}
	if err != nil {
		for _, fd := range fds {
			_ = unix.Close(fd)
		}
		return nil, &StartError{Program: c.Argv[0], Err: err}
	}
	theirs := [3]*os.File{os.NewFile(uintptr(inR), "stdin"), os.NewFile(uintptr(outW), "stdout"), os.NewFile(uintptr(errW), "stderr")}
	p, err := spawn(c, run, theirs[0], theirs[1], theirs[2])
	for _, f := range theirs {
		_ = f.Close()
	}
	l := &Live{p: p, in: inW, out: outR, err: errR, max: c.maxOutput()}
	if err != nil {
		l.closeStreams()
		return nil, err
	}
	l.watch = &memoryWatch{run: run, pgid: p.cmd.Process.Pid, limit: c.Memory}
	return l, nil
}

// CPU is the CPU time that the process has used so far, including all its threads but not its children; ok is false when the system
// does not say, or when the process has been reaped.
func (l *Live) CPU() (used time.Duration, ok bool) { return cpuOf(l.p.cmd.Process.Pid) }

// Resident is the resident memory of the process in bytes, without its children; 0 when it is gone.
func (l *Live) Resident() int64 { return residentOf(l.p.cmd.Process.Pid) }

// SampledRSS is the largest resident size in bytes of the process and its children that was seen during long exchanges.
func (l *Live) SampledRSS() int64 { return l.watch.peak }

// Began is when the process was started.
func (l *Live) Began() time.Time { return l.p.began }

// Send writes a short input and does not wait for anything. It returns false when the process does not accept it.
func (l *Live) Send(input []byte) bool {
	n, err := write(l.in, input)
	return err == nil && n == len(input)
}

// slice is how long an exchange waits at most before it checks whether its context has ended.
const slice = 50 * time.Millisecond

// Exchange writes an input and reads what the process writes until the end marker has come on standard output, anywhere,
// followed by a line feed, or until the deadline. It does not end the process.
func (l *Live) Exchange(ctx context.Context, input, end []byte, deadline time.Time) Reply {
	l.stdout, l.stderr = l.stdout[:0], l.stderr[:0]
	reply := func(s ReplyState) Reply {
		if l.in >= 0 && !l.read(l.err, &l.stderr) && s == ReplyWhole {
			s = ReplyEnded
		}
		return Reply{State: s, Stdout: l.stdout, Stderr: l.stderr}
	}
	if l.in < 0 {
		return reply(ReplyEnded)
	}
	w := waiting{deadline: deadline, sample: time.Now().Add(l.watch.interval(l.watch.peak))}
	seen := 0                // end does not begin before this offset
	early := len(input) == 0 // the end marker may already be there
	for {
		if len(input) > 0 {
			n, err := write(l.in, input)
			if err != nil {
				l.read(l.out, &l.stdout)
				return reply(ReplyEnded)
			}
			input = input[n:]
		}
		ready, err := 1, error(nil)
		if early {
			l.poll[0].Revents, l.poll[1].Revents = unix.POLLIN, 0
			early = false
		} else {
			ready, err = unix.Poll(l.interests(len(input) > 0), w.milliseconds())
		}
		switch {
		case err != nil && !errors.Is(err, unix.EINTR):
			return reply(ReplyEnded)
		case ready <= 0:
			if s := w.over(ctx, l.watch); s != 0 {
				return reply(s)
			}
			continue
		}
		open := l.take(l.poll[0].Revents != 0, l.poll[1].Revents != 0)
		if at := bytes.Index(l.stdout[seen:], end); at >= 0 {
			if bytes.IndexByte(l.stdout[seen+at:], '\n') >= 0 {
				return reply(ReplyWhole)
			}
			seen += at
		} else {
			seen = max(0, len(l.stdout)-len(end)+1)
		}
		switch {
		case int64(len(l.stdout)) > l.max || int64(len(l.stderr)) > l.max:
			return reply(ReplyFlood)
		case !open:
			return reply(ReplyEnded)
		}
		if s := w.hurry(ctx, l.watch); s != 0 {
			return reply(s)
		}
	}
}

// take reads what the streams that are ready hold, and reports whether both are still open.
func (l *Live) take(stdout, stderr bool) bool {
	open := !stderr || l.read(l.err, &l.stderr)
	// A process that ends closes both. The system looks at one after the other, and may see only the end of standard error.
	if stdout || !open {
		open = l.read(l.out, &l.stdout) && open
	}
	return open
}

// interests are the streams to wait for: the input only while there is more to write.
func (l *Live) interests(writing bool) []unix.PollFd {
	l.poll[0] = unix.PollFd{Fd: int32(l.out), Events: unix.POLLIN}
	l.poll[1] = unix.PollFd{Fd: int32(l.err), Events: unix.POLLIN}
	if !writing {
		return l.poll[:2]
	}
	l.poll[2] = unix.PollFd{Fd: int32(l.in), Events: unix.POLLOUT}
	return l.poll[:]
}

// waiting is the state of waiting in one exchange.
type waiting struct {
	deadline time.Time
	sample   time.Time // of memory, the next one
	rounds   int
}

// milliseconds is how long to wait in one go, at least one so that the loop does not spin.
func (w *waiting) milliseconds() int {
	now := time.Now()
	left := min(slice, w.sample.Sub(now))
	if !w.deadline.IsZero() {
		left = min(left, w.deadline.Sub(now))
	}
	return max(1, int((left+time.Millisecond-1)/time.Millisecond))
}

// over checks, after a wait without result, whether the exchange has to end; 0 when it does not.
func (w *waiting) over(ctx context.Context, m *memoryWatch) ReplyState {
	w.rounds++
	now := time.Now()
	switch {
	case ctx.Err() != nil:
		return ReplyCanceled
	case !w.deadline.IsZero() && !now.Before(w.deadline):
		return ReplyLate
	case now.Before(w.sample):
		return 0
	}
	var rss int64
	if m.limit > 0 || watchesFiles {
		rss = m.sample()
	}
	if m.limit > 0 && rss > m.limit {
		return ReplyMemory
	}
	w.sample = time.Now().Add(m.interval(rss))
	return 0
}

// hurryEvery is how many rounds pass between checks of the clock when a process writes all the time.
const hurryEvery = 64

// hurry is over for a process that never lets the exchange wait.
func (w *waiting) hurry(ctx context.Context, m *memoryWatch) ReplyState {
	if w.rounds++; w.rounds%hurryEvery != 0 {
		return 0
	}
	return w.over(ctx, m)
}

// read appends the available output of a stream to dst, in a flood only somewhat more than the maximum; it returns false when the
// stream has ended.
func (l *Live) read(fd int, dst *[]byte) bool {
	const room = 4 << 10
	for {
		buf := *dst
		if cap(buf)-len(buf) < room {
			grown := make([]byte, len(buf), 2*cap(buf)+4*room)
			copy(grown, buf)
			buf = grown
		}
		n, err := unix.Read(fd, buf[len(buf):cap(buf)])
		whole := n == cap(buf)-len(buf)
		*dst = buf[:len(buf)+max(n, 0)]
		switch {
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EAGAIN):
			return true
		case err != nil || n == 0:
			return false
		case !whole || int64(len(*dst)) > l.max:
			return true
		}
	}
}

// write writes as much as a pipe accepts.
func write(fd int, input []byte) (int, error) {
	for {
		n, err := unix.Write(fd, input)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case errors.Is(err, unix.EAGAIN):
			return 0, nil
		}
		return max(n, 0), err
	}
}

func (l *Live) closeStreams() {
	for _, fd := range []*int{&l.in, &l.out, &l.err} {
		if *fd >= 0 {
			_ = unix.Close(*fd)
		}
		*fd = -1
	}
}

// Close kills the process together with its group and does not wait for its end. It may be called again.
func (l *Live) Close() {
	l.p.kill()
	l.closeStreams()
}

// End kills the process together with its group, unless it is already dead, and says how it ended: Canceled when this call ended
// it. The result has no output. The error is ErrUnkillable or that of a failed wait.
func (l *Live) End() (Result, error) {
	// A process that closed its streams may be about to end by itself.
	select {
	case <-l.p.exited:
	case <-time.After(endGrace):
	}
	l.Close()
	if err := l.p.awaitExit(); err != nil {
		return Result{}, err
	}
	if l.p.waitErr != nil {
		return Result{}, l.p.waitErr
	}
	res := Result{Reason: Exited, ExitCode: -1, SampledRSS: l.watch.peak, Wall: l.p.ended.Sub(l.p.began)}
	l.p.account(&res, Canceled)
	return res, nil
}

// endGrace is how long a process may take to die after it closed its streams, before it is killed.
const endGrace = 20 * time.Millisecond
