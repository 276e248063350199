package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/snapshot"
	"github.com/assay-smt/assay/internal/solver"
)

// livingModes returns the modes that can be measured. dir is for the files that processes read.
func livingModes(dir *disk.Scratch) []Mode {
	out := []Mode{Processes()}
	for _, mode := range []solver.Mode{solver.Reset, solver.Push, solver.Snapshot, living.Auto} {
		out = append(out, Mode{Name: mode, Mixed: mode == living.Auto, Open: func(targets []solver.Target) (Runner, error) {
			c := living.Config{Mode: mode}
			if mode == living.Auto || mode == solver.Snapshot {
				c.Snapshot = snapshot.New(snapshot.Options{Cache: cacheFolder(), Dir: dir})
			}
			r := living.New(c)
			for _, t := range targets {
				if reason := r.Lacks(t, mode); reason != "" {
					r.Close()
					return nil, fmt.Errorf("%s: %s", t, reason)
				}
			}
			return r, nil
		}})
	}
	return out
}

// cacheFolder is the folder that keeps what is compiled on this machine, "" when there is none.
func cacheFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "assay")
}
