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
