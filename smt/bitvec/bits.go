package bitvec

import (
	"math/big"
	"math/bits"
)

// Not is bvnot.
func (x BV) Not() BV {
	if x.big == nil {
		return New(x.width, ^x.lo)
	}
	return BV{width: x.width, big: new(big.Int).Xor(x.big, ones(x.width))}
}

// And is bvand.
func (x BV) And(y BV) BV {
	if x.big == nil {
		return BV{width: x.width, lo: x.lo & y.lo}
	}
	return BV{width: x.width, big: new(big.Int).And(x.big, y.big)}
}

// Or is bvor.
func (x BV) Or(y BV) BV {
	if x.big == nil {
		return BV{width: x.width, lo: x.lo | y.lo}
	}
	return BV{width: x.width, big: new(big.Int).Or(x.big, y.big)}
}

// Xor is bvxor.
func (x BV) Xor(y BV) BV {
	if x.big == nil {
		return BV{width: x.width, lo: x.lo ^ y.lo}
	}
	return BV{width: x.width, big: new(big.Int).Xor(x.big, y.big)}
}

// Nand is bvnand.
func (x BV) Nand(y BV) BV { return x.And(y).Not() }

// Nor is bvnor.
func (x BV) Nor(y BV) BV { return x.Or(y).Not() }

// Xnor is bvxnor.
func (x BV) Xnor(y BV) BV { return x.Xor(y).Not() }

// Comp is bvcomp: one bit that says whether the vectors are equal.
func (x BV) Comp(y BV) BV { return bit(x.Equal(y)) }

// RedOr is bvredor: one bit, set when any bit is.
func (x BV) RedOr() BV { return bit(!x.IsZero()) }

// RedAnd is bvredand: one bit, set when all bits are.
func (x BV) RedAnd() BV { return bit(x.isOnes()) }

// RedXor is bvredxor: one bit, set when an odd number of bits is.
func (x BV) RedXor() BV {
	if x.big == nil {
		return bit(bits.OnesCount64(x.lo)%2 == 1)
	}
	n := 0
	for _, w := range x.big.Bits() {
		n += bits.OnesCount(uint(w))
	}
	return bit(n%2 == 1)
}

// Concat puts the bits of y after those of x. The sum of the widths must be at most MaxWidth.
func (x BV) Concat(y BV) BV {
	width := x.width + y.width
	if width <= wordBits {
		return BV{width: width, lo: x.lo<<uint(y.width) | y.lo}
	}
	n := new(big.Int).Lsh(x.unsigned(), uint(y.width))
	return BV{width: width, big: n.Or(n, y.unsigned())}
}

// Extract returns bits i down to j, Width > i >= j >= 0.
func (x BV) Extract(i, j int) BV {
	width := i - j + 1
	if x.big == nil {
		return New(width, x.lo>>uint(j))
	}
	return FromBig(width, new(big.Int).Rsh(x.big, uint(j)))
}

// Repeat puts n copies of x in a row, n at least 1. The result's width must be at most MaxWidth.
func (x BV) Repeat(n int) BV {
	// Doubling: twice the copies of half the number.
	if n == 1 {
		return x
	}
	half := x.Repeat(n / 2)
	r := half.Concat(half)
	if n%2 == 1 {
		r = r.Concat(x)
	}
	return r
}

// ZeroExtend puts n zero bits in front. The result's width must be at most MaxWidth.
func (x BV) ZeroExtend(n int) BV {
	if x.width+n <= wordBits {
		return BV{width: x.width + n, lo: x.lo}
	}
	return FromBig(x.width+n, x.unsigned())
}

// SignExtend puts n copies of the sign bit in front. The result's width must be at most MaxWidth.
func (x BV) SignExtend(n int) BV {
	if x.width+n <= wordBits {
		return New(x.width+n, uint64(x.signed()))
	}
	return FromBig(x.width+n, x.Signed())
}

// Shl is bvshl: a shift to the left that brings in zeros.
func (x BV) Shl(y BV) BV {
	n, ok := y.count(x.width)
	switch {
	case !ok:
		return New(x.width, 0)
	case x.big == nil:
		return New(x.width, x.lo<<uint(n))
	}
	return FromBig(x.width, new(big.Int).Lsh(x.big, uint(n)))
}

// Lshr is bvlshr: a shift to the right that brings in zeros.
func (x BV) Lshr(y BV) BV {
	n, ok := y.count(x.width)
	switch {
	case !ok:
		return New(x.width, 0)
	case x.big == nil:
		return New(x.width, x.lo>>uint(n))
	}
	return FromBig(x.width, new(big.Int).Rsh(x.big, uint(n)))
}

// Ashr is bvashr: a shift to the right that brings in copies of the sign bit.
func (x BV) Ashr(y BV) BV {
	n, ok := y.count(x.width)
	if !ok {
		n = x.width
	}
	if x.big == nil {
		return New(x.width, uint64(x.signed()>>uint(n)))
	}
	return FromBig(x.width, new(big.Int).Rsh(x.Signed(), uint(n)))
}

// count returns the number as a shift count; ok is false when it is not below width.
func (x BV) count(width int) (n int, ok bool) {
	v, fits := x.Uint64()
	if !fits || v >= uint64(width) {
		return 0, false
	}
	return int(v), true
}

// RotateLeft moves every bit n places to the left, n at least 0.
func (x BV) RotateLeft(n int) BV {
	n %= x.width
	if n == 0 {
		return x
	}
	return x.Extract(x.width-1-n, 0).Concat(x.Extract(x.width-1, x.width-n))
}

// RotateRight moves every bit n places to the right, n at least 0.
func (x BV) RotateRight(n int) BV { return x.RotateLeft((x.width - n%x.width) % x.width) }

// Rol rotates to the left by y, read as an unsigned number.
func (x BV) Rol(y BV) BV { return x.RotateLeft(y.residue()) }

// Ror rotates to the right by y, read as an unsigned number.
func (x BV) Ror(y BV) BV { return x.RotateRight(y.residue()) }

// residue returns the number modulo the width.
func (x BV) residue() int {
	if x.big == nil {
		return int(x.lo % uint64(x.width))
	}
	return int(new(big.Int).Rem(x.big, big.NewInt(int64(x.width))).Int64())
}
