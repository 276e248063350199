package abstract_test

import (
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/diver/abstract"
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
	"github.com/assay-smt/assay/smt/value"
)

// word reads a string as it is written between quotes.
func word(text string) smtstr.String {
	s, err := smtstr.ParseLiteral(`"` + text + `"`)
	if err != nil {
		panic(err)
	}
	return s
}

func text(s string) value.Value { return value.OfString(word(s)) }

// texts are all words of up to four characters over a small alphabet, and some others.
func texts() []value.Value {
	out := []value.Value{text(""), text(`\u{0}`), text(`\u{0}\u{0}`), text(`ab\u{0}`), text(`ab\u{0}\u{0}`), text(`\u{2ffff}`), text("007"), text("12a"), text("-1")}
	layer := []string{""}
	for range 4 {
		var next []string
		for _, w := range layer {
			for _, c := range []string{"a", "b", "7"} {
				next = append(next, w+c)
				out = append(out, text(w+c))
			}
		}
		layer = next
	}
	return out
}

func textSets() []setTest {
	l := smtstr.NewBuilder()
	ab := l.Word(word("ab"))
	from, to := abstract.Closed(text("ab")), abstract.Open(text("b"))
	return []setTest{
		{abstract.Any(sorts.String), "any", 1},
		{abstract.Exactly(sorts.String, text("ab")), `"ab"`, 0.001},
		{abstract.OneOf(sorts.String, text("b"), text("ab"), text("b")), `{"ab", "b"}`, 0.002},
		{abstract.Except(sorts.String, text("ab")), `not {"ab"}`, 1},
		{abstract.Except(sorts.String, text("ab"), text("")), `not {"", "ab"}`, 1},
		{abstract.With(abstract.AtStart, word("ab"), true), `"ab" Σ*`, 1},
		{abstract.With(abstract.AtEnd, word("ab"), true), `Σ* "ab"`, 1},
		{abstract.With(abstract.Anywhere, word("ab"), true), `Σ* "ab" Σ*`, 1},
		{abstract.With(abstract.AtStart, word("ab"), false), `not "ab" Σ*`, 1},
		{abstract.With(abstract.AtEnd, word("a"), false), `not Σ* "a"`, 1},
		{abstract.With(abstract.Anywhere, word("a"), false), `not Σ* "a" Σ*`, 1},
		{abstract.With(abstract.Anywhere, word(""), true), "any", 1},
		{abstract.With(abstract.AtEnd, word(""), false), "nothing", 0.001},
		{abstract.Within(abstract.AtStart, word("abb"), true), `prefix of "abb"`, 0.004},
		{abstract.Within(abstract.AtEnd, word("abb"), true), `suffix of "abb"`, 0.004},
		{abstract.Within(abstract.Anywhere, word("abb"), true), `part of "abb"`, 0.004},
		{abstract.Within(abstract.Anywhere, word("abb"), false), `no part of "abb"`, 1},
		{abstract.Within(abstract.AtStart, word(""), true), `""`, 0.001},
		{abstract.Within(abstract.AtStart, word(""), false), `not {""}`, 1},
		{abstract.Lengths(abstract.Between(sorts.Int, interval(closed(integer(2)), none))), "str.len in [2, +∞)", 1},
		{abstract.Lengths(abstract.Between(sorts.Int, interval(none, closed(integer(3))))), "str.len in [0, 3]", 0.004},
		{abstract.Lengths(abstract.Exactly(sorts.Int, integer(2))), "str.len in 2", 0.001},
		{abstract.Lengths(abstract.Except(sorts.Int, integer(2))), "str.len in [0, 1] ∪ [3, +∞)", 1},
		{abstract.Lengths(abstract.Residues(integer(2), abstract.Point(integer(1)))), "str.len in 1 mod 2", 0.5},
		{abstract.Lengths(abstract.Between(sorts.Int, interval(closed(integer(-5)), none))), "any", 1},
		{abstract.Lengths(abstract.Exactly(sorts.Int, integer(-1))), "nothing", 0.001},
		{abstract.Codes(abstract.Between(sorts.Int, interval(closed(integer('0')), closed(integer('9'))))), "str.to_code in [48, 57]", 0.01},
		{abstract.Codes(abstract.Except(sorts.Int, integer('a'))), "str.to_code in [(- 1), 96] ∪ [98, 196607]", 1},
		{abstract.Codes(abstract.Exactly(sorts.Int, integer(-1))), "str.to_code in (- 1)", 1},
		{abstract.Numerals(abstract.Between(sorts.Int, interval(closed(integer(0)), none))), "str.to_int in [0, +∞)", 1},
		{abstract.Numerals(abstract.Exactly(sorts.Int, integer(7))), "str.to_int in 7", 0.001},
		{abstract.Numerals(abstract.Exactly(sorts.Int, integer(-1))), "str.to_int in (- 1)", 1},
		{abstract.Ordered(interval(from, to), true), `"ab" ≤ _ < "b"`, 1},
		{abstract.Ordered(interval(from, to), false), `not "ab" ≤ _ < "b"`, 1},
		{abstract.Ordered(interval(none, to), true), `_ < "b"`, 1},
		{abstract.Ordered(interval(none, to), false), `"b" ≤ _`, 1},
		{abstract.Ordered(interval(open(text("ab")), none), true), `"ab" < _`, 1},
		{abstract.Ordered(interval(open(text("ab")), none), false), `_ ≤ "ab"`, 1},
		{abstract.Ordered(interval(closed(text("")), none), true), "any", 1},
		{abstract.Ordered(interval(none, open(text(""))), true), "nothing", 0.001},
		{abstract.Ordered(interval(none, closed(text(""))), true), `""`, 0.001},
		{abstract.Ordered(interval(none, open(text(`\u{0}\u{0}`))), true), `_ < "\u{0}\u{0}"`, 0.003},
		{abstract.Ordered(interval(open(text("ab")), open(text(`ab\u{0}\u{0}`))), true), `"ab\u{0}"`, 0.001},
		{abstract.Ordered(interval(open(text("ab")), open(text(`ab\u{0}`))), true), "nothing", 0.001},
		{abstract.Ordered(interval(closed(text("b")), closed(text("a"))), false), "any", 1},
		{abstract.Language(l, l.Star(ab), true), `in (re.* (str.to_re "ab"))`, 1},
		{abstract.Language(l, l.Star(ab), false), `not in (re.* (str.to_re "ab"))`, 1},
		{abstract.Language(l, l.Loop(l.Union(ab, l.Word(word("b"))), 1, 2), true), `in ((_ re.loop 1 2) (re.union (str.to_re "ab") (str.to_re "b")))`, 0.001},
		{abstract.Language(l, l.LoopFrom(l.Range(word("a"), word("b")), 2), true), `in (re.++ ((_ re.^ 2) (re.range "a" "b")) (re.* (re.range "a" "b")))`, 1},
		{abstract.Language(l, l.Inter(l.Comp(ab), l.Concat(l.Word(word("a")), l.All())), true), `in (re.inter (re.comp (str.to_re "ab")) (re.++ (str.to_re "a") re.all))`, 1},
		{abstract.Language(l, l.All(), true), "any", 1},
		{abstract.Language(l, l.None(), true), "nothing", 0.001},
	}
}

// TestTextSets is TestSets for strings.
func TestTextSets(t *testing.T) {
	all := textSets()
	st := term.NewStore(theory.Builtin())
	for k, tt := range all {
		t.Run(tt.text, func(t *testing.T) { checkSets(t, st, all, k, texts()) })
	}
}

// TestTextPicksVary is TestPickVaries for strings.
func TestTextPicksVary(t *testing.T) {
	for k, tt := range textSets() {
		first, ok := tt.set.Pick(rng.New(7), value.Value{})
		if !ok || abstract.IsPoint(tt.set) {
			continue
		}
		seen, r := map[smtstr.String]bool{}, rng.New(uint64(k))
		for range 100 {
			if v, ok := tt.set.Pick(r, first); ok && value.Compare(v, first) != 0 {
				seen[v.Str()] = true
			}
		}
		if members := count(tt.set); len(seen) < min(members-1, 4) {
			t.Errorf("%s, which has %d short members, offers %d other strings than %s", tt.set, members, len(seen), first)
		}
	}
}

// count returns how many of the texts are in a set.
func count(set abstract.Set) int {
	n := 0
	for _, v := range texts() {
		if set.Has(v) {
			n++
		}
	}
	return n
}

// TestHaving: sets of languages contain those with the word, and offer them.
func TestHaving(t *testing.T) {
	l := smtstr.NewBuilder()
	a := l.Word(word("a"))
	languages := []smtstr.Regex{l.None(), l.All(), l.AllChar(), a, l.Star(a), l.Comp(a), l.Concat(a, l.All())}
	for _, w := range []string{"", "a", "ab"} {
		for _, yes := range []bool{true, false} {
			set := abstract.Having(l, word(w), yes)
			for _, r := range languages {
				in, ok := l.Match(r, word(w), 1000)
				if !ok || set.Has(value.OfRegex(r)) != (in == yes) {
					t.Errorf("%s has %s: %v", set, r, set.Has(value.OfRegex(r)))
				}
			}
			seen, r := map[int]bool{}, rng.New(3)
			for range 60 {
				v, ok := set.Pick(r, value.OfRegex(a))
				if !ok || !set.Has(v) {
					t.Fatalf("%s offers %s", set, v)
				}
				seen[v.Regex().ID()] = true
			}
			if len(seen) < 4 || set.Score() != 0.5 {
				t.Errorf("%s offers %d languages; its score is %g", set, len(seen), set.Score())
			}
		}
	}
}
