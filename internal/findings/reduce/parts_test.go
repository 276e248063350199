package reduce

import (
	"slices"
	"testing"

	"github.com/assay-smt/assay/smt/elab"
)

// TestNearest: the parts nearest to a term are found behind terms of other sorts, and those right below it do not hide theirs.
func TestNearest(t *testing.T) {
	for text, want := range map[string][]string{
		"(- (abs (- x)))":                       {"(abs (- x))", "(- x)"},
		"(str.len (str.from_int (+ x 1)))":      {"(+ x 1)"},
		"(ite (< (abs x) y) (- z) 5)":           {"(- z)", "5", "(abs x)", "y", "z"},
		"(str.to_int (str.++ s (str.at s x)))":  {"x"},
		"(ite (= (ite p x y) (ite p y x)) x z)": {"x", "z", "(ite p x y)", "(ite p y x)"},
	} {
		sc, err := elab.Script("(declare-const x Int)(declare-const y Int)(declare-const z Int)(declare-const p Bool)(declare-const s String)(assert (= 7 "+text+"))", elab.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, part := range nearest(sc.Commands[len(sc.Commands)-1].Terms[0].Args()[1]) {
			got = append(got, part.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestCharacters: a character is never cut, however it is written.
func TestCharacters(t *testing.T) {
	for text, want := range map[string][]string{
		`""`: nil, `"ab"`: {"a", "b"}, `"a""b"`: {"a", `""`, "b"}, `"\u{1f600}x"`: {`\u{1f600}`, "x"}, `"\u0041\u{41"`: {`\u0041`, `\`, "u", "{", "4", "1"},
		"\"aé€😀b\"": {"a", "é", "€", "😀", "b"}, "\"é\"": {"é"}, "\"\xff\x80a\"": {"\xff\x80", "a"},
	} {
		if got := characters(text); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestEquationsOnce: a part that occurs many times is offered once, and does not take the place of others.
func TestEquationsOnce(t *testing.T) {
	got := proposals(t, "terms", "(declare-const x Int)(assert (< (+ x 1) (+ x 1) (+ x 1) (+ x 1) (+ x 1) (+ x 1) (+ x 1) (* x 2)))", true)
	for _, want := range []string{"(assert (= 0 (+ x 1)))", "(assert (= 0 (* x 2)))"} {
		n := 0
		for _, g := range got {
			if g == want {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s is offered %d times of %q", want, n, got)
		}
	}
}

// TestBits: the value of a bit-vector literal is that of all its digits.
func TestBits(t *testing.T) {
	for text, want := range map[string]int64{"#x1f": 31, "#xf0": 240, "#x0": 0, "#b101": 5, "#b0001": 1, "5": -1, "#x": -1, "": -1} {
		n, ok := bits(text)
		if ok != (want >= 0) || ok && n.Int64() != want {
			t.Errorf("%s: %v, %v", text, n, ok)
		}
	}
}
