package certified

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/solver"
)

// Referees are the solvers that vouch for truths: those that are named are all asked; those of the panel only as far as they are needed, in their order.
type Referees struct{ Named, Panel []solver.Target }

// NoReferee is the specification that names no referee, and no panel either.
const NoReferee = "none"

// FindReferees returns the targets of specifications; without any, the panel of all solvers that are installed here. Solvers of the codebase
// without are not in the panel, "" for none. Errors are *solver.SpecError, *solver.UnusableError, and what ctx ended with.
func FindReferees(ctx context.Context, r solver.Resolver, specs []string, without string) (v Referees, err error) {
	if len(specs) == 0 {
		v.Panel, err = r.Panel(ctx, without)
		return v, err
	}
	v.Named, _, err = r.ResolveEach(ctx, slices.DeleteFunc(slices.Clone(specs), func(spec string) bool { return spec == NoReferee }))
	return v, err
}

// All are the referees in the order in which they are asked.
func (v *Referees) All() []solver.Target { return slices.Concat(v.Named, v.Panel) }

// mostTimed bounds the candidates of a finding about what an answer costs, where it is one of many that are reduced: each takes as long as what is slow.
const mostTimed = 500

// mostStated bounds those of a finding about what a solver infers: all that it infers from each is evaluated.
const mostStated = 1000

// ReduceIn reduces a finding in its folder, one candidate at a time and in a scratch folder of its own. Errors are those of Folder.Reduce.
func ReduceIn(ctx context.Context, temp *disk.Scratch, f findings.Stored, r triage.Replayer, v Referees) (Result, error) {
	sub, err := temp.Sub(filepath.Base(f.Dir))
	if err != nil {
		return Result{}, err
	}
	defer sub.Close()
	tests := 0
	switch {
	case f.Class.Measured():
		tests = mostTimed
	case f.Class.Stated():
		tests = mostStated
	}
	folder := Folder{Config: Config{Dir: sub, Jobs: 1, MaxTests: tests}, Resolve: r.Resolve, Table: r.Table, Checks: r.Checks, Referees: v.Named, Panel: v.Panel, Debugger: solver.Debugger()}
	return folder.Reduce(ctx, f)
}
