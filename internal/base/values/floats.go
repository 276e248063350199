package values

import (
	"fmt"
	"math/big"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// specials are the names of the values that are not numbers, and of the zeros.
var specials = []string{"+oo", "-oo", "+zero", "-zero", "NaN"}

// float returns one of the specials, or a value assembled from corner bits: zeros, subnormal numbers, neighbours of 1, the
// largest number, and infinities and NaN as bits.
func (g *Generator) float(r *rng.Rand, s *sorts.Sort) *term.Term {
	eb, sb := s.Indices()[0], s.Indices()[1]
	if eb <= maxRareExponent && g.rare(r) {
		return g.op("fp", nil, nil, g.bits(r, 1), g.spelled(r, fmt.Sprintf("%0*b", eb, exponent(r, eb, sb))), g.bits(r, sb-1))
	}
	if r.Bool() {
		return g.op(rng.Pick(r, specials), []int{eb, sb}, nil)
	}
	return g.op("fp", nil, nil, g.bits(r, 1), g.bits(r, eb), g.bits(r, sb-1))
}

// maxRareExponent keeps exponents within machine integers.
const maxRareExponent = 60

// exponent returns the bits of a corner exponent: the exponent of subnormal numbers, of the smallest and largest normal
// numbers, of neighbours of 1, or of the smallest numbers without a fraction.
func exponent(r *rng.Rand, eb, sb int) *big.Int {
	bias := int64(1)<<(eb-1) - 1
	var e int64
	switch r.IntN(5) {
	case 0: // subnormal
	case 1:
		e = 1
	case 2:
		e = 2 * bias
	case 3:
		e = bias + int64(r.IntN(5)-2)
	default:
		e = bias + int64(sb) + int64(r.IntN(5)-2)
	}
	return big.NewInt(min(max(e, 0), 2*bias+1))
}
