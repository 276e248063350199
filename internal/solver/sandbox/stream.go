package sandbox

import (
	"os"
	"time"
)

// pipeSet opens pipes and remembers the first failure.
type pipeSet struct {
	files []*os.File
	err   error
}

func (s *pipeSet) open() (r, w *os.File) {
	if s.err != nil {
		return nil, nil
	}
	r, w, s.err = os.Pipe()
	if s.err == nil {
		s.files = append(s.files, r, w)
	}
	return r, w
}

func (s *pipeSet) closeAll() {
	for _, f := range s.files {
		_ = f.Close()
	}
}

// A collector reads one stream to its end, keeps the first bytes and counts the rest.
type collector struct {
	from    *os.File
	done    chan struct{}
	kept    []byte // valid after done
	dropped int64  // valid after done
}

func collect(from *os.File, max int64) *collector {
	c := &collector{from: from, done: make(chan struct{})}
	go c.read(max)
	return c
}

func (c *collector) read(max int64) {
	defer close(c.done)
	defer func() { _ = c.from.Close() }() // nothing is lost
	kept := make([]byte, 0, min(max, 512))
	for int64(len(kept)) < max {
		if len(kept) == cap(kept) {
			// Grow as append does, but never beyond the maximum.
			grown := make([]byte, len(kept), min(max, 2*int64(cap(kept))))
			copy(grown, kept)
			kept = grown
		}
		n, err := c.from.Read(kept[len(kept):cap(kept)])
		kept = kept[:len(kept)+n]
		if err != nil {
			c.kept = kept
			return
		}
	}
	c.kept = kept
	scratch := make([]byte, 64<<10)
	for {
		n, err := c.from.Read(scratch)
		c.dropped += int64(n)
		if err != nil {
			return
		}
	}
}

// cutOff makes a pending read fail after d.
func (c *collector) cutOff(d time.Duration) { _ = c.from.SetReadDeadline(time.Now().Add(d)) }

// finish waits for the end of the stream, but not beyond the given moment.
func (c *collector) finish(until time.Time) ([]byte, int64) {
	select {
	case <-c.done:
	default:
		_ = c.from.SetReadDeadline(until)
		<-c.done
	}
	return c.kept, c.dropped
}
