package weaken

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/smt/term"
)

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

// part is an argument to which, or inside which, a rule applies.
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

// share returns the fraction that one weight is of all, in units of 1/(1<<53).
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
