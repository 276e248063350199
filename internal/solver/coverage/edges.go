package coverage

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/feedback"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// Sizes of the memory in which a program counts edges, in bytes.
const (
	// DefaultMap is AFL's size, and enough for programs compiled by AFL in its classic way.
	DefaultMap = 64 << 10
	// MaxMap is the largest size. AFL++ numbers the edges of a program without collisions, and large solvers have more than 65,536:
	// such a program reports how many when its counter is too small.
	MaxMap = 16 << 20
)

// Edges makes programs count the edges of their code that they take: those compiled with afl-clang-fast, afl-gcc-fast, or
// with -fsanitize-coverage and the runtime in internal/solver/coverage/runtime/edges.c. Safe for concurrent use.
type Edges struct{ size int }

// NewEdges returns counters of the given number of bytes each, 0 for DefaultMap.
func NewEdges(size int) (*Edges, error) {
	if size == 0 {
		size = DefaultMap
	}
	if size < 8 || size > MaxMap || size&(size-1) != 0 {
		return nil, fmt.Errorf("a map of edges cannot have %d bytes: give a power of two up to %d", size, MaxMap)
	}
	return &Edges{size}, nil
}

// Size is the number of bytes of a counter.
func (e *Edges) Size() int { return e.size }

// Counter returns a new counter for one process. Errors wrap sandbox.ErrNoSegment.
func (e *Edges) Counter() (*Counter, error) {
	s, err := sandbox.NewSegment(e.size)
	if err != nil {
		return nil, err
	}
	return &Counter{segment: s, size: e.size}, nil
}

// A Counter is the memory in which a process counts. It belongs to one goroutine at a time. A nil Counter counts nothing.
type Counter struct {
	segment *sandbox.Segment
	size    int
}

// Vars are the variables by which a process finds the counter.
func (c *Counter) Vars() []string {
	return []string{"__AFL_SHM_ID=" + c.segment.Number(), "AFL_MAP_SIZE=" + strconv.Itoa(c.size)}
}

// Clear sets all counts to 0. A reused process continues counting from there.
func (c *Counter) Clear() {
	if c != nil {
		clear(c.segment.Bytes())
	}
}

// Signature is what was counted so far, with the number of each edge as its key. A count is one byte that wraps around, as in AFL.
func (c *Counter) Signature() feedback.Signature {
	if c == nil {
		return feedback.Signature{}
	}
	return feedback.Of(c.counts())
}

// counts yields the edges that were taken.
func (c *Counter) counts() iter.Seq2[string, uint64] {
	return func(yield func(string, uint64) bool) {
		var name [8]byte
		for i, n := range c.segment.Bytes() {
			if n == 0 {
				continue
			}
			for at, rest := len(name)-1, i; at >= 0; at, rest = at-1, rest>>4 {
				name[at] = "0123456789abcdef"[rest&15]
			}
			if !yield(string(name[2:]), uint64(n)) {
				return
			}
		}
	}
}

// Close releases the memory. The process may stay alive.
func (c *Counter) Close() {
	if c != nil {
		c.segment.Close()
	}
}

// ByEdges is a Feedback by the edges of the solver's code. Runs must have been made with counting: by trial.Process or a
// living.Runner with Edges.
type ByEdges struct{ subject string }

// NewByEdges returns the feedback of one program: another build of the same version numbers its edges differently, so the program is
// identified by its path.
func NewByEdges(s solver.Solver) ByEdges {
	return ByEdges{strings.TrimSpace("edges " + s.Profile().Name + " " + s.Version() + " " + s.Path())}
}

// Subject implements Feedback.
func (f ByEdges) Subject() string { return f.subject }

// Observe implements Feedback. A program that was not compiled for this takes no edges: ErrSilent.
func (f ByEdges) Observe(_ context.Context, run *solver.Run) (feedback.Signature, error) {
	if run.Edges.Len() == 0 {
		return feedback.Signature{}, ErrSilent
	}
	return run.Edges, nil
}
