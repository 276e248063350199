package coverage

import (
	"context"
	"sync"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/feedback"
)

// ByLines is a Feedback by gcov's counts, for measuring: it takes a run of gcov for each object. There can be only one at a time for a
// build, since all its processes count into the same files: Observe gives what was counted since the previous Observe, or since
// NewByLines, and no other run may be under way.
type ByLines struct {
	gcov Gcov
	mu   sync.Mutex
}

// NewByLines returns the feedback of a build, and removes what it has counted.
func NewByLines(g Gcov) (*ByLines, error) {
	if _, err := g.Objects(); err != nil {
		return nil, err
	}
	_, err := g.Reset()
	return &ByLines{gcov: g}, err
}

// Subject implements Feedback.
func (f *ByLines) Subject() string { return "lines " + f.gcov.Dir }

// Observe implements Feedback.
func (f *ByLines) Observe(ctx context.Context, _ *solver.Run) (feedback.Signature, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	l, err := f.gcov.ReadAll(ctx)
	if err == nil {
		_, err = f.gcov.Reset()
	}
	if err != nil {
		return feedback.Signature{}, err
	}
	s := l.Signature()
	if s.Len() == 0 {
		return s, ErrSilent
	}
	return s, nil
}

// ReadAll returns what was counted for all objects, one after the other.
func (g *Gcov) ReadAll(ctx context.Context) (*Lines, error) {
	all, err := g.Objects()
	if err != nil {
		return nil, err
	}
	l := &Lines{}
	for _, object := range all {
		if err := g.Read(ctx, object, l); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// All kinds implement one interface.
var _ = [...]Feedback{(*ByStatistics)(nil), ByEdges{}, (*ByLines)(nil)}
