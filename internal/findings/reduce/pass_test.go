package reduce_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/findings/reduce"
	"github.com/assay-smt/assay/smt/elab"
)

// passTests show what each pass does by itself: the text must keep matching the pattern.
var passTests = []struct{ pass, text, keep, want string }{
	{"names", "(declare-sort Elem 0)(declare-fun a_constant () Elem)(declare-fun |a function| (Elem) Elem)(assert (forall ((var Elem)) (= a_constant (|a function| var))))", "assert", "(declare-sort S 0) (declare-const x S) (declare-fun f (S) S) (assert (forall ((y S)) (= x (f y))))"},
	{"names", "(define-fun a_function ((param Int)) Int param)(define-fun a_constant () Int 1)(define-fun-rec again ((count Int)) Int (again count))(assert (= (a_function 2) a_constant (again 1)))", "assert", "(define-fun f ((x Int)) Int x) (define-fun y () Int 1) (define-fun-rec g ((z Int)) Int (g z)) (assert (= (f 2) y (g 1)))"},
	{"names", "(declare-datatype List (par (X) ((empty) (insert (head X) (tail (List X))))))(declare-fun list () (List Int))(assert (= list (insert 1 list)))", "assert", ""},
	{"noise", "(set-info :a b)(declare-fun x () Int)(get-model)(exit)", "x", "(declare-const x Int)"},
	{"assertions", "(declare-fun x () Int)(assert (> x 0))(assert (> x 1))(assert (> x 2))", "> x 1", "(declare-const x Int) (assert (> x 1))"},
	{"unused", "(declare-sort S 0)(declare-fun x () Int)(declare-fun y () S)(declare-datatype D ((c (s Int))))(assert (> x 0))", "assert", "(declare-const x Int) (assert (> x 0))"},
	{"commands", "(set-logic ALL)(declare-fun x () Int)(check-sat)(frob)(get-model)", "frob", "(frob)"},
	{"scopes", "(push 1)(assert true)(push 1)(check-sat)(pop 1)(pop 1)", "check", "(assert true) (check-sat)"},
	{"questions", "(check-sat-using (then simplify smt))", "check", "(check-sat)"},
	{"lists", "(check-sat-using (then simplify (repeat ctx-simplify 2) smt))", "using.*then.*ctx.*smt", "(check-sat-using (then ctx-simplify smt))"},
	{"questions", "(check-sat-assuming (true))", "check", "(check-sat)"},
	{"terms", "(declare-fun x () Int)(assert (not (and (> x (+ 1 2 x)) (= x 5) (< (* x (div x 2)) 7))))", "div", "(declare-const x Int) (assert (= 0 (div x 2)))"},
	{"symbols", "(declare-fun x () Int)(declare-fun y () Int)(assert (> (div x y) x))", "div [a-z] [a-z]", "(declare-const x Int) (assert (> (div x x) x))"},
	{"symbols", "(declare-fun x () Int)(declare-fun y () Int)(assert (> (div x y) x))", "div", "(assert (> (div 0 0) 0))"},
	{"variables", "(declare-fun x () Int)(assert (> (div (* 2 x) 3) 0))", "div", "(declare-const x Int) (assert (> (div x 3) 0))"},
	{"fresh", "(declare-fun x () Int)(declare-fun y () Int)(assert (> (div (* 2 (+ x (abs (+ y y y x x x x 13 y x)))) 3) 0))", `div`, "(declare-const x Int) (declare-const y Int) (declare-const z Int) (assert (> (div z 3) 0))"},
	{"leaves", "(declare-fun x () Int)(assert (> (div x x) x))", "div x", "(declare-const x Int) (assert (> (div x 0) 0))"},
	{"equations", "(declare-fun x () Int)(declare-fun y () Int)(assert (= y (* x x)))(assert (> (div y y) x))", "div", "(declare-const x Int) (assert (> (div (* x x) (* x x)) x))"},
	{"definitions", "(declare-fun x () Int)(define-fun f ((a Int) (b Int)) Int (div a b))(assert (> (f x 1) x))", "div", "(declare-const x Int) (assert (> (div x 1) x))"},
	{"bodies", "(define-fun-rec f ((a Int)) Int (f (- a 1)))(assert (> (f 1) 0))", "f", "(declare-fun f (Int) Int) (assert (> (f 1) 0))"},
	{"labels", "(declare-fun x () Int)(assert (! (> x 0) :named a))(assert (=> a (> x 1)))", "=>", "(declare-const x Int) (assert (> x 0)) (assert (=> (> x 0) (> x 1)))"},
	{"parameters", "(declare-fun f (Int Bool) Int)(define-fun g ((a Int) (b Int)) Int (f b (> a 0)))(assert (> (g 1 2) 0))", "f.*g", "(declare-const f Int) (define-fun g () Int f) (assert (> g 0))"},
	{"bound", "(declare-fun p (Int Int) Bool)(assert (forall ((x Int) (y Int)) (exists ((z Int)) (and (p x y) (p y z)))))", "forall", "(declare-fun p (Int Int) Bool) (assert (forall ((y Int)) (and (p 0 y) (p y 0))))"},
	{"flatten", "(declare-fun x () Int)(assert (> (+ (+ x 1) (+ 2 (+ x 3))) 0))", "[+]", "(declare-const x Int) (assert (> (+ x 1 2 x 3) 0))"},
	{"negations", "(declare-fun x () Int)(assert (not (<= x 0)))", "x 0", "(declare-const x Int) (assert (> x 0))"},
	{"negations", "(declare-fun p (Int) Bool)(assert (not (exists ((x Int)) (not (p x)))))", "p x", "(declare-fun p (Int) Bool) (assert (forall ((x Int)) (p x)))"},
	{"indices", "(declare-fun x () (_ BitVec 8))(assert (= x ((_ rotate_left 13) x)))", "rotate", "(declare-const x (_ BitVec 8)) (assert (= x ((_ rotate_left 0) x)))"},
	{"literals", `(declare-fun x () Int)(assert (> x 123456))`, "> x [1-9]", "(declare-const x Int) (assert (> x 1))"},
	{"literals", `(declare-fun x () Int)(assert (> x 123456))`, `> x \d\d`, "(declare-const x Int) (assert (> x 10))"},
	{"literals", `(declare-fun x () String)(assert (= x "ab""\u{7f}c)d("))`, `"".*c\)`, `(declare-const x String) (assert (= x """c)"))`},
	{"literals", `(declare-fun x () (_ BitVec 8))(assert (= x (_ bv77 8)))(assert (= x #b01010101))`, `x`, `(declare-const x (_ BitVec 8)) (assert (= x #x00)) (assert (= x #x00))`},
	{"literals", `(declare-fun x () Real)(assert (= x 17.125))`, `= x [1-9]`, `(declare-const x Real) (assert (= x 1.0))`},
	{"widths", "(declare-fun x () (_ BitVec 32))(declare-fun y () (_ BitVec 16))(assert (= x (concat (bvadd y #x1234) y)))(assert (= ((_ extract 31 16) x) y))", "bvadd", ""},
	{"formats", "(declare-fun x () (_ FloatingPoint 11 53))(assert (fp.lt x (fp.add RNE x ((_ to_fp 11 53) RNE 1.5))))(assert (= x (_ +zero 11 53)))", "fp.add", ""},
	{"sorts", "(declare-sort S 0)(declare-fun x () S)(declare-fun f (S) S)(assert (= x (f x)))", "f x", "(declare-const x Int) (declare-fun f (Int) Int) (assert (= x (f x)))"},
	{"sorts", "(declare-fun x () (Array Int Real))(declare-fun y () (Array Int Real))(declare-fun f ((Array Int Real)) Bool)(assert (f x))(assert (= x y))", "= x y", "(declare-const x Int) (declare-const y Int) (declare-fun f (Int) Bool) (assert (f x)) (assert (= x y))"},
	{"sorts", "(declare-fun x () Real)(declare-fun y () (Array Int Real))(assert (= x (select y 1)))", "select", "(declare-const x Int) (declare-const y (Array Int Int)) (assert (= x (select y 1)))"},
	{"datatypes", "(declare-datatypes ((L 0) (M 0)) (((nil) (cons (hd Int) (tl L))) ((m))))(declare-fun l () L)(assert (= l (cons 1 nil)))", "cons 1", "(declare-datatypes ((L 0)) (((cons (hd Int))))) (declare-const l L) (assert (= l (cons 1)))"},
	{"datatypes", "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-fun l () L)(assert (= l (cons 1 nil)))", "cons", ""},
	{"instances", "(declare-datatypes ((L 1) (P 2)) ((par (X) ((nil) (cons (hd X) (tl (L X))))) (par (A B) ((mk (fst A) (snd (L B)))))))(declare-fun p () (P Int Bool))(assert (= p (mk 1 (cons true (as nil (L Bool))))))", "assert", "(declare-datatypes ((L 0) (P 0)) (((nil) (cons (hd Bool) (tl L))) ((mk (fst Int) (snd L))))) (declare-const p P) (assert (= p (mk 1 (cons true (as nil L)))))"},
	{"instances", "(declare-datatype M (par (X) ((none) (some (val X)))))(declare-fun p () (M Int))(declare-fun q () (M Bool))(assert (distinct p (some 1)))", "Bool", "(declare-datatype M (par (X) ((none) (some (val X))))) (declare-const p (M Int)) (declare-const q (M Bool)) (assert (distinct p (some 1)))"},
	{"asked", "(declare-fun x () Int)(check-sat)(get-value (x (* x 2) (> (div x 2) 1) (+ x 1)))", "div", "(declare-const x Int) (check-sat) (get-value ((div x 2)))"},
	{"asked", "(declare-fun x () Int)(assert-soft (> x 1) :weight 3 :id a)(maximize x :id b)(simplify (+ 1 (mod x 3)) :som true :flat false)", "id b.*mod.*flat", "(declare-const x Int) (assert-soft (> x 1)) (maximize x :id b) (simplify (mod x 3) :flat)"},
	{"asked", "(declare-fun x () Int)(get-interpolant I (> x 1) ((S Bool)) ((S Bool (true))))(get-interpolants (and a b) c)(eval (> (mod x 3) 1) :completion true)", "mod.*", "(declare-const x Int) (get-interpolant I (> x 1)) (get-interpolants () c) (eval (mod x 3))"},
	{"terms", "(declare-fun x () Int)(get-interpolant I (or (> x 1) (= (div x 2) 3)))(get-abduct J (and (< x 1) (= x (mod x 2))))", "I.*div.*J.*mod", "(declare-const x Int) (get-interpolant I (= (div x 2) 3)) (get-abduct J (= x (mod x 2)))"},
	{"names", "(declare-datatype List (par (Elem) ((empty) (insert (head Elem)))))(declare-fun list () (List Int))(assert (is-insert list))(get-interpolant I. (= list (insert 1)))", "assert", "(declare-datatype x (par (S) ((y) (z (w S))))) (declare-const v (x Int)) (assert ((_ is z) v)) (get-interpolant u (= v (z 1)))"},
	{"forms", "(declare-datatypes ((L 0)) (((c))))(declare-fun l () L)(assert (= l c))", "assert", "(declare-datatype L ((c))) (declare-const l L) (assert (= l c))"},
	{"single", "(set-option :a b)(declare-fun x () Int)(check-sat-using (using-params smt :random_seed 3 :b true))(assert (and (> x 1) (< x (ite true 2 3))))", "using-params smt.*x 1", "(declare-const x Int) (check-sat-using (using-params smt)) (assert (> x 1))"},
	{"assumptions", "(declare-fun a () Bool)(declare-fun b () Bool)(check-sat-assuming (a (not b)))", "not b", "(declare-const a Bool) (declare-const b Bool) (check-sat-assuming ((not b)))"},
	{"attributes", "(declare-fun p (Int) Bool)(assert (forall ((x Int)) (! (p x) :pattern ((p x)) :qid q)))", "pattern", "(declare-fun p (Int) Bool) (assert (forall ((x Int)) (! (p x) :pattern ((p x)))))"},
	{"cases", "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-fun l () L)(assert (match l ((nil true) ((cons h t) (> h 0)) (x false))))", "match", ""},
	{"logic", "(set-logic QF_AUFNIRA)(declare-fun x () Int)", "QF_.*(LIA|NIRA)", "(set-logic QF_LIA) (declare-const x Int)"},
}

func TestPasses(t *testing.T) {
	for _, tt := range passTests {
		t.Run(tt.pass, func(t *testing.T) {
			keep := regexp.MustCompile("(?s)" + tt.keep)
			p := reduce.PredicateFunc(func(_ context.Context, c *reduce.Candidate) (bool, error) {
				return keep.MatchString(c.Text()), nil
			})
			passes := []string{tt.pass}
			r, err := reduce.Reduce(t.Context(), tt.text, p, reduce.Config{Passes: passes})
			if err != nil {
				t.Fatal(err)
			}
			got := strings.TrimSpace(strings.ReplaceAll(r.Best.Text(), "\n", " "))
			if tt.want == "" {
				t.Log(got)
				return
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if _, err := elab.Script(r.Best.Text(), elab.Options{}); err != nil {
				t.Error(err)
			}
		})
	}
	// Every pass has a test.
	for _, p := range reduce.Passes() {
		if !slices.ContainsFunc(passTests, func(tt struct{ pass, text, keep, want string }) bool { return tt.pass == p.Name }) && p.Name != "lists" && p.Name != "atoms" {
			t.Errorf("the pass %s has no test", p.Name)
		}
	}
}
