package synth

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/smt/term"
)

// CanMake reports whether Term may return t: each of its choices is there.
func (g *Grower) CanMake(t *term.Term, pl occurrence.Place) bool {
	return t.Size() <= g.growth.Nodes && g.canMake(t, g.plan(t.Sort()), pl, g.growth.Depth)
}

func (g *Grower) canMake(t *term.Term, p *plan, pl occurrence.Place, left int) bool {
	if g.isLeaf(t, p, pl) {
		return true
	}
	if left == 0 || t.Kind() != term.App {
		return false
	}
	g.complete(p)
	var ways []way
	for i := range p.groups {
		for _, o := range p.groups[i].operators {
			ways = append(ways, g.settled(p, &p.groups[i], o)...)
		}
	}
	return slices.ContainsFunc(ways, func(w way) bool {
		if w.fn != t.Func() || !w.open(pl) {
			return false
		}
		for i, a := range t.Args() {
			if in := w.param(i, len(t.Args())); in.sort != a.Sort() || !g.canMake(a, in, pl, left-1) {
				return false
			}
		}
		return true
	})
}

func (g *Grower) isLeaf(t *term.Term, p *plan, pl occurrence.Place) bool {
	if slices.Contains(pl.Scope, t) {
		return true
	}
	for _, list := range g.leavesOf(p).kinds {
		if slices.ContainsFunc(list, func(e entry) bool { return e.t == t && e.fits(pl) }) {
			return true
		}
	}
	r := rng.New(1)
	for range 1000 {
		if g.corner(r, p, pl) == t {
			return true
		}
	}
	return false
}
