package elab_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/theory"
)

// TestRefused: what no solver reads is refused in every dialect, with the reason.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"(assert (= 1 ((as and Int) 3)))":                                         "and applied to (Int) fits no signature",
		"(define-fun f ((r Real)) Int r)":                                         "the body of f has sort Real, not Int",
		"(define-fun f ((r Bool)) Int r)":                                         "the body of f has sort Bool, not Int",
		"(define-fun f ((r Int)) Bool r)":                                         "the body of f has sort Int, not Bool",
		"(declare-const s (Set Int))(assert (s 1))":                               "s takes 0 arguments, found 1",
		"(declare-sort P 2)(declare-const s (P Int Bool))(assert (s 3))":          "s takes 0 arguments, found 1",
		"(declare-sort P 2)(declare-const s (P Int Bool))(assert (@ s 3))":        "a term of sort ((P Int Bool)) is applied as if it were a function",
		"(declare-const f (-> Int Int))(assert (let ((f 1)) (= (f 2) 1)))":        "a term of sort (Int) is applied as if it were a function",
		"(declare-const c Int)(assert (let ((c 0.0)) (= (c c) 1)))":               "a term of sort (Real) is applied as if it were a function",
		"(declare-fun cs (Int) Int)(declare-const x Int)(assert (cs x x))":        "cs takes 1 arguments, found 2",
		"(declare-const x Int)(declare-sort P 1)(declare-const p P)(assert true)": "sort P takes 1 arguments, found 0",
	} {
		for _, o := range []elab.Options{{}, {Dialects: theory.Standard}} {
			if s, err := elab.Script(text, o); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s, %s: %v, %v", o.Dialects, text, s, err)
			}
		}
	}
}

// TestIntegersForReals: an Int where an operator takes a Real is read as one in every dialect, the standard included.
func TestIntegersForReals(t *testing.T) {
	for _, o := range []elab.Options{{}, {Dialects: theory.Standard}} {
		s, err := elab.Script("(declare-const b (Array Real Bool))(assert (select b 1))", o)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Commands[1].Terms[0].String(); got != "(select b 1.0)" {
			t.Errorf("%s: %s", o.Dialects, got)
		}
	}
}

// TestNamesInErrorsAreClipped: errors name what they are about, up to 60 bytes.
func TestNamesInErrorsAreClipped(t *testing.T) {
	for text, want := range map[string]string{
		"(declare-const x NAME)": "unknown sort ",
		"(assert NAME)":          "unknown symbol ",
		"(declare-datatypes ((L 1)) ((par (X) ((nl) (NAME (hd X) (tl (L X)))))))(assert (= NAME NAME))": "",
		"(define-fun NAME () Int true)": "the body of ",
	} {
		for _, length := range []int{59, 60, 61, 300} {
			name := strings.Repeat("n", length)
			clipped := name
			if length > 60 {
				clipped = name[:60] + "..."
			}
			_, err := elab.Script(strings.ReplaceAll(text, "NAME", name), elab.Options{})
			if err == nil || !strings.Contains(err.Error()+" ", want+clipped+" ") && !strings.Contains(err.Error()+"\n", want+clipped+"\n") {
				t.Errorf("%s with a name of %d bytes: %v", text, length, err)
			}
		}
	}
}
