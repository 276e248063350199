package rng_test

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/rng"
)

// firsts returns the first n words of a generator.
func firsts(r *rng.Rand, n int) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = r.Uint64()
	}
	return out
}

// TestGoldenValues holds the generator to the values that campaigns on disk were made with: a mutant is
// named by its seed, and a change here would make another mutant of every such name.
func TestGoldenValues(t *testing.T) {
	tests := []struct {
		name string
		rand *rng.Rand
		want []uint64
	}{
		{"seed 0", rng.New(0), []uint64{0xa706dd2f4d197e6f, 0xb382a305f4414f5e, 0x631a9154fbabf717}},
		{"seed 1", rng.New(1), []uint64{0x5e41ab087439611e, 0xf18d6ce93d6cf1ee, 0xb95f66d327e8d78}},
		{"largest seed", rng.New(math.MaxUint64), []uint64{0x5dc20aa7b2a27137, 0xbda5668a01d7049c, 0x82b43276abb80226}},
		{"split by name", rng.New(1).Split("typefuzz"), []uint64{0x92c01eec46bca180, 0x49a74d9b452e9f3d, 0xbbcf9194db85e078}},
		{"split by the empty name", rng.New(1).Split(""), []uint64{0xbb7d969896687129, 0xf76262ead37dbe3e, 0xe474357169436d12}},
		{"split by 0", rng.New(1).SplitN(0), []uint64{0x1f8d8c58a23a01bd, 0xfa63a7ac7f40aa1e, 0xb39049ef5b68eba9}},
		{"split by 7", rng.New(1).SplitN(7), []uint64{0xb5b7264de0d9ed12, 0x2f5158d25282605a, 0xbff0ae9cf4af6c72}},
		{"split twice", rng.New(1).Split("seeds/a.smt2").SplitN(3), []uint64{0x4662923e5c159c88, 0xa672708576b8a808, 0x620bb4c35c48bee5}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, firsts(tt.rand, len(tt.want))); diff != "" {
				t.Errorf("the generator has changed (-was +is):\n%s", diff)
			}
		})
	}
}

// TestGoldenChoices holds the functions over Uint64 to their values too.
func TestGoldenChoices(t *testing.T) {
	r := rng.New(42)
	var got []int
	for _, n := range []int{1, 2, 3, 10, 100, 1 << 20, 1 << 40, math.MaxInt} {
		got = append(got, r.IntN(n))
	}
	if diff := cmp.Diff([]int{0, 1, 1, 0, 67, 70789, 214791311412, 6776600131486888902}, got); diff != "" {
		t.Errorf("IntN has changed (-was +is):\n%s", diff)
	}
	text := ""
	for range 8 {
		text += fmt.Sprintf("%t %t %s, ", r.Bool(), r.Chance(1, 3), rng.Pick(r, []string{"a", "b", "c"}))
	}
	const want = "false false b, false true a, true false b, false false a, true false c, false false c, true false b, true false b, "
	if diff := cmp.Diff(want, text); diff != "" {
		t.Errorf("Bool, Chance or Pick has changed (-was +is):\n%s", diff)
	}
}

func TestSameSeedSameNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		name := rapid.String().Draw(t, "name")
		n := rapid.Uint64().Draw(t, "n")
		a, b := rng.New(seed).Split(name).SplitN(n), rng.New(seed).Split(name).SplitN(n)
		if diff := cmp.Diff(firsts(a, 8), firsts(b, 8)); diff != "" {
			t.Fatalf("two generators of one seed differ:\n%s", diff)
		}
	})
}

// TestSplitLeavesTheGeneratorAlone: a worker that splits more or fewer children must not change what its
// siblings get.
func TestSplitLeavesTheGeneratorAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		plain, split := rng.New(seed), rng.New(seed)
		child := split.Split(rapid.String().Draw(t, "name"))
		other := split.SplitN(rapid.Uint64().Draw(t, "n"))
		firsts(child, 3)
		firsts(other, 5)
		if diff := cmp.Diff(firsts(plain, 8), firsts(split, 8)); diff != "" {
			t.Fatalf("splitting has advanced the generator:\n%s", diff)
		}
	})
}

// TestChildrenDiffer: names and numbers that are close to each other give streams that share no word.
func TestChildrenDiffer(t *testing.T) {
	seen := map[uint64]string{}
	enter := func(who string, r *rng.Rand) {
		t.Helper()
		for i, v := range firsts(r, 4) {
			if old := seen[v]; old != "" {
				t.Errorf("word %d of %s is a word of %s", i, who, old)
			}
			seen[v] = who
		}
	}
	for seed := range uint64(16) {
		root := rng.New(seed)
		enter(fmt.Sprintf("seed %d", seed), rng.New(seed))
		for _, name := range []string{"", "\x00", "\x00\x00", "a", "b", "ab", "ba", "a\x00", "typefuzz", "opfuzz"} {
			enter(fmt.Sprintf("seed %d, %q", seed, name), root.Split(name))
		}
		for n := range uint64(64) {
			enter(fmt.Sprintf("seed %d, %d", seed, n), root.SplitN(n))
		}
		enter(fmt.Sprintf("seed %d, largest number", seed), root.SplitN(math.MaxUint64))
	}
}

// TestSplitIndependence compares a generator with its children and neighbours bit by bit: of 64,000 bits
// half must agree, give or take six standard deviations.
func TestSplitIndependence(t *testing.T) {
	root := rng.New(11)
	tests := []struct {
		name string
		a, b *rng.Rand
	}{
		{"parent and child", rng.New(11), root.Split("x")},
		{"parent and numbered child", rng.New(11), root.SplitN(0)},
		{"siblings by number", root.SplitN(0), root.SplitN(1)},
		{"siblings by name", root.Split("a"), root.Split("b")},
		{"seeds", rng.New(11), rng.New(12)},
		{"same child of two seeds", rng.New(11).SplitN(0), rng.New(12).SplitN(0)},
		{"child and grandchild", root.Split("a"), root.Split("a").Split("a")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			const words = 1000
			differ := 0
			for range words {
				differ += bits.OnesCount64(tt.a.Uint64() ^ tt.b.Uint64())
			}
			mean, dev := float64(words*32), math.Sqrt(words*16)
			if math.Abs(float64(differ)-mean) > 6*dev {
				t.Errorf("%d of %d bits differ", differ, words*64)
			}
		})
	}
	t.Run("first words of numbered children", func(t *testing.T) {
		// The first draw of each job is a stream of its own kind: it must be even too.
		var count [16]int
		for n := range uint64(16_000) {
			count[root.SplitN(n).IntN(16)]++
		}
		chiSquare(t, count[:], 16_000)
	})
}

// chiSquare fails when the counts are farther from even than they are by chance once in about 10^7 times
// (Wilson and Hilferty's approximation at 5.2 standard deviations), or closer than as often.
func chiSquare(t *testing.T, count []int, total int) {
	t.Helper()
	want := float64(total) / float64(len(count))
	x := 0.0
	for _, c := range count {
		d := float64(c) - want
		x += d * d / want
	}
	k := float64(len(count) - 1)
	z := (math.Cbrt(x/k) - (1 - 2/(9*k))) / math.Sqrt(2/(9*k))
	if math.Abs(z) > 5.2 {
		t.Errorf("chi square %.1f with %d degrees of freedom: z = %.1f; counts %v", x, len(count)-1, z, count)
	}
}

func TestIntNIsEven(t *testing.T) {
	for _, n := range []int{2, 3, 7, 10, 64, 100, 1000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			r := rng.New(uint64(n))
			count := make([]int, n)
			for range 100 * n {
				count[r.IntN(n)]++
			}
			chiSquare(t, count, 100*n)
		})
	}
	t.Run("without modulo bias", func(t *testing.T) {
		// Three quarters of 2^63: a remainder of 63 bits would give the lowest third twice as often.
		const n = 3 << 61
		r := rng.New(5)
		var count [12]int
		for range 12_000 {
			count[r.IntN(n)/(n/12)]++
		}
		chiSquare(t, count[:], 12_000)
	})
}

func TestIntNStaysInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, math.MaxInt).Draw(t, "n")
		r := rng.New(rapid.Uint64().Draw(t, "seed"))
		for range 20 {
			if v := r.IntN(n); v < 0 || v >= n {
				t.Fatalf("IntN(%d) = %d", n, v)
			}
		}
	})
}

func TestIntNOfNothingPanics(t *testing.T) {
	for _, n := range []int{0, -1, math.MinInt} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Errorf("IntN(%d) returned", n)
				}
			}()
			rng.New(1).IntN(n)
		})
	}
}

func TestChance(t *testing.T) {
	tests := []struct{ num, den int }{{0, 1}, {1, 1}, {0, 7}, {7, 7}, {1, 2}, {1, 10}, {9, 10}}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%d of %d", tt.num, tt.den), func(t *testing.T) {
			r := rng.New(3)
			const total = 10_000
			hits := 0
			for range total {
				if r.Chance(tt.num, tt.den) {
					hits++
				}
			}
			p := float64(tt.num) / float64(tt.den)
			if d := math.Abs(float64(hits) - p*total); d > 6*math.Sqrt(total*p*(1-p)) {
				t.Errorf("%d of %d", hits, total)
			}
		})
	}
}

func TestBoolAndPickAreEven(t *testing.T) {
	r := rng.New(9)
	list := []string{"a", "b", "c", "d", "e"}
	var coin [2]int
	picked := map[string]int{}
	for range 5000 {
		if r.Bool() {
			coin[1]++
		} else {
			coin[0]++
		}
		picked[rng.Pick(r, list)]++
	}
	chiSquare(t, coin[:], 5000)
	var count []int
	for _, s := range list {
		count = append(count, picked[s])
	}
	chiSquare(t, count, 5000)
}
