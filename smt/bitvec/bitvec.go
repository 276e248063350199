// Package bitvec computes with bit-vectors of any width as SMT-LIB's theory FixedSizeBitVectors and the
// logic QF_BV define them. Vectors of at most 64 bits live in one machine word.
package bitvec

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// MaxWidth is the largest width that callers should compute with: operators that widen do not check it.
const MaxWidth = 1 << 24

// wordBits is the largest width that fits one word.
const wordBits = 64

// BV is an immutable bit-vector. The zero BV is not a bit-vector. Binary operators need operands of equal
// width. Safe for concurrent use.
type BV struct {
	width int
	lo    uint64   // the bits when width <= 64
	big   *big.Int // the bits otherwise: 0 <= big < 2^width
}

// New returns the bit-vector of that width, at least 1, whose number is v modulo 2^width.
func New(width int, v uint64) BV {
	if width <= wordBits {
		return BV{width: width, lo: v & mask(width)}
	}
	return BV{width: width, big: new(big.Int).SetUint64(v)}
}

// FromBig returns n modulo 2^width; negative numbers are read in two's complement.
func FromBig(width int, n *big.Int) BV {
	if width <= wordBits {
		if n.IsInt64() {
			return BV{width: width, lo: uint64(n.Int64()) & mask(width)}
		}
		return BV{width: width, lo: modulo(new(big.Int), n, width).Uint64()}
	}
	return BV{width: width, big: modulo(new(big.Int), n, width)}
}

func mask(width int) uint64 { return ^uint64(0) >> (wordBits - uint(width)) }

// modulo sets z to n modulo 2^width.
func modulo(z, n *big.Int, width int) *big.Int {
	if n.Sign() >= 0 && n.BitLen() <= width {
		return z.Set(n)
	}
	return z.And(n, ones(width)) // And reads negative numbers in two's complement
}

func ones(width int) *big.Int {
	one := big.NewInt(1)
	return new(big.Int).Sub(new(big.Int).Lsh(one, uint(width)), one)
}

// ErrSyntax says that a text is not a bit-vector literal.
var ErrSyntax = errors.New("not a bit-vector literal")

// Parse reads #b0101 or #x2a, either case.
func Parse(text string) (BV, error) {
	if len(text) < 3 || text[0] != '#' {
		return BV{}, ErrSyntax
	}
	digits := text[2:]
	width, base := len(digits), 2
	switch text[1] {
	case 'b', 'B':
	case 'x', 'X':
		width, base = 4*width, 16
	default:
		return BV{}, ErrSyntax
	}
	if width > MaxWidth {
		return BV{}, fmt.Errorf("a bit-vector of more than %d bits", MaxWidth)
	}
	n, ok := new(big.Int).SetString(digits, base)
	if !ok || strings.ContainsAny(digits, "+-_") {
		return BV{}, ErrSyntax
	}
	return FromBig(width, n), nil
}

// String returns the literal: hexadecimal when the width is a multiple of four, binary otherwise.
func (x BV) String() string {
	prefix, base, digits := "#b", 2, x.width
	if x.width%4 == 0 {
		prefix, base, digits = "#x", 16, x.width/4
	}
	// Not with a format: fmt refuses to pad to more than a million places.
	text := x.unsigned().Text(base)
	if x.IsZero() {
		text = ""
	}
	return prefix + strings.Repeat("0", digits-len(text)) + text
}

// Width returns the number of bits.
func (x BV) Width() int { return x.width }

// Uint64 returns the unsigned number if it fits.
func (x BV) Uint64() (v uint64, fits bool) {
	if x.big == nil {
		return x.lo, true
	}
	return x.big.Uint64(), x.big.IsUint64()
}

// Big returns the unsigned number as a new big.Int.
func (x BV) Big() *big.Int { return new(big.Int).Set(x.unsigned()) }

// unsigned is Big without the copy for wide vectors.
func (x BV) unsigned() *big.Int {
	if x.big == nil {
		return new(big.Int).SetUint64(x.lo)
	}
	return x.big
}

// Signed returns the number in two's complement as a new big.Int.
func (x BV) Signed() *big.Int {
	if x.big == nil {
		return big.NewInt(x.signed())
	}
	n := x.Big()
	if x.negative() {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(x.width)))
	}
	return n
}

// signed is the number in two's complement of a vector of at most 64 bits.
func (x BV) signed() int64 {
	shift := wordBits - uint(x.width)
	return int64(x.lo<<shift) >> shift
}

func (x BV) negative() bool { return x.Bit(x.width - 1) }

// Bit reports whether bit i is set, bit 0 being the rightmost, 0 <= i < Width.
func (x BV) Bit(i int) bool {
	if x.big == nil {
		return x.lo>>uint(i)&1 == 1
	}
	return x.big.Bit(i) == 1
}

// IsZero reports whether no bit is set.
func (x BV) IsZero() bool {
	if x.big == nil {
		return x.lo == 0
	}
	return x.big.Sign() == 0
}

// isOnes reports whether all bits are set.
func (x BV) isOnes() bool { return x.Not().IsZero() }

// Equal reports whether two vectors have the same width and bits.
func (x BV) Equal(y BV) bool { return Compare(x, y) == 0 }

// Compare orders by width, then by the unsigned number.
func Compare(x, y BV) int {
	if c := cmp.Compare(x.width, y.width); c != 0 {
		return c
	}
	if x.big == nil {
		return cmp.Compare(x.lo, y.lo)
	}
	return x.big.Cmp(y.big)
}

// bit returns a vector of one bit.
func bit(b bool) BV {
	if b {
		return BV{width: 1, lo: 1}
	}
	return BV{width: 1}
}
