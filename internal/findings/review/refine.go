package review

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/smt"
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

// A workpiece is how far a finding has been refined in this review: the checksum of the formula that was reduced, and so on, "" for none.
type workpiece struct {
	reduced, denied, located, bisected string
}

// settle groups findings and refines what is to be seen of the groups, until nothing is left to refine: what is learned about a finding may join its
// group to another one, split it, or make it known. Each formula is refined once, so this ends. Findings that turn out not to show are in no group.
func (r *reviewing) settle(ctx context.Context, all []*examined) ([]*aGroup, error) {
	for {
		groups := group(slices.DeleteFunc(slices.Clone(all), func(e *examined) bool { return !e.shows() }))
		more, err := r.refine(ctx, groups)
		if err != nil || !more {
			return groups, err
		}
	}
}

// refine has the smallest finding of each unknown group reduced, located and bisected. Those of bugs that come with Assay are only bisected. It
// reports whether there was anything to do.
func (r *reviewing) refine(ctx context.Context, groups []*aGroup) (more bool, err error) {
	var unknown, shipped []*examined
	for _, g := range groups {
		if m := r.match(g); m != nil && !m.Back {
			if m.See() != "" {
				shipped = append(shipped, g.smallest()) // is it gone in a newer version?
			}
			continue
		}
		unknown = append(unknown, g.smallest())
	}
	// step does one thing with those of a list for whose formula it has not been done, and that still show: after a reduction it is another formula.
	step := func(doing string, list []*examined, of func(*workpiece) *string, do func(context.Context, *examined) error) error {
		left := slices.DeleteFunc(slices.Clone(list), func(e *examined) bool { return !e.shows() || *of(&e.work) == e.note.Formula })
		more = more || len(left) > 0
		return r.each(ctx, doing, len(left), func(ctx context.Context, i int) error {
			if err := do(ctx, left[i]); err != nil {
				return err
			}
			*of(&left[i].work) = left[i].note.Formula
			return nil
		})
	}
	if r.Reduce != nil {
		if err := step("reducing", unknown, func(w *workpiece) *string { return &w.reduced }, r.reduce); err != nil {
			return more, err
		}
	}
	// Only now: a wrong core may have been reduced to a wrong unsat.
	unsats := slices.DeleteFunc(slices.Clone(unknown), func(e *examined) bool { return e.Class.WrongAnswer() != smt.Unsat })
	if r.Deny != nil {
		if err := step("asking about operators", unsats, func(w *workpiece) *string { return &w.denied }, r.deny); err != nil {
			return more, err
		}
	}
	if r.Locate != nil {
		if err := step("locating", unsats, func(w *workpiece) *string { return &w.located }, r.locate); err != nil {
			return more, err
		}
	}
	if r.Bisect == nil {
		return more, nil
	}
	if err := step("bisecting", append(unknown, shipped...), func(w *workpiece) *string { return &w.bisected }, r.bisect); err != nil {
		return more, err
	}
	compared, err := r.compare(ctx, groups)
	return more || compared, err
}

// mostCompared bounds the members of one group that are bisected besides the one that stands for it.
const mostCompared = 40

// compare bisects the largest member of each unknown group besides the one that stands for it, and all of them if the two show in different versions: then
// there are two bugs, or one in two places of which only one is fixed, and what is said of versions must not be said of both. The next grouping
// keeps them apart. A crash is where it is, whatever versions show it there. It reports whether any was bisected.
func (r *reviewing) compare(ctx context.Context, groups []*aGroup) (bool, error) {
	groups = slices.DeleteFunc(slices.Clone(groups), func(g *aGroup) bool {
		m := r.match(g)
		return len(g.findings) < 2 || g.smallest().Class.Crash() || len(g.smallest().bisection.Verdicts()) < 2 || m != nil && !m.Back
	})
	var any atomic.Bool
	err := r.each(ctx, "comparing", len(groups), func(ctx context.Context, i int) error {
		head := groups[i].smallest()
		rest := slices.Clone(groups[i].findings[1:])
		slices.SortFunc(rest, func(a, b *examined) int {
			return cmp.Or(cmp.Compare(b.bytes, a.bytes), strings.Compare(a.name(), b.name()))
		})
		for n, e := range rest[:min(len(rest), mostCompared)] {
			if e.bisection == nil && e.work.bisected != e.note.Formula {
				any.Store(true)
				if err := r.bisect(ctx, e); err != nil {
					return err
				}
				e.work.bisected = e.note.Formula
			}
			if n == 0 && !differ(head, e) {
				return nil
			}
		}
		return nil
	})
	return any.Load(), err
}

// differ reports whether two findings show in different versions.
func differ(a, b *examined) bool {
	of := b.bisection.Verdicts()
	for version, v := range a.bisection.Verdicts() {
		if w := of[version]; w.Decides() && w != v {
			return true
		}
	}
	return false
}

// bisect has a finding bisected.
func (r *reviewing) bisect(ctx context.Context, e *examined) error {
	b, err := r.Bisect(ctx, e.Stored)
	if b != nil {
		e.bisection = b
	}
	var not *NotDoneError
	if err = ofOneFinding(err); errors.As(err, &not) {
		e.notBisected, err = not.Error(), nil // the next review tries it again
	}
	return err
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
		if unreadable(err) {
			e.cannotJudge(err)
			return nil
		}
		if err != nil {
			return err
		}
		again.work = e.work
		*e = *again
	}
	e.note.Reduced = true
	return r.save(e)
}

// deny finds out about which application the solver is wrong alone.
func (r *reviewing) deny(ctx context.Context, e *examined) error {
	if e.note.Denied != nil || !e.note.Reduced {
		return nil
	}
	d, err := r.Deny(ctx, e.Stored)
	var not *NotDoneError
	switch {
	case errors.As(err, &not) && not.Later:
		return nil
	case err != nil && not == nil:
		return err
	}
	e.note.Denied = &d
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
