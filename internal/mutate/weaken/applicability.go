package weaken

import (
	"math/bits"
	"slices"

	"github.com/assay-smt/assay/internal/mutate/occurrence"
	"github.com/assay-smt/assay/internal/rng"
	"github.com/assay-smt/assay/internal/rules"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// direction says whether a replacement weakens what it replaces or strengthens it.
type direction uint8

const (
	weaker direction = iota
	stronger
)

// preserves returns the status that steps in this direction preserve.
func (d direction) preserves() smt.Status { return [...]smt.Status{smt.Sat, smt.Unsat}[d] }

// summary is the direction in the lines of a derivation.
func (d direction) summary() string { return [...]string{" weakens it", " strengthens it"}[d] }

// below returns the direction in which a formula of the given polarity must change so that the whole changes in d.
func (d direction) below(p Polarity) direction {
	if p == Negative {
		return 1 - d
	}
	return d
}

// serves reports whether a use of a rule goes in this direction.
func (d direction) serves(u rules.Use) bool {
	if d == weaker {
		return u.Weakens()
	}
	return u.Strengthens()
}

// set is a set of rules by number.
type set []uint64

func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 == 1 }

func (s set) join(o set) {
	for i, w := range o {
		s[i] |= w
	}
}

func (s set) len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// at returns the member with k smaller ones.
func (s set) at(k int) int {
	for i, w := range s {
		if n := bits.OnesCount64(w); k >= n {
			k -= n
			continue
		}
		for ; k > 0; k-- {
			w &= w - 1
		}
		return i*64 + bits.TrailingZeros64(w)
	}
	return -1
}

// applicability says which rules apply to a formula, by direction.
type applicability struct {
	// inside are the rules that apply to some occurrence of known polarity in the formula, itself included.
	inside [2]set
	// here are the uses, by number, that apply to the formula itself.
	here [2][]uint16
	// places is the number of occurrences of known polarity. Sharing makes it exponential.
	places float64
}

// applicabilities holds the applicability of every formula of one store that it was asked for. Terms never change: for each
// mutant, rules are matched only with the terms that its last step has made. Not safe for concurrent use.
type applicabilities struct {
	rules    *selection
	rewriter *rules.Rewriter
	known    term.Map[*applicability]
	shapes   map[shape]*applicability
	here     []uint16 // scratch of choices
	parts    []part
	stack    []visit
}

// visit is a formula that of has met: before its arguments are entered, or after.
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

// site is an occurrence and a use of a rule to apply there.
type site struct {
	path  term.Path
	term  *term.Term
	scope []*term.Term // bound variables, by ID
	use   rules.Use
}

// find chooses an occurrence in root to which a rule applies; there must be one. All are about equally likely, however deep they
// are.
func (o *applicabilities) find(r *rng.Rand, root *term.Term, rule int, to direction) site {
	s := site{term: root}
	for {
		here, parts := o.choices(s.term, rule, to)
		if len(here) > 0 && (len(parts) == 0 || r.Uint64()>>11 < share(1, 1+weight(parts))) {
			s.use = o.rules.index.Use(int(rng.Pick(r, here)))
			return s
		}
		p := choose(r, parts)
		s.scope = occurrence.Bind(s.scope, s.term, p.index)
		to = to.below(argument(s.term, p.index))
		s.path = append(s.path, p.index)
		s.term = s.term.Args()[p.index]
	}
}

// part is an argument that a rule applies to or into.
type part struct {
	index  int
	places float64
}

// choices returns the uses of a rule that apply to t itself, and the arguments inside which it applies. Both are valid until
// the next call.
func (o *applicabilities) choices(t *term.Term, rule int, to direction) (here []uint16, parts []part) {
	here, parts = o.here[:0], o.parts[:0]
	for _, k := range o.known.Get(t).here[to] {
		if int(o.rules.rule[k]) == rule {
			here = append(here, k)
		}
	}
	for i, a := range t.Args() {
		p := argument(t, i)
		if p == Ambiguous {
			continue
		}
		if l := o.known.Get(a); l.inside[to.below(p)].has(rule) {
			parts = append(parts, part{i, l.places})
		}
	}
	o.here, o.parts = here, parts
	return here, parts
}

func weight(parts []part) float64 {
	sum := 0.0
	for _, p := range parts {
		sum += p.places
	}
	return sum
}

// share returns the part that one weight has in all, of 1<<53.
func share(one, all float64) uint64 { return uint64(one / all * (1 << 53)) }

// choose picks one part, each as likely as its weight says.
func choose(r *rng.Rand, parts []part) part {
	all := weight(parts)
	at, sum := r.Uint64()>>11, 0.0
	for _, p := range parts[:len(parts)-1] {
		if sum += p.places; at < share(sum, all) {
			return p
		}
	}
	return parts[len(parts)-1]
}
