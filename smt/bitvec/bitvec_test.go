package bitvec_test

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/smt/bitvec"
)

type fataler interface {
	Fatalf(format string, args ...any)
}

// checkPair compares every operator with the reference.
func checkPair(t fataler, ops []operator, preds []predicate, w int, m, n *big.Int) {
	x, y := bitvec.FromBig(w, m), bitvec.FromBig(w, n)
	for _, op := range ops {
		width := op.width
		if width == 0 {
			width = w
		}
		want := new(big.Int).Mod(op.want(w, m, n), power(width))
		got := op.got(x, y)
		if got.Width() != width || got.Big().Cmp(want) != 0 {
			t.Fatalf("%s %v %v is %v, not %v of %d bits", op.name, x, y, got, want, width)
		}
	}
	for _, p := range preds {
		if got := p.got(x, y); got != p.want(w, m, n) {
			t.Fatalf("%s %v %v is %v", p.name, x, y, got)
		}
	}
}

func TestAllShortPairs(t *testing.T) {
	ops, preds := operators(), predicates()
	for w := 1; w <= 5; w++ {
		for m := range int64(1) << w {
			for n := range int64(1) << w {
				checkPair(t, ops, preds, w, integer(m), integer(n))
			}
		}
	}
}

// anyNumber draws a number below 2^w, often one where carries and signs change.
func anyNumber(t *rapid.T, w int, label string) *big.Int {
	special := []*big.Int{
		new(big.Int), integer(1), integer(2), integer(int64(w)), integer(int64(w) - 1), integer(int64(w) + 1),
		integer(-1), integer(-2), power(w - 1), new(big.Int).Sub(power(w-1), integer(1)),
		new(big.Int).Add(power(w-1), integer(1)), power(w / 2), power(63), power(64),
	}
	var n *big.Int
	if i := rapid.IntRange(0, 2*len(special)).Draw(t, label+" kind"); i < len(special) {
		n = special[i]
	} else {
		bytes := rapid.SliceOfN(rapid.Byte(), 0, (w+7)/8).Draw(t, label)
		n = new(big.Int).SetBytes(bytes)
	}
	return new(big.Int).Mod(n, power(w))
}

// anyWidth draws from both representations, and from the boundary between them.
func anyWidth(t *rapid.T) int {
	return rapid.OneOf(rapid.IntRange(1, 200), rapid.IntRange(31, 33), rapid.IntRange(62, 67)).Draw(t, "width")
}

func TestReferenceAtAnyWidth(t *testing.T) {
	ops, preds := operators(), predicates()
	rapid.Check(t, func(t *rapid.T) {
		w := anyWidth(t)
		checkPair(t, ops, preds, w, anyNumber(t, w, "x"), anyNumber(t, w, "y"))
	})
}

// An operator that ignores signs gives the same low bits in a wider vector; this crosses from one word to big
// numbers.
func TestWideningAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(1, 64).Draw(t, "width")
		x, y := bitvec.FromBig(w, anyNumber(t, w, "x")), bitvec.FromBig(w, anyNumber(t, w, "y"))
		by := rapid.IntRange(0, 70).Draw(t, "extension")
		for name, op := range map[string]func(x, y bitvec.BV) bitvec.BV{
			"bvadd": bitvec.BV.Add, "bvsub": bitvec.BV.Sub, "bvmul": bitvec.BV.Mul, "bvand": bitvec.BV.And,
			"bvor": bitvec.BV.Or, "bvxor": bitvec.BV.Xor, "bvurem": bitvec.BV.Urem, "bvlshr": bitvec.BV.Lshr,
		} {
			short, wide := op(x, y), op(x.ZeroExtend(by), y.ZeroExtend(by))
			if got := wide.Extract(w-1, 0); !got.Equal(short) {
				t.Fatalf("%s %v %v: %v, and %v at width %d", name, x, y, short, got, w+by)
			}
		}
		if x.Slt(y) != x.SignExtend(by).Slt(y.SignExtend(by)) {
			t.Fatalf("bvslt %v %v changes by an extension of %d", x, y, by)
		}
	})
}

func TestInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := anyWidth(t)
		x := bitvec.FromBig(w, anyNumber(t, w, "x"))
		y, ok := x.Inverse()
		if ok != (x.Big().Bit(0) == 1) {
			t.Fatalf("%v has an inverse: %t", x, ok)
		}
		if ok && !x.Mul(y).Equal(bitvec.New(w, 1)) {
			t.Fatalf("%v times %v is %v", x, y, x.Mul(y))
		}
	})
}

func TestStructure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, v := anyWidth(t), anyWidth(t)
		m, n := anyNumber(t, w, "x"), anyNumber(t, v, "y")
		x, y := bitvec.FromBig(w, m), bitvec.FromBig(v, n)
		same := func(law string, got bitvec.BV, width int, want *big.Int) {
			if got.Width() != width || got.Big().Cmp(new(big.Int).Mod(want, power(width))) != 0 {
				t.Fatalf("%s of %v, %v is %v, not %v of %d bits", law, x, y, got, want, width)
			}
		}
		joined := x.Concat(y)
		same("concat", joined, w+v, new(big.Int).Add(new(big.Int).Mul(m, power(v)), n))
		same("the left part", joined.Extract(w+v-1, v), w, m)
		same("the right part", joined.Extract(v-1, 0), v, n)

		hi := rapid.IntRange(0, w-1).Draw(t, "i")
		lo := rapid.IntRange(0, hi).Draw(t, "j")
		same("extract", x.Extract(hi, lo), hi-lo+1, floorDiv(m, power(lo)))
		if x.Bit(hi) != (m.Bit(hi) == 1) {
			t.Fatalf("bit %d of %v", hi, x)
		}

		times := rapid.IntRange(1, 9).Draw(t, "times")
		row := x
		for range times - 1 {
			row = row.Concat(x)
		}
		same("repeat", x.Repeat(times), w*times, row.Big())
		same("zero_extend", x.ZeroExtend(times-1), w+times-1, m)
		same("sign_extend", x.SignExtend(times-1), w+times-1, signed(w, m))

		by := rapid.IntRange(0, 3*w).Draw(t, "by")
		same("rotate_left", x.RotateLeft(by), w, rotate(w, m, integer(int64(by))))
		same("rotate_right", x.RotateRight(by), w, rotate(w, m, integer(int64(-by))))

		if x.Signed().Cmp(signed(w, m)) != 0 || x.IsZero() != (m.Sign() == 0) {
			t.Fatalf("%v as an integer is %v", x, x.Signed())
		}
		if u, fits := x.Uint64(); fits != m.IsUint64() || fits && u != m.Uint64() {
			t.Fatalf("%v in a word is %d, %v", x, u, fits)
		}
	})
}

func TestText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := anyWidth(t)
		m := anyNumber(t, w, "x")
		x := bitvec.FromBig(w, m)
		want := fmt.Sprintf("#b%0*b", w, m)
		if w%4 == 0 {
			want = fmt.Sprintf("#x%0*x", w/4, m)
		}
		if x.String() != want {
			t.Fatalf("%v of %d bits is written as %v", m, w, x)
		}
		for _, text := range []string{x.String(), fmt.Sprintf("#b%0*b", w, m)} {
			if back, err := bitvec.Parse(text); err != nil || !back.Equal(x) {
				t.Fatalf("%s is read as %v, %v", text, back, err)
			}
		}
	})
	if x, err := bitvec.Parse("#xaBcD"); err != nil || x.String() != "#xabcd" {
		t.Errorf("mixed case is read as %v, %v", x, err)
	}
	for _, text := range []string{
		"", "#", "#b", "#x", "b01", "#b2", "#b0 1", "#b-1", "#b+1", "#b0_1", "#xg", "#x0x1", "#x-f", "#o7", "#b01 ", "12", "#b١",
	} {
		if x, err := bitvec.Parse(text); !errors.Is(err, bitvec.ErrSyntax) {
			t.Errorf("%q is read as %v, %v", text, x, err)
		}
	}
	for _, text := range []string{"#b" + strings.Repeat("0", bitvec.MaxWidth+1), "#x" + strings.Repeat("f", bitvec.MaxWidth/4+1)} {
		if _, err := bitvec.Parse(text); err == nil || errors.Is(err, bitvec.ErrSyntax) {
			t.Errorf("a literal that is too wide: %v", err)
		}
	}
}

func TestWidestLiterals(t *testing.T) {
	for _, text := range []string{"#b1" + strings.Repeat("01", bitvec.MaxWidth/2-1) + "1", "#x" + strings.Repeat("9c0f", bitvec.MaxWidth/16)} {
		x, err := bitvec.Parse(text)
		if err != nil || x.Width() != bitvec.MaxWidth {
			t.Fatalf("a literal of the largest width: %d bits, %v", x.Width(), err)
		}
		if text[1] == 'x' && x.String() != text || !x.Xor(x).IsZero() || len(x.Xor(x).String()) != bitvec.MaxWidth/4+2 {
			t.Fatal("the largest literal is written differently")
		}
	}
}

func TestCompareIsATotalOrder(t *testing.T) {
	var all []bitvec.BV
	for _, w := range []int{1, 2, 64, 65, 66} {
		for _, n := range []int64{0, 1, -2, -1} {
			all = append(all, bitvec.FromBig(w, integer(n)))
		}
	}
	slices.SortFunc(all, bitvec.Compare)
	for i := 1; i < len(all); i++ {
		a, b := all[i-1], all[i]
		if a.Width() > b.Width() || a.Width() == b.Width() && a.Big().Cmp(b.Big()) > 0 {
			t.Errorf("%v comes before %v", a, b)
		}
		if bitvec.Compare(b, a) != -bitvec.Compare(a, b) || (bitvec.Compare(a, b) == 0) != a.Equal(b) {
			t.Errorf("%v and %v", a, b)
		}
	}
	if bitvec.New(3, 1).Equal(bitvec.New(4, 1)) {
		t.Error("vectors of different widths are equal")
	}
}

// Results share no memory that a caller can change.
func TestResultsAreFresh(t *testing.T) {
	for _, w := range []int{8, 100} {
		n := integer(5)
		x := bitvec.FromBig(w, n)
		n.SetInt64(6)
		x.Big().SetInt64(7)
		x.Signed().SetInt64(8)
		x.ZeroExtend(0).Big().SetInt64(9)
		if v, _ := x.Uint64(); v != 5 {
			t.Errorf("a vector of %d bits was changed to %v", w, x)
		}
	}
}

func TestWordsDoNotAllocate(t *testing.T) {
	x, y := bitvec.New(64, 0x9e3779b97f4a7c15), bitvec.New(64, 0xfedcba9876543210)
	if n := testing.AllocsPerRun(10, func() { everyWordOperator(x, y) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

var sink bitvec.BV

func everyWordOperator(x, y bitvec.BV) {
	for _, op := range wordOperators {
		sink = op.f(x, y)
	}
	low := x.Extract(31, 0)
	sink = low.ZeroExtend(32)
	sink = low.SignExtend(32)
	sink = low.Concat(low)
	sink = low.Repeat(2)
	for _, p := range wordPredicates {
		if p.f(x, y) {
			sink = x
		}
	}
}

var wordOperators = []struct {
	name string
	f    func(x, y bitvec.BV) bitvec.BV
}{
	{"bvadd", bitvec.BV.Add}, {"bvmul", bitvec.BV.Mul}, {"bvudiv", bitvec.BV.Udiv}, {"bvsdiv", bitvec.BV.Sdiv},
	{"bvsmod", bitvec.BV.Smod}, {"bvxnor", bitvec.BV.Xnor}, {"bvshl", bitvec.BV.Shl}, {"bvashr", bitvec.BV.Ashr},
	{"rol", bitvec.BV.Rol}, {"bvcomp", bitvec.BV.Comp},
}

var wordPredicates = []struct {
	name string
	f    func(x, y bitvec.BV) bool
}{
	{"bvult", bitvec.BV.Ult}, {"bvsle", bitvec.BV.Sle}, {"bvuaddo", bitvec.BV.UaddO}, {"bvsaddo", bitvec.BV.SaddO},
	{"bvssubo", bitvec.BV.SsubO}, {"bvumulo", bitvec.BV.UmulO}, {"bvsmulo", bitvec.BV.SmulO}, {"bvsdivo", bitvec.BV.SdivO},
	{"bvnego", func(x, _ bitvec.BV) bool { return x.NegO() }},
}

func BenchmarkOperators(b *testing.B) {
	for _, w := range []int{64, 256} {
		x := bitvec.New(w, 0x9e3779b97f4a7c15).Not()
		y := bitvec.New(w, 0xfedcba987)
		for _, op := range wordOperators {
			b.Run(fmt.Sprintf("%s/%d", op.name, w), func(b *testing.B) {
				for b.Loop() {
					sink = op.f(x, y)
				}
			})
		}
		for _, p := range wordPredicates {
			b.Run(fmt.Sprintf("%s/%d", p.name, w), func(b *testing.B) {
				for b.Loop() {
					p.f(x, y)
				}
			})
		}
	}
}

func BenchmarkParseWidest(b *testing.B) {
	text := "#b" + strings.Repeat("10", bitvec.MaxWidth/2)
	for b.Loop() {
		if _, err := bitvec.Parse(text); err != nil {
			b.Fatal(err)
		}
	}
}
