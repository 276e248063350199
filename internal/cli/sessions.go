package cli

import (
	"os"
	"path/filepath"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/snapshot"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
)

// sessionModes are the values of --sessions.
var sessionModes = []string{
	string(living.Auto), string(solver.Reset), string(solver.Push), string(solver.Snapshot), string(solver.Process),
}

// newSessions makes the runner of a value of --sessions, nil for processes. dir is for the files that snapshots read.
// If edges is not nil, solvers that were compiled for it count edges.
func newSessions(mode solver.Mode, dir *disk.Scratch, edges *coverage.Edges) *living.Runner {
	c := living.Config{Mode: mode, Edges: edges}
	switch mode {
	case solver.Process:
		return nil
	case living.Auto, solver.Snapshot:
		c.Snapshot = snapshot.New(snapshot.Options{Cache: cacheFolder(), Dir: dir})
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

// cacheFolder is the folder that keeps what is compiled on this machine, "" when there is none.
func cacheFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "assay")
}
