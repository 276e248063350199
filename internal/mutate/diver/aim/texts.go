package aim

import (
	"math/big"

	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// textForms returns the forms of strings.
func textForms() forms {
	return forms{
		{"prefix", 4, false, func(g *goal) *term.Term {
			is, want := g.is.Str(), g.want.Str()
			n := common(is, want, false)
			n -= g.r.IntN(n + 1)
			head := g.apply("str.substr", g.t, g.number(0), g.number(n))
			return g.apply("str.++", head, g.text(want.Slice(n, want.Len())))
		}},
		{"suffix", 3, false, func(g *goal) *term.Term {
			is, want := g.is.Str(), g.want.Str()
			n := common(is, want, true)
			n -= g.r.IntN(n + 1)
			tail := g.apply("str.substr", g.t, g.number(is.Len()-n), g.number(n))
			return g.apply("str.++", g.text(want.Slice(0, want.Len()-n)), tail)
		}},
		{"extend", 4, false, func(g *goal) *term.Term {
			is, want := g.is.Str(), g.want.Str()
			at := want.IndexOf(is, 0)
			if at < 0 {
				return nil
			}
			before, after := want.Slice(0, at), want.Slice(at+is.Len(), want.Len())
			switch {
			case before.Len() == 0:
				return g.apply("str.++", g.t, g.text(after))
			case after.Len() == 0:
				return g.apply("str.++", g.text(before), g.t)
			}
			return g.apply("str.++", g.text(before), g.t, g.text(after))
		}},
		{"substr", 3, false, func(g *goal) *term.Term {
			at := g.is.Str().IndexOf(g.want.Str(), 0)
			if at < 0 {
				return nil
			}
			n := g.want.Str().Len()
			if n == 1 && g.r.Bool() {
				return g.apply("str.at", g.t, g.number(at))
			}
			return g.apply("str.substr", g.t, g.number(at), g.number(n))
		}},
		{"replace", 4, false, func(g *goal) *term.Term {
			is, want := g.is.Str(), g.want.Str()
			p := common(is, want, false)
			s := min(common(is, want, true), is.Len()-p, want.Len()-p)
			p -= g.r.IntN(p + 1)
			old, by := is.Slice(p, is.Len()-s), want.Slice(p, want.Len()-s)
			if old.Len() == 0 && p > 0 || is.IndexOf(old, 0) != p {
				return nil
			}
			return g.apply("str.replace", g.t, g.text(old), g.text(by))
		}},
		{"replace_all", 2, false, func(g *goal) *term.Term {
			is := g.is.Str()
			if is.Len() == 0 {
				return nil
			}
			return g.apply("str.replace_all", g.t, g.text(is), g.text(g.want.Str()))
		}},
		{"from_code", 1, true, func(g *goal) *term.Term {
			want := g.want.Str()
			if want.Len() != 1 {
				return nil
			}
			return g.apply("str.from_code", g.number(want.ToCode()))
		}},
		{"from_int", 1, true, func(g *goal) *term.Term {
			n := g.want.Str().ToInt()
			if n.Sign() < 0 || smtstr.Compare(smtstr.FromInt(n), g.want.Str()) != 0 {
				return nil
			}
			return g.apply("str.from_int", g.part(sorts.Int, value.OfBig(n)))
		}},
		{"update", 1, false, func(g *goal) *term.Term {
			is, want := g.is.Str(), g.want.Str()
			if is.Len() != want.Len() {
				return nil
			}
			n := common(is, want, false)
			n -= g.r.IntN(n + 1)
			return g.apply("str.update", g.t, g.number(n), g.text(want.Slice(n, want.Len())))
		}},
	}
}

// text returns a term with the value s.
func (g *goal) text(s smtstr.String) *term.Term { return g.part(sorts.String, value.OfString(s)) }

// number returns a term with the value n.
func (g *goal) number(n int) *term.Term {
	return g.part(sorts.Int, value.OfBig(big.NewInt(int64(n))))
}

// common returns the length of the longest common prefix, or suffix.
func common(x, y smtstr.String, fromEnd bool) int {
	n := min(x.Len(), y.Len())
	for i := range n {
		j, k := i, i
		if fromEnd {
			j, k = x.Len()-1-i, y.Len()-1-i
		}
		if x.At(j) != y.At(k) {
			return i
		}
	}
	return n
}

var emptyText = value.OfString(smtstr.String{})
