package generate

import (
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate/kit/interp"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/term"
)

// factsIn returns the facts of a script, and its last assertion.
func factsIn(t *testing.T, text string) (*facts, *term.Term) {
	t.Helper()
	s, err := elab.Script(text+"(check-sat)", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := problem.Of(s)
	if err != nil {
		t.Fatal(err)
	}
	world, err := interp.NewChooser(p).Random(rng.New(1))
	if err != nil {
		t.Fatal(err)
	}
	return factsOf(s, world), p.Assertions[len(p.Assertions)-1]
}

// TestSymbols: a value is forced by the constants of a term only where nothing else that the script declares has a say, such as the number of
// elements of its sorts.
func TestSymbols(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"constants", "(declare-fun x () Int)(declare-fun y () Int)(assert (< x (+ y 1)))", "x y"},
		{"none", "(assert (= (+ 1 1) 2))", ""},
		{"through a definition", "(declare-fun x () Int)(define-fun d () Int (+ x 1))(assert (< d 3))", "x"},
		{"a function", "(declare-fun f (Int) Int)(assert (= (f 1) 2))", "no"},
		{"a datatype", "(declare-datatypes ((D 0)) (((k (g Int)))))(declare-fun x () Int)(assert (= (g (k x)) 2))", "x"},
		{"elements of a sort", "(declare-sort U 0)(assert (exists ((x U) (y U)) (distinct x y)))", "no"},
		{"elements inside a datatype", "(declare-sort U 0)(declare-datatypes ((D 0)) (((k (g U)))))(assert (exists ((x D) (y D)) (distinct x y)))", "no"},
		{"elements inside a set", "(declare-sort U 0)(assert (forall ((x (Set U))) (= x (as set.empty (Set U)))))", "no"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, about := factsIn(t, tt.text)
			constants, ok := f.symbols(about)
			var names []string
			for _, c := range constants {
				names = append(names, c.String())
			}
			slices.Sort(names)
			got := strings.Join(names, " ")
			if !ok {
				got = "no"
			}
			if got != tt.want {
				t.Errorf("%s: %q, want %q", about, got, tt.want)
			}
		})
	}
}

// TestDisputed: nothing is claimed about a script with a literal that solvers read in different ways, wherever it stands.
func TestDisputed(t *testing.T) {
	for text, want := range map[string]bool{
		`(assert (= "\u{30000}" "a"))`:                                    true,
		`(define-fun d () String "\u{30000}")(assert (= d "a"))`:          true,
		`(assert (= "\u{2FFFF}" "\u{2ffff}"))`:                            false,
		`(declare-fun x () String)(assert (= x "\u{000061}" "\u{0061}"))`: false,
	} {
		if f, _ := factsIn(t, text); f.disputed != want {
			t.Errorf("%s: %t", text, f.disputed)
		}
	}
}
