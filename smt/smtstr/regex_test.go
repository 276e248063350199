package smtstr_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/smt/smtstr"
)

// The reference: a language is the set of its words over {a, b} of at most maxWord letters. Every operator is its
// definition on sets; dropping words beyond that length loses nothing below it.

const maxWord = 5

type language map[string]bool

var everything = words(maxWord)

func words(most int) []string {
	all := []string{""}
	for i := 0; i < len(all); i++ {
		if len(all[i]) < most {
			all = append(all, all[i]+"a", all[i]+"b")
		}
	}
	return all
}

func where(holds func(w string) bool) language {
	l := language{}
	for _, w := range everything {
		if holds(w) {
			l[w] = true
		}
	}
	return l
}

func concat(p, q language) language {
	l := language{}
	for v := range p {
		for w := range q {
			if len(v)+len(w) <= maxWord {
				l[v+w] = true
			}
		}
	}
	return l
}

// loop is the union of the powers from lo to hi. Beyond maxWord+1 they yield no new short words, except those that
// the empty word keeps alive.
func loop(p language, lo, hi int) language {
	power := language{"": true}
	for range min(lo, maxWord+1) {
		power = concat(power, p)
	}
	if lo > hi {
		return language{}
	}
	l := language{}
	for range min(hi-lo, maxWord+1) + 1 {
		for w := range power {
			l[w] = true
		}
		power = concat(power, p)
	}
	return l
}

func str(s string) smtstr.String {
	out, err := smtstr.ParseLiteral(`"` + s + `"`)
	if err != nil {
		panic(err)
	}
	return out
}

// expression is a regular expression with the language it should have.
type expression struct {
	re   smtstr.Regex
	want language
}

func leaves(b *smtstr.Builder) []expression {
	return []expression{
		{b.None(), language{}},
		{b.Word(smtstr.String{}), language{"": true}},
		{b.All(), where(func(string) bool { return true })},
		{b.AllChar(), language{"a": true, "b": true}},
		{b.Word(str("a")), language{"a": true}},
		{b.Word(str("ba")), language{"ba": true}},
		{b.Range(str("a"), str("b")), language{"a": true, "b": true}},
		{b.Range(str("b"), str("a")), language{}},
		{b.Range(str("ab"), str("b")), language{}},
	}
}

func unary(b *smtstr.Builder, x expression, lo, hi int) []expression {
	reversed := language{}
	for w := range x.want {
		r := []byte(w)
		slices.Reverse(r)
		reversed[string(r)] = true
	}
	optional := language{"": true}
	for w := range x.want {
		optional[w] = true
	}
	return []expression{
		{b.Star(x.re), loop(x.want, 0, 99)},
		{b.Plus(x.re), loop(x.want, 1, 99)},
		{b.Opt(x.re), optional},
		{b.Comp(x.re), where(func(w string) bool { return !x.want[w] })},
		{b.Loop(x.re, lo, hi), loop(x.want, lo, hi)},
		{b.LoopFrom(x.re, lo), loop(x.want, lo, 99)},
		{b.Power(x.re, hi), loop(x.want, hi, hi)},
		{b.Reverse(x.re), reversed},
	}
}

func binary(b *smtstr.Builder, x, y expression) []expression {
	return []expression{
		{b.Concat(x.re, y.re), concat(x.want, y.want)},
		{b.Union(x.re, y.re), where(func(w string) bool { return x.want[w] || y.want[w] })},
		{b.Inter(x.re, y.re), where(func(w string) bool { return x.want[w] && y.want[w] })},
		{b.Diff(x.re, y.re), where(func(w string) bool { return x.want[w] && !y.want[w] })},
	}
}

const budget = 1 << 16

func compare(t interface{ Fatalf(string, ...any) }, b *smtstr.Builder, x expression) {
	for _, w := range everything {
		in, ok := b.Match(x.re, str(w), budget)
		if !ok || in != x.want[w] {
			t.Fatalf("%q in %v: %v, want %v (%v)", w, x.re, in, x.want[w], ok)
		}
	}
	word, found, ok := b.Witness(x.re, budget)
	if !ok {
		t.Fatalf("no witness of %v within the budget", x.re)
	}
	if in, _ := b.Match(x.re, word, budget); found && !in {
		t.Fatalf("witness %v of %v is no word of it", word.Literal(), x.re)
	}
	if len(x.want) > 0 && !found {
		t.Fatalf("%v is held to be empty", x.re)
	}
	word, found, ok = b.Witness(b.Inter(x.re, b.Star(b.Range(str("a"), str("b")))), budget)
	if shortest := shortestOf(x.want); !ok || shortest >= 0 && (!found || word.Len() != shortest) {
		t.Fatalf("a shortest word of %v has %d letters, not %v", x.re, shortest, word.Literal())
	} else if found && word.Len() <= maxWord && shortest < 0 {
		t.Fatalf("%v is no word of %v", word.Literal(), x.re)
	}
}

// shortestOf returns the length of a shortest word, -1 when there is none.
func shortestOf(l language) int {
	shortest := -1
	for w := range l {
		if shortest < 0 || len(w) < shortest {
			shortest = len(w)
		}
	}
	return shortest
}

// Every expression of up to two operators.
func TestMatchExhaustive(t *testing.T) {
	b := smtstr.NewBuilder()
	level := leaves(b)
	for range 2 {
		var next []expression
		for i, x := range level {
			next = append(next, unary(b, x, i%3, (i+1)%4)...)
			for _, y := range leaves(b) {
				next = append(next, binary(b, x, y)...)
				next = append(next, binary(b, y, x)...)
			}
		}
		for _, x := range next {
			compare(t, b, x)
		}
		level = next
	}
}

func TestMatchRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := smtstr.NewBuilder()
		pool := leaves(b)
		pick := func() expression { return pool[rapid.IntRange(0, len(pool)-1).Draw(t, "part")] }
		for range rapid.IntRange(1, 8).Draw(t, "operators") {
			if rapid.Bool().Draw(t, "unary") {
				all := unary(b, pick(), rapid.IntRange(0, 4).Draw(t, "lo"), rapid.IntRange(0, 5).Draw(t, "hi"))
				pool = append(pool, all[rapid.IntRange(0, len(all)-1).Draw(t, "operator")])
				continue
			}
			all := binary(b, pick(), pick())
			pool = append(pool, all[rapid.IntRange(0, len(all)-1).Draw(t, "operator")])
		}
		x, y := pool[len(pool)-1], pick()
		compare(t, b, x)
		if equal, ok := b.Equivalent(x.re, y.re, budget); ok && equal {
			for _, w := range everything {
				if x.want[w] != y.want[w] {
					t.Fatalf("%v and %v are held to be equal, but for %q", x.re, y.re, w)
				}
			}
		} else if ok {
			word, found, _ := b.Witness(b.Union(b.Diff(x.re, y.re), b.Diff(y.re, x.re)), budget)
			if !found {
				t.Fatalf("%v and %v differ by no word", x.re, y.re)
			}
			in, _ := b.Match(x.re, word, budget)
			also, _ := b.Match(y.re, word, budget)
			if in == also {
				t.Fatalf("%v does not tell %v and %v apart", word.Literal(), x.re, y.re)
			}
		}
		for _, w := range everything {
			checkReplace(t, b, x, w)
			checkDerivative(t, b, x, w)
		}
	})
}

// checkDerivative compares a derivative with its definition: it has what is left of a word behind its first character if the language has the word.
func checkDerivative(t *rapid.T, b *smtstr.Builder, x expression, w string) {
	if w == "" {
		return
	}
	d, ok := b.Derivative(x.re, uint32(w[0]), budget)
	if !ok {
		t.Fatalf("%v has no derivative by %q", x.re, w[0])
	}
	if in, ok := b.Match(d, str(w[1:]), budget); !ok || in != x.want[w] {
		t.Fatalf("the derivative of %v by %q has %q: %v", x.re, w[0], w[1:], in)
	}
}

// checkReplace compares the replacements and the search with their definitions.
func checkReplace(t *rapid.T, b *smtstr.Builder, x expression, w string) {
	find := func(from, least int) (i, j int) {
		for i := from; i <= len(w); i++ {
			for j := i + least; j <= len(w); j++ {
				if x.want[w[i:j]] {
					return i, j
				}
			}
		}
		return -1, -1
	}
	first := w
	if i, j := find(0, 0); i >= 0 {
		first = w[:i] + "X" + w[j:]
	}
	var all strings.Builder
	at := 0
	for {
		i, j := find(at, 1)
		if i < 0 {
			all.WriteString(w[at:])
			break
		}
		all.WriteString(w[at:i] + "X")
		at = j
	}
	if got, ok := b.ReplaceRe(str(w), x.re, str("X"), budget); !ok || got != str(first) {
		t.Fatalf("replace_re %q %v = %v, want %q", w, x.re, got.Literal(), first)
	}
	if got, ok := b.ReplaceReAll(str(w), x.re, str("X"), budget); !ok || got != str(all.String()) {
		t.Fatalf("replace_re_all %q %v = %v, want %q", w, x.re, got.Literal(), all.String())
	}
	for from := -1; from <= len(w)+1; from++ {
		want := -1
		if from >= 0 && from <= len(w) {
			want, _ = find(from, 0)
		}
		if got, ok := b.IndexOfRe(str(w), x.re, from, budget); !ok || got != want {
			t.Fatalf("indexof_re %q %v %d = %d, want %d", w, x.re, from, got, want)
		}
	}
}

// FuzzMatch reads the bytes as instructions for a stack machine that builds expressions.
func FuzzMatch(f *testing.F) {
	f.Add([]byte{0, 0x14, 0x21, 5, 0x43})
	f.Add([]byte{5, 0x10, 6, 0x40, 0x13, 0x24, 0x41})
	f.Fuzz(func(t *testing.T, program []byte) {
		b := smtstr.NewBuilder()
		first := leaves(b)
		stack := []expression{first[0]}
		for _, op := range program[:min(len(program), 12)] {
			top := stack[len(stack)-1]
			switch kind, arg := op>>6, int(op&0x3f); kind {
			case 0:
				stack = append(stack, first[arg%len(first)])
			case 1:
				all := unary(b, top, arg/8%3, arg/24)
				stack[len(stack)-1] = all[arg%8]
			default:
				if len(stack) < 2 {
					continue
				}
				all := binary(b, stack[len(stack)-2], top)
				stack = append(stack[:len(stack)-2], all[arg%len(all)])
			}
		}
		compare(t, b, stack[len(stack)-1])
	})
}
