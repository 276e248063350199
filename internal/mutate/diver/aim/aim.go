// Package aim makes terms whose value is known beforehand. From a term and its value under an interpretation it makes a term with another
// value, in one of the many forms that the theory of its sort has for this, such as (+ t 3) or (store a i e). Each theory has its own file
// of forms. The package chooses no places; whether a formula stays true is for the caller to evaluate.
package aim

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// Aimer makes terms with given values at places of one script under one interpretation. Not safe for concurrent use.
type Aimer struct {
	grow  *synth.Grower
	store *term.Store
	// value evaluates a closed term, in canonical form (value.Domain.Canonical). It should remember what it has evaluated.
	value func(*term.Term) value.Value
	tables
}

// New returns an aimer. It uses terms of the grower as material; value evaluates a closed term, in canonical form.
func New(g *synth.Grower, st *term.Store, value func(*term.Term) value.Value) *Aimer {
	return &Aimer{grow: g, store: st, value: value, tables: newTables()}
}

// Into returns a closed term whose value is in the set, built from t: a closed term of the set's sort, or nil for a random one. It
// returns nil when it finds none: for sets that offer no members, and for values that cannot be written or reached. It does not use
// bound variables of the place. The caller still evaluates the term.
func (a *Aimer) Into(r *rng.Rand, set abstract.Set, t *term.Term, pl occurrence.Place) *term.Term {
	pl.Scope = nil
	s := set.Sort()
	if t == nil || len(t.Free()) > 0 {
		if t = a.grow.Within(r, s, pl, 3, 20); t == nil {
			return nil
		}
	}
	is := a.value(t)
	if abstract.IsIrrelevant(set) || set.Has(is) {
		return t
	}
	if want, ok := a.member(r, set, is, pl); ok {
		return a.Worth(r, t, want, pl)
	}
	return nil
}

// leafTries is how many leaves are examined to find one with a suitable value.
const leafTries = 6

// member returns a value of the set: mostly one that the set offers, otherwise that of a leaf.
func (a *Aimer) member(r *rng.Rand, set abstract.Set, not value.Value, pl occurrence.Place) (value.Value, bool) {
	if r.IntN(4) > 0 {
		if v, ok := set.Pick(r, not); ok {
			return v, true
		}
	}
	tries := leafTries
	if set.Sort().Kind() == sorts.User { // elements of uninterpreted sorts have no other terms
		tries = manyTries
	}
	for range tries {
		if l := a.grow.Leaf(r, set.Sort(), pl); l != nil {
			if v := a.value(l); v.IsKnown() && set.Has(v) {
				return v, true
			}
		}
	}
	return set.Pick(r, not)
}

// Worth returns a closed term of the sort of t whose value is want, a known value in canonical form. The term is built from the closed
// term t; nil when Worth finds none.
func (a *Aimer) Worth(r *rng.Rand, t *term.Term, want value.Value, pl occurrence.Place) *term.Term {
	if !want.IsKnown() {
		return nil
	}
	pl.Scope = nil
	g := goal{Aimer: a, r: r, pl: pl, sort: t.Sort(), t: t, is: a.value(t), want: want}
	// Terms cannot write out an irrational number, and calculating with such numbers takes long.
	if g.is.IsIrrational() || want.IsIrrational() {
		return nil
	}
	return g.reach()
}

// goal is what a form sees: a term and its value, and the value that the term built from it must have.
type goal struct {
	*Aimer
	r        *rng.Rand
	pl       occurrence.Place
	sort     *sorts.Sort
	t        *term.Term
	is, want value.Value // is may be open
	depth    int         // how many goals this one is part of
}

// formTries is how many forms are tried for one goal before the plainest is used.
const formTries = 6

// reach returns a term with the wanted value, nil when there is none.
func (g *goal) reach() *term.Term {
	if g.sort == sorts.RegLan {
		g.language()
	}
	own := g.of(g.sort)
	for range formTries {
		list := own
		if len(own) == 0 || g.r.IntN(4) == 0 {
			list = g.general
		}
		if f := list.draw(g.r); f.any || g.is.IsKnown() {
			if t := f.make(g); t != nil {
				return t
			}
		}
	}
	if t := g.general[0].make(g); t != nil {
		return t
	}
	if t := g.constant(g.sort, g.want); t != nil {
		return t
	}
	return g.leafAmong(g.sort, g.want, manyTries)
}
