package softfloat_test

import (
	"fmt"
	"math/big"
	"strings"
	"sync"
	"testing"

	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/softfloat"
)

// Every operator of every format with 2 to 4 exponent bits and 2 to 4 significand bits, on all its operands and in all
// modes, is compared with the reference: that is the long run (ASSAY_LONG=1). Otherwise each test says which formats or
// operands it samples.

// references are the formats to compare; they are only read.
var references = sync.OnceValue(func() (all []*reference) {
	for eb := 2; eb <= 4; eb++ {
		for sb := 2; sb <= 4; sb++ {
			all = append(all, newReference(eb, sb))
		}
	}
	return all
})

// onAll runs a test on each format, in a short run on those that quick picks, and logs how many results it compared.
func onAll(t *testing.T, quick func(eb, sb int) bool, test func(c *comparison, r *reference)) {
	t.Helper()
	total := 0
	for _, r := range references() {
		t.Run(r.String(), func(t *testing.T) {
			if !quick(r.format.EB, r.format.SB) && !testdepth.Long() {
				t.Skip("part of the long run: ASSAY_LONG=1")
			}
			c := &comparison{t: t, r: r}
			test(c, r)
			total += c.results
		})
	}
	t.Logf("%d results compared", total)
}

func everyFormat(int, int) bool { return true }

// comparison counts results and fails on wrong ones.
type comparison struct {
	t       *testing.T
	r       *reference
	results int
}

func (c *comparison) same(op string, m softfloat.Mode, got softfloat.Float, bits int, args ...number) {
	c.results++
	// NaN has no visible sign.
	if want := c.r.floats[bits]; !got.Same(want) || got.IsNegative() != want.IsNegative() {
		c.t.Helper()
		c.t.Fatalf("%s %v %v = %v, want %v", op, m, args, got, want)
	}
}

func (c *comparison) holds(what string, got, want bool, args ...number) {
	c.results++
	if got != want {
		c.t.Helper()
		c.t.Fatalf("%s %v = %v, want %v", what, args, got, want)
	}
}

// TestExhaustiveFields is about what a value is: its fields, its class and its text.
func TestExhaustiveFields(t *testing.T) {
	onAll(t, everyFormat, func(c *comparison, r *reference) {
		eb, sb := r.format.EB, r.format.SB
		for bits, x := range r.floats {
			if isNaN := bits%r.sign > r.inf; isNaN {
				bits = r.nan
			}
			c.holds("bits", x.Bits().Cmp(big.NewInt(int64(bits))) == 0, true)
			neg, exp, sig := x.Parts()
			c.holds("parts", softfloat.FromParts(r.format, neg, exp, sig).Same(x), true)
			wide := fmt.Sprintf("%0*b", eb+sb, bits)
			c.holds("fields", fmt.Sprintf("%b %0*b %0*b", toBit(neg), eb, exp, sb-1, sig) ==
				wide[:1]+" "+wide[1:eb+1]+" "+wide[eb+1:], true)
		}
		for _, x := range r.numbers {
			exp := x.bits % r.sign >> (sb - 1)
			c.holds("isNaN", x.float.IsNaN(), x.nan, x)
			c.holds("isInfinite", x.float.IsInf(), x.inf, x)
			c.holds("isZero", x.float.IsZero(), x.zero(), x)
			c.holds("isNormal", x.float.IsNormal(), x.finite() && exp > 0, x)
			c.holds("isSubnormal", x.float.IsSubnormal(), x.finite() && exp == 0 && !x.zero(), x)
			c.holds("isNegative", x.float.IsNegative(), !x.nan && x.neg, x)
			c.holds("isPositive", x.float.IsPositive(), !x.nan && !x.neg, x)
			opposite, size := x.bits^r.sign, x.bits&^r.sign
			if x.nan {
				opposite = x.bits
			}
			c.same("neg", 0, x.float.Neg(), opposite, x)
			c.same("abs", 0, x.float.Abs(), size, x)
			c.holds("text", x.float.String() == r.text(x), true, x)
		}
	})
}

func toBit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (r *reference) text(x number) string {
	sign := "+-"[toBit(x.neg)]
	switch eb, sb := r.format.EB, r.format.SB; {
	case x.nan:
		return fmt.Sprintf("(_ NaN %d %d)", eb, sb)
	case x.inf:
		return fmt.Sprintf("(_ %coo %d %d)", sign, eb, sb)
	case x.zero():
		return fmt.Sprintf("(_ %czero %d %d)", sign, eb, sb)
	default:
		digits := fmt.Sprintf("%0*b", eb+sb, x.bits)
		return "(fp #b" + strings.Join([]string{digits[:1], digits[1 : eb+1], digits[eb+1:]}, " #b") + ")"
	}
}

func TestExhaustiveUnary(t *testing.T) {
	onAll(t, everyFormat, func(c *comparison, r *reference) {
		for _, x := range r.numbers {
			root, whole := r.sqrt(x), r.integral(x)
			for _, m := range modes {
				c.same("sqrt", m, softfloat.Sqrt(m, x.float), root[m], x)
				c.same("roundToIntegral", m, softfloat.RoundToIntegral(m, x.float), whole[m], x)
				n, ok := x.float.ToInt(m)
				c.holds("to integer", ok && x.finite() && n.Cmp(integers(x.value)[m]) == 0, x.finite(), x)
			}
			v, ok := x.float.Rat()
			c.holds("to_real", ok && x.finite() && v.Cmp(x.value) == 0, x.finite(), x)
		}
	})
}

func TestExhaustiveConversions(t *testing.T) {
	onAll(t, everyFormat, func(c *comparison, r *reference) {
		for _, from := range references() {
			for _, x := range from.numbers {
				want := r.convert(x)
				for _, m := range modes {
					c.same("to_fp", m, softfloat.Convert(r.format, m, x.float), want[m], x)
					if x.finite() && !x.zero() {
						c.same("long to_fp", m, softfloat.LongConvert(r.format, m, x.float), want[m], x)
					}
				}
			}
		}
		// Rationals: the numbers, the infinity beyond them, their midpoints, and values near all these.
		for i, size := range r.grid {
			points := []*big.Rat{size}
			if i > 0 {
				middle := new(big.Rat).Add(size, r.grid[i-1])
				points = append(points, middle.Quo(middle, big.NewRat(2, 1)))
			}
			for _, p := range points {
				for _, off := range []*big.Rat{new(big.Rat), big.NewRat(1, 1e15), big.NewRat(-1, 1e15)} {
					v := new(big.Rat).Add(p, off)
					c.rational(v)
					c.rational(v.Neg(v))
				}
			}
		}
		for n := int64(-600); n <= 600; n++ {
			want := r.round(big.NewRat(n, 1), false)
			for _, m := range modes {
				c.same(fmt.Sprint("of integer ", n), m, softfloat.FromInt(r.format, m, big.NewInt(n)), want[m])
			}
		}
	})
}

func (c *comparison) rational(v *big.Rat) {
	want := c.r.round(v, false)
	for _, m := range modes {
		c.same("of rational "+v.String(), m, softfloat.FromRat(c.r.format, m, v), want[m])
	}
}

// TestExhaustiveBinary's sample leaves out the largest format; for those with 7 bits it takes only every third pair.
func TestExhaustiveBinary(t *testing.T) {
	onAll(t, func(eb, sb int) bool { return eb+sb < 8 }, func(c *comparison, r *reference) {
		step := 1
		if r.format.EB+r.format.SB == 7 {
			step = testdepth.Sample(3, 1)
		}
		for _, x := range r.numbers {
			for _, y := range r.numbers {
				if (x.bits+y.bits)%step > 0 {
					continue
				}
				c.arithmetic(x, y)
				c.order(x, y)
			}
		}
	})
}

func (c *comparison) arithmetic(x, y number) {
	a, b, r := x.float, y.float, c.r
	add, sub, mul, div := r.add(x, y), r.sub(x, y), r.mul(x, y), r.div(x, y)
	ordinary := x.finite() && y.finite() && !x.zero() && !y.zero()
	for _, m := range modes {
		c.same("add", m, softfloat.Add(m, a, b), add[m], x, y)
		c.same("sub", m, softfloat.Sub(m, a, b), sub[m], x, y)
		c.same("mul", m, softfloat.Mul(m, a, b), mul[m], x, y)
		c.same("div", m, softfloat.Div(m, a, b), div[m], x, y)
		if ordinary {
			c.same("long add", m, softfloat.LongAdd(m, a, b), add[m], x, y)
			c.same("long mul", m, softfloat.LongMul(m, a, b), mul[m], x, y)
			c.same("long div", m, softfloat.LongDiv(m, a, b), div[m], x, y)
		}
	}
	c.same("rem", 0, softfloat.Rem(a, b), r.rem(x, y), x, y)
}

// rank orders the values on the real line, with both zeros at the same place.
func (r *reference) rank(x number) int {
	size := x.bits &^ r.sign
	if x.neg {
		return -size
	}
	return size
}

func (c *comparison) order(x, y number) {
	a, b, r := x.float, y.float, c.r
	ordered, p, q := !x.nan && !y.nan, r.rank(x), r.rank(y)
	c.holds("lt", softfloat.Less(a, b), ordered && p < q, x, y)
	c.holds("leq", softfloat.LessEqual(a, b), ordered && p <= q, x, y)
	c.holds("eq", softfloat.Equal(a, b), ordered && p == q, x, y)
	c.holds("=", a.Same(b), x.bits == y.bits, x, y)
	c.holds("compare", a.Compare(b) == -b.Compare(a) && (a.Compare(b) == 0) == (x.bits == y.bits), true, x, y)
	if ordered && p != q {
		c.holds("compare", a.Compare(b) < 0, p < q, x, y)
	}
	least, open := softfloat.Min(a, b)
	most, alsoOpen := softfloat.Max(a, b)
	zeros := x.zero() && y.zero() && x.bits != y.bits
	c.holds("min is open", open, zeros, x, y)
	c.holds("max is open", alsoOpen, zeros, x, y)
	low, high := x.bits, y.bits
	switch {
	case zeros:
		c.holds("min is a zero", least.IsZero() && most.IsZero(), true, x, y)
		return
	case x.nan:
		low = y.bits
	case y.nan:
		high = x.bits
	case p > q:
		low, high = high, low
	}
	c.same("min", 0, least, low, x, y)
	c.same("max", 0, most, high, x, y)
}

// TestExhaustiveFMA's sample leaves out the formats with 4 bits; for the one with 3 and 3 bits it takes only every seventh
// triple.
func TestExhaustiveFMA(t *testing.T) {
	onAll(t, func(eb, sb int) bool { return max(eb, sb) < 4 }, func(c *comparison, r *reference) {
		step := 1
		if r.format.EB+r.format.SB == 6 {
			step = testdepth.Sample(7, 1)
		}
		for _, x := range r.numbers {
			for _, y := range r.numbers {
				for _, z := range r.numbers {
					if (x.bits+y.bits+z.bits)%step > 0 {
						continue
					}
					want := r.fma(x, y, z)
					ordinary := x.finite() && y.finite() && z.finite() && !x.zero() && !y.zero() && !z.zero()
					for _, m := range modes {
						c.same("fma", m, softfloat.FMA(m, x.float, y.float, z.float), want[m], x, y, z)
						// In a short run, one mode is enough for the code path that only long formats take.
						if ordinary && (testdepth.Long() || int(m) == (x.bits+y.bits+z.bits)%len(modes)) {
							c.same("long fma", m, softfloat.LongFMA(m, x.float, y.float, z.float), want[m], x, y, z)
						}
					}
				}
			}
		}
	})
}
