package aim

import (
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// language uses a leaf that is the wanted language as the term, if there is one: the forms only change what it looks like.
func (g *goal) language() {
	if l := g.leafAmong(g.sort, g.want, manyTries); l != nil {
		g.t, g.is = l, g.want
	}
}

// languageForms returns the forms of languages: those that change nothing, as languages have no literals.
func languageForms() forms {
	same := func(make func(*goal) *term.Term) func(*goal) *term.Term {
		return func(g *goal) *term.Term {
			if value.Compare(g.is, g.want) != 0 {
				return nil
			}
			return make(g)
		}
	}
	return forms{
		{"union", 1, false, same(func(g *goal) *term.Term { return g.swapped("re.union", g.t, g.apply("re.none")) })},
		{"inter", 1, false, same(func(g *goal) *term.Term { return g.swapped("re.inter", g.t, g.apply("re.all")) })},
		{"diff", 1, false, same(func(g *goal) *term.Term { return g.apply("re.diff", g.t, g.apply("re.none")) })},
		{"++", 1, false, same(func(g *goal) *term.Term {
			return g.swapped("re.++", g.t, g.apply("str.to_re", g.constant(sorts.String, emptyText)))
		})},
		{"comp", 1, false, same(func(g *goal) *term.Term { return g.apply("re.comp", g.apply("re.comp", g.t)) })},
		{"power", 1, false, same(func(g *goal) *term.Term { return g.grow.ApplyAt("re.^", []int{1}, g.t) })},
	}
}
