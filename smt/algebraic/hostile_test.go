package algebraic_test

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/algebraic"
)

func times(p, q []*big.Int) []*big.Int {
	out := ints(make([]int64, len(p)+len(q)-1)...)
	for i, a := range p {
		for k, b := range q {
			out[i+k].Add(out[i+k], new(big.Int).Mul(a, b))
		}
	}
	return out
}

// wilkinson is (x-1)(x-2)...(x-n).
func wilkinson(n int) []*big.Int {
	p := ints(1)
	for r := range n {
		p = times(p, ints(int64(-r-1), 1))
	}
	return p
}

// mignotte is x^n - 2(ax-1)^2, two of whose roots are as close together as roots of a polynomial of its size can be.
func mignotte(n int, a *big.Int) []*big.Int {
	p := ints(make([]int64, n+1)...)
	p[n].SetInt64(1)
	p[0].SetInt64(-2)
	p[1].Mul(big.NewInt(4), a)
	p[2].Sub(p[2], new(big.Int).Mul(big.NewInt(2), new(big.Int).Mul(a, a)))
	return p
}

// pseudorandom coefficients, the same in every run.
func scattered(n, bits int) []*big.Int {
	p := make([]*big.Int, n+1)
	seed := big.NewInt(1234567)
	for i := range p {
		seed = new(big.Int).Exp(seed, big.NewInt(3), new(big.Int).Lsh(big.NewInt(1), uint(bits)))
		seed.Add(seed, big.NewInt(int64(2*i)))
		p[i] = new(big.Int).Set(seed)
		if i%3 == 1 {
			p[i].Neg(p[i])
		}
	}
	return p
}

func hard() map[string][]*big.Int {
	return map[string][]*big.Int{
		"wilkinson 20":       wilkinson(20),
		"wilkinson 64":       wilkinson(64),
		"mignotte 20":        mignotte(20, big.NewInt(1000)),
		"mignotte 64":        mignotte(64, new(big.Int).Lsh(big.NewInt(1), 200)),
		"dense 64":           scattered(64, 400),
		"large coefficients": scattered(2, 15000),
		"a square":           times(scattered(32, 200), scattered(32, 200)),
		"a cube":             times(wilkinson(10), times(wilkinson(10), wilkinson(10))),
		"a power":            times(scattered(2, 100), times(scattered(31, 150), scattered(31, 150))),
	}
}

// Every polynomial is either solved or refused. The sample is the first two roots of those of degree 64, and all roots of
// the others.
func TestHardPolynomials(t *testing.T) {
	for name, p := range hard() {
		last, err := algebraic.Root(p, 1)
		n := 0
		for k := 2; err == nil; k++ {
			n++
			var next algebraic.Number
			if next, err = algebraic.Root(p, k); err == nil && algebraic.Cmp(last, next) >= 0 {
				t.Errorf("%s: root %d is not above the one before", name, k)
			}
			last = next
			if name == "wilkinson 64" && k > 3 {
				break // all of them take equally long
			}
			if !testdepth.Long() && len(p) > 64 && k == 2 {
				break
			}
		}
		if err != nil && !errors.Is(err, algebraic.ErrNoRoot) && !errors.Is(err, algebraic.ErrTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
		t.Logf("%s: %d roots, then %v", name, n, err)
	}
}

func TestHostileTexts(t *testing.T) {
	digits := strings.Repeat("7", 10<<20)
	for name, c := range map[string]struct {
		text string
		want error
	}{
		"a degree of a million":        {"(root-obj (+ (^ x 1000000) (- 2)) 1)", algebraic.ErrTooLarge},
		"a large degree in cvc's":      {"(_ real_algebraic_number <1*x^1000000 + (-2), (1, 2)>)", algebraic.ErrTooLarge},
		"ten megabytes":                {"(root-obj (+ x " + digits + ") 1)", algebraic.ErrTooLarge},
		"a long coefficient":           {"(root-obj (+ (^ x 2) (- " + digits[:20000] + ")) 1)", algebraic.ErrTooLarge},
		"a long end":                   {"(_ real_algebraic_number <1*x^2 + (-2), (1, " + digits[:20000] + ")>)", algebraic.ErrTooLarge},
		"a power of powers":            {"(root-obj (^ (^ (^ (^ (+ x 1) 64) 64) 64) 64) 1)", algebraic.ErrTooLarge},
		"a power of powers of numbers": {"(root-obj (^ (^ (^ (^ 64 64) 64) 64) 64) 1)", algebraic.ErrTooLarge},
		"many products":                {"(root-obj (+" + strings.Repeat(" (^ (+ x 123456789) 60)", 40000) + ") 1)", algebraic.ErrTooLarge},
		"deep":                         {"(root-obj " + strings.Repeat("(- ", 300000), algebraic.ErrTooLarge},
		"an end with a large power":    {"(_ real_algebraic_number <1*x^2 + (-2), (1, 3/2^99999)>)", algebraic.ErrTooLarge},
		"a place below the first":      {"(root-obj (+ (^ x 2) (- 2)) 0)", algebraic.ErrNoRoot},
		"a negative place":             {"(root-obj (+ (^ x 2) (- 2)) (- 1))", algebraic.ErrNoRoot},
		"a place above the last":       {"(root-obj (+ (^ x 2) (- 2)) 3)", algebraic.ErrNoRoot},
		"a place of no word":           {"(root-obj (+ (^ x 2) (- 2)) 99999999999999999999)", algebraic.ErrNoRoot},
		"no real root":                 {"(root-obj (+ (^ x 2) 2) 1)", algebraic.ErrNoRoot},
		"the zero polynomial":          {"(root-obj 0 1)", algebraic.ErrNoRoot},
		"a sum of nothing":             {"(root-obj (+) 1)", algebraic.ErrNoRoot},
		"a product of zero":            {"(root-obj (* 0 x) 1)", algebraic.ErrNoRoot},
		"two roots":                    {"(_ real_algebraic_number <1*x^2 + (-2), (-2, 2)>)", algebraic.ErrNoRoot},
		"an empty interval":            {"(_ real_algebraic_number <1*x^2 + (-2), (2, 1)>)", algebraic.ErrNoRoot},
		"another variable":             {"(root-obj (+ (^ y 2) (- 2)) 1)", algebraic.ErrSyntax},
		"a denominator of zero":        {"(_ real_algebraic_number <1*x^2 + (-2), (1/0, 2)>)", algebraic.ErrSyntax},
		"an end missing":               {"(_ real_algebraic_number <1*x^2 + (-2), (1)>)", algebraic.ErrSyntax},
		"more after it":                {"(root-obj x 1))", algebraic.ErrSyntax},
		"a fraction":                   {"(root-obj (+ (^ x 2) (- (/ 1 2))) 1)", algebraic.ErrSyntax},
	} {
		if x, err := algebraic.Parse(c.text); !errors.Is(err, c.want) {
			t.Errorf("%s: %.80v, %v", name, x, err)
		}
	}
}

func TestResultsOfTooHighDegree(t *testing.T) {
	x, y := root(2, -2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1), root(2, -3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
	if z, err := algebraic.Add(x, y); !errors.Is(err, algebraic.ErrTooLarge) {
		t.Errorf("a sum of degree 100: %v, %v", z, err)
	}
	if z, err := algebraic.Mul(x, y); !errors.Is(err, algebraic.ErrTooLarge) {
		t.Errorf("a product of degree 100: %v, %v", z, err)
	}
	if z, err := x.NthRoot(7); !errors.Is(err, algebraic.ErrTooLarge) {
		t.Errorf("a root of degree 70: %v, %v", z, err)
	}
	if z, err := x.Pow(1 << 30); !errors.Is(err, algebraic.ErrTooLarge) {
		t.Errorf("a huge power: %v, %v", z, err)
	}
	if z, err := algebraic.FromInt(3).Pow(1 << 62); !errors.Is(err, algebraic.ErrTooLarge) {
		t.Errorf("a huge power of an integer: %v, %v", z, err)
	}
	// Adding a number to itself, or multiplying it by itself, does not raise the degree, whatever it is.
	if z := add(x, x); !z.Equal(mul(x, algebraic.FromInt(2))) {
		t.Errorf("doubled: %v", z)
	}
	if z := mul(x, x); !z.Equal(must(x.Pow(2))) {
		t.Errorf("squared: %v", z)
	}
	if z, err := algebraic.Sub(x, x); err != nil || z.Sign() != 0 {
		t.Errorf("a difference with itself: %v, %v", z, err)
	}
}

var sink algebraic.Number

func BenchmarkHard(b *testing.B) {
	for name, p := range hard() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				sink, _ = algebraic.Root(p, 1)
			}
		})
	}
}

func BenchmarkArithmetic(b *testing.B) {
	r := algebraic.FromRat(big.NewRat(3, 7))
	for _, d := range []int{2, 3, 5, 7} {
		x, y := must(algebraic.FromInt(2).NthRoot(d)), must(algebraic.FromInt(3).NthRoot(d))
		v, w := must(algebraic.Root(scattered(d|1, 30), 1)), must(algebraic.Root(scattered(d|1, 31), 1))
		for name, op := range map[string]func() (algebraic.Number, error){
			"sum":           func() (algebraic.Number, error) { return algebraic.Add(x, y) },
			"product":       func() (algebraic.Number, error) { return algebraic.Mul(x, y) },
			"plus 3/7":      func() (algebraic.Number, error) { return algebraic.Add(x, r) },
			"times 3/7":     func() (algebraic.Number, error) { return algebraic.Mul(x, r) },
			"sum dense":     func() (algebraic.Number, error) { return algebraic.Add(v, w) },
			"product dense": func() (algebraic.Number, error) { return algebraic.Mul(v, w) },
		} {
			b.Run(fmt.Sprintf("%s/%d", name, d), func(b *testing.B) {
				for b.Loop() {
					sink, _ = op()
				}
			})
		}
	}
	x := root(2, -2, 0, 1)
	b.Run("bounds of 4096 bits", func(b *testing.B) {
		for b.Loop() {
			x.Bounds(4096)
		}
	})
}
