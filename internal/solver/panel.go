package solver

import (
	"cmp"
	"context"
	"slices"

	"github.com/assay-smt/assay/smt/theory"
)

// PanelDepth is how many solvers of each codebase a panel has at most.
const PanelDepth = 4

// A panelist is a member of a panel with its place among the versions of its solver, 0 for the newest.
type panelist struct {
	Target
	age int
}

// Panel returns the solvers to ask about a formula when nobody says whom: those that are usable here under their bare names, and installed versions of
// all solvers that have a profile. Of each codebase it has the newest version of each of its solvers, then the versions before these, PanelDepth in all. The
// newest of each codebase come first, then the second of each, and so on; the order of codebases is that of their names, those that start slowly last. So whoever asks them one after
// the other, and skips codebases that have decided, has asked the least. The panel depends only on what is installed. Solvers of the codebase without
// are left out, "" for none, and so are drivers of packages. The error is that of ctx, or of the disk.
func (r Resolver) Panel(ctx context.Context, without string) ([]Target, error) {
	probed, err := r.ProbeAll(ctx)
	if err != nil {
		return nil, err
	}
	codebases := map[string][]panelist{}
	for _, p := range probed {
		if p.Profile.Codebase == without && without != "" || p.Profile.Name == GenericName || p.Profile.PackageOf != "" {
			continue
		}
		members, err := r.versions(ctx, p)
		if err != nil {
			return nil, err
		}
		codebases[p.Profile.Codebase] = append(codebases[p.Profile.Codebase], members...)
	}
	type place struct {
		codebase string
		at       int
		Target
	}
	var all []place
	for name, members := range codebases {
		slices.SortStableFunc(members, func(a, b panelist) int {
			return cmp.Or(cmp.Compare(a.age, b.age), -cmp.Compare(a.Profile().Name, b.Profile().Name)) // cvc5 before cvc4
		})
		for i, m := range members[:min(len(members), PanelDepth)] {
			all = append(all, place{name, i, m.Target})
		}
	}
	slices.SortFunc(all, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.at, b.at), SlowLast(a.Target, b.Target), cmp.Compare(a.codebase, b.codebase))
	})
	out := make([]Target, len(all))
	for i, p := range all {
		out[i] = p.Target
	}
	return out, nil
}

// versions returns the usable versions of a solver, the newest first: installed ones, no more than a panel can have, and the one that its bare name means.
// One that turns out to be unusable is not missed.
func (r Resolver) versions(ctx context.Context, p Probed) ([]panelist, error) {
	var found []Target
	add := func(spec Spec) error {
		t, err := r.Resolve(ctx, spec)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err == nil && !slices.ContainsFunc(found, func(o Target) bool { return o.Path() == t.Path() }) {
			found = append(found, t)
		}
		return nil
	}
	name := p.Profile.Name
	installed := r.InstalledVersions(name)
	slices.Reverse(installed)
	for _, v := range installed[:min(len(installed), PanelDepth-1)] { // and the one on PATH
		if err := add(Spec{Text: name + "@" + v, Name: name, Version: v}); err != nil {
			return nil, err
		}
	}
	if p.Usable {
		if err := add(Spec{Text: name, Name: name}); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(found, func(a, b Target) int { return theory.CompareVersions(b.Version(), a.Version()) })
	out := make([]panelist, len(found))
	for i, t := range found {
		out[i] = panelist{t, i}
	}
	return out, nil
}

// SlowLast orders targets of which each start is slow behind the others.
func SlowLast(a, b Target) int {
	slow, than := a.Profile().SlowStart, b.Profile().SlowStart
	switch {
	case slow == than:
		return 0
	case slow:
		return 1
	}
	return -1
}
