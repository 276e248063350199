package eval_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/eval"
)

// captured are values of one sort each, all different. Many of them have equal hashes: irrational numbers hash by their
// integer part, and all languages hash alike.
var captured = map[string][]string{
	"Int":               {"0", "1", "(- 1)", "4294967296", "9223372036854775808", "18446744073709551616"},
	"Real":              {"0.0", "0.5", "r2", "r3", "(- r2)", "(+ r2 r3)", "(* 0.5 r2)"},
	"RegLan":            {`(str.to_re "a")`, `(str.to_re "b")`, "re.all", `(re.* (str.to_re "a"))`, "re.none"},
	"String":            {`""`, `"a"`, `"aa"`, `"\u{0}"`},
	"(_ BitVec 8)":      {"#x00", "#x01", "#x80"},
	"L":                 {"nil", "(cons r2 nil)", "(cons r3 nil)", "(cons 1.0 (cons r2 nil))"},
	"(Seq Real)":        {"(as seq.empty (Seq Real))", "(seq.unit r2)", "(seq.unit r3)"},
	"U":                 {"u", "v"},
	"(Array Int Real)":  {"((as const (Array Int Real)) r2)", "((as const (Array Int Real)) r3)", "(store ((as const (Array Int Real)) r2) 1 r3)", "(store ((as const (Array Int Real)) r3) 1 r2)"},
	"(Array Real Bool)": {"((as const (Array Real Bool)) true)", "(store ((as const (Array Real Bool)) true) r2 false)", "(store ((as const (Array Real Bool)) true) r3 false)"},
	"(-> Int Int)":      {"same", "next", "(add 1)", "(add 2)"},
}

// ways are ways to make a function, or an array that is a function, from a value c of the sort S. E is a predicate on the sort.
var ways = map[string]string{
	"lambda":                                  "(define-fun make ((c S)) (-> Int Bool) (lambda ((i Int)) (and (< i 1) (E c))))",
	"lambda of two":                           "(define-fun make ((c S)) (-> Int Int Bool) (lambda ((i Int) (j Int)) (and (< i j) (E c))))",
	"lambda of two, given one":                "(define-fun both ((c S)) (-> Int Int Bool) (lambda ((i Int) (j Int)) (and (< i j) (E c))))(define-fun make ((c S)) (-> Int Bool) ((both c) 1))",
	"lambda, given the value":                 "(define-fun make ((c S)) (-> Int Bool) ((lambda ((d S) (i Int)) (and (< i 1) (E d))) c))",
	"function, given the value":               "(declare-fun f (S Int) Bool)(define-fun make ((c S)) (-> Int Bool) (f c))",
	"function with a lambda, given the value": "(define-fun both ((c S) (i Int)) (-> Int Bool) (lambda ((j Int)) (and (< i j) (E c))))(define-fun make ((c S)) (-> Int Int Bool) (both c))",
}

// TestFunctionsAreToldApart: functions that are written alike are the same over equal values. Over different values nothing is
// known: they may still have the same values. A hash is not an identity.
func TestFunctionsAreToldApart(t *testing.T) {
	const decls = `(set-logic HO_ALL)(declare-sort U 0)(declare-const u U)(declare-const v U)(declare-const r2 Real)(declare-const r3 Real)
(declare-datatype L ((nil) (cons (hd Real) (tl L))))(define-fun add ((a Int) (b Int)) Int (+ a b))
(define-fun same ((a Int)) Int a)(define-fun next ((a Int)) Int (+ a 1))`
	const answer = `((declare-fun U!val!0 () U)(declare-fun U!val!1 () U)(define-fun u () U U!val!0)(define-fun v () U U!val!1)
(define-fun r2 () Real (root-obj (+ (^ x 2) (- 2)) 2))(define-fun r3 () Real (root-obj (+ (^ x 2) (- 3)) 2)))`
	for sort, values := range captured {
		for way, define := range ways {
			var text strings.Builder
			text.WriteString(decls + "(declare-fun E (" + sort + ") Bool)" + strings.ReplaceAll(define, "S", sort))
			var pairs []string
			for _, a := range values {
				for _, b := range values {
					pairs = append(pairs, a+" and "+b)
					fmt.Fprintf(&text, "(assert (= (make %s) (make %s)))", a, b)
				}
			}
			for k, got := range under(t, text.String(), answer, eval.Options{Missing: eval.MissingOpen}) {
				same := k%(len(values)+1) == 0
				if same != (got == "true") || got == "false" {
					t.Errorf("%s over %s is %s", way, pairs[k], got)
				}
			}
		}
	}
}

// TestArraysOfFunctionsAreToldApart: the same holds for arrays that a model gives as functions.
func TestArraysOfFunctionsAreToldApart(t *testing.T) {
	const decls = `(declare-const a Real)(declare-const b Real)(declare-const n Int)(declare-const m Int)(declare-const k Int)
(declare-const A (Array Real (Array Real Bool)))(declare-const B (Array Int (Array Int Bool)))(declare-const C (Array Int (Array Int Int)))`
	const answer = `((define-fun a () Real (root-obj (+ (^ x 2) (- 2)) 2))(define-fun b () Real (root-obj (+ (^ x 2) (- 3)) 2))
(define-fun n () Int 1)(define-fun m () Int 5)(define-fun k () Int 1)(define-fun A ((x Real) (y Real)) Bool (< x y))(define-fun B ((x Int) (y Int)) Bool (< y x))
(define-fun C ((x Int) (y Int)) Int (ite (= y 3) x (ite (= y 4) 8 (* y x)))))`
	for formula, want := range map[string]string{
		"(= (select A a) (select A b))":                           "unsupported",
		"(distinct (select A a) (select A b))":                    "unsupported",
		"(= (select A a) (select A a))":                           "true",
		"(= (select B n) (select B m))":                           "unsupported",
		"(= (select B n) (select B k))":                           "true",
		"(= (select B n) (select B (- m 4)))":                     "true",
		"(= (select (select B n) 0) (select (select B m) 0))":     "true",
		"(= (select (select B n) 3) (select (select B m) 3))":     "false",
		"(= (select C n) (select C m))":                           "false",
		"(= (select C n) (select C k))":                           "true",
		"(= (store (select C n) 3 0) (store (select C m) 3 0))":   "unsupported",
		"(= (store (select C n) 3 0) (store (select C k) 3 0))":   "true",
		"(distinct (select B n) (select B m) (select B (+ m 1)))": "unsupported",
	} {
		if got := under(t, decls+"(assert "+formula+")", answer, eval.Options{}); got[0] != want {
			t.Errorf("%s is %s, want %s", formula, got[0], want)
		}
	}
}

// TestInstancesAreToldApart: a selector is a different function in each instance of a datatype with parameters, although
// constructors without fields look alike in all of them; a map's element is what the operator gives for the elements.
func TestInstancesAreToldApart(t *testing.T) {
	const decls = `(declare-datatypes ((P 1) (Q 2)) ((par (T) ((none) (some (val T) (n Int)))) (par (S T) ((nay) (yea (one S) (two T))))))
(declare-const p (P Int))(declare-const q (P Bool))(declare-const s (Seq (P Int)))(declare-const t (Seq (P Bool)))
(declare-const a (Array Int Int))(declare-const b (Array Int Int))`
	const answer = `((define-fun p () (P Int) none)(define-fun q () (P Bool) none)(define-fun s () (Seq (P Int)) (seq.unit (as none (P Int))))(define-fun t () (Seq (P Bool)) (seq.unit (as none (P Bool))))
(define-fun a () (Array Int Int) ((as const (Array Int Int)) 1))(define-fun b () (Array Int Int) ((as const (Array Int Int)) 0)))`
	for formula, want := range map[string]string{
		"(= (n (as none (P Int))) (n (as none (P Bool))))":                        "unspecified",
		"(distinct (n p) (n q))":                                                  "unspecified",
		"(= (n p) (n (as none (P Int))))":                                         "true",
		"(= (n (seq.nth s 0)) (n (seq.nth t 0)))":                                 "unspecified",
		"(= (n (seq.nth s 0)) (n p))":                                             "true",
		"(= (+ 1 (n p)) (+ 1 (n q)))":                                             "unspecified",
		"(= (two (as nay (Q Int Bool))) (two (as nay (Q Real Bool))))":            "unspecified",
		"(= (two (as nay (Q Int Bool))) (two (as nay (Q Int Bool))))":             "true",
		"(= (select ((_ map (div (Int Int) Int)) a b) 3) (div 1 0))":              "true",
		"(= (+ 1 (select ((_ map (div (Int Int) Int)) a b) 3)) (+ 1 (div 1 0)))":  "true",
		"(= (select ((_ map (mod (Int Int) Int)) a b) 3) (div 1 0))":              "unspecified",
		"(distinct (select ((_ map (mod (Int Int) Int)) a b) 3) (mod 1 (- 3 3)))": "false",
	} {
		if got := under(t, decls+"(assert "+formula+")", answer, eval.Options{}); got[0] != want {
			t.Errorf("%s is %s, want %s", formula, got[0], want)
		}
	}
}

// TestSelectorsOfModels: what a model says about a selector applies to the instance that it mentions.
func TestSelectorsOfModels(t *testing.T) {
	const decls = `(declare-datatypes ((P 1)) ((par (T) ((none) (some (val T) (n Int))))))`
	const answer = `((define-fun n ((x (P Int))) Int 7))`
	for formula, want := range map[string]string{
		"(= (n (as none (P Int))) 7)":  "true",
		"(= (n (as none (P Bool))) 7)": "unspecified",
	} {
		if got := under(t, decls+"(assert "+formula+")", answer, eval.Options{}); got[0] != want {
			t.Errorf("%s is %s, want %s", formula, got[0], want)
		}
	}
}

// TestDefaultFunctions: the default of a function sort accepts its arguments in any grouping.
func TestDefaultFunctions(t *testing.T) {
	const decls = `(set-logic HO_ALL)(declare-const f (-> Int Int Int))(declare-const g (-> Int Int (-> Bool Int)))(declare-const h (-> Int Int))`
	for formula, want := range map[string]string{
		"(= (f 1 2) 0)":                        "true",
		"(= ((f 1) 2) 0)":                      "true",
		"(= (f 1) (f 2))":                      "true",
		"(= (f 1) h)":                          "true",
		"(= (((g 1) 2) true) 0)":               "true",
		"(= ((g 1 2) true) 0)":                 "true",
		"(= (f 1) (lambda ((x Int)) (* 0 x)))": "unsupported",
	} {
		if got := under(t, decls+"(assert "+formula+")", "()", eval.Options{}); got[0] != want {
			t.Errorf("%s is %s, want %s", formula, got[0], want)
		}
	}
}
