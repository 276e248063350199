package softfloat_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/softfloat"
)

// A comparison with the processor, on random operands of Float32 and Float64, biased to the corners. The processor's arithmetic is
// that of IEEE 754 with rounding to nearest, ties to even. A run draws operands 50,000 times from a fixed seed, a long one
// (ASSAY_LONG=1) two million times.

var (
	single = softfloat.Format{EB: 8, SB: 24}
	double = softfloat.Format{EB: 11, SB: 53}
)

// rounds is how often a hardware test draws its two or three operands.
func rounds() int {
	return testdepth.Sample(50_000, 2_000_000)
}

// corner draws interchange bits: of any number, of one near a boundary, or of one near another.
func corner(r *rand.Rand, eb, sb int) uint64 {
	frac := r.Uint64() & (1<<(sb-1) - 1)
	switch r.IntN(4) {
	case 0:
		frac = 1<<(sb-1) - 1 - frac&3
	case 1:
		frac &= 3
	case 2:
		frac = 1 << r.IntN(sb-1)
	}
	bias := uint64(1)<<(eb-1) - 1
	exp := r.Uint64() & (1<<eb - 1)
	switch r.IntN(6) {
	case 0:
		exp = uint64(r.IntN(3))
	case 1:
		exp = 1<<eb - 1 - uint64(r.IntN(3))
	case 2, 3:
		exp = bias + uint64(r.IntN(2*sb)) - uint64(sb)
	}
	return frac | exp<<(sb-1) | uint64(r.IntN(2))<<(eb+sb-1)
}

func fromFloat64(v float64) softfloat.Float {
	return softfloat.FromBits(double, new(big.Int).SetUint64(math.Float64bits(v)))
}

func fromFloat32(v float32) softfloat.Float {
	return softfloat.FromBits(single, new(big.Int).SetUint64(uint64(math.Float32bits(v))))
}

func TestHardware64(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const m = softfloat.RNE
	results := 0
	for i := range rounds() {
		x := math.Float64frombits(corner(r, 11, 53))
		y := math.Float64frombits(corner(r, 11, 53))
		z := math.Float64frombits(corner(r, 11, 53))
		if r.IntN(4) == 0 {
			z = -(x * y) // what remains is the rounding error of the product
		}
		a, b, c := fromFloat64(x), fromFloat64(y), fromFloat64(z)
		for _, k := range [...]struct {
			op   string
			got  softfloat.Float
			want float64
		}{
			{"add", softfloat.Add(m, a, b), x + y},
			{"sub", softfloat.Sub(m, a, b), x - y},
			{"mul", softfloat.Mul(m, a, b), x * y},
			{"div", softfloat.Div(m, a, b), x / y},
			{"fma", softfloat.FMA(m, a, b, c), math.FMA(x, y, z)},
			{"sqrt", softfloat.Sqrt(m, a), math.Sqrt(x)},
			{"even", softfloat.RoundToIntegral(softfloat.RNE, a), math.RoundToEven(x)},
			{"away", softfloat.RoundToIntegral(softfloat.RNA, a), math.Round(x)},
			{"ceil", softfloat.RoundToIntegral(softfloat.RTP, a), math.Ceil(x)},
			{"floor", softfloat.RoundToIntegral(softfloat.RTN, a), math.Floor(x)},
			{"trunc", softfloat.RoundToIntegral(softfloat.RTZ, a), math.Trunc(x)},
			{"narrow", softfloat.Convert(double, m, softfloat.Convert(single, m, a)), float64(float32(x))},
			{"neg", a.Neg(), -x},
			{"abs", a.Abs(), math.Abs(x)},
		} {
			results++
			if !k.got.Same(fromFloat64(k.want)) {
				t.Fatalf("%s of %x %x %x: %v, the processor has %x", k.op, x, y, z, k.got, k.want)
			}
		}
		// math.Remainder takes as many steps as the exponents differ, so it must not be called too often when they are far apart.
		if i%16 == 0 || math.Abs(math.Logb(x)-math.Logb(y)) < 64 {
			results++
			if got, want := softfloat.Rem(a, b), math.Remainder(x, y); !got.Same(fromFloat64(want)) {
				t.Fatalf("rem of %x %x: %v, want %x", x, y, got, want)
			}
		}
		if softfloat.Less(a, b) != (x < y) || softfloat.LessEqual(a, b) != (x <= y) || softfloat.Equal(a, b) != (x == y) {
			t.Fatalf("order of %x and %x", x, y)
		}
		if n, ok := a.ToInt(softfloat.RTZ); ok != (x-x == 0) || math.Abs(x) < 1<<63 && n.Int64() != int64(x) {
			t.Fatalf("%x as integer: %v", x, n)
		}
	}
	t.Logf("%d results compared, and as many orders and integers as %d", results, rounds())
}

// Single precision results come from a conversion, since Go may compute with more precision: sums, products,
// quotients and roots of singles are correct even when rounded to double precision first.
func TestHardware32(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const m = softfloat.RNE
	results := 0
	for range rounds() {
		x := math.Float32frombits(uint32(corner(r, 8, 24)))
		y := math.Float32frombits(uint32(corner(r, 8, 24)))
		a, b := fromFloat32(x), fromFloat32(y)
		i := r.Int64() >> r.IntN(63)
		for _, k := range [...]struct {
			op   string
			got  softfloat.Float
			want float32
		}{
			{"add", softfloat.Add(m, a, b), float32(x + y)},
			{"sub", softfloat.Sub(m, a, b), float32(x - y)},
			{"mul", softfloat.Mul(m, a, b), float32(x * y)},
			{"div", softfloat.Div(m, a, b), float32(x / y)},
			{"sqrt", softfloat.Sqrt(m, a), float32(math.Sqrt(float64(x)))},
			{"rem", softfloat.Rem(a, b), float32(math.Remainder(float64(x), float64(y)))},
			{"from int", softfloat.FromInt(single, m, big.NewInt(i)), float32(i)},
		} {
			results++
			if !k.got.Same(fromFloat32(k.want)) {
				t.Fatalf("%s of %x %x %d: %v, the processor has %x", k.op, x, y, i, k.got, k.want)
			}
		}
		results++
		if !softfloat.Convert(double, m, a).Same(fromFloat64(float64(x))) {
			t.Fatalf("%x widened", x)
		}
		if softfloat.Less(a, b) != (x < y) || softfloat.LessEqual(a, b) != (x <= y) || softfloat.Equal(a, b) != (x == y) {
			t.Fatalf("order of %x and %x", x, y)
		}
	}
	t.Logf("%d results compared", results)
}
