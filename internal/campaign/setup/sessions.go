package setup

import (
	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/snapshot"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
)

// Sessions makes the runner of a session mode, nil for processes. Its snapshots read files in dir and keep what they compile in the folder cache.
// If edges is not nil, solvers that were compiled for it count edges.
func Sessions(mode solver.Mode, cache string, dir *disk.Scratch, edges *coverage.Edges) *living.Runner {
	c := living.Config{Mode: mode, Edges: edges}
	switch mode {
	case solver.Process:
		return nil
	case living.Auto, solver.Snapshot, "":
		c.Snapshot = snapshot.New(snapshot.Options{Cache: cache, Dir: dir})
	case solver.Reset, solver.Push:
	}
	return living.New(c)
}

// processes runs solvers in processes of their own that count edges, nil when edges are not counted.
func processes(edges *coverage.Edges) trial.Runner {
	if edges == nil {
		return nil
	}
	return trial.Process{Edges: edges}
}
