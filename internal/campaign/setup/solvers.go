package setup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/conform"
)

// targets finds the solvers and then the baselines, and returns the pairs to compare.
func (h *Host) targets(ctx context.Context, p *plan.Plan) ([]solver.Target, []oracle.Pair, error) {
	if len(p.Solvers) == 0 {
		return nil, nil, p.Wrong("solvers", "", errors.New("no solver is given"))
	}
	solvers, err := h.find(ctx, p, "solvers", p.Solvers)
	if err != nil {
		return nil, nil, err
	}
	baselines, err := h.find(ctx, p, "baselines", p.Baselines)
	if err != nil {
		return nil, nil, err
	}
	pairs, err := pair(p, solvers, baselines)
	return slices.Concat(solvers, baselines), pairs, err
}

// find finds the solvers of specifications, which are the values of a setting.
func (h *Host) find(ctx context.Context, p *plan.Plan, key string, specs []string) ([]solver.Target, error) {
	found, twice, err := h.Solvers.ResolveEach(ctx, plan.AbsoluteSpecs(specs))
	if err != nil { // what is wrong is said in the user's words
		if _, _, plain := h.Solvers.ResolveEach(ctx, specs); plain != nil {
			err = plain
		}
	}
	for _, name := range twice {
		h.remark(fmt.Sprintf("solver %q is given twice and runs once", name))
	}
	if err != nil && ctx.Err() == nil {
		err = p.Wrong(key, "", err)
	}
	return found, err
}

// pair compares each baseline with every solver of its codebase.
func pair(p *plan.Plan, solvers, baselines []solver.Target) ([]oracle.Pair, error) {
	var pairs []oracle.Pair
	for _, old := range baselines {
		if slices.ContainsFunc(solvers, func(s solver.Target) bool { return s.String() == old.String() }) {
			return nil, p.Wrong("baselines", strconv.Quote(old.String()), errors.New("it is also a --solver; give it once, or tell the two apart by an option or a path"))
		}
		n := len(pairs)
		for _, s := range solvers {
			if s.Profile().Codebase == old.Profile().Codebase {
				pairs = append(pairs, oracle.Pair{Old: old.String(), New: s.String()})
			}
		}
		if len(pairs) == n {
			return nil, p.Wrong("baselines", strconv.Quote(old.String()), fmt.Errorf("it has no --solver of its codebase %q to compare with (given: %s); add one, or name a common codebase in their profiles",
				old.Profile().Codebase, codebases(solvers)))
		}
	}
	return pairs, nil
}

// codebases lists solvers with their codebases.
func codebases(solvers []solver.Target) string {
	var out []string
	for _, s := range solvers {
		out = append(out, s.String()+" of "+s.Profile().Codebase)
	}
	return strings.Join(out, ", ")
}

// tryTime bounds each run that shows whether a program is a solver.
const tryTime = 10 * time.Second

// try runs each solver on two small scripts, with the options of the user and a limit of memory in bytes, 0 for none. Without it, a campaign
// of hours in which a solver refuses its command line every time, or is not a solver, would find nothing and say so only at its end. Refused
// options, no answer at all, and sat for a script that is unsat are errors. A crash, or one time-out, is only remarked: it may be a bug, and
// finding those is the purpose.
func (h *Host) try(ctx context.Context, solvers []solver.Target, selfCheck bool, memory int64) error {
	temp, err := disk.NewTemp("preflight")
	if err != nil {
		return err
	}
	defer temp.Remove()
	for _, s := range solvers {
		report, err := conform.Quick(ctx, s, temp.Scratch, solver.Options{SelfCheck: selfCheck}, solver.Limits{Time: tryTime, Memory: memory})
		switch {
		case err != nil:
			return err
		case report.Problem != "":
			return &solver.UnusableError{Solver: s.String(), Problem: visible.Line(report.Problem),
				Remedy: "the command was: " + shell.Quote(report.Command)}
		case report.Note != "":
			h.remark(fmt.Sprintf("solver %q: %s; continuing anyway", s.String(), visible.Line(report.Note)))
		}
	}
	return nil
}
