package algebraic_test

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/smt/algebraic"
)

// at returns the value of a polynomial at a rational number, naively.
func at(p []*big.Int, r *big.Rat) *big.Rat {
	v := new(big.Rat)
	for i := len(p) - 1; i >= 0; i-- {
		v.Mul(v, r)
		v.Add(v, new(big.Rat).SetInt(p[i]))
	}
	return v
}

// roots returns all roots in order.
func roots(p []*big.Int) []algebraic.Number {
	var all []algebraic.Number
	for k := 1; ; k++ {
		x, err := algebraic.Root(p, k)
		if err != nil {
			return all
		}
		all = append(all, x)
	}
}

// changes counts the roots of p, of degree at most 3, by the signs at its derivative's roots: between two neighbours of
// them p is monotonic, so that a change of sign is one root.
func changes(p []*big.Int) int {
	if len(p) <= 1 {
		return 0
	}
	derivative := make([]*big.Int, len(p)-1)
	for i := range derivative {
		derivative[i] = new(big.Int).Mul(p[i+1], big.NewInt(int64(i+1)))
	}
	far := big.NewRat(1<<40, 1)
	signs := []int{at(p, new(big.Rat).Neg(far)).Sign()}
	for _, x := range roots(derivative) {
		signs = append(signs, signAt(p, x))
	}
	signs = append(signs, at(p, far).Sign())
	n := 0
	for i, s := range signs {
		if s == 0 || i > 0 && s*signs[i-1] < 0 {
			n++
		}
	}
	return n
}

// signAt returns the sign of p at an algebraic number by exact arithmetic.
func signAt(p []*big.Int, x algebraic.Number) int {
	v := algebraic.FromInt(0)
	for i := len(p) - 1; i >= 0; i-- {
		v = must(algebraic.Add(mul(v, x), algebraic.FromRat(new(big.Rat).SetInt(p[i]))))
	}
	return v.Sign()
}

func anyPolynomial(t *rapid.T, degree int, size int64) []*big.Int {
	p := ints(rapid.SliceOfN(rapid.Int64Range(-size, size), 1, degree+1).Draw(t, "coefficients")...)
	for len(p) > 1 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

// The number of roots and their places agree with the signs of the polynomial between the roots of its derivative.
func TestRootsAgreeWithMonotonicPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPolynomial(t, 3, 20)
		if len(p) < 2 {
			return
		}
		if got, want := len(roots(p)), changes(p); got != want {
			t.Fatalf("%v has %d roots, not %d", p, got, want)
		}
	})
}

// Around each root the sign changes, or the derivative vanishes there too, and bounds shrink onto a zero.
func TestRootsAreZeros(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPolynomial(t, 12, 1000)
		if len(p) < 2 {
			return
		}
		all := roots(p)
		for i, x := range all {
			if i > 0 && algebraic.Cmp(all[i-1], x) >= 0 {
				t.Fatalf("roots %d and %d of %v are out of order", i, i+1, p)
			}
			if r, ok := x.Rat(); ok {
				if at(p, r).Sign() != 0 {
					t.Fatalf("%v is no root of %v", r, p)
				}
				continue
			}
			lo, hi := x.Bounds(100)
			if width := new(big.Rat).Sub(hi, lo); width.Sign() <= 0 || new(big.Rat).Mul(width, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 100))).Cmp(big.NewRat(1, 1)) > 0 {
				t.Fatalf("bounds %v, %v", lo, hi)
			}
			if in, err := algebraic.RootIn(p, lo, hi); err != nil || !in.Equal(x) {
				t.Fatalf("the root of %v between %v and %v: %v, %v", p, lo, hi, in, err)
			}
			if algebraic.Cmp(x, algebraic.FromRat(lo)) != 1 || algebraic.Cmp(algebraic.FromRat(hi), x) != 1 {
				t.Fatalf("%v is not between its bounds", x)
			}
		}
	})
}

// A product of chosen factors has their roots, however often each of them occurs.
func TestRootsOfProducts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := ints(1)
		var want []algebraic.Number
		for range rapid.IntRange(1, 4).Draw(t, "factors") {
			// (bx - a)^k or (bx^2 - a)^k, whether a is a square or not.
			a, b := rapid.Int64Range(1, 30).Draw(t, "a"), rapid.Int64Range(1, 6).Draw(t, "b")
			factor := ints(-a, b)
			if rapid.Bool().Draw(t, "quadratic") {
				factor = ints(-a, 0, b)
			}
			want = append(want, roots(factor)...)
			for range rapid.IntRange(1, 3).Draw(t, "times") {
				p = times(p, factor)
			}
		}
		slices.SortFunc(want, algebraic.Cmp)
		want = slices.CompactFunc(want, algebraic.Number.Equal)
		if got := roots(p); !slices.EqualFunc(got, want, algebraic.Number.Equal) {
			t.Fatalf("%v: %v, not %v", p, got, want)
		}
	})
}

// Sums, products and quotients lie between the sums, products and quotients of narrow bounds.
func TestArithmeticAgainstIntervals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := anyNumber(t, "x"), anyNumber(t, "y")
		xl, xh := x.Bounds(200)
		yl, yh := y.Bounds(200)
		near := func(name string, z algebraic.Number, a, b *big.Rat) {
			slack := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 150))
			lo, hi := z.Bounds(180)
			if new(big.Rat).Sub(lo, slack).Cmp(b) > 0 || new(big.Rat).Add(hi, slack).Cmp(a) < 0 {
				t.Fatalf("%s of %v and %v is %v", name, x, y, z)
			}
		}
		near("sum", add(x, y), new(big.Rat).Add(xl, yl), new(big.Rat).Add(xh, yh))
		near("difference", must(algebraic.Sub(x, y)), new(big.Rat).Sub(xl, yh), new(big.Rat).Sub(xh, yl))
		product := new(big.Rat).Mul(xl, yl)
		near("product", mul(x, y), product, product)
		if y.Sign() != 0 {
			quotient := new(big.Rat).Quo(xl, yl)
			near("quotient", must(algebraic.Div(x, y)), quotient, quotient)
		}
		cube := new(big.Rat).Mul(xl, new(big.Rat).Mul(xl, xl))
		near("cube", must(x.Pow(3)), cube, cube)
	})
}

func TestFieldAxioms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) algebraic.Number { // degree at most 2, so that three of them stay small
			cs := rapid.SliceOfN(rapid.Int64Range(-9, 9), 3, 3).Draw(t, label)
			if x, err := algebraic.Root(ints(cs...), rapid.IntRange(1, 2).Draw(t, label+" root")); err == nil {
				return x
			}
			return algebraic.FromRat(big.NewRat(cs[0], 5))
		}
		x, y, z := draw("x"), draw("y"), draw("z")
		for law, pair := range map[string][2]algebraic.Number{
			"sums associate":     {add(add(x, y), z), add(x, add(y, z))},
			"products associate": {mul(mul(x, y), z), mul(x, mul(y, z))},
			"square of a sum":    {mul(add(x, y), add(x, y)), add(add(mul(x, x), mul(y, y)), mul(algebraic.FromInt(2), mul(x, y)))},
		} {
			if !pair[0].Equal(pair[1]) {
				t.Fatalf("%s: %v and %v for %v, %v, %v", law, pair[0], pair[1], x, y, z)
			}
		}
	})
}

func TestNotationOfCloseRoots(t *testing.T) {
	for _, k := range []int{2, 3} {
		x := must(algebraic.Root(mignotte(9, big.NewInt(100)), k))
		if back := must(algebraic.Parse(x.String())); !back.Equal(x) {
			t.Errorf("%v is read as %v", x, back)
		}
	}
	a, b := must(algebraic.Root(mignotte(9, big.NewInt(100)), 1)), must(algebraic.Root(mignotte(9, big.NewInt(100)), 2))
	if algebraic.Cmp(a, b) != -1 || algebraic.Cmp(b, a) != 1 {
		t.Error("close roots are out of order")
	}
}
