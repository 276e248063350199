package values

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// maxDigits is the largest width that is written bit by bit.
const maxDigits = 4096

// bits returns 0, 1, all ones, the smallest or largest signed value, or random bits.
func (g *Generator) bits(r *rng.Rand, width int) *term.Term {
	if width > maxDigits {
		return g.numbered(fmt.Sprint(r.IntN(16)), width)
	}
	if g.rare(r) {
		return g.spelled(r, fmt.Sprintf("%0*b", width, rareBits(r, width)))
	}
	fill := func(first, middle, last byte) string {
		b := []byte(strings.Repeat(string(middle), width))
		b[0] = first
		if width > 1 {
			b[width-1] = last
		}
		return string(b)
	}
	var digits string
	switch r.IntN(6) {
	case 0:
		digits = fill('0', '0', '0')
	case 1:
		digits = fill('0', '0', '1')
	case 2:
		digits = fill('1', '1', '1')
	case 3:
		digits = fill('1', '0', '0')
	case 4:
		digits = fill('0', '1', '1')
	default:
		b := make([]byte, width)
		for i := range b {
			b[i] = '0' + byte(r.Uint64()>>63)
		}
		digits = string(b)
	}
	return g.spelled(r, digits)
}

// rareBits returns a number of that width: a small one or its complement, a neighbour of a power of two, or one about the
// width, where shifts and rotations change.
func rareBits(r *rng.Rand, width int) *big.Int {
	n := new(big.Int)
	switch r.IntN(4) {
	case 0:
		n.SetInt64(int64(r.IntN(9) - 4))
	case 1, 2:
		n.Lsh(big.NewInt(1), uint(r.IntN(width)))
		n.Add(n, big.NewInt(int64(r.IntN(3)-1)))
	default:
		n.SetInt64(int64(width + r.IntN(5) - 2))
	}
	mask := new(big.Int).Lsh(big.NewInt(1), uint(width))
	return n.And(n, mask.Sub(mask, big.NewInt(1)))
}

// spelled writes binary digits, in hexadecimal where that is shorter.
func (g *Generator) spelled(r *rng.Rand, digits string) *term.Term {
	width := len(digits)
	hex := width%4 == 0 && width >= 8
	if g.opts.Spellings {
		if hex = width%4 == 0 && r.IntN(3) > 0; !hex && r.IntN(8) == 0 {
			n, _ := new(big.Int).SetString(digits, 2)
			return g.numbered(n.String(), width)
		}
	}
	if !hex {
		return g.binary(digits)
	}
	var b strings.Builder
	b.WriteString("#x")
	for i := 0; i < width; i += 4 {
		v, _ := strconv.ParseUint(digits[i:i+4], 2, 8)
		b.WriteString(strconv.FormatUint(v, 16))
	}
	return g.store.Lit(syntax.Hex, b.String(), g.store.Sorts.BitVec(width))
}

func (g *Generator) binary(digits string) *term.Term {
	return g.store.Lit(syntax.Binary, "#b"+digits, g.store.Sorts.BitVec(len(digits)))
}

// numbered writes a bit-vector as a decimal number.
func (g *Generator) numbered(n string, width int) *term.Term {
	return g.store.Lit(syntax.Symbol, fmt.Sprintf("(_ bv%s %d)", n, width), g.store.Sorts.BitVec(width))
}
