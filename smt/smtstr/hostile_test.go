package smtstr_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/smtstr"
)

// repeated returns n times the letter a.
func repeated(n int) smtstr.String { return str(strings.Repeat("a", n)) }

func TestLargeRegexes(t *testing.T) {
	b := smtstr.NewBuilder()
	a, ab := b.Word(str("a")), b.Union(b.Word(str("a")), b.Word(str("b")))
	stars, chain, wide := a, b.Word(smtstr.String{}), b.None()
	for range 100_000 {
		stars = b.Star(b.Concat(stars, a))
	}
	for range 20_000 {
		chain = b.Concat(chain, ab)
	}
	for n := range 2_000 {
		wide = b.Union(wide, b.Word(repeated(n+1).Substr(0, n%50+1)))
		wide = b.Union(wide, b.Concat(a, b.Word(smtstr.FromCode(n))))
	}
	long := repeated(200_000)
	for _, c := range []struct {
		name string
		re   smtstr.Regex
		s    smtstr.String
		want bool
	}{
		{"a loop to a billion", b.Loop(a, 0, 1_000_000_000), repeated(10_000), true},
		{"a loop from what is longer", b.Loop(a, 10_001, 1_000_000_000), repeated(10_000), false},
		{"bounds of more than 32 bits", b.Loop(a, 0, 1<<40), repeated(3), true},
		{"a power of more than 32 bits", b.Power(a, 1<<32+3), repeated(3), false},
		{"the largest bounds", b.LoopFrom(b.Power(a, math.MaxInt), math.MaxInt), repeated(3), false},
		{"a lower bound below zero", b.Loop(a, -1, 2), repeated(0), true},
		{"bounds below zero", b.Loop(a, -2, -1), repeated(0), false},
		{"a loop of loops", b.Loop(b.Loop(a, 2, 1<<30), 2, 1<<30), repeated(10_000), true},
		{"a loop of loops with gaps", b.Loop(b.Loop(a, 50, 51), 0, 30), repeated(255), true},
		{"a union of equals, repeated", b.Star(b.Union(a, a)), repeated(10_000), true},
		{"a star of a star", b.Star(b.Star(b.Union(a, b.Word(str("aa"))))), repeated(10_000), true},
		{"many ways to fail", b.Concat(b.Star(b.Star(a)), b.Concat(b.Star(a), b.Word(str("b")))), repeated(10_000), false},
		{"stars 100000 deep", stars, repeated(1), true},
		{"a concatenation of 20000", chain, repeated(20_000), true},
		{"a concatenation of 20000, one short", chain, repeated(19_999), false},
		{"a union of 4000", wide, repeated(50), true},
		{"a union of 4000, all but", wide, repeated(51), false},
		{"a word of 200000", b.Word(long), long, true},
		{"words in a row", b.Star(b.Word(long.Slice(0, 1000))), long, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if in, ok := b.Match(c.re, c.s, 1<<21); !ok || in != c.want {
				t.Errorf("%.100s: %v %v, want %v", c.re.String(), in, ok, c.want)
			}
		})
	}
}

func TestDeepRegexes(t *testing.T) {
	b := smtstr.NewBuilder()
	a := b.Word(str("a"))
	deep, doubled := a, b.Word(str("ab"))
	for range 100_000 {
		deep = b.Comp(b.Concat(b.Opt(deep), a))
	}
	for range 100 {
		doubled = b.Concat(doubled, b.Comp(doubled))
	}
	if in, ok := b.Match(deep, str("b"), 1<<22); !ok || !in {
		t.Errorf("100000 complements: %v %v", in, ok) // no word of the last concatenation ends in b
	}
	if b.Reverse(b.Reverse(deep)) != deep {
		t.Error("a deep expression reversed twice is another")
	}
	for _, r := range []smtstr.Regex{deep, doubled, b.Word(repeated(1 << 20))} {
		if n := len(r.String()); n == 0 || n > 1<<18 {
			t.Errorf("the text of a large expression has %d bytes", n)
		}
	}
}

// Questions that take too long are given up, never answered.
func TestBudget(t *testing.T) {
	b := smtstr.NewBuilder()
	a, any := b.Word(str("a")), b.All()
	blowup := b.Concat(any, b.Concat(a, b.Power(b.AllChar(), 20)))
	if _, ok := b.Equivalent(blowup, b.Reverse(blowup), 1<<14); ok {
		t.Error("an exponential comparison was decided within the budget")
	}
	if _, _, ok := b.Witness(b.Power(a, 1_000_000_000), 1<<14); ok {
		t.Error("a word of a billion letters was found within the budget")
	}
	s := repeated(1000)
	if _, ok := b.Match(b.Star(a), s, 10); ok {
		t.Error("1000 letters were matched in 10 steps")
	}
	missing := b.Concat(b.Star(a), b.Word(str("b")))
	if _, ok := b.ReplaceRe(s, missing, s, 500); ok {
		t.Error("a replacement was decided within the budget")
	}
	if _, ok := b.ReplaceReAll(s, missing, s, 500); ok {
		t.Error("all replacements were decided within the budget")
	}
	if _, ok := b.IndexOfRe(s, missing, 0, 500); ok {
		t.Error("a search was decided within the budget")
	}
}

// Reversing a union takes time and memory proportional to the number of its parts.
func TestLongUnionReversed(t *testing.T) {
	const parts = 10_000
	b := smtstr.NewBuilder()
	wide := b.None()
	for n := range parts {
		wide = b.Union(wide, b.Word(str("a"+strconv.Itoa(n))))
	}
	before, _ := b.Spent()
	reversed := b.Reverse(wide)
	if after, _ := b.Spent(); after-before > 10*parts {
		t.Errorf("reversing a union of %d takes %d steps", parts, after-before)
	}
	for text, want := range map[string]bool{"0a": true, "9999a": true, "123a": true, "a0": false, "00001a": false} {
		if in, ok := b.Match(reversed, str(text), 1<<20); !ok || in != want {
			t.Errorf("%s: %v %v, want %v", text, in, ok, want)
		}
	}
}

// The steps of a search are proportional to the string's length, even if a word begins at every position and
// ends nowhere.
func TestLongSearch(t *testing.T) {
	b := smtstr.NewBuilder()
	a, x := b.Word(str("a")), str("x")
	s := repeated(20_000)
	missing := b.Concat(b.Star(a), b.Word(str("b")))
	if got, ok := b.ReplaceRe(s, missing, x, 1<<18); !ok || got != s {
		t.Errorf("replace_re: %v", ok)
	}
	if got, ok := b.ReplaceReAll(s, missing, x, 1<<18); !ok || got != s {
		t.Errorf("replace_re_all: %v", ok)
	}
	if got, ok := b.IndexOfRe(s, missing, 1, 1<<18); !ok || got != -1 {
		t.Errorf("indexof_re: %d %v", got, ok)
	}
	if got, ok := b.ReplaceReAll(s, b.Star(b.Word(str("aa"))), x, 1<<18); !ok || got.Len() != s.Len()/2 {
		t.Errorf("replace_re_all of pairs: %d %v", got.Len(), ok)
	}
}

func TestTooLong(t *testing.T) {
	s := repeated(1 << 14)
	parts := make([]smtstr.String, smtstr.MaxLen>>14+1)
	for i := range parts {
		parts[i] = s
	}
	if _, ok := smtstr.Concat(parts...); ok {
		t.Error("a concatenation passes the limit")
	}
	if _, ok := s.ReplaceAll(repeated(1), s); ok {
		t.Error("replace_all passes the limit")
	}
	if out, ok := s.ReplaceAll(repeated(2), repeated(4)); !ok || out.Len() != 1<<15 {
		t.Error("replace_all of moderate size is refused")
	}
}

// Every loop of a loop against its definition: k rounds of i to j letters have k*i to k*j letters.
func TestLoopOfLoop(t *testing.T) {
	const end = 5 // means no end
	b := smtstr.NewBuilder()
	a := b.Word(str("a"))
	loop := func(r smtstr.Regex, lo, hi int) smtstr.Regex {
		if hi == end {
			return b.LoopFrom(r, lo)
		}
		return b.Loop(r, lo, hi)
	}
	far := func(hi int) int {
		if hi == end {
			return 100
		}
		return hi
	}
	for i := range end {
		for j := i; j <= end; j++ {
			for k := range end {
				for l := k; l <= end; l++ {
					r := loop(loop(a, i, j), k, l)
					for n := range 20 {
						want := false
						for rounds := k; rounds <= far(l); rounds++ {
							want = want || rounds*i <= n && n <= rounds*far(j)
						}
						if in, ok := b.Match(r, repeated(n), budget); !ok || in != want {
							t.Fatalf("%d letters in %v: %v, want %v", n, r, in, want)
						}
					}
				}
			}
		}
	}
}
