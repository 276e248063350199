package reduce_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/assay-smt/assay/internal/findings/reduce"
	"github.com/assay-smt/assay/internal/testing/testdepth"
)

// contains holds for texts with all the words.
func contains(words ...string) reduce.Predicate {
	return reduce.PredicateFunc(func(_ context.Context, c *reduce.Candidate) (bool, error) {
		for _, w := range words {
			if !strings.Contains(c.Text(), w) {
				return false, nil
			}
		}
		return true, nil
	})
}

// TestHostile: whatever the text is, the predicate holds for the result, and the result is small where it can be. Tests bounds the
// predicate's calls: the deepest nest that a text can have must not cost a call for each level.
//
// Nor must it cost a frame for each level: with 1.5 million levels and 700 bytes for each, the stack would outgrow the gigabyte that Go allows.
// The sample has a fifteenth of both.
func TestHostile(t *testing.T) {
	const deep = 100_000
	deepest := testdepth.Sample(deep, 3_000_000)
	defer debug.SetMaxStack(debug.SetMaxStack(testdepth.Sample(1_000_000_000/15, 1_000_000_000)))
	for _, tt := range []struct {
		name, text string
		words      []string
		mode       reduce.Mode
		most       int // bytes of the result
		tests      int
	}{
		{"nothing", "", nil, reduce.Lines, 0, 20},
		{"blanks and a comment", " \t\r\n; comment\r\n", nil, reduce.Lines, 0, 20},
		{"deep terms", "(declare-fun p () Bool)(assert " + strings.Repeat("(not ", deep) + "(=> p p)" + strings.Repeat(")", deep) + ")", []string{"(=>"}, reduce.Typed, 60, 400},
		{"deep raw", "(assert " + strings.Repeat("(g a ", deep) + "needle" + strings.Repeat(")", deep) + ")", []string{"needle"}, reduce.Typed, 20, 600},
		{"deep lists", "(frob " + strings.Repeat("(g a ", deepest) + "needle" + strings.Repeat(")", deepest) + ")", []string{"needle"}, reduce.Typed, 20, 600},
		{"doubling lets", "(declare-fun x () Int)(assert (let ((a (+ x x)))" + doubling(60) + "(> a59 0)" + strings.Repeat(")", 62), []string{"(+ "}, reduce.Typed, 40, 400},
		{"doubling definitions", definitions(60) + "(assert (> f59 7))", []string{"7"}, reduce.Typed, 40, 600},
		{"names declared twice", "(declare-fun x () Int)(declare-fun x () Bool)(assert (and x (> x 1) (< x 2)))", []string{"> "}, reduce.Typed, 60, 200},
		{"quoted symbols", "(declare-fun |a ) (b \" ; c| () Int)(declare-fun |and| () Bool)(assert (=> |and| (> |a ) (b \" ; c| 1)))", []string{"(> "}, reduce.Typed, 60, 100},
		{"strings", `(set-info :a ") ("" (")(declare-fun s () String)(assert (= s "(assert ""false"") ; | no"))(check-sat)`, []string{`""false""`}, reduce.Typed, 80, 100},
		{"annotations", "(declare-fun p () Bool)(assert (! (! (and p (! (not p) :named |q r|)) :named t :x (a (b) \"c)\")) :weight 3))(assert (=> t |q r|))", []string{"=>"}, reduce.Typed, 60, 200},
		{"unknown commands", "(frob 1)(declare-fun x () Int)(assert (> x 1))(frob (x) \"y\" :z)(check-sat)", []string{":z"}, reduce.Typed, 12, 100},
		{"never closed", "(assert (or true\n(needle\n(check-sat)", []string{"needle"}, reduce.Lines, 10, 100},
		{"closed too often", "(check-sat))\nneedle\n)", []string{"needle"}, reduce.Lines, 10, 100},
		{"bytes", "(assert \x00\xff\n(needle \x01\n", []string{"needle"}, reduce.Lines, 12, 100},
		{"carriage returns", "(declare-fun x () Int)\r\n(assert\r\n(> x 1))\r\n(check-sat)\r\n", []string{"> x"}, reduce.Typed, 45, 100},
		{"ill-sorted", "(declare-fun x () Int)(assert (and x (> x true) needle))(check-sat)", []string{"needle"}, reduce.Typed, 12, 200},
		{"ill-sorted for good", "(declare-fun x () Int)(declare-fun y () Int)(assert (or y (and x (> x true) (< y 1))))(check-sat)", []string{"(> x true)", "assert"}, reduce.Raw, 22, 200},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := reduce.Reduce(t.Context(), tt.text, contains(tt.words...), reduce.Config{MaxTests: 5000})
			if err != nil {
				t.Fatal(err)
			}
			text := r.Best.Text()
			for _, w := range tt.words {
				if !strings.Contains(text, w) {
					t.Errorf("%q is lost", w)
				}
			}
			if len(text) > tt.most || r.Tests > tt.tests {
				t.Errorf("%d bytes after %d tests, %v, %v:\n%.300s", len(text), r.Tests, r.Mode, r.End, text)
			}
			if tt.mode != r.Mode && tt.mode != reduce.Lines && len(text) > 0 {
				t.Errorf("mode %v, want %v", r.Mode, tt.mode)
			}
		})
	}
}

// doubling is a chain of lets, each of which uses the one before it twice.
func doubling(n int) string {
	var b strings.Builder
	last := "a"
	for i := range n {
		fmt.Fprintf(&b, "(let ((a%d (+ %s %s)))", i, last, last)
		last = fmt.Sprintf("a%d", i)
	}
	return b.String()
}

// definitions is a chain of definitions, each of which uses the one before it twice.
func definitions(n int) string {
	var b strings.Builder
	b.WriteString("(declare-fun x () Int)")
	last := "x"
	for i := range n {
		fmt.Fprintf(&b, "(define-fun f%d () Int (+ %s (* 2 %s)))", i, last, last)
		last = fmt.Sprintf("f%d", i)
	}
	return b.String()
}

// TestLarge reduces a megabyte, and ten where there is time.
func TestLarge(t *testing.T) {
	var b strings.Builder
	for i := range testdepth.Sample(10_000, 100_000) {
		fmt.Fprintf(&b, "(declare-fun variable_%d () Int)(assert (or (> variable_%d %d) (< (* 2 variable_%d) (+ 7 variable_%d))))\n", i, i, i, i/2, i)
	}
	b.WriteString("(check-sat)\n")
	r, err := reduce.Reduce(t.Context(), b.String(), contains("_7777 "), reduce.Config{Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Best.Text()) > 80 || r.Tests > 400 {
		t.Errorf("%d bytes after %d tests: %.200s", len(r.Best.Text()), r.Tests, r.Best.Text())
	}
}

const small = `(set-logic QF_LIA)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (and (> x 1) (or (= (* 3 x) (+ y 7)) (< y (ite (> x y) x (- y))))))
(assert (let ((z (+ x y))) (distinct z (+ z z) 5)))
(check-sat)
`

// TestOrder makes verdicts come in any order: candidates wait for later ones, so that every schedule is different. What is accepted is the
// same as without that.
func TestOrder(t *testing.T) {
	p := func(c *reduce.Candidate) bool {
		return strings.Contains(c.Text(), "ite") && strings.Contains(c.Text(), "distinct") || strings.Contains(c.Text(), "(* ")
	}
	plain, err := reduce.Reduce(t.Context(), small, reduce.PredicateFunc(func(_ context.Context, c *reduce.Candidate) (bool, error) {
		return p(c), nil
	}), reduce.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 0))
		var mu sync.Mutex
		r, err := reduce.Reduce(t.Context(), small, reduce.PredicateFunc(func(ctx context.Context, c *reduce.Candidate) (bool, error) {
			mu.Lock()
			turns := random.IntN(50)
			mu.Unlock()
			for range turns { // others continue meanwhile
				runtime.Gosched()
			}
			return p(c), ctx.Err()
		}), reduce.Config{Jobs: 1 + int(seed%8)})
		if err != nil {
			t.Fatal(err)
		}
		if r.Best.Text() != plain.Best.Text() {
			t.Fatalf("schedule %d: %s\nand without one: %s", seed, r.Best.Text(), plain.Best.Text())
		}
	}
}

// TestFirstWaits: a candidate that holds at once is not accepted as long as an earlier one may hold.
func TestFirstWaits(t *testing.T) {
	later := make(chan struct{})
	var once sync.Once
	r, err := reduce.Reduce(t.Context(), "(set-info :a 1)\n(set-info :b 2)\n", reduce.PredicateFunc(func(_ context.Context, c *reduce.Candidate) (bool, error) {
		switch {
		case !strings.Contains(c.Text(), ":a") && !strings.Contains(c.Text(), ":b"):
			return false, nil // both at once
		case !strings.Contains(c.Text(), ":b"): // the first of the two that are tried alone
			<-later
			return true, nil
		case !strings.Contains(c.Text(), ":a"):
			once.Do(func() { close(later) })
			return true, nil
		}
		return true, nil
	}), reduce.Config{Jobs: 2, Passes: []string{"noise"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Best.Text(); got != "(set-info :a 1)\n" {
		t.Errorf("got %q", got)
	}
}

// TestEnds: limits, interruptions and errors keep the best so far.
func TestEnds(t *testing.T) {
	t.Run("tests", func(t *testing.T) {
		r, err := reduce.Reduce(t.Context(), small, contains("(* "), reduce.Config{MaxTests: 7})
		if err != nil || r.End != reduce.OutOfTests || r.Tests != 7 || !strings.Contains(r.Best.Text(), "(* ") || len(r.Best.Text()) >= len(small) {
			t.Errorf("%v, %v after %d tests: %s", err, r.End, r.Tests, r.Best.Text())
		}
	})
	t.Run("interrupted", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		told := ""
		r, err := reduce.Reduce(ctx, small, contains("(* "), reduce.Config{Jobs: 3, Better: func(c *reduce.Candidate) error {
			if told = c.Text(); len(told) < len(small)/2 {
				cancel()
			}
			return nil
		}})
		if err != nil || r.End != reduce.Interrupted || r.Best.Text() != told {
			t.Errorf("%v, %v: %s\ntold: %s", err, r.End, r.Best.Text(), told)
		}
	})
	t.Run("error", func(t *testing.T) {
		broken := errors.New("broken")
		n := 0
		r, err := reduce.Reduce(t.Context(), small, reduce.PredicateFunc(func(context.Context, *reduce.Candidate) (bool, error) {
			if n++; n > 4 {
				return true, broken
			}
			return true, nil
		}), reduce.Config{})
		if !errors.Is(err, broken) || r.End != reduce.Failed || r.Best == nil {
			t.Errorf("%v, %v", err, r.End)
		}
	})
	t.Run("not holding", func(t *testing.T) {
		if _, err := reduce.Reduce(t.Context(), small, contains("nowhere"), reduce.Config{}); !errors.Is(err, reduce.ErrNotHolding) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("resumed", func(t *testing.T) {
		whole, err := reduce.Reduce(t.Context(), small, contains("(* ", "distinct"), reduce.Config{})
		if err != nil {
			t.Fatal(err)
		}
		for tests := 2; tests < whole.Tests; tests += 9 {
			part, err := reduce.Reduce(t.Context(), small, contains("(* ", "distinct"), reduce.Config{MaxTests: tests})
			if err != nil {
				t.Fatal(err)
			}
			rest, err := reduce.Reduce(t.Context(), part.Best.Text(), contains("(* ", "distinct"), reduce.Config{})
			if err != nil || len(rest.Best.Text()) > len(whole.Best.Text())+10 {
				t.Errorf("%v: after %d tests and then to the end: %s", err, tests, rest.Best.Text())
			}
		}
	})
}
