package abstract

import (
	"math/big"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/value"
)

// alphabet has the characters from which strings are made: few, so that strings overlap, and among them the ends of the classes that
// operators distinguish.
var alphabet = []int{'a', 'b', 'a', 'b', 'c', '0', '1', '9', '-', 'A', 'Z', ' ', '"', '\\', 0, 0xff, smtstr.MaxChar}

// maxPicked bounds the length of offered strings.
const maxPicked = 1 << 10

// pickLetter returns one character.
func pickLetter(r *rng.Rand) smtstr.String { return smtstr.FromCode(rng.Pick(r, alphabet)) }

// pickText returns a string of that many characters.
func pickText(r *rng.Rand, n int) smtstr.String {
	codes := make([]uint32, n)
	common := alphabet[:8]
	if r.IntN(4) == 0 {
		common = alphabet
	}
	for i := range codes {
		codes[i] = uint32(rng.Pick(r, common))
	}
	s, _ := smtstr.FromCodes(codes) // all codes are characters
	return s
}

// pickShort returns a string with a few characters, often an empty one or a numeral.
func pickShort(r *rng.Rand) smtstr.String {
	if r.IntN(8) == 0 {
		return smtstr.FromInt(big.NewInt(int64(r.IntN(1000))))
	}
	return pickText(r, rng.Pick(r, []int{0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 6}))
}

// join returns the concatenation of strings.
func join(parts ...smtstr.String) smtstr.String {
	s, _ := smtstr.Concat(parts...) // never too long for offered strings
	return s
}

// changed returns a string similar to another one: with a character more or less, a different character, or a part left out or doubled.
func changed(r *rng.Rand, s smtstr.String) smtstr.String {
	n := s.Len()
	i := r.IntN(n + 1)
	if n == 0 {
		return pickLetter(r)
	}
	j := i + r.IntN(n+1-i)
	switch r.IntN(5) {
	case 0:
		return join(s.Slice(0, i), pickLetter(r), s.Slice(i, n))
	case 1:
		return join(s.Slice(0, i), s.Slice(j, n))
	case 2:
		return join(s.Slice(0, j), s.Slice(i, n))
	case 3:
		return join(s.Slice(0, i), pickShort(r), s.Slice(j, n))
	}
	i = min(i, n-1)
	return join(s.Slice(0, i), pickLetter(r), s.Slice(i+1, n))
}

// textOf returns a value as a string; ok is false for other values.
func textOf(v value.Value) (s smtstr.String, ok bool) {
	if v.Kind() != value.String {
		return s, false
	}
	return v.Str(), true
}
