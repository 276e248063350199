package aim

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// truthForms returns the forms of truth values.
func truthForms() forms {
	return forms{
		{"not", 2, false, func(g *goal) *term.Term {
			if g.is.IsTrue() == g.want.IsTrue() {
				return nil
			}
			return g.apply("not", g.t)
		}},
		{"xor", 3, false, func(g *goal) *term.Term {
			return g.swapped("xor", g.t, g.truth(g.is.IsTrue() != g.want.IsTrue()))
		}},
		{"=", 3, false, func(g *goal) *term.Term {
			return g.swapped("=", g.t, g.truth(g.is.IsTrue() == g.want.IsTrue()))
		}},
		{"distinct", 1, false, func(g *goal) *term.Term {
			return g.swapped("distinct", g.t, g.truth(g.is.IsTrue() != g.want.IsTrue()))
		}},
		// A connective with an argument that decides, or one that leaves the decision to the term.
		{"and", 2, true, func(g *goal) *term.Term { return g.connective("and", false) }},
		{"or", 2, true, func(g *goal) *term.Term { return g.connective("or", true) }},
		{"=>", 2, true, func(g *goal) *term.Term {
			switch {
			case g.want.IsTrue() && g.r.Bool():
				return g.apply("=>", g.t, g.truth(true))
			case g.want.IsTrue():
				return g.apply("=>", g.truth(false), g.t)
			case g.is.IsTrue():
				return g.apply("=>", g.t, g.truth(false))
			case g.is.IsFalse():
				return g.apply("=>", g.truth(true), g.t)
			}
			return nil
		}},
		{"compare", 3, true, (*goal).compare},
	}
}

// connective applies a connective that one argument with the value dominant decides.
func (g *goal) connective(name string, dominant bool) *term.Term {
	switch {
	case g.want.IsTrue() == dominant:
		return g.swapped(name, g.t, g.truth(dominant))
	case g.is.Kind() == value.Bool && g.is.IsTrue() != dominant:
		return g.swapped(name, g.t, g.truth(!dominant))
	}
	return nil
}

// compare is an equality of two terms whose values are equal or different, as wanted.
func (g *goal) compare() *term.Term {
	all := g.grow.Sorts()
	if len(all) == 0 {
		return nil
	}
	s := all[g.r.IntN(len(all))]
	if s == sorts.Bool {
		return nil
	}
	x, y := g.grow.Within(g.r, s, g.pl, 2, 10), g.grow.Leaf(g.r, s, g.pl)
	if x == nil || y == nil {
		return nil
	}
	is, other := g.value(x), g.value(y)
	if !is.IsKnown() || !other.IsKnown() || is.Kind() != other.Kind() {
		return nil
	}
	switch same := value.Compare(is, other) == 0; {
	case same != g.want.IsTrue() && g.want.IsTrue(): // made equal
		in := goal{Aimer: g.Aimer, r: g.r, pl: g.pl, sort: s, t: x, is: is, want: other, depth: g.depth + 1}
		return g.swapped("=", in.reach(), y)
	case same != g.want.IsTrue():
		return g.swapped("distinct", x, y)
	}
	return g.swapped("=", x, y)
}
