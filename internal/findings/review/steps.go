package review

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/certified"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
)

// Steps are what a review does with one finding by running solvers: its methods are functions of a Config. Safe for concurrent use if its
// functions are.
type Steps struct {
	// Temp has a folder for each finding while something is done with it.
	Temp *disk.Scratch
	// Replayer returns what runs a finding again, and what finds further solvers.
	Replayer func(context.Context, findings.Stored) (triage.Replayer, solver.Resolver, error)
	// Referees are specifications of solvers that vouch for truths; without any, all that are installed do.
	Referees []string
	// Near returns versions that may show a proof where the blamed one does not, in any order; nil for none.
	Near func(context.Context, findings.Stored, solver.Resolver) ([]triage.Candidate, error)
	// NotReduced is told which finding stays as it is, by its folder, and why; nil for nobody.
	NotReduced func(dir string, why error)
}

const (
	// locateTime bounds the time for which one finding is looked into.
	locateTime = 5 * time.Minute
	// runTime and runMemory (bytes) bound one run of a solver then.
	runTime   = 20 * time.Second
	runMemory = 2 << 30
)

// ofOneFinding turns errors that are about one finding alone into a *NotDoneError.
func ofOneFinding(err error) error {
	var not *certified.NotShownError
	var damaged *triage.RecordError
	var unusable *solver.UnusableError
	if errors.As(err, &not) || errors.As(err, &damaged) || errors.As(err, &unusable) || errors.Is(err, triage.ErrNoWitness) {
		return &NotDoneError{Err: err, Later: unusable != nil}
	}
	return err
}

// Reduce implements Config.Reduce. A finding that nothing certifies stays as it is.
func (s *Steps) Reduce(ctx context.Context, f findings.Stored) (bool, error) {
	replayer, resolver, err := s.Replayer(ctx, f)
	if err != nil {
		return false, err
	}
	referees, err := certified.FindReferees(ctx, resolver, s.Referees, "")
	if err != nil {
		return false, err
	}
	r, err := certified.ReduceIn(ctx, s.Temp, f, replayer, referees)
	if ctx.Err() != nil {
		return false, context.Cause(ctx) // the result may be cut short
	}
	if err = ofOneFinding(err); err != nil {
		var not *NotDoneError
		if errors.As(err, &not) && s.NotReduced != nil {
			s.NotReduced(f.Dir, err)
		}
		return false, err
	}
	return r.Best != nil, nil
}

// Locate implements Config.Locate.
func (s *Steps) Locate(ctx context.Context, f findings.Stored) (Place, error) {
	late := fmt.Errorf("it took longer than %s", locateTime)
	inTime, cancel := context.WithTimeoutCause(ctx, locateTime, late)
	defer cancel()
	l, err := s.locate(inTime, f)
	switch {
	case ctx.Err() != nil:
		return Place{}, context.Cause(ctx)
	case errors.Is(err, late) || inTime.Err() != nil && errors.Is(err, context.DeadlineExceeded):
		return Place{}, &NotDoneError{Err: late}
	case err != nil:
		return Place{}, ofOneFinding(err)
	}
	return Place{State: l.State, Words: l.Words, Solver: l.Solver, Version: l.Version, Setting: l.Setting}, l.Keep(f.Dir)
}

func (s *Steps) locate(ctx context.Context, f findings.Stored) (triage.Location, error) {
	replayer, resolver, err := s.Replayer(ctx, f)
	if err != nil {
		return triage.Location{}, err
	}
	var near []triage.Candidate
	if s.Near != nil {
		all, err := s.Near(ctx, f, resolver)
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
		v, err := certified.FindReferees(ctx, resolver, s.Referees, "")
		return v.All(), err
	}
	l, done, err := s.locator(f, q)
	if err != nil {
		return triage.Location{}, err
	}
	defer done()
	return l.Locate(ctx, q)
}

// Deny implements Config.Deny.
func (s *Steps) Deny(ctx context.Context, f findings.Stored) (triage.Denial, error) {
	replayer, _, err := s.Replayer(ctx, f)
	if err != nil {
		return triage.Denial{}, err
	}
	q, err := triage.WronglyOf(ctx, f, replayer.Resolve, nil)
	if err != nil {
		return triage.Denial{}, ofOneFinding(err)
	}
	l, done, err := s.locator(f, q)
	if err != nil {
		return triage.Denial{}, err
	}
	defer done()
	d, err := l.Deny(ctx, q)
	return d, ofOneFinding(err)
}

// locator prepares to run a finding's solver in a scratch folder of its own, which done removes.
func (s *Steps) locator(f findings.Stored, q triage.Wrongly) (l triage.Locator, done func(), err error) {
	dir, err := s.Temp.Sub(filepath.Base(f.Dir))
	if err != nil {
		return l, nil, err
	}
	bench := &trial.Bench{Table: q.Script.Store.Table, Limits: solver.Limits{Time: runTime, Memory: runMemory}}
	return triage.Locator{Bench: bench.In(dir)}, dir.Close, nil
}
