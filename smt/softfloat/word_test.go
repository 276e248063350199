package softfloat_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/assay-smt/assay/smt/softfloat"
)

// Cases where two words are just enough or just too few: operands of short formats, constructed so that the bits cut off
// decide how to round. The other tests establish that the results in big numbers are correct.

var wordFormats = []softfloat.Format{{EB: 11, SB: 24}, {EB: 11, SB: 53}, {EB: 11, SB: 60}, {EB: 11, SB: 61}, {EB: 11, SB: 62}}

// power returns sig times 2^exp for SB bits of sig, with a sign.
func power(f softfloat.Format, neg bool, sig *big.Int, exp int) softfloat.Float {
	field := exp + f.SB - 1 + 1<<(f.EB-1) - 1
	return softfloat.FromParts(f, neg, big.NewInt(int64(field)), sig)
}

// edges are significands: a power of two, its successor, all ones, and their predecessor.
func edges(f softfloat.Format) []*big.Int {
	one := big.NewInt(1)
	least := new(big.Int).Lsh(one, uint(f.SB-1))
	most := new(big.Int).Lsh(one, uint(f.SB))
	return []*big.Int{least, new(big.Int).Add(least, one), new(big.Int).Sub(most, one), new(big.Int).Sub(most, big.NewInt(2))}
}

func agree(t *testing.T, op string, run, long func(softfloat.Mode) softfloat.Float, args ...softfloat.Float) {
	for _, m := range modes {
		if got, want := run(m), long(m); !got.Same(want) {
			t.Helper()
			t.Fatalf("%s %v %v = %v, want %v", op, m, args, got, want)
		}
	}
}

func TestWordSums(t *testing.T) {
	for _, f := range wordFormats {
		for distance := range 200 {
			for _, p := range edges(f) {
				for _, q := range edges(f) {
					x, y := power(f, false, p, 0), power(f, false, q, -distance)
					for _, z := range []softfloat.Float{y, y.Neg()} {
						agree(t, "add", func(m softfloat.Mode) softfloat.Float { return softfloat.Add(m, x, z) },
							func(m softfloat.Mode) softfloat.Float { return softfloat.LongAdd(m, x, z) }, x, z)
					}
				}
			}
		}
	}
}

// inverses draws odd significands whose product is one more or less than a multiple of 2^k: above its last bit
// there are nothing but zeros, or nothing but ones, for k bits.
func inverses(r *rand.Rand, f softfloat.Format, k uint) (p, q *big.Int) {
	modulus := new(big.Int).Lsh(big.NewInt(1), k)
	for {
		p = new(big.Int).SetUint64(r.Uint64()>>(64-f.SB) | 1<<(f.SB-1) | 1)
		q = new(big.Int).ModInverse(p, modulus)
		if r.IntN(2) == 1 {
			q.Sub(modulus, q)
		}
		if k < uint(f.SB) {
			q.SetBit(q, f.SB-1, 1)
		}
		if q.BitLen() == f.SB {
			return p, q
		}
	}
}

// TestWordQuotients divides a by b such that a times 2^k is one more or less than a multiple of b.
func TestWordQuotients(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, f := range wordFormats {
		for range rounds() / 200 {
			k := uint(f.SB + r.IntN(2))
			p, q := inverses(r, f, k)
			a := new(big.Int).Mul(p, q)
			a.Rsh(a.Add(a, big.NewInt(1)), k) // the one, or one less, is cut off
			shift := f.SB - a.BitLen()
			x, y := power(f, r.IntN(2) == 1, a.Lsh(a, uint(shift)), 0), power(f, r.IntN(2) == 1, p, 0)
			agree(t, "div", func(m softfloat.Mode) softfloat.Float { return softfloat.Div(m, x, y) },
				func(m softfloat.Mode) softfloat.Float { return softfloat.LongDiv(m, x, y) }, x, y)
		}
	}
}

func TestWordFMA(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, f := range wordFormats {
		fma := func(x, y, z softfloat.Float) {
			agree(t, "fma", func(m softfloat.Mode) softfloat.Float { return softfloat.FMA(m, x, y, z) },
				func(m softfloat.Mode) softfloat.Float { return softfloat.LongFMA(m, x, y, z) }, x, y, z)
		}
		for range rounds() / 200 {
			p, q := inverses(r, f, uint(f.SB-4+r.IntN(12)))
			x, y := power(f, r.IntN(2) == 1, p, 0), power(f, r.IntN(2) == 1, q, 0)
			// The addend's leading bit is near that of the product, or anywhere.
			lead := 2*f.SB - 2 + r.IntN(12)
			if r.IntN(2) == 0 {
				lead = r.IntN(4 * f.SB)
			}
			z := power(f, r.IntN(2) == 1, edges(f)[r.IntN(4)], lead-f.SB+1)
			fma(x, y, z)
			// What the product loses by rounding, partly or fully negated, and the rounded product itself.
			rounded := softfloat.Mul(modes[r.IntN(len(modes))], x, y).Neg()
			fma(x, y, rounded)
			fma(x, y, next(rounded))
			rest := softfloat.LongFMA(modes[r.IntN(len(modes))], x, y, rounded)
			if !rest.IsZero() {
				fma(x, y, rest)
				fma(x, y, rest.Neg())
				half := power(f, rest.IsNegative(), edges(f)[0], 0)
				fma(x, y, softfloat.Add(softfloat.RNE, rest.Neg(), half))
			}
		}
	}
}

func TestWordIsTheInterchangeFormat(t *testing.T) {
	for _, f := range []softfloat.Format{{EB: 2, SB: 2}, {EB: 3, SB: 4}, {EB: 5, SB: 11}, {EB: 8, SB: 24}, {EB: 11, SB: 53}, {EB: 30, SB: 34}, {EB: 2, SB: 62}} {
		for i := range uint64(3000) {
			bits := i * 0x9e3779b97f4a7c15 >> (64 - f.EB - f.SB)
			x := softfloat.FromBits(f, new(big.Int).SetUint64(bits))
			y, ok := softfloat.FromWord(f, bits)
			word, also := x.Word()
			if !ok || !also || !x.Same(y) || new(big.Int).SetUint64(word).Cmp(x.Bits()) != 0 {
				t.Fatalf("%v: %x is %v, read as %v, written as %x", f, bits, x, y, word)
			}
		}
	}
	if _, ok := softfloat.Zero(softfloat.Format{EB: 15, SB: 113}, false).Word(); ok {
		t.Error("a word of 128 bits")
	}
}
