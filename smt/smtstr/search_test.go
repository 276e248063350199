package smtstr_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/smt/smtstr"
)

// Characters whose bytes occur across the boundaries of others, in runs, so that searches slip often.
func TestSearchSlips(t *testing.T) {
	alphabet := []uint32{0, 1, 0x100, 0x101, 0x10000, 0x10001, 0x10101}
	rapid.Check(t, func(t *rapid.T) {
		run := rapid.SliceOfN(rapid.SampledFrom(alphabet), 1, 3)
		repeat := func(label string, most int) []uint32 {
			head, part := run.Draw(t, label), run.Draw(t, label)
			return append(head[:len(head)-1], slices.Repeat(part, rapid.IntRange(0, most).Draw(t, label))...)
		}
		text, pattern := repeat("text", 40), repeat("pattern", 8)
		if rapid.Bool().Draw(t, "present") {
			text = append(append(text, pattern...), repeat("rest", 20)...)
		}
		s, _ := smtstr.FromCodes(text)
		u, _ := smtstr.FromCodes(pattern)
		var places []int
		for i := 0; i+len(pattern) <= len(text); i++ {
			if slices.Equal(text[i:i+len(pattern)], pattern) {
				places = append(places, i)
			}
		}
		for from := 0; from <= len(text); from++ {
			want := -1
			if k, _ := slices.BinarySearch(places, from); k < len(places) {
				want = places[k]
			}
			if got := s.IndexOf(u, from); got != want {
				t.Fatalf("%s in %s from %d: %d, want %d", u.Literal(), s.Literal(), from, got, want)
			}
		}
		want := -1
		if len(places) > 0 {
			want = places[len(places)-1]
		}
		if got := s.LastIndexOf(u); got != want {
			t.Fatalf("%s in %s: last %d, want %d", u.Literal(), s.Literal(), got, want)
		}
	})
}

// A search that slipped at every character would take time quadratic in this length.
func TestSearchLong(t *testing.T) {
	const n = 1 << 18
	text, _ := smtstr.FromCodes(slices.Repeat([]uint32{0x100}, n))
	pattern, _ := smtstr.FromCodes(slices.Repeat([]uint32{0x10000}, n/2))
	if text.IndexOf(pattern, 0) != -1 || text.LastIndexOf(pattern) != -1 {
		t.Error("found what is not there")
	}
}

func TestLongNumbers(t *testing.T) {
	for _, n := range []int{1, 1023, 1024, 1025, 2048, 2049, 3072, 4097, 5000, 40_000} {
		for _, digits := range []string{strings.Repeat("9", n), strings.Repeat("0", n-1) + "7", "1" + strings.Repeat("0", n-1),
			strings.Repeat("1234567890", n/10+1)[:n]} {
			want, _ := new(big.Int).SetString(digits, 10)
			s := str(digits)
			if got := s.ToInt(); got.Cmp(want) != 0 {
				t.Fatalf("%d digits %.10s...: another number", n, digits)
			}
			if back := smtstr.FromInt(want); back.ToInt().Cmp(want) != 0 || back.Len() > n {
				t.Fatalf("%d digits %.10s... written: %d characters", n, digits, back.Len())
			}
		}
	}
}

// Every character, written in every possible way.
func TestEveryCharacter(t *testing.T) {
	for code := range uint32(smtstr.MaxChar + 1) {
		s := smtstr.FromCode(int(code))
		literal := s.Literal()
		for i := range len(literal) {
			if literal[i] < ' ' || literal[i] > '~' {
				t.Fatalf("the literal of %x is not of printable characters: %q", code, literal)
			}
		}
		hexadecimal := new(big.Int).SetUint64(uint64(code)).Text(16)
		texts := []string{literal, `"\u{` + hexadecimal + `}"`, `"\u{` + strings.ToUpper(hexadecimal) + `}"`}
		if padded := strings.Repeat("0", max(0, 4-len(hexadecimal))) + hexadecimal; len(padded) == 4 {
			texts = append(texts, `"\u`+padded+`"`, `"\u{0`+padded+`}"`)
		}
		for _, text := range texts {
			if got, err := smtstr.ParseLiteral(text); err != nil || got != s || got.ToCode() != int(code) {
				t.Fatalf("%s reads as %s (%v), want character %x", text, got.Literal(), err, code)
			}
		}
	}
}
