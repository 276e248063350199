package cli

import (
	"github.com/assay-smt/assay/internal/disk"
	"github.com/assay-smt/assay/internal/living"
	"github.com/assay-smt/assay/internal/snapshot"
	"github.com/assay-smt/assay/internal/solver"
)

// sessionModes are the values of --sessions.
var sessionModes = []string{
	string(living.Auto), string(solver.Reset), string(solver.Push), string(solver.Snapshot), string(solver.Process),
}

// newSessions makes the runner of a value of --sessions, nil for processes. dir is for the files that snapshots read.
func newSessions(mode solver.Mode, dir *disk.Scratch) *living.Runner {
	c := living.Config{Mode: mode}
	switch mode {
	case solver.Process:
		return nil
	case living.Auto, solver.Snapshot:
		c.Snapshot = snapshot.New(snapshot.Options{Cache: cacheFolder(), Dir: dir})
	case solver.Reset, solver.Push:
	}
	return living.New(c)
}
