package cli

import (
	"context"

	"github.com/assay-smt/assay/internal/solver"
)

// referees are the solvers that vouch for truths: those that the user names are all asked; the others only as far as they are needed, in their order.
type refereeSet struct{ named, panel []solver.Target }

// refereesFor returns the targets of the specifications of --referee; without any, the panel of all solvers that are installed here. Solvers of the codebase
// without are not in the panel, "" for none.
func refereesFor(ctx context.Context, r solver.Resolver, specs []string, without string) (v refereeSet, err error) {
	if len(specs) == 0 {
		v.panel, err = r.Panel(ctx, without)
		return v, err
	}
	v.named, err = referees(ctx, r, specs)
	return v, err
}
