package eval

import (
	"math/big"
	"math/bits"

	"github.com/assay-smt/assay/smt/bitvec"
	"github.com/assay-smt/assay/smt/value"
)

// bitvectorOps is the theory FixedSizeBitVectors with the operators of logic QF_BV, its overflow predicates
// and conversions of SMT-LIB 2.7, and what solvers add.
var bitvectorOps meanings

func init() {
	bitvectorOps = meanings{
		"concat":       {run: concat},
		"extract":      {run: extract},
		"repeat":       {run: repeat},
		"zero_extend":  {run: func(c *call) value.Value { return c.widened(bitvec.BV.ZeroExtend) }},
		"sign_extend":  {run: func(c *call) value.Value { return c.widened(bitvec.BV.SignExtend) }},
		"rotate_left":  {run: func(c *call) value.Value { return value.OfBV(c.bv(0).RotateLeft(c.index(0))) }},
		"rotate_right": {run: func(c *call) value.Value { return value.OfBV(c.bv(0).RotateRight(c.index(0))) }},

		"bvnot":  unary(bitvec.BV.Not, func(a uint64) uint64 { return ^a }),
		"bvneg":  unary(bitvec.BV.Neg, func(a uint64) uint64 { return -a }),
		"bvinc":  unary(func(x bitvec.BV) bitvec.BV { return x.Add(bitvec.New(x.Width(), 1)) }, nil),
		"bvdec":  unary(func(x bitvec.BV) bitvec.BV { return x.Sub(bitvec.New(x.Width(), 1)) }, nil),
		"bvand":  {run: absorbing(bitvec.BV.And, false), needs: nothing},
		"bvor":   {run: absorbing(bitvec.BV.Or, true), needs: nothing},
		"bvmul":  {run: absorbing(bitvec.BV.Mul, false), needs: nothing},
		"bvxor":  folded(bitvec.BV.Xor, func(a, b uint64) uint64 { return a ^ b }),
		"bvadd":  folded(bitvec.BV.Add, func(a, b uint64) uint64 { return a + b }),
		"bvsub":  folded(bitvec.BV.Sub, func(a, b uint64) uint64 { return a - b }),
		"bvnand": folded(bitvec.BV.Nand, nil),
		"bvnor":  folded(bitvec.BV.Nor, nil),
		"bvxnor": folded(bitvec.BV.Xnor, nil),
		"bvcomp": folded(bitvec.BV.Comp, nil),
		"bvudiv": folded(bitvec.BV.Udiv, nil),
		"bvurem": folded(bitvec.BV.Urem, nil),
		"bvsdiv": folded(bitvec.BV.Sdiv, nil),
		"bvsrem": folded(bitvec.BV.Srem, nil),
		"bvsmod": folded(bitvec.BV.Smod, nil),
		"bvshl":  folded(bitvec.BV.Shl, nil),
		"bvlshr": folded(bitvec.BV.Lshr, nil),
		"bvashr": folded(bitvec.BV.Ashr, nil),
		"bvrol":  folded(bitvec.BV.Rol, nil),
		"bvror":  folded(bitvec.BV.Ror, nil),

		"bvult": compared(bitvec.BV.Ult, func(a, b uint64) bool { return a < b }),
		"bvule": compared(bitvec.BV.Ule, func(a, b uint64) bool { return a <= b }),
		"bvugt": compared(flip(bitvec.BV.Ult), func(a, b uint64) bool { return a > b }),
		"bvuge": compared(flip(bitvec.BV.Ule), func(a, b uint64) bool { return a >= b }),
		"bvslt": compared(bitvec.BV.Slt, nil),
		"bvsle": compared(bitvec.BV.Sle, nil),
		"bvsgt": compared(flip(bitvec.BV.Slt), nil),
		"bvsge": compared(flip(bitvec.BV.Sle), nil),

		"bvnego":        {run: func(c *call) value.Value { return value.OfBool(c.bv(0).NegO()) }},
		"bvuaddo":       compared(bitvec.BV.UaddO, nil),
		"bvsaddo":       compared(bitvec.BV.SaddO, nil),
		"bvumulo":       compared(bitvec.BV.UmulO, nil),
		"bvsmulo":       compared(bitvec.BV.SmulO, nil),
		"bvusubo":       compared(bitvec.BV.UsubO, nil),
		"bvssubo":       compared(bitvec.BV.SsubO, nil),
		"bvsdivo":       compared(bitvec.BV.SdivO, nil),
		"bvumul_noovfl": compared(func(a, b bitvec.BV) bool { return !a.UmulO(b) }, nil),
		"bvsmul_noovfl": compared(func(a, b bitvec.BV) bool { return !a.SmulO(b) || productSign(a, b) < 0 }, nil),
		"bvsmul_noudfl": compared(func(a, b bitvec.BV) bool { return !a.SmulO(b) || productSign(a, b) > 0 }, nil),

		"bvredor":  unary(bitvec.BV.RedOr, nil),
		"bvredand": unary(bitvec.BV.RedAnd, nil),
		"bvredxor": unary(bitvec.BV.RedXor, nil),
		"bit2bool": {run: func(c *call) value.Value { return value.OfBool(c.bv(0).Bit(c.index(0))) }},
		"bit0":     {run: func(*call) value.Value { return value.OfBits(1, 0) }},
		"bit1":     {run: func(*call) value.Value { return value.OfBits(1, 1) }},
		"bvite":    {run: bvite, needs: nothing},

		"bvudiv_i": unlessZero(bitvec.BV.Udiv),
		"bvurem_i": unlessZero(bitvec.BV.Urem),
		"bvsdiv_i": unlessZero(bitvec.BV.Sdiv),
		"bvsrem_i": unlessZero(bitvec.BV.Srem),
		"bvsmod_i": unlessZero(bitvec.BV.Smod),

		"ubv_to_int": {run: toNat},
		"sbv_to_int": {run: func(c *call) value.Value { return value.OfBig(c.bv(0).Signed()) }},
		"int_to_bv":  {run: fromInt},
	}
}

func (c *call) bv(i int) bitvec.BV { return c.args[i].BV() }

// unary makes an operator of one bit-vector; quick, if not nil, is the same for at most 64 bits, where bits
// above the width are ignored.
func unary(op func(bitvec.BV) bitvec.BV, quick func(uint64) uint64) operator {
	return operator{run: func(c *call) value.Value {
		if a, ok := c.args[0].Bits(); ok && quick != nil {
			return value.OfBits(c.args[0].Width(), quick(a))
		}
		return value.OfBV(op(c.bv(0)))
	}}
}

// folded makes a left-associative operator.
func folded(op func(x, y bitvec.BV) bitvec.BV, quick func(a, b uint64) uint64) operator {
	return operator{run: func(c *call) value.Value {
		acc := c.args[0]
		for _, b := range c.args[1:] {
			x, ok := acc.Bits()
			y, also := b.Bits()
			if ok && also && quick != nil {
				acc = value.OfBits(acc.Width(), quick(x, y))
				continue
			}
			// Products and quotients take longest.
			if w := acc.Width(); w > 64 && !c.affords(square(w), w/8) {
				return c.spent()
			}
			acc = value.OfBV(op(acc.BV(), b.BV()))
		}
		return acc
	}}
}

// compared makes a predicate on two bit-vectors.
func compared(op func(x, y bitvec.BV) bool, quick func(a, b uint64) bool) operator {
	return operator{run: func(c *call) value.Value {
		x, ok := c.args[0].Bits()
		y, also := c.args[1].Bits()
		if ok && also && quick != nil {
			return value.OfBool(quick(x, y))
		}
		if w := c.args[0].Width(); w > 64 && !c.ev.meter.Spend(square(w)) {
			return c.spent()
		}
		return value.OfBool(op(c.bv(0), c.bv(1)))
	}}
}

func flip(op func(x, y bitvec.BV) bool) func(x, y bitvec.BV) bool {
	return func(x, y bitvec.BV) bool { return op(y, x) }
}

// absorbing makes a left-associative operator whose result one argument can determine: the one of only zeros,
// or of only ones.
func absorbing(op func(x, y bitvec.BV) bitvec.BV, ones bool) func(*call) value.Value {
	return func(c *call) value.Value {
		open := false
		for _, a := range c.args {
			open = open || a.IsOpen()
		}
		if open {
			for _, a := range c.args {
				if a.IsOpen() {
					continue
				}
				x := a.BV()
				if ones {
					x = x.Not()
				}
				if x.IsZero() {
					return a
				}
			}
			return c.ev.openApp(c.t, c.args)
		}
		acc := c.args[0].BV()
		for _, b := range c.args[1:] {
			if w := acc.Width(); w > 64 && !c.affords(square(w), w/8) {
				return c.spent()
			}
			acc = op(acc, b.BV())
		}
		return value.OfBV(acc)
	}
}

// unlessZero makes one of z3's divisions that are open for a divisor of zero.
func unlessZero(op func(x, y bitvec.BV) bitvec.BV) operator {
	return operator{run: func(c *call) value.Value {
		if c.bv(1).IsZero() {
			return c.open()
		}
		if w := c.args[0].Width(); !c.ev.meter.Spend(square(w)) {
			return c.spent()
		}
		return value.OfBV(op(c.bv(0), c.bv(1)))
	}}
}

// productSign returns the sign of the exact signed product.
func productSign(a, b bitvec.BV) int { return a.Signed().Sign() * b.Signed().Sign() }

// tooWide is the value of an operator whose result has more bits than Assay computes with.
func (c *call) tooWide() (value.Value, bool) {
	if c.sort().Width() > bitvec.MaxWidth {
		return c.tooLarge("the bit-vector is too wide"), true
	}
	return value.Value{}, false
}

func concat(c *call) value.Value {
	if v, refused := c.tooWide(); refused {
		return v
	}
	// Halves are joined, so that many arguments take only slightly more than linear time.
	parts := make([]bitvec.BV, len(c.args))
	for i := range parts {
		parts[i] = c.bv(i)
	}
	for len(parts) > 1 {
		joined := parts[:0]
		for i := 0; i < len(parts); i += 2 {
			p := parts[i]
			if i+1 < len(parts) {
				p = p.Concat(parts[i+1])
			}
			joined = append(joined, p)
		}
		if parts = joined; !c.affords(c.sort().Width()/64, c.sort().Width()/8) {
			return c.spent()
		}
	}
	return value.OfBV(parts[0])
}

func extract(c *call) value.Value {
	i, j := c.index(0), c.index(1)
	if a, ok := c.args[0].Bits(); ok {
		return value.OfBits(i-j+1, a>>uint(j))
	}
	return value.OfBV(c.bv(0).Extract(i, j))
}

func repeat(c *call) value.Value {
	if v, refused := c.tooWide(); refused {
		return v
	}
	if w := c.sort().Width(); !c.affords(w/16, w/8) {
		return c.spent()
	}
	return value.OfBV(c.bv(0).Repeat(c.index(0)))
}

func (c *call) widened(op func(bitvec.BV, int) bitvec.BV) value.Value {
	if v, refused := c.tooWide(); refused {
		return v
	}
	if w := c.sort().Width(); !c.affords(w/64, w/8) {
		return c.spent()
	}
	return value.OfBV(op(c.bv(0), c.index(0)))
}

func bvite(c *call) value.Value {
	if c.args[0].IsOpen() {
		if c.ev.identical(c.args[1], c.args[2]) {
			return c.args[1]
		}
		return c.ev.openApp(c.t, c.args)
	}
	if c.bv(0).IsZero() {
		return c.args[2]
	}
	return c.args[1]
}

func toNat(c *call) value.Value {
	if a, ok := c.args[0].Bits(); ok && bits.Len64(a) < 64 {
		return value.OfInt(int64(a))
	}
	return value.OfBig(c.bv(0).Big())
}

func fromInt(c *call) value.Value {
	if v, refused := c.tooWide(); refused {
		return v
	}
	m := c.index(0)
	if n, ok := c.args[0].Small(); ok && m <= 64 {
		return value.OfBits(m, uint64(n))
	}
	return value.OfBV(bitvec.FromBig(m, new(big.Int).Set(c.args[0].Big())))
}
