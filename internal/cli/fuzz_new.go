package cli

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/solver"
)

// A startedOver is a campaign that has made place for another one in its folder.
type startedOver struct{ dir, aside string }

// startOver moves a campaign in the output folder aside if --new asks for that. Seeds in the folder are then read where they are.
func (opts *fuzzOptions) startOver(seeds []campaign.SeedSource, solvers []solver.Target) (startedOver, error) {
	if !opts.New {
		return startedOver{}, nil
	}
	for _, t := range solvers {
		if _, below := folder.Below(t.Path(), opts.OutDir); below && folder.Owned(opts.OutDir, campaign.Kind) == nil {
			return startedOver{}, usagef("%s is in %s, which --new would move: put the solver elsewhere, or name another folder", t.Path(), opts.OutDir)
		}
	}
	if file := filepath.Join(opts.OutDir, triageLock); isThere(file) {
		l, err := disk.TryLock(file)
		if errors.Is(err, disk.ErrLocked) {
			return startedOver{}, usagef("%s: assay triage or assay reduce is running there, so that the campaign cannot be moved aside", opts.OutDir)
		} else if err != nil {
			return startedOver{}, err
		}
		defer l.Unlock()
	}
	below := make(map[int]string)
	for i := range seeds {
		if rel, ok := folder.Below(seeds[i].Path(), opts.OutDir); ok {
			below[i] = rel
		}
	}
	aside, err := campaign.MoveAside(opts.OutDir)
	if err == nil && aside != "" {
		for i, rel := range below {
			seeds[i] = seeds[i].At(filepath.Join(aside, rel))
		}
		fmt.Fprintf(opts.Err, "the campaign that was in %s is now in %s\n", opts.OutDir, aside)
	}
	return startedOver{opts.OutDir, aside}, err
}

// undo moves the campaign back, unless the new one has left something: it failed at its start.
func (s startedOver) undo(say *Output) {
	if s.aside != "" && folder.MoveBack(s.aside, s.dir) == nil { // otherwise it is where the user was told
		fmt.Fprintf(say, "the new campaign failed at its start, so the earlier one is in %s again\n", s.dir)
	}
}
