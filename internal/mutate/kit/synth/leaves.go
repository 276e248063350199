package synth

import (
	"strconv"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// leaves are the expressions of one sort in a pool, by kind, and corner literals.
type leaves struct {
	taken   int // entries of the pool that have been processed
	kinds   [kinds][]entry
	corners []*term.Term // nil until they are needed
	bare    []way        // operators and constructors without arguments
	looked  bool         // none and bare are known
	none    bool         // the sort has no corners
}

// The kinds of leaves.
const (
	variables = iota // what the script declares without arguments
	constants        // literals, nullary operators and constructors, and operators applied to them
	parts            // all other subterms without binders
	kinds
	// Further kinds are in no pool.
	bound  // variables bound around the place
	model  // values that the caller offers
	corner // corner literals, and operators without arguments that make the sort
	allKinds
)

// leafWeights are the weights of the kinds. Truth values make the terms around them trivial, so they are rare.
var (
	leafWeights  = [allKinds]int{variables: 6, constants: 3, parts: 3, bound: 6, model: 2, corner: 2}
	truthWeights = [allKinds]int{variables: 8, parts: 8, bound: 8, corner: 1}
)

// maxConstant bounds the nodes of constants: a negative fraction has four.
const maxConstant = 6

// sortIn processes the entries that the pool has gained since the last time.
func (l *leaves) sortIn(list []entry) {
	for _, e := range list[l.taken:] {
		t := e.t
		k := parts
		switch f := t.Func(); {
		case t.Kind() == term.Var || t.HasBinder():
			continue
		case f != nil && f.Decl != nil && t.IsLeaf() && f.Decl.Kind != term.Constructor:
			k = variables
		case t.Size() <= maxConstant && len(t.Free()) == 0 && (!t.HasUser() || t.IsLeaf()):
			k = constants
		}
		l.kinds[k] = append(l.kinds[k], e)
	}
	l.taken = len(list)
}

func (g *Grower) leavesOf(p *plan) *leaves {
	if list := g.build.Pool.bySort[p.sort]; len(list) > p.leaves.taken {
		p.leaves.sortIn(list)
	}
	return &p.leaves
}

// leaf returns a leaf of at most room nodes, nil when there is none.
func (g *Grower) leaf(r *rng.Rand, p *plan, pl occurrence.Place, room int) *term.Term {
	l := g.leavesOf(p)
	weights := &leafWeights
	if p.sort == sorts.Bool {
		weights = &truthWeights
	}
	total := 0
	var w [allKinds]int
	for k := range w {
		switch {
		case k < kinds && len(l.kinds[k]) == 0, k == bound && len(pl.Scope) == 0, k == model && g.growth.Model == nil:
		default:
			w[k] = weights[k]
			total += w[k]
		}
	}
	for total > 0 {
		k, x := 0, r.IntN(total)
		for ; x >= w[k]; k++ {
			x -= w[k]
		}
		if t := g.leafOf(r, p, pl, k, room); t != nil {
			return t
		}
		total, w[k] = total-w[k], 0
	}
	return nil
}

// leafOf returns a leaf of one kind, nil when there is none or chance hits none that fits.
func (g *Grower) leafOf(r *rng.Rand, p *plan, pl occurrence.Place, kind, room int) *term.Term {
	switch kind {
	case bound:
		return scoped(r, p.sort, pl)
	case model:
		if t := g.growth.Model(r, p.sort); t != nil && t.Sort() == p.sort && t.Size() <= room {
			return t
		}
		return nil
	case corner:
		if t := g.corner(r, p, pl); t != nil && t.Size() <= room {
			return t
		}
		return nil
	}
	list := p.leaves.kinds[kind]
	if len(list) == 0 {
		return nil
	}
	for range 4 {
		if e := list[r.IntN(len(list))]; e.t.Size() <= room && e.fits(pl) {
			return e.t
		}
	}
	from := r.IntN(len(list))
	for i := range min(len(list), maxScan) {
		if e := list[(from+i)%len(list)]; e.t.Size() <= room && e.fits(pl) {
			return e.t
		}
	}
	return nil
}

// maxScan bounds how many entries of a pool are examined for one leaf.
const maxScan = 64

// scoped returns a random variable of the sort that is bound around the place, nil when there is none.
func scoped(r *rng.Rand, s *sorts.Sort, pl occurrence.Place) *term.Term {
	var found *term.Term
	n := 0
	for _, v := range pl.Scope {
		if v.Sort() != s {
			continue
		}
		if n++; r.IntN(n) == 0 {
			found = v
		}
	}
	return found
}

const (
	// maxCorners is how many corners of each sort are kept; one choice in this many makes a new one.
	maxCorners = 32
	fresh      = 8
)

// corner returns a corner literal, or an operator or constructor without arguments; nil when chance hits one that may not be used at
// the place.
func (g *Grower) corner(r *rng.Rand, p *plan, pl occurrence.Place) *term.Term {
	l := g.look(p)
	n := 0
	if !l.none {
		n = maxCorners
	}
	if n+len(l.bare) == 0 {
		return nil
	}
	i := r.IntN(n + len(l.bare))
	switch {
	case i >= n && l.bare[i-n].open(pl):
		return must(g.build.Store.App(l.bare[i-n].fn))
	case i >= n || !g.build.Pool.names(p.sort, pl):
		return nil
	case r.IntN(fresh) == 0:
		return g.corners.Value(r, p.sort)
	case l.corners[i] == nil:
		l.corners[i] = g.corners.Value(g.fixed.Split(p.sort.String()).SplitN(uint64(i)), p.sort)
	}
	return l.corners[i]
}

// look finds out which corners a sort has.
func (g *Grower) look(p *plan) *leaves {
	l := &p.leaves
	if l.looked {
		return l
	}
	l.looked = true
	l.none = g.corners.Value(g.fixed.Split(p.sort.String()), p.sort) == nil
	if !l.none {
		l.corners = make([]*term.Term, maxCorners)
	}
	special, any := g.build.Catalog.Producing(p.sort)
	for _, rows := range [...][]*theory.Row{special, any} {
		for _, row := range rows {
			if len(row.Args) == 0 {
				l.bare = append(l.bare, g.shapes(g.fixed.Split(""), row, p.sort)...)
			}
		}
	}
	for _, ways := range g.declared(p.sort) {
		if len(ways[0].args) == 0 {
			l.bare = append(l.bare, ways...)
		}
	}
	return l
}

// hasLeaf reports whether a term of the sort needs no operator, whatever its place.
func (g *Grower) hasLeaf(p *plan) bool {
	if g.there[p.sort] {
		return true
	}
	l := g.look(p)
	return !l.none || len(l.bare) > 0
}

// small returns a small natural number.
func (g *Grower) small(r *rng.Rand) *term.Term {
	return g.build.Store.Lit(syntax.Numeral, strconv.Itoa(r.IntN(6)), sorts.Int)
}
