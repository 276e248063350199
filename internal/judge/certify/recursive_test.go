package certify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/judge/oracle"
)

// TestRecursiveDefinitions: a definition that no function meets makes a check unsat, whatever its assertions are. A model counts as one
// only where the functions can be seen to terminate.
func TestRecursiveDefinitions(t *testing.T) {
	const sorts = `(declare-datatypes ((N 0) (L 0) (T 0) (F 0)) (((zero) (succ (pred N))) ((nil) (cons (hd Int) (tl L)) (snoc (init L) (end Int)))
((node (kids F))) ((none) (some (first T) (rest F)))))
(declare-codatatypes ((S 0)) (((stream (head Int) (next S)))))
(declare-fun g (Int) Int)(declare-fun h (L) L)(declare-fun a () (Array Int L))`
	const holds, open = oracle.ModelHolds, oracle.ModelOpen
	for _, tt := range []struct {
		name, definitions string
		want              oracle.ModelVerdict
	}{
		{"none", "(define-fun f ((x Int)) Int (+ 1 x))", holds},
		{"without a call", "(define-fun-rec f ((x Int)) Int (+ 1 x))", holds},
		{"a number one above itself", "(define-fun-rec f ((x Int)) Int (+ 1 (f x)))", open},
		{"the opposite of itself", "(define-fun-rec f ((x Int)) Bool (not (f x)))", open},
		{"a constant one above itself", "(define-fun-rec c () Int (+ 1 c))", open},
		{"opposites of each other", "(define-funs-rec ((f ((x Int)) Bool) (k ((x Int)) Bool)) ((not (k x)) (f x)))", open},
		{"opposites through a third", "(define-funs-rec ((f ((x Int)) Bool) (k ((x Int)) Bool) (m ((x Int)) Bool)) ((not (k x)) (m x) (f x)))", open},
		{"one that calls a function that cannot exist", "(define-fun-rec f ((x Int)) Int (+ 1 (f x)))(define-fun-rec k ((x Int)) Int (f x))", open},
		{"calls without a circle", "(define-funs-rec ((f ((x Int)) Int) (k ((x Int)) Int) (m ((x Int)) Int)) ((+ 1 (k x)) (+ (m x) (m 1)) 7))", holds},
		{"a level that was popped", "(push 1)(define-fun-rec f ((x Int)) Int (+ 1 (f x)))(pop 1)", holds},
		{"a level that is there", "(push 1)(define-fun-rec f ((x Int)) Int (+ 1 (f x)))", open},

		{"cases", "(define-fun-rec f ((x N)) Int (match x ((zero 0) ((succ y) (+ 1 (f y))))))", holds},
		{"cases, the whole again", "(define-fun-rec f ((x N)) Int (match x ((zero 0) ((succ y) (+ 1 (f x))))))", open},
		{"cases, a variable for the whole", "(define-fun-rec f ((x N)) Int (match x ((zero 0) (y (+ 1 (f y))))))", open},
		{"cases, built up again", "(define-fun-rec f ((x N)) Int (match x ((zero 0) ((succ y) (+ 1 (f (succ y)))))))", open},
		{"cases within cases", "(define-fun-rec f ((x N)) Int (match x ((zero 0) ((succ y) (match y ((zero 1) ((succ z) (f z))))))))", holds},
		{"cases of a variable for the whole", "(define-fun-rec f ((x N)) Int (match x ((y (match y ((zero 0) ((succ z) (f z))))))))", holds},
		{"cases of another", "(define-fun-rec f ((x N) (y N)) Int (match y ((zero 0) ((succ z) (f z y)))))", open},
		{"in the second place", "(define-fun-rec f ((x N) (y N)) Int (match y ((zero 0) ((succ z) (f y z)))))", holds},
		{"in turns", "(define-fun-rec f ((x N) (y N)) Int (match y ((zero 0) ((succ z) (ite (= x zero) (f z y) (f y z))))))", open},
		{"within itself", "(define-fun-rec f ((x N)) N (match x ((zero zero) ((succ y) (f (f y))))))", open},
		{"around itself", "(define-fun-rec f ((x N) (k N)) N (match x ((zero k) ((succ y) (f y (f y k))))))", holds},
		{"under a quantifier", "(define-fun-rec f ((x N) (k Int)) Bool (match x ((zero true) ((succ y) (forall ((j Int)) (f y j))))))", holds},
		{"what a quantifier binds", "(define-fun-rec f ((x N)) Bool (match x ((zero true) ((succ y) (forall ((z N)) (not (f z)))))))", open},
		{"as a value", "(define-fun-rec f ((x N)) Int (match x ((zero 0) ((succ y) (let ((k f)) (+ 1 (k x)))))))", open},

		{"a selector after a tester", "(define-fun-rec f ((x L)) Int (ite ((_ is cons) x) (+ 1 (f (tl x))) 0))", holds},
		{"a selector without a tester", "(define-fun-rec f ((x N)) Int (+ 1 (f (pred x))))", open},
		{"a selector after the wrong tester", "(define-fun-rec f ((x L)) Int (ite ((_ is snoc) x) (+ 1 (f (tl x))) 0))", open},
		{"a selector on the wrong side", "(define-fun-rec f ((x L)) Int (ite ((_ is cons) x) 0 (+ 1 (f (tl x)))))", open},
		{"a selector of what is left", "(define-fun-rec f ((x N)) Int (ite (= x zero) 0 (+ 1 (f (pred x)))))", holds},
		{"a selector of one of two that are left", "(define-fun-rec f ((x L)) Int (ite (= x nil) 0 (+ 1 (f (tl x)))))", open},
		{"a selector of the last that is left", "(define-fun-rec f ((x L)) Int (ite (or (= nil x) ((_ is snoc) x)) 0 (+ 1 (f (tl x)))))", holds},
		{"a selector of the only constructor", "(define-funs-rec ((f ((x T)) Int) (k ((x F)) Int)) ((k (kids x)) (match x ((none 0) ((some t r) (+ (f t) (k r)))))))", holds},
		{"a selector of a part", "(define-fun-rec f ((x L)) Int (ite (and ((_ is cons) x) ((_ is cons) (tl x))) (f (tl (tl x))) 0))", holds},
		{"a selector of a part without a tester", "(define-fun-rec f ((x L)) Int (ite ((_ is cons) x) (f (tl (tl x))) 0))", open},
		{"a conjunction for the tester", "(define-fun-rec f ((x L)) Bool (and ((_ is cons) x) (not (f (tl x)))))", holds},
		{"a conjunction the other way round", "(define-fun-rec f ((x L)) Bool (and (not (f (tl x))) ((_ is cons) x)))", open},
		{"a disjunction for the tester", "(define-fun-rec f ((x L)) Bool (or (not ((_ is cons) x)) (not (f (tl x)))))", holds},
		{"a disjunction with the tester", "(define-fun-rec f ((x L)) Bool (or ((_ is cons) x) (not (f (tl x)))))", open},
		{"an implication for the tester", "(define-fun-rec f ((x L)) Bool (=> ((_ is cons) x) (not (f (tl x)))))", holds},
		{"a tester of something else", "(define-fun-rec f ((x L) (y L)) Int (ite ((_ is cons) y) (+ 1 (f (tl x) y)) 0))", open},
		{"another function in between", "(define-fun-rec f ((x L)) Int (ite ((_ is cons) x) (+ 1 (f (h (tl x)))) 0))", open},
		{"an array in between", "(define-fun-rec f ((x L)) Int (ite ((_ is cons) x) (+ 1 (f (select a (hd x)))) 0))", open},
		{"a stream", "(define-fun-rec f ((x S)) Int (match x (((stream y z) (+ 1 (f z))))))", open},
		{"even and odd", "(define-funs-rec ((even ((x N)) Bool) (odd ((x N)) Bool)) ((match x ((zero true) ((succ y) (odd y)))) (match x ((zero false) ((succ y) (even y))))))", holds},
		{"even and odd that go up again", "(define-funs-rec ((even ((x N)) Bool) (odd ((x N)) Bool)) ((match x ((zero true) ((succ y) (odd y)))) (match x ((zero false) ((succ y) (even (succ (succ y))))))))", open},
		{"a user of a circle", "(define-funs-rec ((k ((x N)) Int) (f ((x N)) Int)) ((f (succ x)) (match x ((zero 0) ((succ y) (+ 1 (f y)))))))", holds},

		{"down to a bound", "(define-fun-rec f ((n Int)) Int (ite (> n 0) (+ 1 (f (- n 1))) 0))", holds},
		{"down to a bound, otherwise", "(define-fun-rec f ((n Int)) Int (ite (<= n (- 5)) 0 (+ 1 (f (+ (- 2) n)))))", holds},
		{"down to a bound on the left", "(define-fun-rec f ((n Int)) Int (ite (< 0 n) (+ 1 (f (+ n (- 1)))) 0))", holds},
		{"down by two and by one", "(define-fun-rec f ((n Int)) Int (ite (< n 2) n (+ (f (- n 1)) (f (- n 2)))))", holds},
		{"down without a bound", "(define-fun-rec f ((n Int)) Int (ite (= n 0) 0 (+ 1 (f (- n 1)))))", open},
		{"down below the bound", "(define-fun-rec f ((n Int)) Int (ite (< n 0) (+ 1 (f (- n 1))) 0))", open},
		{"down on the wrong side", "(define-fun-rec f ((n Int)) Int (ite (> n 0) 0 (+ 1 (f (- n 1)))))", open},
		{"down by nothing", "(define-fun-rec f ((n Int)) Int (ite (> n 0) (+ 1 (f (- n 0))) 0))", open},
		{"down and up again", "(define-fun-rec f ((n Int)) Int (ite (> n 0) (+ 1 (f (- n (- 1)))) 0))", open},
		{"the difference the other way round", "(define-fun-rec f ((n Int)) Int (ite (> n 0) (+ 1 (f (- 1 n))) 0))", open},
		{"a bound of another", "(define-fun-rec f ((n Int) (m Int)) Int (ite (> m 0) (+ 1 (f (- n 1) m)) 0))", open},
		{"a bound that moves", "(define-fun-rec f ((n Int) (m Int)) Int (ite (> n m) (+ 1 (f (- n 1) (- m 2))) 0))", open},
		{"up to a bound", "(define-fun-rec f ((n Int)) Int (ite (>= n 100) n (f (+ 1 n))))", holds},
		{"up and down", "(define-fun-rec f ((n Int)) Int (ite (and (< 0 n) (< n 9)) (ite (= (g n) 0) (f (+ n 1)) (f (- n 1))) 0))", open},
		{"a real by halves", "(define-fun-rec f ((n Real)) Real (ite (> n 0.0) (+ 1.0 (f (/ n 2.0))) 0.0))", open},
		{"91", "(define-fun-rec f ((n Int)) Int (ite (> n 100) (- n 10) (f (f (+ n 11)))))", open},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := formula(t, "(set-logic HO_ALL)"+sorts+tt.definitions+"(declare-const v Int)(assert (= v 0))(check-sat)")
			r := f.Model("((define-fun v () Int 0))", "", 0)
			if r.Verdict != tt.want || tt.want == open && !strings.Contains(r.Summary, "recursive definition of") {
				t.Errorf("%v: %s, want %v", r.Verdict, r.Summary, tt.want)
			}
			decided := oracle.NoModel
			if tt.want == holds {
				decided = holds
			}
			if r := f.Decide(0); r.Verdict != decided {
				t.Errorf("without a model %v: %s, want %v", r.Verdict, r.Summary, decided)
			}
		})
	}
}

// TestRecursiveDefinitionsInCores: the recursive definitions in a smaller script for a core are in force there as well.
func TestRecursiveDefinitionsInCores(t *testing.T) {
	const text = coreOptions + "(declare-const p Bool)(assert (! p :named a))(assert (! (not p) :named b))%s(check-sat)(get-unsat-core)"
	for definition, want := range map[string]oracle.ModelVerdict{
		"": oracle.ModelHolds,
		"(define-fun-rec f ((x Int)) Int (+ 1 (f x)))":                       oracle.NoModel,
		"(define-fun-rec f ((x Int)) Int (ite (< x 0) 0 (+ 1 (f (- x 1)))))": oracle.ModelHolds,
	} {
		f := formula(t, fmt.Sprintf(text, definition))
		if r := f.Core("(a)", 0, nil); r.Verdict != want {
			t.Errorf("%s: %v: %s, want %v", definition, r.Verdict, r.Summary, want)
		}
	}
}

// TestManyRecursiveDefinitions: the examination of definitions ends, however many there are and however often parts occur in them.
func TestManyRecursiveDefinitions(t *testing.T) {
	for name, definitions := range map[string]func() string{
		"a long circle": func() string {
			var heads, bodies strings.Builder
			for i := range 3000 {
				fmt.Fprintf(&heads, "(f%d ((x Int)) Int)", i)
				fmt.Fprintf(&bodies, "(f%d x)", (i+1)%3000)
			}
			return "(define-funs-rec (" + heads.String() + ")(" + bodies.String() + "))"
		},
		"what occurs twice in what occurs twice": func() string {
			body := "(f x)"
			for range 14 { // the text doubles; as a term it has 14 parts
				body = "(+ " + body + " " + body + ")"
			}
			return "(define-fun-rec f ((x Int)) Int " + body + ")"
		},
		"deep": func() string {
			return "(define-fun-rec f ((x Int)) Int " + strings.Repeat("(ite (= x 1) 1 ", 20_000) + "(f x)" + strings.Repeat(")", 20_000) + ")"
		},
	} {
		f := formula(t, definitions()+"(check-sat)")
		if r := f.Model("()", "", 0); r.Verdict != oracle.ModelOpen {
			t.Errorf("%s: %v: %s", name, r.Verdict, r.Summary)
		}
	}
}
