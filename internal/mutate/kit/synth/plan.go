package synth

import (
	"slices"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// plan is what is known about the terms of one sort: the ways to make one with an operator, and the leaves. It is valid for all places.
type plan struct {
	sort   *sorts.Sort
	groups []group // nil until they are needed
	total  int     // weight of all groups
	short  *way    // the way with the least depth, once it is needed
	leaves leaves

	least int // levels of operators that a term needs, -1 while unknown
	tried int // levels known not to suffice
}

// way is a function symbol that makes terms of a sort, with everything decided that its table row leaves open.
type way struct {
	fn    *term.Func
	row   *theory.Row // nil for the script's own functions
	args  []*plan
	least int // levels of operators that its terms need, its own included
	small int // 1 + the argument that has to be a small number, 0 for none
	// The commands (from, to) may name it.
	from, to int
}

// open reports whether the way may be used at the place.
func (w *way) open(pl occurrence.Place) bool { return w.from < pl.Command && pl.Command < w.to }

// param returns the plan of argument i of n.
func (w *way) param(i, n int) *plan {
	if n == len(w.args) {
		return w.args[i]
	}
	switch w.row.Assoc {
	case theory.LeftAssoc:
		return w.args[min(i, 1)]
	case theory.RightAssoc:
		return w.args[max(0, i+2-n)]
	}
	return w.args[0]
}

// plan returns the plan of a sort.
func (g *Grower) plan(s *sorts.Sort) *plan {
	p := g.plans[s]
	if p == nil {
		p = &plan{sort: s, least: -1}
		g.plans[s] = p
	}
	return p
}

const (
	// maxPlans bounds the argument sorts that are followed: parametric datatypes can nest forever.
	maxPlans = 2000
	// weight is the weight of an operator. It is shared among the ways that the operator has for a sort.
	weight = 1 << 12
	// away is the factor by which the ways that lead to foreign theories weigh less than all others.
	away = 15
	// rare is the factor by which operators weigh less if their values are seldom known exactly.
	rare = 32
)

// operator is one of the operators that make terms of a sort. Chains of mutants are short and there are many operators, so the ways of an
// operator are computed when it is chosen.
type operator struct {
	row     *theory.Row // nil for the script's own functions
	ways    []way
	settled bool
}

// group is a part of the operators of a plan: parts are weighed against each other.
type group struct {
	operators []*operator
	sums      []int // sums[i] is the weight of operators up to i
	total     int   // of the group among the others
	foreign   bool  // ways that lead to sorts that the script does not use
}

// add enters an operator.
func (gr *group) add(o *operator, weight int) {
	gr.total += weight
	gr.operators, gr.sums = append(gr.operators, o), append(gr.sums, gr.total)
}

// cap bounds the weight of the whole group.
func (gr *group) cap(limit int) {
	if limit > 0 {
		gr.total = min(gr.total, limit)
	}
}

// complete finds out which operators make terms of the plan's sort. Operators that are specific to the sort must not be drowned out by
// those that exist for every sort (ite, select...), nor by those that lead away from the theories of the script.
func (g *Grower) complete(p *plan) {
	if p.groups != nil {
		return
	}
	var specific, generic, own group
	foreign := group{foreign: true}
	special, any := g.build.Catalog.Producing(p.sort)
	for _, row := range special {
		if len(row.Args) == 0 {
			continue
		}
		share := weight
		if row.Has("transcendental") {
			share /= rare
		}
		if !slices.ContainsFunc(row.Args, g.strange) {
			specific.add(&operator{row: row}, share)
		}
		if !g.growth.Home && row.Result.Var < 0 && slices.ContainsFunc(row.Args, g.perhapsStrange) { // every sort has sequences of it
			foreign.add(&operator{row: row}, share)
		}
	}
	for _, row := range any {
		if len(row.Args) > 0 && !slices.ContainsFunc(row.Args, g.strange) {
			generic.add(&operator{row: row}, weight)
		}
	}
	for _, ways := range g.declared(p.sort) {
		if ways = g.within(ways); len(ways) > 0 {
			own.add(&operator{ways: ways, settled: true}, weight)
		}
	}
	generic.cap((specific.total + own.total) / 3)
	own.cap(specific.total + generic.total)
	foreign.cap((specific.total + generic.total + own.total) / away)
	p.groups = []group{specific, generic, own, foreign}
	for i := range p.groups {
		p.total += p.groups[i].total
	}
}

// strange reports whether an argument's sort is certainly one that the script does not use.
func (g *Grower) strange(p sorts.Pattern) bool {
	switch {
	case p.Sort != nil:
		return !g.speaks(p.Sort)
	case p.Var >= 0 || p.Form != sorts.One:
		return false
	case len(p.Args) > 0:
		return !slices.ContainsFunc(g.build.among, func(s *sorts.Sort) bool { return s.Kind() == p.Kind && s.Name() == p.Name })
	}
	return !g.home[p.Name]
}

// perhapsStrange reports whether an argument's sort can be one that the script does not use.
func (g *Grower) perhapsStrange(p sorts.Pattern) bool { return p.Sort == nil || !g.speaks(p.Sort) }

// picks is how often an operator of a group is drawn to find one that has ways.
const picks = 12

// draw chooses an operator by its weight, and one of its ways; nil when chance hits none.
func (g *Grower) draw(r *rng.Rand, p *plan) *way {
	x, i := r.IntN(p.total), 0
	for ; x >= p.groups[i].total; i++ {
		x -= p.groups[i].total
	}
	gr := &p.groups[i]
	for range picks {
		x = r.IntN(gr.sums[len(gr.sums)-1])
		k, found := slices.BinarySearch(gr.sums, x)
		if found {
			k++ // operator k has the weights from sums[k-1] on, below sums[k]
		}
		if ways := g.settled(p, gr, gr.operators[k]); len(ways) > 0 {
			return &ways[r.IntN(len(ways))]
		}
	}
	return nil
}

// shallowest returns the way that needs the fewest levels, nil when there is none.
func (g *Grower) shallowest(p *plan) *way {
	g.complete(p)
	if p.short == nil {
		for i := range p.groups {
			for _, o := range p.groups[i].operators {
				for k, w := range g.settled(p, &p.groups[i], o) {
					if p.short == nil || w.least < p.short.least {
						p.short = &o.ways[k]
					}
				}
			}
		}
	}
	return p.short
}

// settled returns the ways of an operator of a plan's group.
func (g *Grower) settled(p *plan, gr *group, o *operator) []way {
	if o.settled {
		return o.ways
	}
	o.settled = true
	// The ways do not depend on which operators were chosen before.
	for _, w := range g.within(g.shapes(g.fixed.Split(p.sort.String()).SplitN(uint64(o.row.ID)), o.row, p.sort)) {
		if g.atHome(&w) != gr.foreign {
			o.ways = append(o.ways, w)
		}
	}
	return o.ways
}

// within keeps the ways with arguments that lead to terms within the depth bound.
func (g *Grower) within(ways []way) []way {
	var out []way
	for _, w := range ways {
		deepest, ok := 0, true
		for _, a := range w.args {
			l := g.least(a)
			deepest, ok = max(deepest, l), ok && l >= 0
		}
		if w.least = deepest + 1; ok && len(w.args) > 0 && w.least <= g.growth.Depth {
			out = append(out, w)
		}
	}
	return out
}

// atHome reports whether the script uses the sorts of all arguments.
func (g *Grower) atHome(w *way) bool {
	return !slices.ContainsFunc(w.args, func(a *plan) bool { return !g.speaks(a.sort) })
}

func (g *Grower) speaks(s *sorts.Sort) bool {
	if len(s.Args()) > 0 {
		return g.made[s]
	}
	return s == sorts.Bool || s == sorts.RoundingMode || g.home[s.Name()] || s == sorts.RegLan && g.home[sorts.String.Name()]
}

// least returns how many levels of operators a term of the plan's sort needs, -1 when the levels within the depth bound do not suffice.
// It ignores scopes.
func (g *Grower) least(p *plan) int {
	for ; p.least < 0 && p.tried <= g.growth.Depth; p.tried++ {
		if g.reaches(p, p.tried) {
			p.least = p.tried
		}
	}
	return p.least
}

func (g *Grower) reaches(p *plan, levels int) bool {
	switch {
	case p.least >= 0:
		return p.least <= levels
	case levels < p.tried, !g.build.Catalog.Sorts.Has(p.sort): // fields of datatypes may be of any sort
		return false
	case g.hasLeaf(p):
		return true
	case levels == 0 || len(g.plans) > maxPlans:
		return false
	}
	// Not complete: it asks how deep the arguments are, which is what this function serves.
	r := g.fixed.Split(p.sort.String())
	special, any := g.build.Catalog.Producing(p.sort)
	for _, row := range slices.Concat(special, any) {
		if len(row.Args) > 0 && slices.ContainsFunc(g.shapes(r, row, p.sort), func(w way) bool { return g.fits(&w, levels) }) {
			return true
		}
	}
	for _, ways := range g.declared(p.sort) {
		if slices.ContainsFunc(ways, func(w way) bool { return g.fits(&w, levels) }) {
			return true
		}
	}
	return false
}

func (g *Grower) fits(w *way, levels int) bool {
	return !slices.ContainsFunc(w.args, func(a *plan) bool { return !g.reaches(a, levels-1) })
}
