package aim

import (
	"math/big"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/value"
)

// difference returns x - y; ok is false when it cannot be computed.
func difference(x, y value.Value) (d value.Value, ok bool) {
	d, err := value.Sub(x, y)
	return d, err == nil
}

// linearForms returns the forms of numbers of both sorts that leave linear arithmetic linear.
func linearForms() forms {
	return forms{
		{"+", 4, false, func(g *goal) *term.Term {
			d, ok := difference(g.want, g.is)
			if !ok {
				return nil
			}
			return g.swapped("+", g.t, g.part(g.sort, d))
		}},
		{"-", 4, false, func(g *goal) *term.Term {
			d, ok := difference(g.is, g.want)
			if !ok {
				return nil
			}
			return g.apply("-", g.t, g.part(g.sort, d))
		}},
		{"from", 3, false, func(g *goal) *term.Term {
			sum, err := value.Add(g.want, g.is)
			if err != nil {
				return nil
			}
			return g.apply("-", g.part(g.sort, sum), g.t)
		}},
		{"negate", 2, false, func(g *goal) *term.Term {
			if value.CompareNumbers(value.Neg(g.is), g.want) != 0 {
				return nil
			}
			return g.apply("-", g.t)
		}},
		{"abs", 2, false, func(g *goal) *term.Term {
			if g.want.Sign() < 0 || value.CompareNumbers(value.Neg(g.is), g.want) != 0 {
				return nil
			}
			return g.apply("abs", g.t)
		}},
	}
}

// integerForms returns the forms of Int.
func integerForms() forms {
	return append(linearForms(), forms{
		{"*", 2, false, func(g *goal) *term.Term {
			if g.is.Sign() == 0 {
				return nil
			}
			q, rest := new(big.Int).QuoRem(g.want.Big(), g.is.Big(), new(big.Int))
			if rest.Sign() != 0 {
				return nil
			}
			return g.swapped("*", g.t, g.part(sorts.Int, value.OfBig(q)))
		}},
		{"div", 1, false, func(g *goal) *term.Term {
			if g.want.Sign() == 0 || g.is.Sign() == 0 {
				return nil
			}
			q, rest := new(big.Int).QuoRem(g.is.Big(), g.want.Big(), new(big.Int))
			if rest.Sign() != 0 {
				return nil
			}
			return g.apply("div", g.t, g.part(sorts.Int, value.OfBig(q)))
		}},
		{"mod", 1, false, func(g *goal) *term.Term {
			m, ok := difference(g.is, g.want)
			if !ok || g.want.Sign() < 0 || value.CompareNumbers(m, g.want) <= 0 {
				return nil
			}
			return g.apply("mod", g.t, g.part(sorts.Int, m))
		}},
	}...)
}

// realForms returns the forms of Real.
func realForms() forms {
	return append(linearForms(), forms{
		{"*", 2, false, func(g *goal) *term.Term {
			if g.is.Sign() == 0 {
				return nil
			}
			q, err := value.Div(g.want, g.is)
			if err != nil {
				return nil
			}
			return g.swapped("*", g.t, g.part(sorts.Real, q))
		}},
		{"/", 1, false, func(g *goal) *term.Term {
			if g.want.Sign() == 0 || g.is.Sign() == 0 {
				return nil
			}
			q, err := value.Div(g.is, g.want)
			if err != nil {
				return nil
			}
			return g.apply("/", g.t, g.part(sorts.Real, q))
		}},
		{"to_real", 1, true, func(g *goal) *term.Term {
			if !value.IsInteger(g.want) {
				return nil
			}
			return g.apply("to_real", g.part(sorts.Int, value.Floor(g.want)))
		}},
	}...)
}
