package coverage

import (
	"context"
	"strings"
	"sync"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/feedback"
	"github.com/assay-smt/assay/smt/question"
)

// ByStatistics is a Feedback by the statistics that a stock solver prints. Runs must have been asked for them (trial.Bench.Statistics).
type ByStatistics struct {
	subject string
	told    solver.Statistic

	mu      sync.Mutex
	reader  *StatisticsReader
	skipped Skipped
}

// NewByStatistics returns the feedback of a solver. The error is ErrMute when its profile has none.
func NewByStatistics(s solver.Solver) (*ByStatistics, error) {
	p := s.Profile()
	if !p.Stats.Tells() {
		return nil, ErrMute
	}
	return &ByStatistics{
		subject: strings.TrimSpace("statistics " + p.Name + " " + s.Version()), told: p.Stats, reader: NewStatisticsReader(p.Stats.Noise),
	}, nil
}

// Subject implements Feedback.
func (f *ByStatistics) Subject() string { return f.subject }

// Observe implements Feedback. If statistics were asked for after several check-sats, the last ones count.
func (f *ByStatistics) Observe(_ context.Context, run *solver.Run) (feedback.Signature, error) {
	s, err := f.Read(run)
	return s.Signature(), err
}

// Read returns the statistics of a run.
func (f *ByStatistics) Read(run *solver.Run) (Statistics, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	out, skipped := f.reader.of(f.told, run)
	f.skipped.Noise += skipped.Noise
	f.skipped.Uncount += skipped.Uncount
	f.skipped.Excess += skipped.Excess
	if len(out) == 0 {
		return nil, ErrSilent
	}
	return out, nil
}

// of reads the statistics of a run as its solver tells them.
func (r *StatisticsReader) of(told solver.Statistic, run *solver.Run) (Statistics, Skipped) {
	if told.Command == "" {
		return r.ReadLines(string(run.Raw.Stdout) + "\n" + string(run.Raw.Stderr))
	}
	text := ""
	for _, returned := range run.Returns {
		if returned.Kind == question.Statistics {
			text = returned.Text
		}
	}
	return r.Read(text)
}

// Skipped is what was left out of everything observed.
func (f *ByStatistics) Skipped() Skipped {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.skipped
}
