package algebraic_test

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/smt/algebraic"
)

func ints(cs ...int64) []*big.Int {
	out := make([]*big.Int, len(cs))
	for i, c := range cs {
		out[i] = big.NewInt(c)
	}
	return out
}

func must(x algebraic.Number, err error) algebraic.Number {
	if err != nil {
		panic(err)
	}
	return x
}

func root(k int, cs ...int64) algebraic.Number { return must(algebraic.Root(ints(cs...), k)) }

var (
	add = func(x, y algebraic.Number) algebraic.Number { return must(algebraic.Add(x, y)) }
	mul = func(x, y algebraic.Number) algebraic.Number { return must(algebraic.Mul(x, y)) }
)

func TestIdentities(t *testing.T) {
	one, two := algebraic.FromInt(1), algebraic.FromInt(2)
	sqrt2, sqrt3 := root(2, -2, 0, 1), root(2, -3, 0, 1)
	golden := root(2, -1, -1, 1)
	cube2 := root(1, -2, 0, 0, 1)
	for name, pair := range map[string][2]algebraic.Number{
		"sqrt 2 squared":      {mul(sqrt2, sqrt2), two},
		"sum of roots":        {add(sqrt2, sqrt3), root(4, 1, 0, -10, 0, 1)},
		"third root":          {must(algebraic.Sub(sqrt3, sqrt2)), root(3, 1, 0, -10, 0, 1)},
		"conjugates":          {mul(add(sqrt2, one), add(sqrt2, algebraic.FromInt(-1))), one},
		"opposites":           {add(sqrt2, sqrt2.Neg()), algebraic.FromInt(0)},
		"golden ratio":        {mul(golden, golden), add(golden, one)},
		"inverse":             {must(golden.Inv()), add(golden, algebraic.FromInt(-1))},
		"cube root cubed":     {must(cube2.Pow(3)), two},
		"root of 2":           {must(two.NthRoot(2)), sqrt2},
		"fourth root squared": {must(must(two.NthRoot(4)).Pow(2)), sqrt2},
		"root of a root":      {must(sqrt2.NthRoot(2)), must(two.NthRoot(4))},
		"quotient":            {must(algebraic.Div(two, sqrt2)), sqrt2},
		"root of 6":           {mul(sqrt2, sqrt3), must(algebraic.FromInt(6).NthRoot(2))},
		"even power":          {must(sqrt2.Neg().Pow(2)), two},
		"root with a square":  {root(2, 4, 0, -4, 0, 1), sqrt2},
		"rational root":       {root(1, -1, 2), algebraic.FromRat(big.NewRat(1, 2))},
		"rational among them": {root(2, 2, -4, -1, 2), algebraic.FromRat(big.NewRat(1, 2))},
	} {
		if !pair[0].Equal(pair[1]) || algebraic.Cmp(pair[1], pair[0]) != 0 {
			t.Errorf("%s: %v and %v", name, pair[0], pair[1])
		}
	}
	if _, ok := mul(sqrt2, sqrt2).Rat(); !ok {
		t.Error("the square of a root is not known to be rational")
	}
	if f := sqrt2.Neg().Floor(); f.Int64() != -2 {
		t.Errorf("floor of -sqrt 2 is %v", f)
	}
	if algebraic.Cmp(sqrt2, algebraic.FromRat(big.NewRat(141421356237, 100000000000))) != 1 || sqrt2.Sign() != 1 || sqrt2.Neg().Sign() != -1 {
		t.Error("order")
	}
	if _, err := algebraic.FromInt(0).Inv(); err == nil {
		t.Error("zero has an inverse")
	}
}

// Roots of (x-1)(x-2)...(x-12), and nearly equal ones.
func TestIsolation(t *testing.T) {
	p := ints(1)
	for r := int64(1); r <= 12; r++ {
		next := ints(make([]int64, len(p)+1)...)
		for i, c := range p {
			next[i+1].Add(next[i+1], c)
			next[i].Sub(next[i], new(big.Int).Mul(c, big.NewInt(r)))
		}
		p = next
	}
	for k := 1; k <= 12; k++ {
		x := must(algebraic.Root(p, k))
		if r, ok := x.Rat(); !ok || r.Cmp(big.NewRat(int64(k), 1)) != 0 {
			t.Errorf("root %d is %v", k, x)
		}
	}
	if _, err := algebraic.Root(p, 13); err == nil {
		t.Error("a root too many")
	}
	if _, err := algebraic.Root(ints(1, 0, 1), 1); err == nil {
		t.Error("x^2+1 has a real root")
	}
	// x^2 - 2 and 10^20 x^2 - (2 10^20 + 1): roots that agree in twenty digits.
	big20 := new(big.Int).Exp(big.NewInt(10), big.NewInt(20), nil)
	near := must(algebraic.Root([]*big.Int{new(big.Int).Sub(new(big.Int).Mul(big.NewInt(-2), big20), big.NewInt(1)), new(big.Int), big20}, 2))
	if algebraic.Cmp(root(2, -2, 0, 1), near) != -1 {
		t.Error("nearly equal roots")
	}
}

func TestParse(t *testing.T) {
	sqrt2 := root(2, -2, 0, 1)
	for text, want := range map[string]algebraic.Number{
		"(root-obj (+ (^ x 2) (- 2)) 2)":                                          sqrt2,
		"(root-obj (+ (* 2 (^ x 2)) (- 4)) 1)":                                    sqrt2.Neg(),
		"(root-obj (+ (^ x 3) (* (- 2) x)) 3)":                                    sqrt2,
		"(root-obj (- (^ x 2) 2) 2)":                                              sqrt2,
		"(_ real_algebraic_number <1*x^2 + (-2), (1.25, 1.5)>)":                   sqrt2,
		"(_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)":                    sqrt2,
		"(_ real_algebraic_number <x^2 - 2, (-3/2, -5/4)>)":                       sqrt2.Neg(),
		"(_ real_algebraic_number <1*x^3 + (-2*x) , (1.25, 1.5)>)":                sqrt2,
		"(_ real_algebraic_number <1*x^3 + (-2)*x , (1.25, 1.5)>)":                sqrt2,
		"(_ real_algebraic_number <(-1*x^2) + 2, [1,1.5]>)":                       sqrt2,
		"(_ real_algebraic_number <-x^2+2, (5/2^2, 3/2)>)":                        sqrt2,
		"(_ real_algebraic_number <(+ (* (- 1) (^ x 2)) 2), ((/ 5 4), (/ 3 2))>)": sqrt2,
		"(_ real_algebraic_number <(* -1 (- 2 (^ x 2))), ((- 2), (- 1))>)":        sqrt2.Neg(),
		"(root-obj (+ (* -1 x x) 2) 2)":                                           sqrt2,
		"(root-obj (- (^ x 2) 1 1) 2)":                                            sqrt2,
		"(root-obj (* (- (- x 1)) (- (^ (^ x 2) 1) 2)) 3)":                        sqrt2,
		"(_ real_algebraic_number <2*x^1 + (-1), (1/4, 3/4)>)":                    algebraic.FromRat(big.NewRat(1, 2)),
	} {
		x, err := algebraic.Parse(text)
		if err != nil || !x.Equal(want) {
			t.Errorf("%s: %v %v", text, x, err)
		}
	}
	for _, text := range []string{
		"", "(root-obj", "(root-obj x 2)", "(root-obj (+ (^ x 2) 2) 1)", "(root-obj (^ x 1000000) 1)", "(root-obj 5 1)",
		"(_ real_algebraic_number <1*x^2 + (-2), (2, 3)>)", "(_ real_algebraic_number <1*x^2 + (-2), (-2, 3)>)",
		"(root-obj " + strings.Repeat("(+ ", 100000), strings.Repeat("9", 1<<21), "(root-obj (- x) 1) x",
	} {
		if x, err := algebraic.Parse(text); err == nil {
			t.Errorf("%.60s is read as %v", text, x)
		}
	}
}

// anyNumber draws a root of a small polynomial.
func anyNumber(t *rapid.T, label string) algebraic.Number {
	cs := rapid.SliceOfN(rapid.Int64Range(-5, 5), 2, 4).Draw(t, label)
	if x, err := algebraic.Root(ints(cs...), rapid.IntRange(1, 3).Draw(t, label+" root")); err == nil {
		return x
	}
	return algebraic.FromRat(big.NewRat(cs[0], 7))
}

func TestField(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := anyNumber(t, "x"), anyNumber(t, "y")
		same := func(law string, a, b algebraic.Number) {
			if !a.Equal(b) {
				t.Fatalf("%s: %v and %v for %v, %v", law, a, b, x, y)
			}
		}
		s, p := add(x, y), mul(x, y)
		same("sum", s, add(y, x))
		same("product", p, mul(y, x))
		if back, err := algebraic.Sub(s, y); err == nil {
			same("difference", back, x)
		}
		if y.Sign() != 0 {
			if back, err := algebraic.Div(p, y); err == nil {
				same("quotient", back, x)
			}
		}
		if d, err := algebraic.Parse(x.String()); err == nil {
			same("text", d, x)
		} else if _, ok := x.Rat(); !ok {
			t.Fatal(err)
		}
		lo, hi := s.Bounds(60)
		xl, xh := x.Bounds(70)
		yl, yh := y.Bounds(70)
		if new(big.Rat).Add(xl, yl).Cmp(hi) > 0 || new(big.Rat).Add(xh, yh).Cmp(lo) < 0 {
			t.Fatal("bounds of a sum")
		}
		f := new(big.Rat).SetInt(x.Floor())
		if algebraic.Cmp(algebraic.FromRat(f), x) > 0 || algebraic.Cmp(algebraic.FromRat(f.Add(f, big.NewRat(1, 1))), x) <= 0 {
			t.Fatal("floor")
		}
		if c := algebraic.Cmp(x, y); c != -algebraic.Cmp(y, x) || c != must(algebraic.Sub(x, y)).Sign() {
			t.Fatal("order")
		}
		if x.Sign() >= 0 {
			if r, err := x.NthRoot(2); err == nil {
				if q, err := r.Pow(2); err == nil {
					same("root", q, x)
				}
			}
		}
	})
}

// What an irrational number makes with a rational one is computed without the polynomials of sums and products of roots. It is held to these, which
// the differences and quotients of two irrational numbers still take, and to square roots.
func TestWithRationals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := big.NewRat(rapid.Int64Range(-60, 60).Draw(t, "numerator"), rapid.Int64Range(1, 60).Draw(t, "denominator"))
		y := algebraic.FromRat(r)
		n := rapid.SampledFrom([]int64{2, 3, 5, 6, 7}).Draw(t, "square")
		square := root(2, -n, 0, 1)
		a, b := r.Num(), r.Denom() // (t - a/b)^2 - n, and t^2 - n a^2/b^2, times b^2
		aa, bb, nn := new(big.Int).Mul(a, a), new(big.Int).Mul(b, b), big.NewInt(n)
		ab2 := new(big.Int).Mul(big.NewInt(-2), new(big.Int).Mul(a, b))
		sum := must(algebraic.Root([]*big.Int{new(big.Int).Sub(aa, new(big.Int).Mul(nn, bb)), ab2, bb}, 2))
		if got := add(square, y); !got.Equal(sum) {
			t.Errorf("the square root of %d plus %v is %v", n, r, got)
		}
		if r.Sign() > 0 {
			product := must(algebraic.Root([]*big.Int{new(big.Int).Neg(new(big.Int).Mul(nn, aa)), new(big.Int), bb}, 2))
			if got := mul(y, square); !got.Equal(product) {
				t.Errorf("%v times the square root of %d is %v", r, n, got)
			}
		}

		x := anyNumber(t, "x")
		if _, ok := x.Rat(); ok {
			return
		}
		s, p := add(y, x), mul(x, y)
		if back := must(algebraic.Sub(s, x)); !back.Equal(y) {
			t.Errorf("%v plus %v is %v", x, r, s)
		}
		if back := must(algebraic.Div(p, x)); !back.Equal(y) {
			t.Errorf("%v times %v is %v", x, r, p)
		}
		for _, z := range []algebraic.Number{s, p} {
			if back := must(algebraic.Parse(z.String())); !back.Equal(z) {
				t.Errorf("%v and %v give %v, which is written as %v", x, r, z, back)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("(root-obj (+ (^ x 2) (- 2)) 2)")
	f.Add("(_ real_algebraic_number <1*x^2 + (-2), (1.25, 1.5)>)")
	f.Add("(_ real_algebraic_number <2*x^3 + (-3*x) + 1, (5/2^3, 3/2)>)")
	f.Add("(_ real_algebraic_number <(+ (* (- 1) (^ x 2)) 2), ((/ 5 4), (/ 3 2))>)")
	f.Add("(root-obj (* (- (- x 1)) (- (^ (^ x 2) 3) 2)) 3)")
	f.Fuzz(func(t *testing.T, text string) {
		x, err := algebraic.Parse(text)
		if err != nil {
			return
		}
		if _, ok := x.Rat(); ok {
			return
		}
		if back, err := algebraic.Parse(x.String()); err != nil || !back.Equal(x) {
			t.Fatalf("%s is written as %v", text, x)
		}
	})
}
