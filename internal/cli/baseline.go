package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
)

// withBaselines finds the baselines and returns them after the solvers, with the pairs to compare: each baseline with every
// solver of its codebase.
func (opts *fuzzOptions) withBaselines(ctx context.Context, solvers []solver.Target) ([]solver.Target, []oracle.Pair, error) {
	if len(opts.Baselines) == 0 {
		return solvers, nil, nil
	}
	flags := solverFlags{profileFlags: opts.Solvers.profileFlags, Specs: opts.Baselines}
	found, err := flags.solvers(ctx, opts.Err)
	if err != nil {
		return nil, nil, err
	}
	var pairs []oracle.Pair
	for _, old := range found {
		if slices.ContainsFunc(solvers, func(s solver.Target) bool { return s.String() == old.String() }) {
			return nil, nil, usagef("--baseline %q is also a --solver; give it once, or tell the two apart by an option or a path", old.String())
		}
		n := len(pairs)
		for _, s := range solvers {
			if s.Profile().Codebase == old.Profile().Codebase {
				pairs = append(pairs, oracle.Pair{Old: old.String(), New: s.String()})
			}
		}
		if len(pairs) == n {
			return nil, nil, usagef("--baseline %q has no --solver of its codebase %q to compare with (given: %s); add one, or name a common codebase in their profiles",
				old.String(), old.Profile().Codebase, codebases(solvers))
		}
	}
	return slices.Concat(solvers, found), pairs, nil
}

// codebases lists solvers with their codebases.
func codebases(solvers []solver.Target) string {
	var out []string
	for _, s := range solvers {
		out = append(out, s.String()+" of "+s.Profile().Codebase)
	}
	return strings.Join(out, ", ")
}
