package eval

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/assay-smt/assay/smt/algebraic"
	"github.com/assay-smt/assay/smt/value"
)

// intOps is the theory Ints, and what solvers add to it. realOps is the theory Reals; the transcendental
// functions have only their exact values, see transcendental.go. mixedOps links the two.
var intOps, realOps, mixedOps meanings

func init() {
	intOps = meanings{
		"div":       {run: intDiv},
		"mod":       {run: intMod},
		"rem":       {run: intRem},
		"divisible": {run: divisible},
		"^":         {run: intPower},
		"iand":      {run: iand},
		"piand":     {run: piand},
		"int.pow2":  {run: pow2},
		"int.log2":  {run: log2},
		"div_total": {run: divTotal},
		"mod_total": {run: modTotal},
	}
	realOps = meanings{
		"/":       {run: realDiv},
		"/_total": {run: realDivTotal},
		"^":       {run: realPower},
	}
	for name, o := range map[string]operator{
		"+":   {run: add},
		"-":   {run: subtract},
		"*":   {run: multiply, needs: nothing},
		"abs": {run: absolute},
		"<=":  {run: chain(func(c int) bool { return c <= 0 }, true), needs: nothing},
		"<":   {run: chain(func(c int) bool { return c < 0 }, false), needs: nothing},
		">=":  {run: chain(func(c int) bool { return c >= 0 }, true), needs: nothing},
		">":   {run: chain(func(c int) bool { return c > 0 }, false), needs: nothing},
	} {
		intOps[name], realOps[name] = o, o
	}
	for name, o := range transcendentalOps {
		realOps[name] = o
	}
	mixedOps = meanings{
		"to_real": {run: func(c *call) value.Value { return value.ToReal(c.args[0]) }},
		"to_int":  {run: func(c *call) value.Value { return value.Floor(c.args[0]) }},
		"is_int":  {run: func(c *call) value.Value { return value.OfBool(value.IsInteger(c.args[0])) }},
	}
}

func add(c *call) value.Value {
	acc := c.args[0]
	var err error
	for _, a := range c.args[1:] {
		if !c.computes(acc, a, linear) {
			return c.spent()
		}
		if acc, err = value.Add(acc, a); err != nil {
			return c.failed(err)
		}
	}
	return acc
}

func subtract(c *call) value.Value {
	if len(c.args) == 1 {
		return value.Neg(c.args[0])
	}
	acc := c.args[0]
	var err error
	for _, a := range c.args[1:] {
		if !c.computes(acc, a, linear) {
			return c.spent()
		}
		if acc, err = value.Sub(acc, a); err != nil {
			return c.failed(err)
		}
	}
	return acc
}

// maxBits bounds the size of numbers that multiplication and powers make.
const maxBits = 1 << 24

// multiply is zero with a factor of zero, whatever the other factors are.
func multiply(c *call) value.Value {
	open := false
	for _, a := range c.args {
		if a.IsOpen() {
			open = true
		} else if a.Sign() == 0 {
			return a
		}
	}
	if open {
		return c.ev.openApp(c.t, c.args)
	}
	acc := c.args[0]
	var err error
	for _, a := range c.args[1:] {
		if size(acc)+size(a) > maxBits {
			return c.tooLarge("the product is too large")
		}
		if !c.computes(acc, a, quadratic) {
			return c.spent()
		}
		if acc, err = value.Mul(acc, a); err != nil {
			return c.failed(err)
		}
	}
	return acc
}

// growth says how the work of an operation on integers grows with their size.
type growth uint8

const (
	linear growth = iota
	quadratic
)

// square is roughly the work of multiplying, dividing or writing out numbers of that many bits. For long numbers it is less
// than the square of the number of words.
func square(bits int) int {
	words := bits/64 + 1
	return words * min(words, 64+int(math.Sqrt(float64(words))))
}

// computes charges the cost of an operation on two numbers. Rational numbers are reduced to lowest terms, which takes time
// quadratic in the number of words.
func (c *call) computes(a, b value.Value, g growth) bool {
	_, irrational := a.Algebraic()
	if _, also := b.Algebraic(); irrational || also {
		return c.ev.meter.Spend(algebraic.Effort(algebraicOf(a), algebraicOf(b)))
	}
	m, n := size(a), size(b)
	if m+n < 1<<10 {
		return c.ev.meter.Spend(1)
	}
	work := (m + n) / 64
	switch {
	case a.Kind() == value.Real && !(value.IsInteger(a) && value.IsInteger(b)):
		work = work*work/4 + square(m+n)
	case g == quadratic:
		work = square(max(m, n))
	}
	return c.ev.meter.Spend(work)
}

// size returns roughly how many bits a number has.
func size(v value.Value) int {
	if v.Kind() == value.Int {
		if n, ok := v.Small(); ok {
			return bits.Len64(uint64(max(n, -n)))
		}
		return v.Big().BitLen()
	}
	if r, ok := v.Rat(); ok {
		return r.Num().BitLen() + r.Denom().BitLen()
	}
	return 64
}

func absolute(c *call) value.Value {
	if c.args[0].Sign() < 0 {
		return value.Neg(c.args[0])
	}
	return c.args[0]
}

// chain makes a chainable comparison; reflexive is its value for equal arguments.
func chain(holds func(order int) bool, reflexive bool) func(*call) value.Value {
	return func(c *call) value.Value {
		open := false
		for i := 1; i < len(c.args); i++ {
			a, b := c.args[i-1], c.args[i]
			if a.IsOpen() || b.IsOpen() {
				if a == b { // unknowns are equal if they are the same
					if !reflexive {
						return value.False
					}
				} else if cmp, ok := c.order(i-1, i); !ok {
					open = true
				} else if !holds(cmp) {
					return value.False
				}
				continue
			}
			if !holds(value.CompareNumbers(a, b)) {
				return value.False
			}
		}
		if open {
			return c.ev.openApp(c.t, c.args)
		}
		return value.True
	}
}

// euclid returns quotient and remainder of the division whose remainder is never negative (theory Ints).
func euclid(a, b value.Value) (q, r value.Value) {
	m, small := a.Small()
	n, also := b.Small()
	if small && also && m != math.MinInt64 {
		q, r := m/n, m%n
		if r < 0 {
			if n > 0 {
				q, r = q-1, r+n
			} else {
				q, r = q+1, r-n
			}
		}
		return value.OfInt(q), value.OfInt(r)
	}
	// big.Int.DivMod is Euclidean.
	x, y := new(big.Int).DivMod(a.Big(), b.Big(), new(big.Int))
	return value.OfBig(x), value.OfBig(y)
}

func intDiv(c *call) value.Value {
	acc := c.args[0]
	for _, b := range c.args[1:] {
		if b.Sign() == 0 {
			acc = c.ev.gap("div", c.sort(), []value.Value{acc, b})
			if acc.IsOpen() && len(c.args) > 2 {
				// With the open quotient, which says why: all arguments may be known.
				return c.ev.openApp(c.t, append([]value.Value{acc}, c.args...))
			}
			continue
		}
		if !c.computes(acc, b, quadratic) {
			return c.spent()
		}
		acc, _ = euclid(acc, b)
	}
	return acc
}

func intMod(c *call) value.Value {
	if c.args[1].Sign() == 0 {
		return c.remainder()
	}
	if !c.computes(c.args[0], c.args[1], quadratic) {
		return c.spent()
	}
	_, r := euclid(c.args[0], c.args[1])
	return r
}

// remainder is what mod leaves open.
func (c *call) remainder() value.Value { return c.ev.gap("mod", c.sort(), c.args) }

// intRem is z3's rem: mod with the sign changed for negative divisors, and mod itself for a divisor of zero. What models say
// about rem0 is ignored: z3 has no such function.
func intRem(c *call) value.Value {
	if c.args[1].Sign() == 0 {
		return c.remainder()
	}
	if !c.computes(c.args[0], c.args[1], quadratic) {
		return c.spent()
	}
	_, r := euclid(c.args[0], c.args[1])
	if c.args[1].Sign() < 0 {
		return value.Neg(r)
	}
	return r
}

func divTotal(c *call) value.Value {
	acc := c.args[0]
	for _, b := range c.args[1:] {
		if b.Sign() == 0 {
			acc = value.OfInt(0)
			continue
		}
		if !c.computes(acc, b, quadratic) {
			return c.spent()
		}
		acc, _ = euclid(acc, b)
	}
	return acc
}

func modTotal(c *call) value.Value {
	if c.args[1].Sign() == 0 {
		return c.args[0]
	}
	if !c.computes(c.args[0], c.args[1], quadratic) {
		return c.spent()
	}
	_, r := euclid(c.args[0], c.args[1])
	return r
}

func divisible(c *call) value.Value {
	_, r := euclid(c.args[0], value.OfInt(int64(c.index(0))))
	return value.OfBool(r.Sign() == 0)
}

func intPower(c *call) value.Value {
	base, exp := c.args[0], c.args[1]
	if exp.Sign() < 0 || exp.Sign() == 0 && base.Sign() == 0 {
		return c.open()
	}
	n, ok := powerSize(size(base), exp)
	if !ok {
		if b, small := base.Small(); small && b >= -1 && b <= 1 {
			return unitPower(b, exp)
		}
		return c.tooLarge("the power is too large")
	}
	if !c.ev.meter.Spend(square(n * size(base))) {
		return c.spent()
	}
	return value.OfBig(new(big.Int).Exp(base.Big(), big.NewInt(int64(n)), nil))
}

// unitPower returns the power of -1, 0 or 1.
func unitPower(b int64, exp value.Value) value.Value {
	if b == -1 && exp.Big().Bit(0) == 0 {
		b = 1
	}
	return value.OfInt(b)
}

// powerSize returns an exponent as an int when a base of that many bits raised to it stays small enough.
func powerSize(width int, exp value.Value) (n int, ok bool) {
	e, small := exp.Small()
	if !small || e > maxBits || int(e)*width > maxBits {
		return 0, false
	}
	return int(e), true
}

func realPower(c *call) value.Value {
	base, exp := c.args[0], c.args[1]
	if !value.IsInteger(exp) {
		return rationalPower(c, base, exp)
	}
	if base.Sign() == 0 && exp.Sign() <= 0 {
		return c.open()
	}
	e := value.Floor(exp)
	n, ok := powerSize(size(base), absoluteOf(e))
	if !ok {
		return c.tooLarge("the power is too large")
	}
	if a, ok := base.Algebraic(); ok {
		if !c.ev.meter.Spend(a.PowerEffort(n)) {
			return c.spent()
		}
		r, err := a.Pow(n)
		if err != nil {
			return c.failed(err)
		}
		base = value.OfAlgebraic(r)
	} else {
		if words := n * size(base) / 64; !c.ev.meter.Spend(words * words / 4) {
			return c.spent()
		}
		r, _ := base.Rat()
		k := big.NewInt(int64(n))
		base = value.OfRat(new(big.Rat).SetFrac(new(big.Int).Exp(r.Num(), k, nil), new(big.Int).Exp(r.Denom(), k, nil)))
	}
	if e.Sign() < 0 {
		return c.number(value.Div(value.ToReal(value.OfInt(1)), base))
	}
	return base
}

// rationalPower returns roots of nonnegative numbers.
func rationalPower(c *call, base, exp value.Value) value.Value {
	if base.Sign() < 0 || base.Sign() == 0 && exp.Sign() <= 0 {
		return c.open()
	}
	e, ok := exp.Rat()
	if !ok || !e.Num().IsInt64() || !e.Denom().IsInt64() || e.Denom().Int64() > maxRoot {
		return c.unsupported("the exponent is not a simple fraction")
	}
	if !c.ev.meter.Spend(algebraicOf(base).RootEffort(int(e.Denom().Int64()))) {
		return c.spent()
	}
	root, err := algebraicOf(base).NthRoot(int(e.Denom().Int64()))
	if err != nil {
		return c.failed(err)
	}
	n, ok := powerSize(64, absoluteOf(value.OfInt(e.Num().Int64())))
	if !ok {
		return c.tooLarge("the power is too large")
	}
	if !c.ev.meter.Spend(root.PowerEffort(n)) {
		return c.spent()
	}
	p, err := root.Pow(n)
	if err != nil {
		return c.failed(err)
	}
	if e.Sign() < 0 {
		return c.number(value.Div(value.ToReal(value.OfInt(1)), value.OfAlgebraic(p)))
	}
	return value.OfAlgebraic(p)
}

// maxRoot is the highest order of a root that is computed.
const maxRoot = 16

func absoluteOf(v value.Value) value.Value {
	if v.Sign() < 0 {
		return value.Neg(v)
	}
	return v
}

func iand(c *call) value.Value {
	k := c.index(0)
	switch {
	case k > maxBits:
		return c.tooLarge("the index is too large")
	case k < 1:
		return c.unsupported("it is documented for positive widths only")
	}
	return lowBits(k, c.args[0], c.args[1])
}

// lowBits returns the conjunction of two numbers modulo two to the power of k, which is positive.
func lowBits(k int, x, y value.Value) value.Value {
	m := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(k)), big.NewInt(1))
	// Bits of negative numbers are those of two's complement, in math/big as here.
	z := new(big.Int).And(x.Big(), y.Big())
	return value.OfBig(z.And(z, m))
}

// piand is iand with the width as its first argument.
func piand(c *call) value.Value {
	if c.args[0].Sign() <= 0 {
		return value.OfInt(0)
	}
	k, small := c.args[0].Small()
	if !small || k > maxBits {
		// If the numbers are not both negative, the conjunction has no bits beyond the shorter nonnegative one.
		z := new(big.Int).And(c.args[1].Big(), c.args[2].Big())
		if z.Sign() < 0 {
			return c.tooLarge("the width is too large")
		}
		return value.OfBig(z)
	}
	if !c.affords(int(k)/64, int(k)/8) {
		return c.spent()
	}
	return lowBits(int(k), c.args[1], c.args[2])
}

func pow2(c *call) value.Value {
	if c.args[0].Sign() < 0 {
		return value.OfInt(0)
	}
	n, ok := powerSize(1, c.args[0])
	if !ok {
		return c.tooLarge("the power is too large")
	}
	return value.OfBig(new(big.Int).Lsh(big.NewInt(1), uint(n)))
}

func log2(c *call) value.Value {
	if c.args[0].Sign() <= 0 {
		return value.OfInt(0)
	}
	return value.OfInt(int64(c.args[0].Big().BitLen() - 1))
}

func realDiv(c *call) value.Value {
	acc := c.args[0]
	var err error
	for _, b := range c.args[1:] {
		if b.Sign() == 0 {
			acc = c.ev.gap("/", c.sort(), []value.Value{acc, b})
			if acc.IsOpen() && len(c.args) > 2 {
				// With the open quotient, which says why: all arguments may be known.
				return c.ev.openApp(c.t, append([]value.Value{acc}, c.args...))
			}
			continue
		}
		if !c.computes(acc, b, quadratic) {
			return c.spent()
		}
		if acc, err = value.Div(acc, b); err != nil {
			return c.failed(err)
		}
	}
	return acc
}

func realDivTotal(c *call) value.Value {
	acc := c.args[0]
	var err error
	for _, b := range c.args[1:] {
		if b.Sign() == 0 {
			acc = value.ToReal(value.OfInt(0))
			continue
		}
		if !c.computes(acc, b, quadratic) {
			return c.spent()
		}
		if acc, err = value.Div(acc, b); err != nil {
			return c.failed(err)
		}
	}
	return acc
}
