package review

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/triage"
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

// refine has the smallest finding of each unknown group reduced, located and bisected, except for those that are done, and enters them there. Those of bugs
// that come with Assay are only bisected. It reports whether there were any: then the groups may be others.
func (r *reviewing) refine(ctx context.Context, groups []*aGroup, done map[*examined]bool) (bool, error) {
	var unknown, unsats, shipped []*examined
	var heads []*aGroup
	for _, g := range groups {
		m := r.match(g)
		known := m != nil && !m.Back
		if !known {
			heads = append(heads, g)
		}
		if done[g.smallest()] {
			continue
		}
		done[g.smallest()] = true
		if known {
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
			return false, err
		}
	}
	if r.Locate != nil {
		if err := r.each(ctx, "locating", len(unsats), func(ctx context.Context, i int) error { return r.locate(ctx, unsats[i]) }); err != nil {
			return false, err
		}
	}
	unknown = append(unknown, shipped...)
	if r.Bisect == nil {
		return len(unknown) > 0, nil
	}
	if err := r.each(ctx, "bisecting", len(unknown), func(ctx context.Context, i int) error { return r.bisect(ctx, unknown[i]) }); err != nil {
		return false, err
	}
	compared, err := r.compare(ctx, heads)
	return len(unknown) > 0 || compared, err
}

func (r *reviewing) bisect(ctx context.Context, e *examined) error {
	b, err := r.Bisect(ctx, e.Stored)
	if b != nil {
		e.bisection = b
	}
	return err
}

// mostCompared bounds the members of one group that are bisected besides the one that stands for it.
const mostCompared = 40

// compare bisects the largest member of each group besides the reduced one, and all of them if the two show in different versions: then there are two bugs,
// or one in two places of which only one is fixed, and what is said of versions must not be said of both. The next grouping keeps them
// apart. A crash is where it is, whatever versions show it there. It reports whether any was bisected.
func (r *reviewing) compare(ctx context.Context, groups []*aGroup) (bool, error) {
	groups = slices.DeleteFunc(slices.Clone(groups), func(g *aGroup) bool {
		return len(g.findings) < 2 || g.smallest().Class == oracle.CrashClass || len(g.smallest().bisection.Verdicts()) < 2
	})
	var bisected atomic.Bool
	err := r.each(ctx, "comparing", len(groups), func(ctx context.Context, i int) error {
		head := groups[i].smallest()
		rest := slices.Clone(groups[i].findings[1:])
		slices.SortFunc(rest, func(a, b *examined) int {
			return cmp.Or(cmp.Compare(b.bytes, a.bytes), strings.Compare(a.name(), b.name()))
		})
		for n, e := range rest[:min(len(rest), mostCompared)] {
			if e.bisection == nil && !e.compared {
				e.compared = true
				bisected.Store(true)
				if err := r.bisect(ctx, e); err != nil {
					return err
				}
			}
			if n == 0 && !differ(head, e) {
				return nil
			}
		}
		return nil
	})
	return bisected.Load(), err
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
