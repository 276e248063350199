package values

import (
	"fmt"
	"math/big"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// Corners of numbers: neutral and absorbing elements, neighbours of powers of two, decimals that binary fractions cannot represent.
var (
	integers = []string{"0", "1", "2", "3", "5", "7", "10", "16", "31", "64", "255", "256", "1000", "65536", "2147483647", "4294967296"}
	decimals = []string{"0.0", "1.0", "2.0", "0.5", "0.25", "0.1", "3.0", "10.0", "1.5", "100.0", "0.001", "12345.678"}
	// rareDecimals lie where floats are rounded: between two floats, or at the end of their range.
	rareDecimals = []string{"2.5", "3.14159", "0.7071", "0.0000000001", "65504.0", "65519.99", "65520.0"}
	// powers are the exponents of two at which machine words, floats and code points end.
	powers = []int{2, 3, 4, 7, 8, 15, 16, 24, 31, 32, 53, 63, 64, 65, 100, 128}
	// codes are code points at which character classes begin and end.
	codes = []int64{'0', '9', 'A', 'Z', 'a', 'z', 127, 128, 255, 256, 0xD800, 0xFFFF, 0x2FFFF, 0x30000}
)

func (g *Generator) integer(r *rng.Rand) *term.Term {
	if g.rare(r) {
		return g.signed(r, g.store.Lit(syntax.Numeral, magnitude(r).String(), sorts.Int))
	}
	return g.signed(r, g.store.Lit(syntax.Numeral, g.pick(r, integers), sorts.Int))
}

func (g *Generator) real(r *rng.Rand) *term.Term {
	if !g.rare(r) {
		return g.signed(r, g.decimal(g.pick(r, decimals)))
	}
	whole := func(n *big.Int) *term.Term { return g.decimal(n.String() + ".0") }
	switch r.IntN(4) {
	case 0:
		return g.signed(r, g.decimal(rng.Pick(r, rareDecimals)))
	case 1: // half-way between two floats, or a subnormal one
		den := new(big.Int).Lsh(big.NewInt(1), uint(rng.Pick(r, []int{1, 2, 3, 10, 24, 25, 54, 126, 149, 150, 200})))
		return g.signed(r, g.op("/", nil, nil, whole(magnitude(r)), whole(den)))
	case 2:
		return g.signed(r, g.op("/", nil, nil, whole(magnitude(r)), whole(big.NewInt(int64(2+r.IntN(11))))))
	}
	return g.signed(r, whole(magnitude(r)))
}

func (g *Generator) decimal(text string) *term.Term {
	return g.store.Lit(syntax.Decimal, text, sorts.Real)
}

// signed negates one in three numbers.
func (g *Generator) signed(r *rng.Rand, t *term.Term) *term.Term {
	if r.IntN(3) > 0 {
		return t
	}
	if n := g.op("-", nil, nil, t); n != nil {
		return n
	}
	return t
}

// magnitude returns a non-negative number: a small one, a neighbour of a power of two or ten, a code point, or one with many
// digits.
func magnitude(r *rng.Rand) *big.Int {
	n := new(big.Int)
	switch r.IntN(6) {
	case 0, 1:
		n.SetInt64(int64(r.IntN(13)))
	case 2:
		n.Lsh(big.NewInt(1), uint(rng.Pick(r, powers)))
		n.Add(n, big.NewInt(int64(r.IntN(3)-1)))
	case 3:
		n.Exp(big.NewInt(10), big.NewInt(int64(r.IntN(30))), nil)
		n.Add(n, big.NewInt(int64(r.IntN(3)-1)))
	case 4:
		n.SetInt64(rng.Pick(r, codes))
	default:
		n.SetUint64(r.Uint64() >> r.IntN(64))
		if r.IntN(4) == 0 {
			n.Mul(n, n)
		}
	}
	return n
}

// fieldElement returns zero, one, the last element or any other one.
func (g *Generator) fieldElement(r *rng.Rand, s *sorts.Sort) *term.Term {
	order := s.Order()
	p := 1 << 62
	if order.IsInt64() {
		p = int(order.Int64())
	}
	n := big.NewInt(int64(r.IntN(p)))
	switch r.IntN(4) {
	case 0:
		n.SetInt64(int64(r.IntN(min(p, 2))))
	case 1:
		n.Sub(order, big.NewInt(1))
	}
	return g.store.Lit(syntax.Symbol, fmt.Sprintf("(as ff%d (_ FiniteField %d))", n, order), s)
}
