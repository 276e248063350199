package coverage

import (
	"context"
	"errors"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// A Observer is how the runs of one target are observed. The zero Observer sees nothing.
type Observer struct {
	// Feedback observes the runs, nil for none.
	Feedback Feedback
	// Statistics says that runs must be asked for statistics: trial.Bench.Statistics.
	Statistics bool
	// Edges are the counters that runs need, large enough for the program: trial.Process.Edges and living.Config.Edges. For
	// several targets, the largest size suffices for all.
	Edges *Edges
	// Why says why nothing is seen, "" when something is.
	Why string
}

// probeTime bounds the run that shows whether a program counts edges. It begins with the program's start.
const probeTime = 10 * time.Second

// Of returns the sight of a target: its statistics if its profile has them, else its edges if a run of its profile's probe takes some. The
// probe's file is written into dir. It is not an error if nothing is seen; errors are those of the file, *solver.UnusableError, and what
// ctx ended with.
func Of(ctx context.Context, target solver.Target, dir *disk.Scratch) (Observer, error) {
	if f, err := NewByStatistics(target.Solver); err == nil {
		return Observer{Feedback: f, Statistics: true}, nil
	}
	return inCode(ctx, target, dir)
}

// OfCode is Of for those who would rather see the code than statistics: edges if the program counts any, else statistics.
func OfCode(ctx context.Context, target solver.Target, dir *disk.Scratch) (Observer, error) {
	code, err := inCode(ctx, target, dir)
	if err != nil || code.Edges != nil {
		return code, err
	}
	return Of(ctx, target, dir)
}

// inCode is the sight of a target's edges.
func inCode(ctx context.Context, target solver.Target, dir *disk.Scratch) (Observer, error) {
	p := target.Profile()
	if p.Probe.Script == "" {
		return Observer{Why: "its profile has no table [statistics], and none [probe] that could show whether it counts edges"}, nil
	}
	name := "edges-" + p.Name + ".smt2"
	if _, err := dir.Write(name, []byte(p.Probe.Script)); err != nil {
		return Observer{}, err
	}
	defer dir.Remove(name)
	// An AFL++ program with more edges than its counter has room for ends at once. A program that is not instrumented is unaffected.
	for size := DefaultMap; size <= MaxMap; size *= 4 {
		edges, err := NewEdges(size)
		if err != nil {
			return Observer{}, err
		}
		n, answered, err := edges.probe(ctx, target, dir.Path(name))
		switch {
		case errors.Is(err, sandbox.ErrNoSegment):
			return Observer{Why: "its profile has no table [statistics], and whether it counts edges cannot be seen: " + err.Error()}, nil
		case err != nil:
			return Observer{}, err
		case answered && n > 0:
			return Observer{Feedback: NewByEdges(target.Solver), Edges: edges}, nil
		case answered && solver.CountsOnce(target.Version()): // it counts nothing when there is not room for all
		case answered:
			return Observer{Why: "its profile has no table [statistics], and it was not compiled to count edges (docs/reference/coverage.md)"}, nil
		}
	}
	return Observer{Why: "its profile has no table [statistics], and it does not answer its probe when it is to count edges"}, nil
}

// probe runs a target on a file and returns how many edges it took, and whether it answered.
func (e *Edges) probe(ctx context.Context, target solver.Target, file string) (edges int, answered bool, err error) {
	c, err := e.Counter()
	if err != nil {
		return 0, false, err
	}
	defer c.Close()
	run, err := target.Run(ctx, solver.Query{File: file, Checks: 1, Limits: solver.Limits{Time: probeTime}, Vars: c.Vars()})
	return c.Signature().Len(), run.Answer().String() == target.Profile().Probe.Answer, err
}
