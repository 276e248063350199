package synth

import (
	"slices"

	"github.com/assay-smt/assay/internal/mutate/occurrence"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// plan is what is known of the terms of one sort: the ways to make one with an operator, and the leaves. It holds for all places.
type plan struct {
	sort     *sorts.Sort
	complete bool // ways, sums and shallow are there
	ways     []way
	sums     []int // sums[i] is the weight of ways up to i
	shallow  int   // one of the ways with the least depth
	leaves   leaves

	least int // levels of operators that a term needs, -1 while unknown
	tried int // levels that are known not to do
}

// way is a function symbol that makes terms of a sort, with all that its table row leaves open decided.
type way struct {
	fn    *term.Func
	row   *theory.Row // nil for the script's own functions
	args  []*plan
	least int // levels of operators that its terms need, its own included
	small int // 1 + the argument that has to be a small number, 0 for none
	// The commands (from, to) may name it.
	from, to int
}

// open reports whether the way may be gone at the place.
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

// draw chooses a way by its weight.
func (p *plan) draw(r *rng.Rand) *way {
	x := r.IntN(p.sums[len(p.sums)-1])
	i, found := slices.BinarySearch(p.sums, x)
	if found {
		i++ // way i has the weights from sums[i-1] on, below sums[i]
	}
	return &p.ways[i]
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
	// maxPlans bounds the sorts of arguments that are followed: parametric datatypes can go on for ever.
	maxPlans = 2000
	// weight is that of an operator. It is shared among the ways that the operator has for a sort.
	weight = 1 << 12
	// away is how many times the ways that lead to foreign theories weigh less than all others.
	away = 15
	// rare is how many times operators weigh less whose values are seldom known exactly.
	rare = 32
)

// group is a part of the ways of a plan: parts are weighed against each other.
type group struct {
	ways    []way
	weights []int
	total   int
}

// add enters the ways of one operator, which share its weight.
func (gr *group) add(ways []way, weight int) {
	for _, w := range ways {
		each := max(1, weight/len(ways))
		gr.ways, gr.weights, gr.total = append(gr.ways, w), append(gr.weights, each), gr.total+each
	}
}

// cap bounds the weight of the whole group.
func (gr *group) cap(limit int) {
	if gr.total <= limit || limit <= 0 {
		return
	}
	was := gr.total
	gr.total = 0
	for i, w := range gr.weights {
		gr.weights[i] = max(1, w*limit/was)
		gr.total += gr.weights[i]
	}
}

// complete finds out all ways to make terms of the plan's sort. What is special to the sort is not drowned by what is there for every
// sort (ite, select...), nor by what leads away from the theories of the script.
func (g *Grower) complete(p *plan) {
	if p.complete {
		return
	}
	p.complete = true
	var specific, generic, own, foreign group
	r := g.fixed.Split(p.sort.String())
	special, any := g.build.Catalog.Producing(p.sort)
	for _, row := range special {
		if len(row.Args) > 0 {
			g.enter(r, p, row, &specific, &foreign)
		}
	}
	for _, row := range any {
		if len(row.Args) > 0 {
			g.enter(r, p, row, &generic, &foreign)
		}
	}
	for _, ways := range g.declared(p.sort) {
		own.add(g.within(ways), weight)
	}
	generic.cap((specific.total + own.total) / 3)
	own.cap(specific.total + generic.total)
	foreign.cap((specific.total + generic.total + own.total) / away)
	sum := 0
	for _, gr := range []*group{&specific, &generic, &own, &foreign} {
		for i := range gr.ways {
			sum += gr.weights[i]
			p.ways, p.sums = append(p.ways, gr.ways[i]), append(p.sums, sum)
		}
	}
	for i := range p.ways {
		if p.ways[i].least < p.ways[p.shallow].least {
			p.shallow = i
		}
	}
}

// enter puts the ways of a row into the group where they belong.
func (g *Grower) enter(r *rng.Rand, p *plan, row *theory.Row, at, foreign *group) {
	var home, other []way
	for _, w := range g.within(g.shapes(r, row, p.sort)) {
		switch {
		case g.atHome(&w):
			home = append(home, w)
		case !g.growth.Home && row.Result.Var < 0: // every sort has sequences of it
			other = append(other, w)
		}
	}
	share := weight
	if row.Has("transcendental") {
		share /= rare
	}
	at.add(home, share)
	foreign.add(other, share)
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

// atHome reports whether the script speaks of the sorts of all arguments.
func (g *Grower) atHome(w *way) bool {
	return !slices.ContainsFunc(w.args, func(a *plan) bool { return !g.speaks(a.sort) })
}

func (g *Grower) speaks(s *sorts.Sort) bool {
	if len(s.Args()) > 0 {
		return g.made[s]
	}
	return s == sorts.Bool || s == sorts.RoundingMode || g.home[s.Name()] || s == sorts.RegLan && g.home[sorts.String.Name()]
}

// least returns how many levels of operators a term of the plan's sort needs, -1 when those of the depth bound do not do. Scopes are not
// looked at.
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
	// Not complete: that asks how deep the arguments are, and is what this is for.
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
