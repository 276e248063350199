package softfloat_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/assay-smt/assay/smt/softfloat"
)

// A million random operands of Float32 and Float64, biased to the corners, against the processor, whose arithmetic is
// IEEE 754's with rounding to nearest, ties to even.

var (
	single = softfloat.Format{EB: 8, SB: 24}
	double = softfloat.Format{EB: 11, SB: 53}
)

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

func float64Of(x softfloat.Float) float64 {
	return math.Float64frombits(x.Bits().Uint64())
}

func fromFloat64(v float64) softfloat.Float {
	return softfloat.FromBits(double, new(big.Int).SetUint64(math.Float64bits(v)))
}

func fromFloat32(v float32) softfloat.Float {
	return softfloat.FromBits(single, new(big.Int).SetUint64(uint64(math.Float32bits(v))))
}

const operands = 1_000_000

func TestHardware64(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	n := operands / 2
	if testing.Short() {
		n /= 20
	}
	const m = softfloat.RNE
	for range n {
		x := math.Float64frombits(corner(r, 11, 53))
		y := math.Float64frombits(corner(r, 11, 53))
		z := math.Float64frombits(corner(r, 11, 53))
		a, b, c := fromFloat64(x), fromFloat64(y), fromFloat64(z)
		for _, k := range []struct {
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
			{"rem", softfloat.Rem(a, b), math.Remainder(x, y)},
			{"even", softfloat.RoundToIntegral(softfloat.RNE, a), math.RoundToEven(x)},
			{"away", softfloat.RoundToIntegral(softfloat.RNA, a), math.Round(x)},
			{"ceil", softfloat.RoundToIntegral(softfloat.RTP, a), math.Ceil(x)},
			{"floor", softfloat.RoundToIntegral(softfloat.RTN, a), math.Floor(x)},
			{"trunc", softfloat.RoundToIntegral(softfloat.RTZ, a), math.Trunc(x)},
			{"narrow", softfloat.Convert(double, m, softfloat.Convert(single, m, a)), float64(float32(x))},
		} {
			if !k.got.Same(fromFloat64(k.want)) {
				t.Fatalf("%s of %x %x %x: %x, the processor has %x", k.op, x, y, z, float64Of(k.got), k.want)
			}
		}
		if softfloat.Less(a, b) != (x < y) || softfloat.LessEqual(a, b) != (x <= y) || softfloat.Equal(a, b) != (x == y) {
			t.Fatalf("order of %x and %x", x, y)
		}
	}
}

func TestHardware32(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	n := operands / 2
	if testing.Short() {
		n /= 20
	}
	const m = softfloat.RNE
	for range n {
		x := math.Float32frombits(uint32(corner(r, 8, 24)))
		y := math.Float32frombits(uint32(corner(r, 8, 24)))
		a, b := fromFloat32(x), fromFloat32(y)
		i := r.Int64() >> r.IntN(63)
		for _, k := range []struct {
			op   string
			got  softfloat.Float
			want float32
		}{
			{"add", softfloat.Add(m, a, b), x + y},
			{"sub", softfloat.Sub(m, a, b), x - y},
			{"mul", softfloat.Mul(m, a, b), x * y},
			{"div", softfloat.Div(m, a, b), x / y},
			{"sqrt", softfloat.Sqrt(m, a), float32(math.Sqrt(float64(x)))},
			{"rem", softfloat.Rem(a, b), float32(math.Remainder(float64(x), float64(y)))},
			{"from int", softfloat.FromInt(single, m, big.NewInt(i)), float32(i)},
		} {
			if !k.got.Same(fromFloat32(k.want)) {
				t.Fatalf("%s of %x %x %d: %v, the processor has %x", k.op, x, y, i, k.got, k.want)
			}
		}
		if !softfloat.Convert(double, m, a).Same(fromFloat64(float64(x))) {
			t.Fatalf("%x widened", x)
		}
	}
}

func BenchmarkArithmetic(b *testing.B) {
	x, y, z := fromFloat64(math.Pi), fromFloat64(math.E), fromFloat64(-8.5)
	b.Run("add", func(b *testing.B) {
		for b.Loop() {
			softfloat.Add(softfloat.RNE, x, y)
		}
	})
	b.Run("mul", func(b *testing.B) {
		for b.Loop() {
			softfloat.Mul(softfloat.RNE, x, y)
		}
	})
	b.Run("fma", func(b *testing.B) {
		for b.Loop() {
			softfloat.FMA(softfloat.RNE, x, y, z)
		}
	})
}
