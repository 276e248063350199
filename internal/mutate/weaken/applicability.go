package weaken

import (
	"slices"

	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// applicability says which rules apply to a formula, by direction.
type applicability struct {
	// inside are the rules that apply to some occurrence of known polarity in the formula, including the formula itself.
	inside [2]set
	// here are the uses, by number, that apply to the formula itself.
	here [2][]uint16
	// places is the number of occurrences of known polarity. With sharing, it can be exponential.
	places float64
}

// applicabilities holds the applicability of every formula of one store for which it was requested. Terms never change, so
// for each mutant, rules are matched only with the terms that its last step has made. Not safe for concurrent use.
type applicabilities struct {
	rules    *selection
	rewriter *rules.Rewriter
	known    term.Map[*applicability]
	shapes   map[shape]*applicability
	here     []uint16 // scratch of choices
	parts    []part
	stack    []visit
}

// visit is a formula that of has reached, before or after entering its arguments.
type visit struct {
	t    *term.Term
	open bool
}

func newApplicabilities(s *selection, st *term.Store) *applicabilities {
	return &applicabilities{rules: s, rewriter: rules.NewRewriter(st), shapes: map[shape]*applicability{}}
}

// of returns what applies to a formula.
func (o *applicabilities) of(t *term.Term) *applicability {
	if l := o.known.Get(t); l != nil {
		return l
	}
	o.stack = append(o.stack[:0], visit{t: t})
	for len(o.stack) > 0 {
		v := &o.stack[len(o.stack)-1]
		t := v.t
		switch {
		case o.known.Get(t) != nil:
			o.stack = o.stack[:len(o.stack)-1]
		case v.open:
			o.stack = o.stack[:len(o.stack)-1]
			o.known.Set(t, o.look(t))
		default:
			v.open = true
			for i, a := range t.Args() {
				if argument(t, i) != Ambiguous && o.known.Get(a) == nil {
					o.stack = append(o.stack, visit{t: a})
				}
			}
		}
	}
	return o.known.Get(t)
}

// maxPlaces keeps sums of weights finite.
const maxPlaces = 1e200

// look finds what applies to a formula, given what applies to its arguments.
func (o *applicabilities) look(t *term.Term) *applicability {
	l := o.blank()
	for i, a := range t.Args() {
		p := argument(t, i)
		if p == Ambiguous {
			continue
		}
		part := o.known.Get(a)
		l.places = min(l.places+part.places, maxPlaces)
		for _, to := range []direction{weaker, stronger} {
			l.inside[to].join(part.inside[to.below(p)])
		}
	}
	if t.Kind() == term.Annot {
		return l // rules apply to its body instead
	}
	alike := o.alike(t)
	for _, to := range []direction{weaker, stronger} {
		l.here[to] = slices.Clip(alike.here[to])
		l.inside[to].join(alike.inside[to])
	}
	o.rules.index.Deep(t, func(i int) { o.try(t, i, l) })
	return l
}

func (o *applicabilities) blank() *applicability {
	n := o.rules.setSize()
	words := make(set, 2*n)
	return &applicability{inside: [2]set{words[:n], words[n:]}, places: 1}
}

// try enters a use that applies to t itself.
func (o *applicabilities) try(t *term.Term, use int, l *applicability) {
	u := o.rules.index.Use(use)
	if !o.rewriter.Applies(u, t) {
		return
	}
	for _, to := range []direction{weaker, stronger} {
		if to.serves(u) {
			l.here[to] = append(l.here[to], uint16(use))
			l.inside[to].add(int(o.rules.rule[use]))
		}
	}
}

// shape is what shallow rules look at: the head of a formula and the sorts of its arguments.
type shape struct {
	fn          *term.Func
	arity       int
	first, last *sorts.Sort
}

// alike returns which shallow rules apply to formulas of t's shape. The caller must not change it.
func (o *applicabilities) alike(t *term.Term) *applicability {
	s := shape{fn: t.Func(), arity: len(t.Args())}
	known := t.Kind() == term.App && s.fn.Kind == term.TheoryFunc
	if !known {
		s = shape{} // rules for any formula
	} else if s.arity > 0 {
		s.first, s.last = t.Args()[0].Sort(), t.Args()[s.arity-1].Sort()
	}
	for i := 1; known && i < s.arity-1; i++ {
		known = t.Args()[i].Sort() == s.last
	}
	if l := o.shapes[s]; l != nil && (known || s.fn == nil) {
		return l
	}
	l := o.blank()
	o.rules.index.Shallow(t, func(i int) { o.try(t, i, l) })
	if known || s.fn == nil {
		o.shapes[s] = l
	}
	return l
}
