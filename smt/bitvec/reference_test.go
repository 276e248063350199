package bitvec_test

import (
	"math/big"

	"github.com/assay-smt/assay/smt/bitvec"
)

// The reference computes on integers what the theory's definitions say about bv2nat and two's complement, without
// any of the package's own operators. Its arguments are unsigned numbers, 0 <= x < 2^w.

type reference func(w int, x, y *big.Int) *big.Int

type operator struct {
	name  string
	got   func(x, y bitvec.BV) bitvec.BV
	want  reference // modulo 2^width of the result
	width int       // of the result; 0: that of the operands
}

type predicate struct {
	name string
	got  func(x, y bitvec.BV) bool
	want func(w int, x, y *big.Int) bool
}

func integer(n int64) *big.Int { return big.NewInt(n) }

func power(w int) *big.Int { return new(big.Int).Lsh(integer(1), uint(w)) }

// signed reads x in two's complement.
func signed(w int, x *big.Int) *big.Int {
	if x.Cmp(power(w-1)) >= 0 {
		return new(big.Int).Sub(x, power(w))
	}
	return x
}

// floorDiv rounds to minus infinity, y not zero; big.Int's Div does so only for positive divisors.
func floorDiv(x, y *big.Int) *big.Int {
	q, r := new(big.Int).QuoRem(x, y, new(big.Int))
	if r.Sign() != 0 && (r.Sign() < 0) != (y.Sign() < 0) {
		q.Sub(q, integer(1))
	}
	return q
}

// bitwise applies a truth table, indexed by 2x+y, to every bit.
func bitwise(table [4]uint) reference {
	return func(w int, x, y *big.Int) *big.Int {
		n := new(big.Int)
		for i := range w {
			n.SetBit(n, i, table[2*x.Bit(i)+y.Bit(i)])
		}
		return n
	}
}

func truth(b bool) *big.Int {
	if b {
		return integer(1)
	}
	return new(big.Int)
}

// shift returns floor(x * 2^by); a shift by more than the width has the same effect as one by the width.
func shift(w int, x, by *big.Int, left bool) *big.Int {
	n := w
	if by.Cmp(integer(int64(w))) < 0 {
		n = int(by.Int64())
	}
	if left {
		return new(big.Int).Mul(x, power(n))
	}
	return floorDiv(x, power(n))
}

// rotate moves bit i to bit i+by modulo w.
func rotate(w int, x, by *big.Int) *big.Int {
	n := new(big.Int)
	places := int(new(big.Int).Mod(by, integer(int64(w))).Int64())
	for i := range w {
		n.SetBit(n, (i+places)%w, x.Bit(i))
	}
	return n
}

func operators() []operator {
	type BV = bitvec.BV
	return []operator{
		{"bvand", BV.And, bitwise([4]uint{0, 0, 0, 1}), 0},
		{"bvor", BV.Or, bitwise([4]uint{0, 1, 1, 1}), 0},
		{"bvxor", BV.Xor, bitwise([4]uint{0, 1, 1, 0}), 0},
		{"bvnand", BV.Nand, bitwise([4]uint{1, 1, 1, 0}), 0},
		{"bvnor", BV.Nor, bitwise([4]uint{1, 0, 0, 0}), 0},
		{"bvxnor", BV.Xnor, bitwise([4]uint{1, 0, 0, 1}), 0},
		{"bvnot", func(x, _ BV) BV { return x.Not() }, bitwise([4]uint{1, 1, 0, 0}), 0},
		{"bvneg", func(x, _ BV) BV { return x.Neg() }, func(w int, x, _ *big.Int) *big.Int {
			return new(big.Int).Sub(power(w), x)
		}, 0},
		{"bvadd", BV.Add, func(_ int, x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) }, 0},
		{"bvsub", BV.Sub, func(_ int, x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) }, 0},
		{"bvmul", BV.Mul, func(_ int, x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }, 0},
		{"bvudiv", BV.Udiv, func(_ int, x, y *big.Int) *big.Int {
			if y.Sign() == 0 {
				return integer(-1)
			}
			return floorDiv(x, y)
		}, 0},
		{"bvurem", BV.Urem, func(_ int, x, y *big.Int) *big.Int {
			if y.Sign() == 0 {
				return x
			}
			return new(big.Int).Sub(x, new(big.Int).Mul(y, floorDiv(x, y)))
		}, 0},
		{"bvsdiv", BV.Sdiv, func(w int, x, y *big.Int) *big.Int {
			x, y = signed(w, x), signed(w, y)
			switch {
			case y.Sign() != 0:
				return new(big.Int).Quo(x, y)
			case x.Sign() < 0:
				return integer(1)
			}
			return integer(-1)
		}, 0},
		{"bvsrem", BV.Srem, func(w int, x, y *big.Int) *big.Int {
			x, y = signed(w, x), signed(w, y)
			if y.Sign() == 0 {
				return x
			}
			return new(big.Int).Sub(x, new(big.Int).Mul(y, new(big.Int).Quo(x, y)))
		}, 0},
		{"bvsmod", BV.Smod, func(w int, x, y *big.Int) *big.Int {
			x, y = signed(w, x), signed(w, y)
			if y.Sign() == 0 {
				return x
			}
			return new(big.Int).Sub(x, new(big.Int).Mul(y, floorDiv(x, y)))
		}, 0},
		{"bvshl", BV.Shl, func(w int, x, y *big.Int) *big.Int { return shift(w, x, y, true) }, 0},
		{"bvlshr", BV.Lshr, func(w int, x, y *big.Int) *big.Int { return shift(w, x, y, false) }, 0},
		{"bvashr", BV.Ashr, func(w int, x, y *big.Int) *big.Int { return shift(w, signed(w, x), y, false) }, 0},
		{"rotate left by a vector", BV.Rol, rotate, 0},
		{"rotate right by a vector", BV.Ror, func(w int, x, y *big.Int) *big.Int {
			return rotate(w, x, new(big.Int).Neg(y))
		}, 0},
		{"bvcomp", BV.Comp, func(_ int, x, y *big.Int) *big.Int { return truth(x.Cmp(y) == 0) }, 1},
		{"bvredor", func(x, _ BV) BV { return x.RedOr() }, func(_ int, x, _ *big.Int) *big.Int {
			return truth(x.Sign() != 0)
		}, 1},
		{"bvredand", func(x, _ BV) BV { return x.RedAnd() }, func(w int, x, _ *big.Int) *big.Int {
			return truth(new(big.Int).Add(x, integer(1)).Cmp(power(w)) == 0)
		}, 1},
		{"bvredxor", func(x, _ BV) BV { return x.RedXor() }, func(w int, x, _ *big.Int) *big.Int {
			odd := uint(0)
			for i := range w {
				odd ^= x.Bit(i)
			}
			return truth(odd == 1)
		}, 1},
	}
}

// outside reports whether an integer is not the value of a signed vector of that width.
func outside(w int, n *big.Int) bool {
	return n.Cmp(new(big.Int).Neg(power(w-1))) < 0 || n.Cmp(power(w-1)) >= 0
}

// outsideUnsigned reports whether an integer is not the value of an unsigned vector of that width.
func outsideUnsigned(w int, n *big.Int) bool { return n.Sign() < 0 || n.Cmp(power(w)) >= 0 }

func predicates() []predicate {
	type BV = bitvec.BV
	type binary = func(z, x, y *big.Int) *big.Int
	overflows := func(op binary) func(int, *big.Int, *big.Int) bool {
		return func(w int, x, y *big.Int) bool {
			return outside(w, op(new(big.Int), signed(w, x), signed(w, y)))
		}
	}
	overflowsUnsigned := func(op binary) func(int, *big.Int, *big.Int) bool {
		return func(w int, x, y *big.Int) bool { return outsideUnsigned(w, op(new(big.Int), x, y)) }
	}
	return []predicate{
		{"bvult", BV.Ult, func(_ int, x, y *big.Int) bool { return x.Cmp(y) < 0 }},
		{"bvule", BV.Ule, func(_ int, x, y *big.Int) bool { return x.Cmp(y) <= 0 }},
		{"bvslt", BV.Slt, func(w int, x, y *big.Int) bool { return signed(w, x).Cmp(signed(w, y)) < 0 }},
		{"bvsle", BV.Sle, func(w int, x, y *big.Int) bool { return signed(w, x).Cmp(signed(w, y)) <= 0 }},
		{"=", BV.Equal, func(_ int, x, y *big.Int) bool { return x.Cmp(y) == 0 }},
		{"bvuaddo", BV.UaddO, overflowsUnsigned((*big.Int).Add)},
		{"bvusubo", BV.UsubO, overflowsUnsigned((*big.Int).Sub)},
		{"bvumulo", BV.UmulO, overflowsUnsigned((*big.Int).Mul)},
		{"bvsaddo", BV.SaddO, overflows((*big.Int).Add)},
		{"bvssubo", BV.SsubO, overflows((*big.Int).Sub)},
		{"bvsmulo", BV.SmulO, overflows((*big.Int).Mul)},
		{"bvsdivo", BV.SdivO, func(w int, x, y *big.Int) bool {
			return y.Sign() != 0 && outside(w, new(big.Int).Quo(signed(w, x), signed(w, y)))
		}},
		{"bvnego", func(x, _ BV) bool { return x.NegO() }, func(w int, x, _ *big.Int) bool {
			return outside(w, new(big.Int).Neg(signed(w, x)))
		}},
	}
}
