package softfloat_test

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/assay-smt/assay/smt/softfloat"
)

// The reference, which takes nothing from the package: a format is the table of all its values, by interchange bits;
// an operator computes with rationals and then looks for the neighbours of the result in the table.

// modes are all rounding modes; they index results by mode.
var modes = [...]softfloat.Mode{softfloat.RNE, softfloat.RNA, softfloat.RTP, softfloat.RTN, softfloat.RTZ}

// number is one value of a format.
type number struct {
	bits     int
	nan, inf bool
	neg      bool
	value    *big.Rat // nil unless finite
	float    softfloat.Float
}

func (x number) finite() bool { return x.value != nil }

func (x number) zero() bool { return x.value != nil && x.value.Sign() == 0 }

func (x number) String() string { return x.float.String() }

type reference struct {
	format softfloat.Format
	inf    int // the bits of the positive infinity
	nan    int // the bits of the NaN that stands for all
	sign   int // the sign bit
	// numbers are all values, NaN once.
	numbers []number
	// grid are the absolute values of the finite numbers in ascending order, which is also the order of their
	// bits. Infinity follows, as the number that would come next if there were another exponent: this is how
	// rounding treats it.
	grid []*big.Rat
	// floats are the values under test by their bits.
	floats []softfloat.Float
}

func newReference(eb, sb int) *reference {
	fraction := 1 << (sb - 1)
	r := &reference{
		format: softfloat.Format{EB: eb, SB: sb},
		inf:    (1<<eb - 1) * fraction,
		sign:   1 << (eb + sb - 1),
	}
	r.nan = r.inf + fraction/2
	bias := 1<<(eb-1) - 1
	for bits := range r.inf + 1 {
		exp, sig := bits/fraction, bits%fraction
		if exp == 0 {
			exp = 1
		} else {
			sig += fraction
		}
		r.grid = append(r.grid, scaled(int64(sig), exp-bias-(sb-1)))
	}
	for bits := range 2 * r.sign {
		x := number{bits: bits, neg: bits >= r.sign, float: softfloat.FromBits(r.format, big.NewInt(int64(bits)))}
		r.floats = append(r.floats, x.float)
		switch size := bits % r.sign; {
		case size > r.inf:
			x.nan, x.neg = true, false
			if bits != r.nan {
				continue
			}
		case size == r.inf:
			x.inf = true
		default:
			x.value = r.grid[size]
			if x.neg {
				x.value = new(big.Rat).Neg(x.value)
			}
		}
		r.numbers = append(r.numbers, x)
	}
	return r
}

func (r *reference) String() string { return fmt.Sprintf("%d %d", r.format.EB, r.format.SB) }

// scaled is n times 2^exp.
func scaled(n int64, exp int) *big.Rat {
	p := new(big.Int).Lsh(big.NewInt(1), uint(max(exp, -exp)))
	v := big.NewRat(n, 1)
	if exp < 0 {
		return v.Quo(v, new(big.Rat).SetInt(p))
	}
	return v.Mul(v, new(big.Rat).SetInt(p))
}

// results are the interchange bits of an operator's result in every mode.
type results [len(modes)]int

func always(bits int) results { return results{bits, bits, bits, bits, bits} }

// signed returns positive bits with a sign.
func (r *reference) signed(bits int, neg bool) int {
	if neg {
		bits += r.sign
	}
	return bits
}

func (r *reference) nans() results { return always(r.nan) }

func (r *reference) infinity(neg bool) results { return always(r.signed(r.inf, neg)) }

// search rounds the number of that sign whose nonzero absolute value cmp compares with others: cmp is negative when
// the absolute value is less.
func (r *reference) search(neg bool, cmp func(*big.Rat) int) results {
	upper, found := slices.BinarySearchFunc(r.grid, 0, func(p *big.Rat, _ int) int { return -cmp(p) })
	if found && upper != r.inf {
		return always(r.signed(upper, neg))
	}
	upper = min(upper, r.inf)
	lower := upper - 1
	middle := new(big.Rat).Add(r.grid[lower], r.grid[upper])
	side := cmp(middle.Quo(middle, big.NewRat(2, 1)))
	up := func(yes bool) int {
		if yes {
			return r.signed(upper, neg)
		}
		return r.signed(lower, neg)
	}
	return results{
		softfloat.RNE: up(side > 0 || side == 0 && upper%2 == 0),
		softfloat.RNA: up(side >= 0),
		softfloat.RTP: up(!neg),
		softfloat.RTN: up(neg),
		softfloat.RTZ: up(false),
	}
}

// round rounds v; a zero takes the sign.
func (r *reference) round(v *big.Rat, zeroNeg bool) results {
	if v.Sign() == 0 {
		return always(r.signed(0, zeroNeg))
	}
	return r.search(v.Sign() < 0, new(big.Rat).Abs(v).Cmp)
}

// total rounds a sum of two numbers with these signs.
func (r *reference) total(v *big.Rat, neg, otherNeg bool) results {
	if v.Sign() == 0 && neg != otherNeg {
		zeros := always(0)
		zeros[softfloat.RTN] = r.sign
		return zeros
	}
	return r.round(v, neg)
}

func (r *reference) add(x, y number) results {
	switch {
	case x.nan || y.nan || x.inf && y.inf && x.neg != y.neg:
		return r.nans()
	case x.inf:
		return always(x.bits)
	case y.inf:
		return always(y.bits)
	}
	return r.total(new(big.Rat).Add(x.value, y.value), x.neg, y.neg)
}

func (r *reference) sub(x, y number) results {
	switch {
	case x.nan || y.nan || x.inf && y.inf && x.neg == y.neg:
		return r.nans()
	case x.inf:
		return always(x.bits)
	case y.inf:
		return r.infinity(!y.neg)
	}
	return r.total(new(big.Rat).Sub(x.value, y.value), x.neg, !y.neg)
}

func (r *reference) mul(x, y number) results {
	neg := x.neg != y.neg
	switch {
	case x.nan || y.nan || x.inf && y.zero() || x.zero() && y.inf:
		return r.nans()
	case x.inf || y.inf:
		return r.infinity(neg)
	}
	return r.round(new(big.Rat).Mul(x.value, y.value), neg)
}

func (r *reference) div(x, y number) results {
	neg := x.neg != y.neg
	switch {
	case x.nan || y.nan || x.inf && y.inf || x.zero() && y.zero():
		return r.nans()
	case x.inf || y.zero():
		return r.infinity(neg)
	case y.inf:
		return always(r.signed(0, neg))
	}
	return r.round(new(big.Rat).Quo(x.value, y.value), neg)
}

func (r *reference) fma(x, y, z number) results {
	neg := x.neg != y.neg
	switch {
	case x.nan || y.nan || z.nan || x.inf && y.zero() || x.zero() && y.inf:
		return r.nans()
	case (x.inf || y.inf) && z.inf && z.neg != neg:
		return r.nans()
	case x.inf || y.inf:
		return r.infinity(neg)
	case z.inf:
		return always(z.bits)
	}
	v := new(big.Rat).Mul(x.value, y.value)
	return r.total(v.Add(v, z.value), neg, z.neg)
}

func (r *reference) rem(x, y number) int {
	switch {
	case x.nan || y.nan || x.inf || y.zero():
		return r.nan
	case y.inf:
		return x.bits
	}
	n := integers(new(big.Rat).Quo(x.value, y.value))[softfloat.RNE]
	v := new(big.Rat).Mul(new(big.Rat).SetInt(n), y.value)
	exact := r.round(v.Sub(x.value, v), x.neg)
	if exact != always(exact[0]) {
		panic(fmt.Sprintf("the remainder of %v by %v is no value of the format", x, y))
	}
	return exact[0]
}

func (r *reference) sqrt(x number) results {
	switch {
	case x.nan || x.zero() || x.inf && !x.neg:
		return always(x.bits)
	case x.neg:
		return r.nans()
	}
	square := new(big.Rat)
	return r.search(false, func(p *big.Rat) int { return x.value.Cmp(square.Mul(p, p)) })
}

// integers returns the integers to which v is rounded in every mode.
func integers(v *big.Rat) [len(modes)]*big.Int {
	floor := new(big.Int).Div(v.Num(), v.Denom()) // Euclidean: rounded down, since denominators are positive
	if v.IsInt() {
		return [...]*big.Int{floor, floor, floor, floor, floor}
	}
	ceiling := new(big.Int).Add(floor, big.NewInt(1))
	pick := func(up bool) *big.Int {
		if up {
			return ceiling
		}
		return floor
	}
	side := new(big.Rat).Sub(v, new(big.Rat).SetInt(floor)).Cmp(big.NewRat(1, 2))
	return [...]*big.Int{
		softfloat.RNE: pick(side > 0 || side == 0 && ceiling.Bit(0) == 0),
		softfloat.RNA: pick(side > 0 || side == 0 && v.Sign() > 0),
		softfloat.RTP: ceiling,
		softfloat.RTN: floor,
		softfloat.RTZ: pick(v.Sign() < 0),
	}
}

func (r *reference) integral(x number) (want results) {
	if !x.finite() {
		return always(x.bits)
	}
	for m, n := range integers(x.value) {
		want[m] = r.round(new(big.Rat).SetInt(n), x.neg)[m]
	}
	return want
}

// convert rounds a value of another format.
func (r *reference) convert(x number) results {
	switch {
	case x.nan:
		return r.nans()
	case x.inf:
		return r.infinity(x.neg)
	}
	return r.round(x.value, x.neg)
}
