package eval

import (
	"math/big"

	"github.com/assay-smt/assay/smt/value"
)

// fieldOps are prime fields.
var fieldOps = meanings{
	"ff.add":    {run: fieldFold((*big.Int).Add)},
	"ff.mul":    {run: fieldFold((*big.Int).Mul)},
	"ff.neg":    {run: func(c *call) value.Value { f := c.args[0].Field(); return value.OfField(new(big.Int).Neg(f.N), f.P) }},
	"ff.bitsum": {run: fieldBitsum},
}

func fieldFold(op func(z, x, y *big.Int) *big.Int) func(*call) value.Value {
	return func(c *call) value.Value {
		p := c.args[0].Field().P
		acc := c.args[0]
		for _, b := range c.args[1:] {
			acc = value.OfField(op(new(big.Int), acc.Field().N, b.Field().N), p)
		}
		return acc
	}
}

// fieldBitsum weighs the arguments with powers of two, the first with 1.
func fieldBitsum(c *call) value.Value {
	sum := new(big.Int)
	for i := len(c.args) - 1; i >= 0; i-- {
		sum.Add(sum.Lsh(sum, 1), c.args[i].Field().N)
	}
	return value.OfField(sum, c.args[0].Field().P)
}
