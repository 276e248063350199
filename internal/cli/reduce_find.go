package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/solve"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/theory"
)

// find runs the solvers on a file as solve does, and makes a case from what they show.
func (opts *reduceOptions) find(ctx context.Context, path string, table *theory.Table, temp *disk.Temp) (c certified.Case, text string, err error) {
	f := &opts.Keep
	limits := limitFlags{Timeout: cmp.Or(opts.Timeout, 10*time.Second), Memory: opts.Memory}
	if err := limits.check(); err != nil {
		return c, "", err
	}
	truth, err := claim(f.Truth)
	if err != nil {
		return c, "", err
	}
	if f.Class != "" {
		if _, err := oracle.ParseClass(f.Class); err != nil {
			return c, "", usagef("--class: %w%s; the classes are %s", err, didYouMean(f.Class, classNames()), strings.Join(classNames(), ", "))
		}
	}
	targets, err := f.Solvers.solvers(ctx, opts.Err)
	if err != nil {
		return c, "", err
	}
	original, err := readText(ctx, path, opts.In)
	if err != nil {
		return c, "", err
	}
	s, err := elab.Script(original, elab.Options{File: shownName(path), Table: table})
	if err != nil {
		return c, "", err
	}
	sub, err := temp.Sub("solve")
	if err != nil {
		return c, "", err
	}
	job := solve.Job{Targets: targets, Claim: truth, Cores: true, Bench: &trial.Bench{
		Table: table, Dir: sub, Checks: f.checks, Limits: solver.Limits{Time: limits.Timeout, Memory: int64(opts.Memory)},
	}}
	on, err := job.Judge(ctx, 0, original, s)
	if err == nil && len(on.Found) == 0 {
		// Some things show only when the file asks for what Assay would not ask for, such as a core.
		job.AsIs = true
		on, err = job.Judge(ctx, 0, original, s)
	}
	if err != nil {
		return c, "", err
	}
	i := slices.IndexFunc(on.Found, func(g oracle.Finding) bool {
		return (f.Class == "" || string(g.Class) == f.Class) && (f.Blame == "" || g.Solver == f.Blame)
	})
	if i < 0 {
		if len(on.Found) == 0 {
			nothing := &nothingWrong{File: shownName(path)}
			if first := on.Ran[0]; first.Unable == "" {
				nothing.Outcome = first.Run.Outcome()
			}
			return c, "", withExit(exitFailed, nothing)
		}
		return c, "", withExit(exitFailed, fmt.Errorf("%s: there is no such finding; it shows: %s", shownName(path), shownAs(on.Found)))
	}
	if rest := slices.Delete(slices.Clone(on.Found), i, i+1); len(rest) > 0 && !opts.Quiet {
		fmt.Fprintf(opts.Err, "it also shows: %s (choose with --class and --blame)\n", shownAs(rest))
	}
	c, text = certified.Solved(on, on.Found[i])
	return c, text, nil
}

// A nothingWrong error says that the solvers do nothing wrong on a formula.
type nothingWrong struct {
	File    string
	Outcome outcome.Outcome // of the first solver, "" where it was not run
}

func (e *nothingWrong) Error() string {
	return e.File + ": nothing is wrong here, so there is nothing to keep; assay solve shows what the solvers do"
}

// shownAs names findings.
func shownAs(found []oracle.Finding) string {
	var out []string
	for _, f := range found {
		if word := fmt.Sprintf("%s of %s", f.Class, f.Solver); !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	return strings.Join(out, ", ")
}
