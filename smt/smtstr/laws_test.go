package smtstr_test

import (
	"testing"

	"github.com/assay-smt/assay/smt/smtstr"
)

// Pairs of expressions whose languages are the same, or first differ by a word of the given length.
func TestEquivalent(t *testing.T) {
	b := smtstr.NewBuilder()
	x, y, z := b.Word(str("a")), b.Word(str("b")), b.Range(str("b"), str("d"))
	xy := b.Union(x, y)
	const equal = -1
	for _, c := range []struct {
		name string
		p, q smtstr.Regex
		want int
	}{
		{"star of a union", b.Star(xy), b.Star(b.Concat(b.Star(x), b.Star(y))), equal},
		{"star unrolled", b.Star(x), b.Union(b.Word(smtstr.String{}), b.Concat(x, b.Star(x))), equal},
		{"star in pairs", b.Star(x), b.Concat(b.Opt(x), b.Star(b.Concat(x, x))), equal},
		{"shifted star", b.Concat(b.Star(b.Concat(x, y)), x), b.Concat(x, b.Star(b.Concat(y, x))), equal},
		{"De Morgan", b.Comp(b.Union(x, z)), b.Inter(b.Comp(x), b.Comp(z)), equal},
		{"difference", b.Diff(z, y), b.Range(str("c"), str("d")), equal},
		{"parts of a range", b.Union(y, b.Range(str("c"), str("d"))), z, equal},
		{"all characters", b.Union(b.Comp(b.AllChar()), b.AllChar()), b.All(), equal},
		{"some character", b.Comp(b.Word(smtstr.String{})), b.Plus(b.AllChar()), equal},
		{"word by letters", b.Word(str("aab")), b.Concat(x, b.Concat(x, y)), equal},
		{"loop unrolled", b.Loop(xy, 2, 4), b.Concat(b.Power(xy, 2), b.Concat(b.Opt(xy), b.Opt(xy))), equal},
		{"brackets", b.Concat(b.Concat(x, y), z), b.Concat(x, b.Concat(y, z)), equal},
		{"distribution", b.Concat(x, b.Union(y, z)), b.Union(b.Concat(x, y), b.Concat(x, z)), equal},
		{"concatenation over intersection", b.Concat(b.Star(x), b.Inter(x, b.Word(smtstr.String{}))), b.None(), equal},
		{"reversed", b.Reverse(b.Concat(b.Star(x), y)), b.Concat(y, b.Star(x)), equal},
		{"the empty word", b.Star(x), b.Plus(x), 0},
		{"a letter", b.Star(xy), b.Star(x), 1},
		{"order", b.Concat(x, y), b.Concat(y, x), 2},
		{"the end of a loop", b.Loop(x, 0, 9), b.Star(x), 10},
		{"the last character", b.AllChar(), b.Range(smtstr.FromCode(0), smtstr.FromCode(smtstr.MaxChar-1)), 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			same, ok := b.Equivalent(c.p, c.q, budget)
			if !ok || same != (c.want == equal) {
				t.Fatalf("%v and %v: %v %v", c.p, c.q, same, ok)
			}
			word, found, ok := b.Witness(b.Union(b.Diff(c.p, c.q), b.Diff(c.q, c.p)), budget)
			if !ok || found != (c.want != equal) || found && word.Len() != c.want {
				t.Errorf("%v and %v differ by %v, want one of length %d", c.p, c.q, word.Literal(), c.want)
			}
		})
	}
}

// Expressions over characters that the words of two letters do not reach.
func TestCharacters(t *testing.T) {
	b := smtstr.NewBuilder()
	char := func(c int) smtstr.String { return smtstr.FromCode(c) }
	surrogates := b.Range(char(0xd800), char(0xdfff))
	for _, c := range []struct {
		re   smtstr.Regex
		code int
		want bool
	}{
		{b.AllChar(), 0, true}, {b.AllChar(), smtstr.MaxChar, true}, {b.Comp(b.AllChar()), smtstr.MaxChar, false},
		{surrogates, 0xd7ff, false}, {surrogates, 0xd800, true}, {surrogates, 0xdbff, true}, {surrogates, 0xdfff, true},
		{surrogates, 0xe000, false}, {b.Comp(surrogates), 0xe000, true}, {b.Diff(b.AllChar(), surrogates), 0xd800, false},
		{b.Range(char(63), char(64)), 62, false}, {b.Range(char(63), char(64)), 63, true}, {b.Range(char(63), char(64)), 64, true},
		{b.Range(char(63), char(64)), 65, false}, {b.Range(char(0), char(0)), 0, true}, {b.Range(char(0), char(0)), 1, false},
		{b.Range(char(smtstr.MaxChar), char(smtstr.MaxChar)), smtstr.MaxChar, true},
		{b.Range(char(smtstr.MaxChar), char(smtstr.MaxChar)), smtstr.MaxChar - 1, false},
	} {
		for _, r := range []smtstr.Regex{c.re, b.Concat(c.re, b.Star(c.re)), b.Inter(c.re, b.AllChar())} {
			if in, ok := b.Match(r, char(c.code), budget); !ok || in != c.want {
				t.Errorf("character %x in %v: %v, want %v", c.code, r, in, c.want)
			}
		}
	}
}
