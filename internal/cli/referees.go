package cli

import (
	"context"
	"slices"

	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/solver"
)

// referees returns the targets of specifications that vouch for truths, all usable ones for no specification.
func referees(ctx context.Context, r solver.Resolver, specs []string) ([]solver.Target, error) {
	if len(specs) > 0 {
		v, err := certified.FindReferees(ctx, r, specs, "")
		return v.Named, err
	}
	probed, err := r.ProbeAll(ctx)
	if err != nil {
		return nil, err
	}
	var all []solver.Target
	for _, p := range probed {
		if !p.Usable {
			continue
		}
		// One that turns out to be unusable is not missed.
		if found, err := r.ResolveAll(ctx, p.Profile.Name); err == nil {
			all = append(all, found...)
		}
	}
	slices.SortStableFunc(all, solver.SlowLast) // they are asked one after the other, as far as they are needed
	return all, context.Cause(ctx)
}
