package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/findings/review"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
)

// ofOneFinding turns errors that are about one finding alone into a *review.NotDoneError.
func ofOneFinding(err error) error {
	var not *certified.NotShownError
	var damaged *triage.RecordError
	var unusable *solver.UnusableError
	if errors.As(err, &not) || errors.As(err, &damaged) || errors.As(err, &unusable) || errors.Is(err, triage.ErrNoWitness) {
		return &review.NotDoneError{Err: err, Later: unusable != nil}
	}
	return err
}

// reduceIn reduces a finding in a scratch folder of its own. Errors are those of certified.Folder.Reduce, and *disk.OutputError.
func reduceIn(ctx context.Context, temp *disk.Temp, f findings.Stored, r triage.Replayer, v refereeSet) (certified.Result, error) {
	sub, err := temp.Sub(filepath.Base(f.Dir))
	if err != nil {
		return certified.Result{}, err
	}
	defer sub.Close()
	folder := certified.Folder{Config: certified.Config{Dir: sub, Jobs: 1}, Resolve: r.Resolve, Table: r.Table, Referees: v.named, Panel: v.panel, Debugger: solver.Debugger()}
	return folder.Reduce(ctx, f)
}

// reducer reduces the findings of a campaign that has ended. A finding that nothing certifies stays as it is, and the reason is printed once.
func (opts *triageOptions) reducer(temp *disk.Temp) func(context.Context, findings.Stored) (bool, error) {
	return func(ctx context.Context, f findings.Stored) (bool, error) {
		replayer, resolver, err := opts.replayer(ctx, f)
		if err != nil {
			return false, err
		}
		vouching, err := refereesFor(ctx, resolver, opts.Referees, "")
		if err != nil {
			return false, err
		}
		r, err := reduceIn(ctx, temp, f, replayer, vouching)
		if ctx.Err() != nil {
			return false, context.Cause(ctx) // the result may be cut short
		}
		if err = ofOneFinding(err); err != nil {
			var not *review.NotDoneError
			if errors.As(err, &not) && !opts.Quiet && !opts.JSON {
				opts.clear()
				fmt.Fprintf(opts.Err, "%s is not reduced: %v\n", f.Dir, err)
			}
			return false, err
		}
		return r.Best != nil, nil
	}
}

const (
	// locateTime bounds the time for which one finding is looked into, locateRun that of one run of a solver.
	locateTime = 5 * time.Minute
	locateRun  = 20 * time.Second
)

// locator finds where the blamed solver goes wrong, as assay locate does.
func (opts *triageOptions) locator(temp *disk.Temp) func(context.Context, findings.Stored) (review.Place, error) {
	return func(ctx context.Context, f findings.Stored) (review.Place, error) {
		late := fmt.Errorf("it took longer than %s", locateTime)
		inTime, cancel := context.WithTimeoutCause(ctx, locateTime, late)
		defer cancel()
		l, err := opts.locate(inTime, temp, f)
		switch {
		case ctx.Err() != nil:
			return review.Place{}, context.Cause(ctx)
		case errors.Is(err, late) || inTime.Err() != nil && errors.Is(err, context.DeadlineExceeded):
			return review.Place{}, &review.NotDoneError{Err: late}
		case err != nil:
			return review.Place{}, ofOneFinding(err)
		}
		return review.Place{State: l.State, Words: l.Words, Solver: l.Solver, Version: l.Version, Setting: l.Setting}, l.Keep(f.Dir)
	}
}

// denier finds an application about which the blamed solver is wrong alone.
func (opts *triageOptions) denier(temp *disk.Temp) func(context.Context, findings.Stored) (triage.Denial, error) {
	return func(ctx context.Context, f findings.Stored) (triage.Denial, error) {
		replayer, _, err := opts.replayer(ctx, f)
		if err != nil {
			return triage.Denial{}, err
		}
		q, err := triage.WronglyOf(ctx, f, replayer.Resolve, nil)
		if err != nil {
			return triage.Denial{}, ofOneFinding(err)
		}
		l, done, err := locatorIn(temp, f, q)
		if err != nil {
			return triage.Denial{}, err
		}
		defer done()
		d, err := l.Deny(ctx, q)
		return d, ofOneFinding(err)
	}
}

// locatorIn prepares to run a finding's solver in a scratch folder of its own, which done removes.
func locatorIn(temp *disk.Temp, f findings.Stored, q triage.Wrongly) (l triage.Locator, done func(), err error) {
	dir, err := temp.Sub(filepath.Base(f.Dir))
	if err != nil {
		return l, nil, err
	}
	bench := &trial.Bench{Table: q.Script.Store.Table, Limits: solver.Limits{Time: locateRun, Memory: int64(defaultMemory)}}
	return triage.Locator{Bench: bench.In(dir)}, dir.Close, nil
}

func (opts *triageOptions) locate(ctx context.Context, temp *disk.Temp, f findings.Stored) (triage.Location, error) {
	replayer, resolver, err := opts.replayer(ctx, f)
	if err != nil {
		return triage.Location{}, err
	}
	var near []triage.Candidate
	if opts.Versions.List != noVersions {
		all, err := opts.Versions.candidates(ctx, opts.Streams, f, resolver)
		if err != nil {
			return triage.Location{}, err
		}
		near = triage.Nearest(all, f.Family+"@"+f.Version)
	}
	q, err := triage.WronglyOf(ctx, f, replayer.Resolve, near)
	if err != nil {
		return triage.Location{}, err
	}
	q.Ask = func(ctx context.Context) ([]solver.Target, error) {
		v, err := refereesFor(ctx, resolver, opts.Referees, "")
		return slices.Concat(v.named, v.panel), err
	}
	l, done, err := locatorIn(temp, f, q)
	if err != nil {
		return triage.Location{}, err
	}
	defer done()
	return l.Locate(ctx, q)
}
