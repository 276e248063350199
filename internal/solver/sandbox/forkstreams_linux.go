package sandbox

import (
	"errors"
	"time"

	"golang.org/x/sys/unix"
)

// A forkStream is one stream of a child. It is read with plain system calls by the goroutine that waits for the child.
type forkStream struct {
	fd      int // -1 when it has ended
	max     int64
	kept    []byte
	dropped int64
	scratch []byte
}

// forkStreams are standard output and standard error.
type forkStreams [2]forkStream

// openStreams creates the streams of a child; theirs are the ends to write to.
func (f *Forks) openStreams() (s *forkStreams, theirs [2]int, err error) {
	limits := Command{MaxOutput: f.command.MaxOutput}
	s = &forkStreams{}
	for i := range s {
		var ends [2]int
		if err = unix.Pipe2(ends[:], unix.O_CLOEXEC); err == nil {
			s[i] = forkStream{fd: ends[0], max: limits.maxOutput(), scratch: f.scratch}
			theirs[i] = ends[1]
			err = unix.SetNonblock(ends[0], true)
		}
		if err != nil {
			for j := range i {
				_ = unix.Close(s[j].fd)
				_ = unix.Close(theirs[j])
			}
			return nil, theirs, err
		}
	}
	return s, theirs, nil
}

// interests are the streams to wait for; poll skips the descriptor -1.
func (s *forkStreams) interests(fds []unix.PollFd) {
	for i := range s {
		fds[i] = unix.PollFd{Fd: int32(s[i].fd), Events: unix.POLLIN}
	}
}

// read reads what has arrived.
func (s *forkStreams) read(fds []unix.PollFd) {
	for i := range s {
		if s[i].fd >= 0 && fds[i].Revents != 0 {
			s[i].read()
		}
	}
}

// read reads once, so that a flood cannot keep the caller from checking the clock.
func (s *forkStream) read() (more bool) {
	n, err := unix.Read(s.fd, s.scratch)
	switch {
	case errors.Is(err, unix.EINTR), errors.Is(err, unix.EAGAIN):
		return false
	case err != nil || n == 0:
		_ = unix.Close(s.fd)
		s.fd = -1
		return false
	}
	keep := min(int64(n), s.max-int64(len(s.kept)))
	s.kept = append(s.kept, s.scratch[:keep]...)
	s.dropped += int64(n) - keep
	return true
}

// drain reads the streams of an ended child to their end. A stray that holds them open is killed; if it outlives that, the streams are
// cut off.
func (s *forkStreams) drain(run uint64) {
	for round := range 2 {
		until := time.Now().Add(drainGrace)
		for {
			for i := range s {
				for s[i].fd >= 0 && s[i].read() && time.Now().Before(until) {
				}
			}
			left := time.Until(until)
			if s[0].fd < 0 && s[1].fd < 0 || left <= 0 {
				break
			}
			var fds [2]unix.PollFd
			s.interests(fds[:])
			if _, err := await(fds[:], left); err != nil {
				return
			}
		}
		if s[0].fd < 0 && s[1].fd < 0 {
			return
		}
		if round == 0 {
			keep.end(run)
			keep.sweep(false)
		}
	}
}

func (s *forkStreams) close() {
	for i := range s {
		if s[i].fd >= 0 {
			_ = unix.Close(s[i].fd)
			s[i].fd = -1
		}
	}
}
