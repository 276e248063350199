package eval

import (
	"github.com/assay-smt/assay/smt/algebraic"
	"github.com/assay-smt/assay/smt/value"
)

// transcendentalOps have a value where it is algebraic and obvious: sin 0, exp 0, square roots. By Lindemann
// and Weierstrass the others are transcendental for algebraic arguments, and no exact value here can
// represent those.
var transcendentalOps = meanings{
	"sqrt":   {run: squareRoot},
	"exp":    {run: at(0, 1)},
	"sin":    {run: at(0, 0)},
	"cos":    {run: at(0, 1)},
	"tan":    {run: at(0, 0)},
	"sec":    {run: at(0, 1)},
	"arcsin": {run: at(0, 0)},
	"arctan": {run: at(0, 0)},
	"arccos": {run: at(1, 0)},
	"arcsec": {run: at(1, 0)},
	"sinh":   {run: at(0, 0)},
	"cosh":   {run: at(0, 1)},
	"tanh":   {run: at(0, 0)},
	"asinh":  {run: at(0, 0)},
	"acosh":  {run: at(1, 0)},
	"atanh":  {run: at(0, 0)},
	"log":    {run: at(1, 0)},
}

// at makes a function whose value is known at one argument.
func at(arg, result int64) func(*call) value.Value {
	return func(c *call) value.Value {
		a := c.args[0]
		if value.CompareNumbers(a, value.ToReal(value.OfInt(arg))) == 0 {
			return value.ToReal(value.OfInt(result))
		}
		if !inDomain(c.t.Func().Row.Name, c.args) {
			return c.open()
		}
		return c.unsupported("the value is transcendental")
	}
}

func squareRoot(c *call) value.Value {
	if c.args[0].Sign() < 0 {
		return c.open()
	}
	if !c.ev.meter.Spend(algebraicOf(c.args[0]).RootEffort(2)) {
		return c.spent()
	}
	r, err := algebraicOf(c.args[0]).NthRoot(2)
	if err != nil {
		return c.failed(err)
	}
	return value.OfAlgebraic(r)
}

func algebraicOf(v value.Value) algebraic.Number {
	if a, ok := v.Algebraic(); ok {
		return a
	}
	r, _ := v.Rat()
	return algebraic.FromRat(r)
}
