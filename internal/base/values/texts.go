package values

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// Corners of texts.
var (
	// texts hold characters that regular expressions and conversions treat differently, and are substrings of each other.
	texts = []string{"", "a", "b", "A", "B", "0", "1", "9", "10", "aa", "ab", "ba", "abc", "-1", " ", "00", `\u{0}`, `\u{61}`, `\u{2FFFF}`, `\u{ff}`}
	// traps are texts, as written, that parsers of escapes and numerals get wrong.
	traps = []string{
		`""""`, `"\"`, `"\\"`, `"\x61"`, `"\n"`, `"\u"`, `"\u{}"`, `"\u{2FFFF}"`, `"\u{30000}"`, `"\u{00061}"`, `"\u{000061}"`, `"\u0061"`, `"\u006"`, `"\u{61"`, `"\u{g}"`, `"\ud800"`, `"\U0061"`,
		`"-1"`, `"-0"`, `"+1"`, `"00"`, `"007"`, `" 1"`, `"1 "`, `"1.0"`, `"123456789012345678901234567890"`, `"0x1"`, `"1a"`,
	}
	// letters are a small alphabet, to make texts overlap.
	letters = []int{'a', 'b', 'a', 'b', 'c', '0', '1', '9'}
	// rareCharacters stand at the ends of classes: of letters, digits, ASCII, planes, surrogates, and of all characters.
	rareCharacters = []int{0, 1, '\n', ' ', '"', '\\', '-', '/', ':', '@', 'A', 'Z', '[', '`', 'z', '{', '~', 127, 128, 0xE9, 0xFF, 0x100, 0x130, 0xD800, 0xDFFF, 0xFFFF, 0x10000, 0x1F600, 0x2FFFF}
)

func (g *Generator) text(r *rng.Rand) *term.Term {
	if !g.rare(r) {
		return g.store.Lit(syntax.String, syntax.Quote(g.pick(r, texts)), sorts.String)
	}
	if r.IntN(8) == 0 {
		return g.store.Lit(syntax.String, rng.Pick(r, traps), sorts.String)
	}
	return g.Text(r, characters(r))
}

// Text writes code points as a string literal: printable ASCII unchanged, everything else escaped. With Options.Spellings some
// escapes are unnecessary or in the short form.
func (g *Generator) Text(r *rng.Rand, codes []int) *term.Term {
	var b strings.Builder
	for _, c := range codes {
		switch {
		case c == '"':
			b.WriteString(`""`)
		case c >= ' ' && c < 127 && c != '\\' && (!g.opts.Spellings || r.IntN(12) > 0):
			b.WriteByte(byte(c))
		case g.opts.Spellings && c >= 0x1000 && c < 0x10000 && r.Bool():
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			fmt.Fprintf(&b, `\u{%x}`, c)
		}
	}
	return g.store.Lit(syntax.String, `"`+b.String()+`"`, sorts.String)
}

// characters returns the code points of a text, usually a short one.
func characters(r *rng.Rand) []int {
	n := rng.Pick(r, []int{0, 1, 1, 1, 2, 2, 3, 4, 5, 6, 8})
	out := make([]int, n)
	for i := range out {
		out[i] = Character(r)
	}
	if n > 1 && r.IntN(4) == 0 { // a repetition
		copy(out[n/2:], out[:n-n/2])
	}
	return out
}

// Character returns a code point: usually a letter, otherwise a corner.
func Character(r *rng.Rand) int {
	if r.IntN(5) > 0 {
		return rng.Pick(r, letters)
	}
	return rng.Pick(r, rareCharacters)
}
