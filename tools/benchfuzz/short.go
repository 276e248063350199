package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/solver"
)

// Limits for a seed that counts as quickly solved.
const (
	shortBytes = 4 << 10
	shortCPU   = 20 * time.Millisecond
	// shortTries is how often a solver may try: one try says little on a busy machine.
	shortTries = 3
)

// listShort writes the sorted paths of the seeds that all solvers solve quickly.
func listShort(ctx context.Context, o options, out, errs io.Writer) error {
	files, err := seedFiles(o.seeds, shortBytes)
	if err != nil {
		return err
	}
	targets, err := resolve(ctx, o.solvers)
	if err != nil {
		return err
	}
	listed := 0
	for _, file := range files {
		all := true
		for _, t := range targets {
			ok, err := isShort(ctx, t, file)
			if err != nil {
				return err
			}
			if all = ok; !all {
				break
			}
		}
		if all {
			listed++
			fmt.Fprintln(out, file)
		}
	}
	fmt.Fprintf(errs, "%d of %d seeds under %d bytes are answered by all solvers in less than %v\n", listed, len(files), shortBytes, shortCPU)
	return nil
}

func isShort(ctx context.Context, t solver.Target, file string) (bool, error) {
	for range shortTries {
		run, err := t.Run(ctx, solver.Query{File: file, Limits: solver.Limits{Time: 10 * shortCPU}})
		if err != nil {
			return false, err
		}
		if !run.Answer().Decides() {
			return false, nil
		}
		if run.CPU < shortCPU {
			return true, nil
		}
	}
	return false, nil
}

// seedFiles returns, sorted, the files *.smt2 in paths that are smaller than the limit.
func seedFiles(paths []string, bytes int64) ([]string, error) {
	var out []string
	for _, p := range paths {
		err := filepath.WalkDir(p, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".smt2") {
				return err
			}
			info, err := d.Info()
			if err == nil && info.Size() < bytes {
				out = append(out, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// resolve finds solvers by their specifications, as assay does without user profiles.
func resolve(ctx context.Context, specs []string) ([]solver.Target, error) {
	set, err := solver.Builtin()
	if err != nil {
		return nil, err
	}
	r := solver.Resolver{Profiles: set, Installed: installed()}
	var out []solver.Target
	for _, s := range specs {
		found, err := r.ResolveAll(ctx, s)
		if err != nil {
			return nil, err
		}
		for _, t := range found {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return out, nil
}

// installed is the folder of installed versions.
func installed() string {
	base := os.Getenv("XDG_DATA_HOME")
	if base == "" {
		base = filepath.Join(os.Getenv("HOME"), ".local", "share")
	}
	return filepath.Join(base, "assay", "solvers")
}
