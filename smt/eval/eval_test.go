package eval_test

import (
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
)

// under evaluates the assertions of a script under a model text.
func under(t *testing.T, text, answer string, opts eval.Options) []string {
	t.Helper()
	s, err := elab.Script(text+"\n(check-sat)", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.Read(answer, s, 0, model.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ev := eval.New(s.Store, m, opts)
	active, _ := s.Active(0)
	var out []string
	for _, a := range active {
		v := ev.Term(a.Term)
		word := v.String()
		if v.IsOpen() {
			word = word[1 : len(word)-1]
		}
		out = append(out, word)
	}
	return out
}

func TestOpenValuesSpreadLittle(t *testing.T) {
	const decls = `(declare-const x Int)(declare-const y Int)(declare-const r Real)(declare-const f Float32)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))(declare-const l L)
(declare-const a (Array Int Int))(declare-const p Bool)(declare-const q (Seq Int))`
	const answer = `((define-fun x () Int 7) (define-fun y () Int 0) (define-fun r () Real 0.0) (define-fun f () Float32 (_ -zero 8 24))
(define-fun l () L nil) (define-fun a () (Array Int Int) ((as const (Array Int Int)) 3)) (define-fun p () Bool true)
(define-fun q () (Seq Int) (seq.unit 4)))`
	for formula, want := range map[string]string{
		"(or true (= 1 (div x y)))":                                            "true",
		"(or (= 1 (div x y)) true)":                                            "true",
		"(and (= 1 (div x y)) false)":                                          "false",
		"(=> (= 1 (div x y)) p)":                                               "true",
		"(= 1 (div x y))":                                                      "unspecified",
		"(= (div x y) (div 7 (- 3 3)))":                                        "true",
		"(= (div x y) (div 8 y))":                                              "unspecified",
		"(distinct (div x y) (div x 0))":                                       "false",
		"(<= (mod x y) (mod x y))":                                             "true",
		"(< (mod x y) (mod x y))":                                              "false",
		"(= (+ 1 (div x y)) (+ 1 (div x 0)))":                                  "true",
		"(= 0 (* 0 (div x y)))":                                                "true",
		"(= (ite (= 1 (div x y)) 5 5) 5)":                                      "true",
		"(= (ite p 5 (div x y)) 5)":                                            "true",
		"(= (hd l) (hd nil))":                                                  "true",
		"(= (hd l) 1)":                                                         "unspecified",
		"(= (cons (hd l) nil) nil)":                                            "false",
		"(= (cons 1 (tl l)) (cons 2 (tl l)))":                                  "false",
		"(= (hd (cons 3 (tl l))) 3)":                                           "true",
		"(= (select (store a 2 (div x y)) 1) 3)":                               "true",
		"(= (select (store a 2 (div x y)) 2) (div x y))":                       "true",
		"(= (store a 2 (div x y)) (store a 2 (div x y)))":                      "true",
		"(= (store (store a 1 4) 2 (div x y)) a)":                              "false",
		"(= (select a (div x y)) 3)":                                           "true",
		"(fp.eq (fp.min f (fp.neg f)) f)":                                      "unspecified",
		"(= (fp.to_real ((_ to_fp 8 24) RNE 2.5)) 2.5)":                        "true",
		"(= (/ 1.0 r) (/ 1.0 0.0))":                                            "true",
		"(= (seq.nth q 5) (seq.nth q 5))":                                      "true",
		"(= (seq.nth q 0) 4)":                                                  "true",
		"(= (seq.len (seq.++ q (seq.unit (div x y)))) 2)":                      "true",
		"(exists ((z Int)) (> (* 2 z) 49))":                                    "true",
		"(forall ((z Int)) (>= (* z z) 1))":                                    "false",
		"(forall ((z Int)) (or (= z z) (= z 1)))":                              "true",
		"(forall ((z Int)) (> (+ (* z z z z) 1) (* z z)))":                     "unsupported",
		"(forall ((b Bool) (v (_ BitVec 3))) (= (bvadd v v) (bvshl v #b001)))": "true",
		"(exists ((v (_ BitVec 4))) (= (bvmul v v) #x9))":                      "true",
		"(forall ((v (_ BitVec 4))) (= (bvudiv v #x0) #xf))":                   "true",
		"(forall ((z Real)) (> z (/ 1.0 r)))":                                  "unsupported",
		"(forall ((z Int)) (=> p (= (div z 0) (div z 0))))":                    "true",
		"((_ is nil) l)":                                                       "true",
		"(match l ((nil true) ((cons h t) false)))":                            "true",
	} {
		if got := under(t, decls+"(assert "+formula+")", answer, eval.Options{}); got[0] != want {
			t.Errorf("%s is %s, want %s", formula, got[0], want)
		}
	}
}

// What a model says about open values counts, and what it omits is completed as the options say.
func TestModelFillsGaps(t *testing.T) {
	const decls = "(declare-const x Int)(declare-fun f (Int) Int)"
	if got := under(t, decls+"(assert (= (div x 0) 3))(assert (= (mod x 0) x))", `((define-fun x () Int 5) (define-fun div0 ((a Int) (b Int)) Int 3)
(define-fun mod0 ((a Int)) Int a))`, eval.Options{}); got[0] != "true" || got[1] != "true" {
		t.Error(got)
	}
	if got := under(t, decls+"(assert (= x 0))(assert (= (f 4) 0))", "()", eval.Options{}); got[0] != "true" || got[1] != "true" {
		t.Error(got)
	}
	if got := under(t, decls+"(assert (= x 0))(assert (= (f 4) (f (+ 2 2))))", "()", eval.Options{Missing: eval.MissingOpen}); got[0] != "unspecified" || got[1] != "true" {
		t.Error(got)
	}
}

// Recursive functions, deep terms and runaway recursion.
func TestDepth(t *testing.T) {
	const fib = "(define-fun-rec fib ((n Int)) Int (ite (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))"
	if got := under(t, fib+"(assert (= (fib 15) 610))", "()", eval.Options{}); got[0] != "true" {
		t.Error(got)
	}
	if got := under(t, "(define-fun-rec f ((n Int)) Int (f (+ n 1)))(assert (= (f 0) 1))", "()", eval.Options{}); got[0] != "unsupported" {
		t.Error(got)
	}
	deep := ""
	for range 20_000 {
		deep += "(- "
	}
	text := "(declare-const x Int)(assert (= 0 " + deep + "x"
	for range 20_000 {
		text += ")"
	}
	if got := under(t, text+"))", "((define-fun x () Int 0))", eval.Options{}); got[0] != "true" {
		t.Error(got)
	}
	if got := under(t, "(assert (forall ((a (_ BitVec 16)) (b (_ BitVec 16))) (= a b)))", "()", eval.Options{}); got[0] != "false" {
		t.Error(got)
	}
}

// A recursion over an argument of which nothing is known has no end. It does not use up the steps of what comes after it.
func TestBlindRecursion(t *testing.T) {
	const length = "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))(declare-const x L)" +
		"(define-fun-rec len ((l L)) Int (ite ((_ is nil) l) 0 (+ 1 (len (tail l)))))"
	const both = "(define-fun-rec f ((l L) (k L)) Int (ite (= l k) 0 (+ (f (tail l) k) (f l (tail k)))))"
	for formula, want := range map[string]string{
		"(= (len x) 3)": "unsupported",
		"(= (len (cons 1 (cons 2 (cons 3 (cons 4 (cons 5 (cons 6 (cons 7 (cons 8 (cons 9 (cons 10 (cons 11 nil)))))))))))) 11)": "true",
		"(= (len (cons 1 x)) 3)": "unsupported",
		"(= (f x (tail x)) 3)":   "unsupported",
		"(= (f x x) 0)":          "true",
	} {
		got := under(t, length+both+"(assert "+formula+")(assert (= 1 2))", "()", eval.Options{Missing: eval.MissingOpen, Steps: 1_000})
		if got[0] != want || got[1] != "false" {
			t.Errorf("%s: %v, want %s and false", formula, got, want)
		}
	}
}

// The smallest false part is named with the values in it.
func TestExplain(t *testing.T) {
	s, err := elab.Script(`(declare-const x Int)(declare-const y Int)(declare-const p Bool)
(assert (and (or p (> x 1)) (=> p (not (ite (> y 0) (< x y) p)))))(check-sat)`, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.Read("((define-fun x () Int 2) (define-fun y () Int 3) (define-fun p () Bool true))", s, 0, model.Options{})
	if err != nil {
		t.Fatal(err)
	}
	active, _ := s.Active(0)
	got := eval.New(s.Store, m, eval.Options{}).Explain(active[0].Term).String()
	if want := "(< x y) is true: x = 2, y = 3"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Functions that hold different arrays are different functions, though the arrays have one base.
func TestFunctionsOfArrays(t *testing.T) {
	const text = `(define-fun h ((a (Array Int Int))) (-> Int Int) (lambda ((i Int)) (select a i)))(declare-const a (Array Int Int))
(assert (= (h a) (h (store a 1 1))))(assert (= (h a) (h (store a 1 0))))(assert (= (h (store a 1 1)) (h (store a 1 1))))`
	got := under(t, text, "((define-fun a () (Array Int Int) ((as const (Array Int Int)) 0)))", eval.Options{})
	if got[0] == "true" || got[1] != "true" || got[2] != "true" {
		t.Error(got)
	}
}
