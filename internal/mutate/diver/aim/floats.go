package aim

import (
	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/term"
)

// floatForms returns the forms of floating-point numbers: those without rounding.
func floatForms() forms {
	return forms{
		{"fp.neg", 3, false, func(g *goal) *term.Term {
			if !g.is.Float().Neg().Same(g.want.Float()) {
				return nil
			}
			return g.apply("fp.neg", g.t)
		}},
		{"fp.abs", 3, false, func(g *goal) *term.Term {
			if !g.is.Float().Abs().Same(g.want.Float()) {
				return nil
			}
			return g.apply("fp.abs", g.t)
		}},
		{"to_fp", 2, true, func(g *goal) *term.Term {
			f := g.want.Float()
			if f.IsNaN() {
				return nil
			}
			w := f.Format().EB + f.Format().SB
			return g.grow.ApplyAt("to_fp", g.sort.Indices(), g.bits(bitvec.FromBig(w, f.Bits())))
		}},
		{"fp", 2, true, func(g *goal) *term.Term {
			f := g.want.Float()
			if f.IsNaN() {
				return nil
			}
			w, sb := f.Format().EB+f.Format().SB, f.Format().SB
			b := bitvec.FromBig(w, f.Bits())
			return g.apply("fp", g.bits(b.Extract(w-1, w-1)), g.bits(b.Extract(w-2, sb-1)), g.bits(b.Extract(sb-2, 0)))
		}},
	}
}
