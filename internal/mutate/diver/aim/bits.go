package aim

import (
	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// bitForms returns the forms of bit-vectors.
func bitForms() forms {
	return forms{
		{"bvxor", 4, false, func(g *goal) *term.Term {
			return g.swapped("bvxor", g.t, g.bits(g.want.BV().Xor(g.is.BV())))
		}},
		{"bvadd", 4, false, func(g *goal) *term.Term {
			return g.swapped("bvadd", g.t, g.bits(g.want.BV().Sub(g.is.BV())))
		}},
		{"bvsub", 3, false, func(g *goal) *term.Term {
			return g.apply("bvsub", g.t, g.bits(g.is.BV().Sub(g.want.BV())))
		}},
		{"from", 3, false, func(g *goal) *term.Term {
			return g.apply("bvsub", g.bits(g.want.BV().Add(g.is.BV())), g.t)
		}},
		{"bvnot", 2, false, func(g *goal) *term.Term {
			if !g.is.BV().Not().Equal(g.want.BV()) {
				return nil
			}
			return g.apply("bvnot", g.t)
		}},
		{"bvneg", 2, false, func(g *goal) *term.Term {
			if !g.is.BV().Neg().Equal(g.want.BV()) {
				return nil
			}
			return g.apply("bvneg", g.t)
		}},
		// Either all wanted bits are set, or no unwanted bit is; the bits in which the two are free are then random.
		{"bvor", 3, false, func(g *goal) *term.Term {
			is, want := g.is.BV(), g.want.BV()
			if !is.Or(want).Equal(want) {
				return nil
			}
			return g.swapped("bvor", g.t, g.bits(want.Xor(is).Or(is.And(g.random(is.Width())))))
		}},
		{"bvand", 3, false, func(g *goal) *term.Term {
			is, want := g.is.BV(), g.want.BV()
			if !is.And(want).Equal(want) {
				return nil
			}
			return g.swapped("bvand", g.t, g.bits(want.Or(is.Not().And(g.random(is.Width())))))
		}},
		{"bvmul", 2, false, func(g *goal) *term.Term {
			inverse, ok := g.is.BV().Inverse()
			if !ok {
				return nil
			}
			return g.swapped("bvmul", g.t, g.bits(g.want.BV().Mul(inverse)))
		}},
		{"concat", 4, false, (*goal).concat},
		{"rotate", 2, false, func(g *goal) *term.Term {
			w := g.sort.Width()
			for k := range min(w, 64) {
				if g.is.BV().RotateLeft(k).Equal(g.want.BV()) {
					return g.grow.ApplyAt("rotate_left", []int{k}, g.t)
				}
			}
			return nil
		}},
	}
}

// bits returns a term with the value b.
func (g *goal) bits(b bitvec.BV) *term.Term {
	return g.part(g.store.Sorts.BitVec(b.Width()), value.OfBV(b))
}

// random returns random bits.
func (g *goal) random(width int) bitvec.BV {
	b := bitvec.New(min(width, 64), g.r.Uint64())
	for b.Width() < width {
		b = b.Concat(bitvec.New(min(width-b.Width(), 64), g.r.Uint64()))
	}
	return b
}

// concat assembles the term from a part that is cut out of t and the wanted bits for the rest.
func (g *goal) concat() *term.Term {
	w := g.sort.Width()
	if w < 2 {
		return nil
	}
	is, want := g.is.BV(), g.want.BV()
	cut := 1 + g.r.IntN(w-1)
	high, low := want.Extract(w-1, cut), want.Extract(cut-1, 0)
	switch {
	case is.Extract(w-1, cut).Equal(high):
		return g.apply("concat", g.grow.ApplyAt("extract", []int{w - 1, cut}, g.t), g.bits(low))
	case is.Extract(cut-1, 0).Equal(low):
		return g.apply("concat", g.bits(high), g.grow.ApplyAt("extract", []int{cut - 1, 0}, g.t))
	}
	return g.apply("concat", g.bits(high), g.bits(low))
}
