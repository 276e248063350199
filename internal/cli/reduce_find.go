package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

// find runs the solvers on a file as solve does, and makes a case from what they show.
func (opts *reduceOptions) find(ctx context.Context, path string, table *theory.Table, temp *disk.Temp) (c certified.Case, text string, err error) {
	f := &opts.Keep
	solve := solveOptions{Streams: opts.Streams, Limits: limitFlags{Timeout: opts.Timeout, Memory: opts.Memory}, Truth: f.Truth, Cores: true, Jobs: 1}
	if solve.Limits.Timeout == 0 {
		solve.Limits.Timeout = 10 * time.Second
	}
	truth, err := solve.check()
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
	bench := &trial.Bench{Table: table, Dir: sub, Limits: solver.Limits{Time: solve.Limits.Timeout, Memory: int64(opts.Memory)}}
	job := &solveJob{opts: &solve, targets: targets, truth: truth, bench: bench}
	on, found, err := job.judged(ctx, path, original, s)
	if err == nil && len(found) == 0 {
		// Some things show only when the file asks for what Assay would not ask for, such as a core.
		solve.AsIs = true
		on, found, err = job.judged(ctx, path, original, s)
	}
	if err != nil {
		return c, "", err
	}
	i := slices.IndexFunc(found, func(g oracle.Finding) bool {
		return (f.Class == "" || string(g.Class) == f.Class) && (f.Blame == "" || g.Solver == f.Blame)
	})
	if i < 0 {
		if len(found) == 0 {
			return c, "", withExit(exitFailed, fmt.Errorf("%s: nothing is wrong here, so there is nothing to keep; assay solve shows what the solvers do", shownName(path)))
		}
		return c, "", withExit(exitFailed, fmt.Errorf("%s: there is no such finding; it shows: %s", shownName(path), shownAs(found)))
	}
	if rest := slices.Delete(slices.Clone(found), i, i+1); len(rest) > 0 && !opts.Quiet {
		fmt.Fprintf(opts.Err, "it also shows: %s (choose with --class and --blame)\n", shownAs(rest))
	}
	g := found[i]
	c = certified.Case{Goal: certified.GoalOf(g), Bench: bench, Truths: on.trial.Truths()}
	for k, target := range targets {
		switch {
		case target.String() == g.Solver:
			c.Blamed = target
		case target.String() == g.Other:
			c.Against = &targets[k]
			c.Vouch(target)
		default:
			c.Vouch(target)
		}
	}
	read := on.trial.Text(c.Blamed)
	c.Options = on.trial.Options(c.Blamed, read)
	return c, string(read.Bytes), nil
}

// judged runs all solvers on a file and says what is wrong.
func (j *solveJob) judged(ctx context.Context, path, text string, s *script.Script) (*solveCase, []oracle.Finding, error) {
	on := j.open(0, text, s)
	var observed []oracle.Observation
	for _, target := range j.targets {
		_, obs, err := on.run(ctx, target, path)
		if err != nil {
			return nil, nil, err
		}
		if obs != nil {
			observed = append(observed, *obs)
		}
	}
	// The evaluation may have been cut short if ctx has ended meanwhile.
	return on, on.trial.Judge(ctx, observed).Found, context.Cause(ctx)
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
