package sandbox

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
)

// A Segment is memory that this process shares with those that are told its number: System V shared memory, as AFL uses it. It belongs to
// one goroutine at a time. Close releases it. When this process is killed, nothing of it is left behind on Linux, but it is on macOS.
type Segment struct {
	id int

	mu    sync.Mutex
	bytes []byte // nil when closed
}

// ErrNoSegment says that the system provides no shared memory.
var ErrNoSegment = errors.New("the system gives no shared memory")

// NewSegment returns a segment of size bytes, all zero. Errors are ErrNoSegment, wrapped with the reason.
func NewSegment(size int) (*Segment, error) {
	id, err := unix.SysvShmGet(unix.IPC_PRIVATE, size, unix.IPC_CREAT|0o600)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoSegment, err)
	}
	bytes, err := unix.SysvShmAttach(id, 0, 0)
	if err != nil || runtime.GOOS == "linux" {
		// On Linux other processes can attach it until the last one has detached it. So the kernel cleans up, however we end.
		_, _ = unix.SysvShmCtl(id, unix.IPC_RMID, nil)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoSegment, err)
	}
	return &Segment{id: id, bytes: bytes[:size]}, nil
}

// Number is the number by which a process attaches the segment.
func (s *Segment) Number() string { return strconv.Itoa(s.id) }

// Bytes is the memory, to which others may write at any time; nil after Close.
func (s *Segment) Bytes() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes
}

// Close releases the memory. It may be called again.
func (s *Segment) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bytes == nil {
		return
	}
	_ = unix.SysvShmDetach(s.bytes)
	s.bytes = nil
	if runtime.GOOS != "linux" {
		_, _ = unix.SysvShmCtl(s.id, unix.IPC_RMID, nil)
	}
}
