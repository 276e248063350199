package review

import (
	"context"
	"errors"

	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// A NotDoneError says that a step cannot be done with one finding, and why. It is recorded, so that the step is not tried again, and the
// review continues.
type NotDoneError struct {
	Err error
	// Later: the step may well be possible another time, for example when a solver is missing. It is reported, and the next review tries it
	// again.
	Later bool
}

func (e *NotDoneError) Error() string { return e.Err.Error() }
func (e *NotDoneError) Unwrap() error { return e.Err }

// A Place is a short form of where a solver goes wrong; located.json in the finding's folder has the details.
type Place struct {
	// State is "" when it was not examined; Words then says why.
	State triage.LocateState `json:"state,omitempty"`
	Words string             `json:"words"`
	// Solver and Version are what showed the proof, Setting what else it was told.
	Solver  string `json:"solver,omitempty"`
	Version string `json:"version,omitempty"`
	Setting string `json:"setting,omitempty"`
}

// refine has the smallest finding of each unknown group reduced, located and bisected. Those of bugs that come with Assay are only bisected.
func (r *reviewing) refine(ctx context.Context, groups []*aGroup) error {
	var unknown, unsats, shipped []*examined
	for _, g := range groups {
		if m := r.match(g); m != nil && !m.Back {
			if m.See() != "" {
				shipped = append(shipped, g.smallest()) // is it gone in a newer version?
			}
			continue
		}
		e := g.smallest()
		unknown = append(unknown, e)
		if e.Class == oracle.RefutationSoundness {
			unsats = append(unsats, e)
		}
	}
	if r.Reduce != nil {
		if err := r.each(ctx, "reducing", len(unknown), func(ctx context.Context, i int) error { return r.reduce(ctx, unknown[i]) }); err != nil {
			return err
		}
	}
	if r.Locate != nil {
		if err := r.each(ctx, "locating", len(unsats), func(ctx context.Context, i int) error { return r.locate(ctx, unsats[i]) }); err != nil {
			return err
		}
	}
	if r.Bisect == nil {
		return nil
	}
	unknown = append(unknown, shipped...)
	return r.each(ctx, "bisecting", len(unknown), func(ctx context.Context, i int) error {
		e := unknown[i]
		b, err := r.Bisect(ctx, e.Stored)
		if b != nil {
			e.bisection = b
		}
		return err
	})
}

// reduce has a finding reduced, and examines it again.
func (r *reviewing) reduce(ctx context.Context, e *examined) error {
	if e.note.Reduced || e.note.NotReduced != "" {
		return nil
	}
	smaller, err := r.Reduce(ctx, e.Stored)
	var not *NotDoneError
	if errors.As(err, &not) {
		e.notReduced = not.Error()
		if not.Later {
			return nil
		}
		e.note.NotReduced = e.notReduced
		return r.save(e)
	}
	if err != nil {
		return err
	}
	if smaller {
		again, err := r.examine(ctx, e.Dir)
		if err != nil {
			return err
		}
		*e = *again
	}
	e.note.Reduced = true
	return r.save(e)
}

// locate finds out where the solver goes wrong on a finding.
func (r *reviewing) locate(ctx context.Context, e *examined) error {
	if e.note.Located != nil {
		return nil
	}
	p, err := r.Locate(ctx, e.Stored)
	var not *NotDoneError
	if errors.As(err, &not) {
		p, err = Place{Words: not.Error()}, nil
	}
	if err != nil {
		return err
	}
	e.place = &p
	if not != nil && not.Later {
		return nil
	}
	e.note.Located = e.place
	return r.save(e)
}
