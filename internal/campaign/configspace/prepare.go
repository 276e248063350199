package configspace

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/coverage"
	"github.com/assay-smt/assay/internal/solver/options"
)

// learningLogics are the logics of formulas that options are tried on: each theory alone, and with quantifiers.
var learningLogics = []string{
	"QF_UF", "QF_AX", "QF_LIA", "QF_NIA", "QF_LRA", "QF_NRA", "QF_IDL", "QF_UFLIA", "QF_BV", "QF_ABV", "QF_UFBV", "QF_FP", "QF_S", "QF_SLIA", "QF_UFDT",
	"LIA", "NRA", "UF", "UFLIA", "BV", "ALL",
}

// HeaderOf says that the named options of a solver are learned about, with formulas of logics; none are those that the solver reads of one for each
// theory, alone and with quantifiers. What a build of ours shows is about its release. The rest is up to the caller.
func HeaderOf(t solver.Target, names, logics []string) Header {
	if len(logics) == 0 {
		logics = slices.DeleteFunc(slices.Clone(learningLogics), func(l string) bool { return !t.Profile().Reads(l) })
	}
	return Header{
		Record: RecordFormat, Solver: t.Profile().Name, Version: solver.ReleaseOf(t.Version()), Candidates: DefaultCandidates, Logics: logics, Options: names,
	}
}

// RecordName is the name of the file that keeps what is learned about a solver's release.
func RecordName(t solver.Target) string {
	version := strings.Map(func(r rune) rune {
		if r == '/' || r == filepath.Separator {
			return '_'
		}
		return r
	}, solver.ReleaseOf(t.Version()))
	return t.Profile().Name + "-" + version + ".jsonl"
}

// maxOutput bounds what is read of a run, in bytes.
const maxOutput = 4 << 20

// Prepare finds out what can be seen of the solver, the edges of its code rather than its statistics, and makes the bench: reused processes, below the limits. The
// function that it returns ends them.
func (l *Learner) Prepare(ctx context.Context, limits solver.Limits) (closed func(), err error) {
	// Solvers write the files that their options name there, and not in the user's folder.
	work, err := l.Scratch.Sub("work")
	if err != nil {
		return nil, err
	}
	sight, err := coverage.OfCode(ctx, l.Target, l.Scratch)
	if err == nil {
		l.Statistics, err = hasStatistics(ctx, l.Target, l.Scratch)
	}
	if err != nil {
		work.Close()
		return nil, err
	}
	fresh := trial.Process{Dir: work.Path(""), Edges: sight.Edges}
	runner := living.New(living.Config{
		Mode: solver.Reset, Fresh: fresh, Dir: fresh.Dir, Settings: options.Catalogues{l.Target.Solver: l.Catalogue}.Scripted,
		Edges: sight.Edges,
	})
	limits.Output = maxOutput
	l.Bench, l.Edges = &trial.Bench{Runner: runner, Fresh: fresh, Limits: limits}, sight.Edges != nil
	return func() {
		runner.Close()
		work.Close()
	}, nil
}
