package cli

import (
	"cmp"
	"context"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/run/timing"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/theory"
)

// findSlower makes a case of a solver that takes more time than its baseline on a file. Whether it does, the reduction finds out.
func (opts *reduceOptions) findSlower(ctx context.Context, path string, table *theory.Table, temp *disk.Temp) (c certified.Case, text string, err error) {
	f := &opts.Keep
	limits := limitFlags{Timeout: cmp.Or(opts.Timeout, 10*time.Second), Memory: opts.Memory}
	if err := limits.check(); err != nil {
		return c, "", err
	}
	if !(f.Slower > 1) {
		return c, "", usagef("--slower %g: give a number above 1, such as 2", f.Slower)
	}
	targets, err := f.Solvers.solvers(ctx, opts.Err)
	if err != nil {
		return c, "", err
	}
	if len(targets) != 1 {
		return c, "", usagef("--baseline is compared with one --solver, and %d are given", len(targets))
	}
	resolver, err := f.Solvers.resolver()
	if err != nil {
		return c, "", err
	}
	old, err := resolver.ResolveText(ctx, f.Baseline)
	if err != nil {
		return c, "", err
	}
	if old.Profile().Codebase != targets[0].Profile().Codebase {
		return c, "", usagef("--baseline %q is of another codebase than %q: give another version of the solver, or another configuration", old.String(), targets[0].String())
	}
	if text, err = readText(ctx, path, opts.In); err != nil {
		return c, "", err
	}
	s, err := elab.Script(text, elab.Options{File: shownName(path), Table: table})
	if err != nil {
		return c, "", err
	}
	sub, err := temp.Sub("slower")
	if err != nil {
		return c, "", err
	}
	bench := &trial.Bench{Table: table, Dir: sub, Limits: solver.Limits{Time: limits.Timeout, Memory: int64(opts.Memory)}}
	return certified.Slowdown(bench, s, old, targets[0], timing.Limit{Ratio: f.Slower, Difference: timing.Default.Difference}), text, nil
}
