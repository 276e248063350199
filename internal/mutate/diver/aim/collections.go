package aim

import (
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// collectionForms returns the forms of sequences, sets and tuples, by the name of the sort.
func collectionForms() map[string]forms {
	return map[string]forms{
		"Seq": {
			{"prefix", 3, false, func(g *goal) *term.Term {
				is, want := g.is.Elems(), g.want.Elems()
				n := sharedElems(is, want)
				n -= g.r.IntN(n + 1)
				head := g.apply("seq.extract", g.t, g.number(0), g.number(n))
				return g.apply("seq.++", head, g.seq(want[n:]))
			}},
			{"extend", 3, false, func(g *goal) *term.Term {
				is, want := g.is.Elems(), g.want.Elems()
				if sharedElems(is, want) < len(is) {
					return nil
				}
				return g.apply("seq.++", g.t, g.seq(want[len(is):]))
			}},
			{"extract", 3, false, func(g *goal) *term.Term {
				is, want := g.is.Elems(), g.want.Elems()
				if sharedElems(is, want) < len(want) {
					return nil
				}
				return g.apply("seq.extract", g.t, g.number(0), g.number(len(want)))
			}},
			{"replace", 2, false, func(g *goal) *term.Term {
				if g.is.Len() == 0 {
					return nil
				}
				return g.apply("seq.replace", g.t, g.part(g.sort, g.is), g.part(g.sort, g.want))
			}},
		},
		"Set": {
			{"members", 6, false, func(g *goal) *term.Term {
				dom := value.Domain{}
				more, less := dom.Minus(g.want, g.is), dom.Minus(g.is, g.want)
				t := g.t
				if more.Len() > 0 || g.r.IntN(4) == 0 {
					t = g.insert(t, more)
				}
				if less.Len() > 0 || g.r.IntN(4) == 0 {
					t = g.apply("set.minus", t, g.part(g.sort, less))
				}
				if t == g.t {
					return nil
				}
				return t
			}},
			{"inter", 2, false, func(g *goal) *term.Term {
				dom := value.Domain{}
				if dom.Minus(g.want, g.is).Len() > 0 {
					return nil
				}
				return g.swapped("set.inter", g.t, g.part(g.sort, g.want))
			}},
		},
		"Tuple": {
			{"tuple", 4, true, func(g *goal) *term.Term {
				args := make([]*term.Term, len(g.sort.Args()))
				for i, s := range g.sort.Args() {
					if args[i] = g.part(s, g.want.Elems()[i]); args[i] == nil {
						return nil
					}
				}
				t, err := g.store.App(g.store.Func(term.Func{Kind: term.TupleFunc}), args...)
				if err != nil {
					return nil
				}
				return t
			}},
		},
		"Nullable": {
			{"some", 4, true, func(g *goal) *term.Term {
				if g.want.Len() == 0 {
					return nil
				}
				return g.apply("nullable.some", g.part(g.sort.Args()[0], g.want.Elems()[0]))
			}},
		},
	}
}

// insert adds the members of a set to t: by set.insert if there is one, else by set.union.
func (g *goal) insert(t *term.Term, more value.Value) *term.Term {
	if more.Len() != 1 {
		return g.swapped("set.union", t, g.part(g.sort, more))
	}
	return g.apply("set.insert", g.part(g.sort.Args()[0], more.Members()[0]), t)
}

// seq returns a term whose value is the sequence of the elements.
func (g *goal) seq(elems []value.Value) *term.Term { return g.part(g.sort, value.OfSeq(elems)) }

// sharedElems returns the length of the longest common prefix.
func sharedElems(x, y []value.Value) int {
	for i := range min(len(x), len(y)) {
		if value.Compare(x[i], y[i]) != 0 {
			return i
		}
	}
	return min(len(x), len(y))
}
