// Package softfloat computes with IEEE 754 binary floating-point numbers of any format, exactly as SMT-LIB's
// theory FloatingPoint defines them: one NaN for each format, five rounding modes, every result rounded once.
package softfloat

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
)

// Format is a floating-point format: EB exponent bits and SB significand bits, including the hidden bit.
type Format struct{ EB, SB int }

// The largest format that Assay computes with.
const (
	MaxEB = 30
	MaxSB = 1 << 20
)

// ErrFormat says that a format is too small to exist or too large to compute with.
var ErrFormat = errors.New("floating-point format out of range")

// Check returns ErrFormat unless 2 <= EB <= MaxEB and 2 <= SB <= MaxSB.
func (f Format) Check() error {
	if f.EB < 2 || f.EB > MaxEB || f.SB < 2 || f.SB > MaxSB {
		return fmt.Errorf("%w: (_ FloatingPoint %d %d)", ErrFormat, f.EB, f.SB)
	}
	return nil
}

// bias is also the exponent of the largest normal numbers.
func (f Format) bias() int64 { return 1<<(f.EB-1) - 1 }

// minExp is the exponent of the least normal numbers.
func (f Format) minExp() int64 { return 1 - f.bias() }

// top is the exponent field of infinities and NaN.
func (f Format) top() uint32 { return 1<<f.EB - 1 }

// Float is an immutable floating-point number, kept as its interchange fields. The zero Float is not a number
// of any format. Safe for concurrent use.
type Float struct {
	format Format
	neg    bool
	exp    uint32   // exponent field
	lo     uint64   // fraction field of a short format
	big    *big.Int // fraction field of any other format, never changed
}

// make returns the number with these fields; it keeps frac.
func (f Format) make(neg bool, exp uint32, frac *big.Int) Float {
	x := Float{format: f, neg: neg, exp: exp}
	if f.short() {
		x.lo = frac.Uint64()
	} else {
		x.big = frac
	}
	return x
}

// plain returns the number whose fraction field is zero.
func (f Format) plain(neg bool, exp uint32) Float {
	x := Float{format: f, neg: neg, exp: exp}
	if !f.short() {
		x.big = new(big.Int)
	}
	return x
}

// NaN returns the one value of the format that is not a number.
func NaN(f Format) Float {
	if f.short() {
		return Float{format: f, exp: f.top(), lo: 1 << (f.SB - 2)}
	}
	return f.make(false, f.top(), new(big.Int).SetBit(new(big.Int), f.SB-2, 1))
}

// Inf returns an infinity.
func Inf(f Format, neg bool) Float { return f.plain(neg, f.top()) }

// Zero returns a zero.
func Zero(f Format, neg bool) Float { return f.plain(neg, 0) }

// largest returns the largest finite number.
func largest(f Format, neg bool) Float { return f.make(neg, f.top()-1, ones(f.SB-1)) }

func ones(n int) *big.Int {
	one := big.NewInt(1)
	return new(big.Int).Sub(new(big.Int).Lsh(one, uint(n)), one)
}

// FromBits returns the number whose interchange format is given by the low EB+SB bits; the integer is read in two's
// complement. All NaN patterns give the one NaN.
func FromBits(f Format, bits *big.Int) Float {
	if f.short() && bits.IsUint64() {
		n := bits.Uint64()
		exp := uint32(n>>(f.SB-1)) & f.top()
		return f.fromFields(n>>(f.EB+f.SB-1)&1 == 1, exp, n&(1<<(f.SB-1)-1))
	}
	rest := new(big.Int).Rsh(bits, uint(f.SB-1))
	return FromParts(f, rest.Bit(f.EB) == 1, rest, bits)
}

// FromParts returns the number with these sign, exponent and fraction fields, as the operator fp does: the low EB bits
// of exp and the low SB-1 of frac, read in two's complement. It keeps neither of them. All NaNs are one.
func FromParts(f Format, neg bool, exp, frac *big.Int) Float {
	e := uint32(lowBits(exp, f.EB).Uint64())
	frac = lowBits(frac, f.SB-1)
	switch {
	case f.short():
		return f.fromFields(neg, e, frac.Uint64())
	case e == f.top() && frac.Sign() != 0:
		return NaN(f)
	}
	return f.make(neg, e, new(big.Int).Set(frac))
}

// fromFields is FromParts for a short format and fields that fit.
func (f Format) fromFields(neg bool, exp uint32, frac uint64) Float {
	if exp == f.top() && frac != 0 {
		return NaN(f)
	}
	return Float{format: f, neg: neg, exp: exp, lo: frac}
}

// lowBits returns n modulo 2^k, which may be n itself.
func lowBits(n *big.Int, k int) *big.Int {
	if n.Sign() >= 0 && n.BitLen() <= k {
		return n
	}
	return new(big.Int).And(n, ones(k))
}

// frac returns the fraction field, which the caller must not change.
func (x Float) frac() *big.Int {
	if x.big != nil {
		return x.big
	}
	return new(big.Int).SetUint64(x.lo)
}

func (x Float) fracIsZero() bool { return x.lo == 0 && (x.big == nil || x.big.Sign() == 0) }

// Format returns the number's format.
func (x Float) Format() Format { return x.format }

// Parts returns new copies of the interchange fields. NaN has a positive sign and only the first fraction bit set.
func (x Float) Parts() (neg bool, exp, frac *big.Int) {
	return x.neg, new(big.Int).SetUint64(uint64(x.exp)), new(big.Int).Set(x.frac())
}

// Bits returns the interchange format.
func (x Float) Bits() *big.Int {
	f := x.format
	top := uint64(x.exp)
	if x.neg {
		top |= 1 << f.EB
	}
	if f.EB+f.SB <= 64 {
		return new(big.Int).SetUint64(top<<(f.SB-1) | x.lo)
	}
	bits := new(big.Int).SetUint64(top)
	return bits.Or(bits.Lsh(bits, uint(f.SB-1)), x.frac())
}

// IsNaN reports whether x is not a number.
func (x Float) IsNaN() bool { return x.exp == x.format.top() && !x.fracIsZero() }

// IsInf reports whether x is an infinity.
func (x Float) IsInf() bool { return x.exp == x.format.top() && x.fracIsZero() }

// IsZero reports whether x is a zero.
func (x Float) IsZero() bool { return x.exp == 0 && x.fracIsZero() }

// IsSubnormal reports whether x is a nonzero number too small to be normal.
func (x Float) IsSubnormal() bool { return x.exp == 0 && !x.fracIsZero() }

// IsNormal reports whether x is a normal number.
func (x Float) IsNormal() bool { return x.exp != 0 && x.exp != x.format.top() }

// IsNegative reports whether x has a negative sign and is not NaN.
func (x Float) IsNegative() bool { return x.neg }

// IsPositive reports whether x has a positive sign and is not NaN.
func (x Float) IsPositive() bool { return !x.neg && !x.IsNaN() }

// Neg is fp.neg.
func (x Float) Neg() Float {
	if !x.IsNaN() {
		x.neg = !x.neg
	}
	return x
}

// Abs is fp.abs.
func (x Float) Abs() Float {
	x.neg = false
	return x
}

// Same is SMT-LIB's =: NaN equals itself, and the two zeros differ.
func (x Float) Same(y Float) bool { return x.format == y.format && x.Compare(y) == 0 }

// Compare is a total order of the values of one format: -oo, negative numbers, -0, +0, positive numbers, +oo, NaN.
func (x Float) Compare(y Float) int {
	if n, m := x.IsNaN(), y.IsNaN(); n || m {
		switch {
		case n && m:
			return 0
		case n:
			return 1
		}
		return -1
	}
	if x.neg != y.neg {
		if x.neg {
			return -1
		}
		return 1
	}
	c := x.compareSize(y)
	if x.neg {
		return -c
	}
	return c
}

// compareSize compares absolute values of numbers that are not NaN.
func (x Float) compareSize(y Float) int {
	if c := cmp.Compare(x.exp, y.exp); c != 0 {
		return c
	}
	if x.big == nil {
		return cmp.Compare(x.lo, y.lo)
	}
	return x.big.Cmp(y.big)
}

// Less is fp.lt.
func Less(x, y Float) bool {
	return !x.IsNaN() && !y.IsNaN() && !(x.IsZero() && y.IsZero()) && x.Compare(y) < 0
}

// LessEqual is fp.leq.
func LessEqual(x, y Float) bool {
	return !x.IsNaN() && !y.IsNaN() && (x.IsZero() && y.IsZero() || x.Compare(y) <= 0)
}

// Equal is fp.eq: the zeros are equal, and NaN is equal to nothing.
func Equal(x, y Float) bool {
	return !x.IsNaN() && !y.IsNaN() && (x.IsZero() && y.IsZero() || x.Compare(y) == 0)
}

// Min is fp.min; open says that the arguments are zeros of different sign, in which case the standard lets either
// be the result.
func Min(x, y Float) (r Float, open bool) { return choose(x, y, -1) }

// Max is fp.max.
func Max(x, y Float) (r Float, open bool) { return choose(x, y, 1) }

func choose(x, y Float, side int) (r Float, open bool) {
	switch {
	case x.IsNaN():
		return y, false
	case y.IsNaN():
		return x, false
	case x.IsZero() && y.IsZero():
		return x, x.neg != y.neg
	case x.Compare(y) == side:
		return x, false
	}
	return y, false
}

// String returns the number as an SMT-LIB term.
func (x Float) String() string {
	f := x.format
	sign := "+"
	if x.neg {
		sign = "-"
	}
	switch {
	case x.IsNaN():
		return fmt.Sprintf("(_ NaN %d %d)", f.EB, f.SB)
	case x.IsInf():
		return fmt.Sprintf("(_ %soo %d %d)", sign, f.EB, f.SB)
	case x.IsZero():
		return fmt.Sprintf("(_ %szero %d %d)", sign, f.EB, f.SB)
	}
	bit := 0
	if x.neg {
		bit = 1
	}
	return fmt.Sprintf("(fp #b%d #b%0*b #b%0*b)", bit, f.EB, x.exp, f.SB-1, x.frac())
}
