package eval

import (
	"math/big"
	"math/bits"

	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/softfloat"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/value"
)

// floatOps is the theory FloatingPoint.
var floatOps meanings

func init() {
	floatOps = meanings{
		"fp":    {run: fromParts},
		"+oo":   constantFloat(func(f softfloat.Format) softfloat.Float { return softfloat.Inf(f, false) }),
		"-oo":   constantFloat(func(f softfloat.Format) softfloat.Float { return softfloat.Inf(f, true) }),
		"+zero": constantFloat(func(f softfloat.Format) softfloat.Float { return softfloat.Zero(f, false) }),
		"-zero": constantFloat(func(f softfloat.Format) softfloat.Float { return softfloat.Zero(f, true) }),
		"NaN":   constantFloat(softfloat.NaN),

		"fp.abs": {run: func(c *call) value.Value { return value.OfFloat(c.float(0).Abs()) }},
		"fp.neg": {run: func(c *call) value.Value { return value.OfFloat(c.float(0).Neg()) }},
		"fp.add": rounded(softfloat.Add),
		"fp.sub": rounded(softfloat.Sub),
		"fp.mul": rounded(softfloat.Mul),
		"fp.div": rounded(softfloat.Div),
		"fp.fma": {run: wide(func(c *call) value.Value {
			return value.OfFloat(softfloat.FMA(c.mode(), c.float(1), c.float(2), c.float(3)))
		})},
		"fp.sqrt":            {run: wide(func(c *call) value.Value { return value.OfFloat(softfloat.Sqrt(c.mode(), c.float(1))) })},
		"fp.rem":             {run: floatRem},
		"fp.roundToIntegral": {run: wide(func(c *call) value.Value { return value.OfFloat(softfloat.RoundToIntegral(c.mode(), c.float(1))) })},
		"fp.min":             extremum(softfloat.Min),
		"fp.max":             extremum(softfloat.Max),

		"fp.leq": ordered(softfloat.LessEqual),
		"fp.lt":  ordered(softfloat.Less),
		"fp.geq": ordered(func(x, y softfloat.Float) bool { return softfloat.LessEqual(y, x) }),
		"fp.gt":  ordered(func(x, y softfloat.Float) bool { return softfloat.Less(y, x) }),
		"fp.eq":  ordered(softfloat.Equal),

		"fp.isNormal":    classified(softfloat.Float.IsNormal),
		"fp.isSubnormal": classified(softfloat.Float.IsSubnormal),
		"fp.isZero":      classified(softfloat.Float.IsZero),
		"fp.isInfinite":  classified(softfloat.Float.IsInf),
		"fp.isNaN":       classified(softfloat.Float.IsNaN),
		"fp.isNegative":  classified(func(x softfloat.Float) bool { return !x.IsNaN() && x.IsNegative() }),
		"fp.isPositive":  classified(func(x softfloat.Float) bool { return !x.IsNaN() && x.IsPositive() }),

		"to_fp":          {run: wide(toFloat)},
		"to_fp_unsigned": {run: toFloatUnsigned},
		"fp.to_ubv":      {run: wide(toUnsigned)},
		"fp.to_sbv":      {run: wide(toSigned)},
		"fp.to_real":     {run: wide(floatToReal)},
		"fp.to_ieee_bv":  {run: floatBits},
	}
}

// The constants of RoundingMode are in this theory too.
func init() {
	for m := softfloat.RNE; m <= softfloat.RTZ; m++ {
		floatOps[m.String()] = operator{run: func(*call) value.Value { return value.OfMode(m) }}
	}
}

func pow(m int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(m)) }

func (c *call) float(i int) softfloat.Float { return c.args[i].Float() }
func (c *call) mode() softfloat.Mode        { return c.args[0].Mode() }

// format returns the format of a sort; ok is false when it is larger than Assay computes with.
func format(s *sorts.Sort) (f softfloat.Format, ok bool) {
	f = softfloat.Format{EB: s.Indices()[0], SB: s.Indices()[1]}
	return f, f.Check() == nil
}

// inFormat runs a function that makes a float of the result's format.
func (c *call) inFormat(run func(softfloat.Format) value.Value) value.Value {
	f, ok := format(c.sort())
	if !ok {
		return c.tooLarge("the floating-point format is too large")
	}
	return run(f)
}

// wide makes an operator on large formats charge the cost of its products and quotients.
func wide(run func(*call) value.Value) func(*call) value.Value {
	return func(c *call) value.Value {
		for _, a := range c.args {
			if a.Kind() != value.Float {
				continue
			}
			if f := a.Float().Format(); f.EB+f.SB > 64 && !c.ev.meter.Spend(4*square(2*f.SB+f.EB)) {
				return c.spent()
			}
		}
		return run(c)
	}
}

func constantFloat(of func(softfloat.Format) softfloat.Float) operator {
	return operator{run: func(c *call) value.Value {
		return c.inFormat(func(f softfloat.Format) value.Value { return value.OfFloat(of(f)) })
	}}
}

func fromParts(c *call) value.Value {
	return c.inFormat(func(f softfloat.Format) value.Value {
		return value.OfFloat(softfloat.FromParts(f, !c.bv(0).IsZero(), c.bv(1).Big(), c.bv(2).Big()))
	})
}

func rounded(op func(m softfloat.Mode, x, y softfloat.Float) softfloat.Float) operator {
	return operator{run: wide(func(c *call) value.Value { return value.OfFloat(op(c.mode(), c.float(1), c.float(2))) })}
}

// reach returns the largest exponent of a format, at most limit.
func reach(f softfloat.Format, limit int) int { return min(limit, 1<<(f.EB-1)) }

// floatRem takes a power of two modulo a number of the significand's size, by an exponent of EB bits.
func floatRem(c *call) value.Value {
	if f := c.float(0).Format(); !c.ev.meter.Spend(2 * (f.EB + bits.Len(uint(f.SB))) * square(2*f.SB)) {
		return c.spent()
	}
	return value.OfFloat(softfloat.Rem(c.float(0), c.float(1)))
}

func extremum(op func(x, y softfloat.Float) (softfloat.Float, bool)) operator {
	return operator{run: func(c *call) value.Value {
		r, open := op(c.float(0), c.float(1))
		if open {
			return c.open()
		}
		return value.OfFloat(r)
	}}
}

func ordered(op func(x, y softfloat.Float) bool) operator {
	return operator{run: func(c *call) value.Value {
		for i := 1; i < len(c.args); i++ {
			if !op(c.float(i-1), c.float(i)) {
				return value.False
			}
		}
		return value.True
	}}
}

func classified(op func(softfloat.Float) bool) operator {
	return operator{run: func(c *call) value.Value { return value.OfBool(op(c.float(0))) }}
}

// toFloat implements all rows of to_fp; the arguments' sorts decide which conversion it is.
func toFloat(c *call) value.Value {
	return c.inFormat(func(f softfloat.Format) value.Value {
		last := c.args[len(c.args)-1]
		switch {
		case len(c.args) == 1:
			return value.OfFloat(softfloat.FromBits(f, c.bv(0).Big()))
		case c.args[0].Kind() == value.BitVec:
			return fromParts(c)
		case len(c.args) == 3:
			return c.scaled(f)
		case last.Kind() == value.Float:
			return value.OfFloat(softfloat.Convert(f, c.mode(), last.Float()))
		case last.Kind() == value.BitVec:
			return value.OfFloat(softfloat.FromInt(f, c.mode(), last.BV().Signed()))
		case last.Kind() == value.Int:
			return value.OfFloat(softfloat.FromInt(f, c.mode(), last.Big()))
		}
		return c.roundedReal(f, last)
	})
}

// roundedReal rounds any real. An irrational number is enclosed until both ends round to the same value.
func (c *call) roundedReal(f softfloat.Format, v value.Value) value.Value {
	if !c.ev.meter.Spend(square(size(v) + f.SB)) {
		return c.spent()
	}
	if r, ok := v.Rat(); ok {
		return value.OfFloat(softfloat.FromRat(f, c.mode(), r))
	}
	a, _ := v.Algebraic()
	for precision := 64; precision <= 1<<14; precision *= 2 {
		if words := 1 + precision/64; !c.ev.meter.Spend(a.Effort() * words) {
			return c.spent()
		}
		lo, hi := a.Bounds(precision)
		x, y := softfloat.FromRat(f, c.mode(), lo), softfloat.FromRat(f, c.mode(), hi)
		if x.Same(y) {
			return value.OfFloat(x)
		}
	}
	return c.tooLarge("the number is too close to a boundary of rounding")
}

// scaled is z3's to_fp of a real number times a power of two, its two factors in either order.
func (c *call) scaled(f softfloat.Format) value.Value {
	num, exp := c.args[1], c.args[2]
	if num.Kind() == value.Int {
		num, exp = exp, num
	}
	e, small := exp.Small()
	if !small || e > maxBits || e < -maxBits {
		return c.tooLarge("the exponent is too large")
	}
	p := new(big.Rat).SetInt(pow(int(max(e, -e))))
	if e < 0 {
		p.Inv(p)
	}
	if words := (size(num) + int(max(e, -e))) / 64; !c.ev.meter.Spend(words * words / 4) {
		return c.spent()
	}
	v, err := value.Mul(num, value.OfRat(p))
	if err != nil {
		return c.failed(err)
	}
	return c.roundedReal(f, v)
}

func toFloatUnsigned(c *call) value.Value {
	return c.inFormat(func(f softfloat.Format) value.Value {
		return value.OfFloat(softfloat.FromInt(f, c.mode(), c.bv(1).Big()))
	})
}

// toUnsigned is open outside [0, 2^m).
func toUnsigned(c *call) value.Value {
	return c.integral(func(m int) (lo, hi *big.Int) { return new(big.Int), pow(m) })
}

// toSigned is open outside [-2^(m-1), 2^(m-1)).
func toSigned(c *call) value.Value {
	return c.integral(func(m int) (lo, hi *big.Int) { return new(big.Int).Neg(pow(m - 1)), pow(m - 1) })
}

// integral rounds a float to an integer in the range [lo, hi) of m bits.
func (c *call) integral(bounds func(m int) (lo, hi *big.Int)) value.Value {
	if v, refused := c.tooWide(); refused {
		return v
	}
	x := c.float(1)
	if x.IsNaN() || x.IsInf() {
		return c.open()
	}
	if n := reach(x.Format(), 1<<24) + c.index(0); !c.affords(n/16, 0) {
		return c.spent()
	}
	n, ok := x.ToInt(c.mode())
	if !ok {
		return c.tooLarge("the number is too large to write out")
	}
	if lo, hi := bounds(c.index(0)); n.Cmp(lo) < 0 || n.Cmp(hi) >= 0 {
		return c.open()
	}
	return value.OfBV(bitvec.FromBig(c.index(0), n))
}

func floatToReal(c *call) value.Value {
	x := c.float(0)
	if x.IsNaN() || x.IsInf() {
		return c.open()
	}
	// Reducing to lowest terms takes time quadratic in the number of words.
	if f := x.Format(); f.EB+f.SB > 64 {
		if words := (reach(f, 1<<20) + f.SB) / 64; !c.ev.meter.Spend(words * words / 4) {
			return c.spent()
		}
	}
	r, ok := x.Rat()
	if !ok {
		return c.tooLarge("the number is too large or too small to write out")
	}
	return value.OfRat(r)
}

func floatBits(c *call) value.Value {
	x := c.float(0)
	if x.IsNaN() {
		return c.open()
	}
	return value.OfBV(bitvec.FromBig(c.sort().Width(), x.Bits()))
}
