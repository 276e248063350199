package smtstr_test

import (
	"testing"

	"github.com/assay-smt/assay/smt/smtstr"
)

func BenchmarkMatch(b *testing.B) {
	bl := smtstr.NewBuilder()
	letters := bl.Union(bl.Range(str("a"), str("z")), bl.Range(str("0"), str("9")))
	mail := bl.Concat(bl.Plus(letters), bl.Concat(bl.Word(str("@")), bl.Concat(bl.Plus(letters), bl.Word(str(".org")))))
	window := bl.Concat(bl.All(), bl.Concat(bl.Word(str("a")), bl.Power(bl.AllChar(), 6)))
	for _, c := range []struct {
		name string
		re   smtstr.Regex
		s    smtstr.String
	}{
		{"address", mail, str("someone99@some0place.org")},
		{"letters10000", bl.Star(letters), repeated(10_000)},
		{"window1000", window, repeated(1000)},
		{"word10000", bl.Word(repeated(10_000)), repeated(10_000)},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if in, ok := bl.Match(c.re, c.s, 1<<20); !in || !ok {
					b.Fatal("no match")
				}
			}
		})
	}
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			bl := smtstr.NewBuilder()
			bl.Match(bl.Star(bl.Union(bl.Word(str("a")), bl.Word(str("ab")))), str("aababa"), 1<<20)
		}
	})
}

func BenchmarkFunctions(b *testing.B) {
	s := repeated(10_000)
	digits := str("1234567890")
	b.Run("literal", func(b *testing.B) {
		for b.Loop() {
			if _, err := smtstr.ParseLiteral(`"a\u{41}\u0041b""c"`); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("replace_all", func(b *testing.B) {
		for b.Loop() {
			s.ReplaceAll(str("aa"), digits)
		}
	})
	b.Run("to_int", func(b *testing.B) {
		for b.Loop() {
			digits.ToInt()
		}
	})
}
