package model_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
)

func read(t testing.TB, text string) *script.Script {
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// forms are the ways in which solvers print the same meaning: every one has to make the script's assertions true.
var forms = []struct{ name, script, answer string }{
	{"z3", `(declare-sort U 0)(declare-fun f (U Int) U)(declare-const u U)(declare-const v U)(declare-const a (Array Int Int))
(declare-const x Int)(declare-const r Real)(declare-const s String)(declare-const bv (_ BitVec 8))
(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-const l L)
(assert (distinct u v (f v 2)))(assert (= (select a 3) 7))(assert (= (select a x) 9))(assert (= (* r r) 2.0))
(assert (= (div x 0) 3))(assert (= bv #x0f))(assert (= s "a\u{41}\u{e9}""b"))(assert (= l (cons 5 nil)))
(assert (= (f u 9) (f v 2)))(assert (forall ((w U)) (or (= w u) (= w v) (= w (f v 2)))))`, `sat
(
  ;; universe for U:
  ;;   U!val!1 U!val!2 U!val!0
  (declare-fun U!val!1 () U)
  (declare-fun U!val!2 () U)
  (declare-fun U!val!0 () U)
  ;; cardinality constraint:
  (forall ((x U)) (or (= x U!val!1) (= x U!val!2) (= x U!val!0)))
  (define-fun l () L
    (cons 5 nil))
  (define-fun x () Int
    0)
  (define-fun v () U
    U!val!1)
  (define-fun u () U
    U!val!0)
  (define-fun r () Real
    (root-obj (+ (^ x 2) (- 2)) 2))
  (define-fun a () (Array Int Int)
    (_ as-array k!0))
  (define-fun s () String
    "aA\u{e9}""b")
  (define-fun bv () (_ BitVec 8)
    #x0f)
  (define-fun f ((x!0 U) (x!1 Int)) U
    (let ((a!1 (and (= x!0 U!val!1) (= x!1 7)))) (ite a!1 U!val!0 U!val!2)))
  (define-fun div0 ((x!0 Int) (x!1 Int)) Int
    3)
  (define-fun k!0 ((x!0 Int)) Int
    (ite (= x!0 0) 9
      7))
)
`},
	{"cvc5", `(declare-sort U 0)(declare-const u U)(declare-const v U)(declare-fun g (Int) Int)(declare-const r Real)
(declare-const fl (_ FloatingPoint 8 24))(declare-const q (Seq Int))(declare-const t (Set Int))(declare-const m RoundingMode)
(declare-const a (Array (_ BitVec 2) Real))
(assert (distinct u v))(assert (= (g 2) (+ 1 (g 3))))(assert (= r (- 0.75)))(assert (fp.isNaN fl))(assert (= (seq.len q) 2))
(assert (set.member 3 t))(assert (= m RTZ))(assert (= (select a #b01) 0.5))(assert (= (* r r) 0.5625))
(assert (exists ((w U)) (distinct w u)))`, `sat
(
; cardinality of U is 2
; rep: (as @U_0 U)
; rep: (as @U_1 U)
(define-fun u () U (as @U_0 U))
(define-fun v () U (as @U_1 U))
(define-fun g ((_arg_1 Int)) Int (ite (= _arg_1 2) 1 0))
(define-fun r () Real (/ (- 3) 4))
(define-fun fl () (_ FloatingPoint 8 24) (fp #b0 #b11111111 #b10000000000000000000000))
(define-fun q () (Seq Int) (seq.++ (seq.unit 1) (seq.unit (- 1))))
(define-fun t () (Set Int) (set.union (set.singleton 3) (set.singleton 4)))
(define-fun m () RoundingMode roundTowardZero)
(define-fun a () (Array (_ BitVec 2) Real) (store ((as const (Array (_ BitVec 2) Real)) 0.0) #b01 (/ 1 2)))
)
`},
	{"cvc5 algebraic", `(declare-const r Real)(assert (= (* r r) 2.0))(assert (> r 0.0))`,
		`((define-fun r () Real (_ real_algebraic_number <1*x^2 + (-2), (1.25, 1.5)>)))`},
	{"cvc4", `(declare-sort U 0)(declare-fun f (U) U)(declare-const u U)(declare-const t (Set Int))
(assert (distinct u (f u)))(assert (= (f (f u)) u))(assert (set.member 1 t))(assert (not (set.member 2 t)))`, `sat
(model
; cardinality of U is 2
(declare-sort U 0)
; rep: @uc_U_0
; rep: @uc_U_1
(define-fun f ((BOUND_VARIABLE_563 U)) U (ite (= @uc_U_1 BOUND_VARIABLE_563) @uc_U_0 @uc_U_1))
(define-fun u () U @uc_U_0)
(define-fun t () (Set Int) (singleton 1))
)
`},
	{"boolector, its own form", `(declare-fun x () (_ BitVec 8))(declare-fun a () (Array (_ BitVec 2) (_ BitVec 4)))(declare-fun |odd name| () (_ BitVec 1))
(assert (= x #x40))(assert (= (select a #b01) #x7))`, "sat\nx 0100000x\na[01] 0111\n"},
	{"boolector with node numbers", `(declare-fun x () (_ BitVec 8))(declare-fun a () (Array (_ BitVec 2) (_ BitVec 4)))
(assert (= x #x05))(assert (= (select a #b01) #x7))`, "sat\n2 00000101 x\n3[01] 0111 a\n"},
	{"boolector and bitwuzla, smt2", `(declare-fun x () (_ BitVec 8))(declare-fun a () (Array (_ BitVec 2) (_ BitVec 4)))
(assert (= x #x05))(assert (= (select a #b01) #x7))(assert (= (select a #b11) #x0))`, `sat
(
  (define-fun x () (_ BitVec 8) #b00000101)
  (define-fun a (
    (a_x0 (_ BitVec 2))) (_ BitVec 4)
      (ite (= a_x0 #b01) #b0111
      #b0000))
)`},
	{"yices", `(declare-const x Int)(declare-const b Bool)(declare-fun f (Int Int) Int)(declare-const v (_ BitVec 4))(declare-const r Real)
(declare-const a (Array Int Int))
(assert (= x (- 5)))(assert b)(assert (= (f 1 2) 7))(assert (= (f 9 9) 3))(assert (= v #b0101))(assert (= r (/ 1.0 3.0)))
(assert (= (select a 4) 6))(assert (= (select a 5) 1))`, `sat
(= x -5)
(= b true)
(= v 0b0101)
(= r 1/3)
(function f
 (type (-> int int int))
 (= (f 1 2) 7)
 (default 3))
(function a
 (type (-> int int))
 (= (a 4) 6)
 (default 1))
`},
	{"mathsat and get-value", `(declare-const x Int)(declare-fun f (Int) Int)(declare-const r Real)
(assert (= x 5))(assert (= (f x) 8))(assert (= (f 2) 1))(assert (= r (- (/ 1.0 2.0))))`, `sat
( (x 5)
  ((f 5) 8) ((f 2) 1)
  (r (- (/ 1 2)))
  ((+ x 1) 6) )`},
	{"smtinterpol", `(declare-sort U 0)(declare-const u U)(declare-const v U)(declare-const x Int)(declare-const r Real)(declare-fun f (Int) Int)
(assert (distinct u v))(assert (= x (- 3)))(assert (= r 0.5))(assert (= (f x) 4))`, `sat
(model
  ;; cardinality of U is 2
  (define-fun u () U (as @0 U))
  (define-fun v () U (as @1 U))
  (define-fun x () Int (- 3))
  (define-fun r () Real (/ 1.0 2.0))
  (define-fun f ((@p0 Int)) Int (ite (= @p0 (- 3)) 4 0))
)`},
	{"princess", `(declare-sort U 0)(declare-sort U_1 0)(declare-const u U)(declare-const v U)(declare-const w U_1)(declare-const x Int)(declare-const r Real)(declare-fun f (Int) Int)
(assert (distinct u v))(assert (= w w))(assert (= x 4))(assert (= r 3.5))(assert (= (f x) 3))`, `sat
(model
  (define-fun v () U U!12)
  (define-fun u () U U!10)
  (define-fun w () U_1 U_1!3)
  (define-fun x () Int 4)
  (define-fun r () Real (/ 7 2))
  (define-fun f ((x!0 Int)) Int (ite (= x!0 4) 3 0))
)`},
	{"opensmt", `(declare-sort U 0)(declare-const u U)(declare-const v U)(declare-const r Real)(declare-const x Int)
(assert (distinct u v))(assert (= r (- (/ 7.0 2.0))))(assert (= x 4))`, `sat
(
  (define-fun u () U (as @u0 U))
  (define-fun v () U (as @u1 U))
  (define-fun r () Real (- (/ 7 2)))
  (define-fun x () Int 4)
)`},
	{"bitwuzla", `(declare-const x (_ BitVec 4))(declare-const f Float16)(declare-const m RoundingMode)(declare-fun g ((_ BitVec 2)) (_ BitVec 2))
(assert (= x #b1010))(assert (fp.isInfinite f))(assert (= m RNE))(assert (= (g #b01) #b10))`, `sat
(
  (define-fun x () (_ BitVec 4) #b1010)
  (define-fun f () (_ FloatingPoint 5 11) (fp #b0 #b11111 #b0000000000))
  (define-fun m () RoundingMode RNE)
  (define-fun g ((@bzla.var_1 (_ BitVec 2))) (_ BitVec 2) (ite (= @bzla.var_1 #b01) #b10 #b00))
)`},
	{"lambda", `(declare-const a (Array Int Bool))(assert (select a 3))(assert (not (select a 2)))`,
		`((define-fun a () (Array Int Bool) (lambda ((x Int)) (= x 3))))`},
	{"lambda inside", `(declare-const a (Array Int Bool))(assert (select a 3))(assert (not (select a 2)))(assert (select a 7))`,
		`((define-fun a () (Array Int Bool) (store (lambda ((x Int)) (= x 3)) 7 true)))`},
	{"integers for reals", `(declare-const a (Array Int Real))(assert (= (select a 3) 2.0))`,
		`(model (define-fun a () (Array Int Real) ((as const (Array Int Real)) 2)))`},
	{"z3's sort bv", `(declare-const x (_ BitVec 4))(declare-fun f ((_ BitVec 4)) (_ BitVec 4))
(assert (= (! (bvadd x #x1) :named sum) #x3))(assert (= (f x) #x7))`, `sat
(
  (define-fun sum () (_ bv 4)
    #x3)
  (define-fun x () (_ BitVec 4)
    #x2)
  (define-fun aux () (_ bv 4)
    #x7)
  (define-fun f ((x!0 (_ BitVec 4))) (_ bv 4)
    aux)
)`},
	{"constructors whose place tells their sort", `(declare-datatypes ((Nat 0) (Opt 1) (Either 2) (List 1))
(((zero) (succ (pred Nat))) (par (X) ((none) (some (the X)))) (par (X Y) ((left (l X)) (right (r Y)))) (par (X) ((nil) (cons (hd X) (tl (List X)))))))
(declare-const a (Either Nat Bool))(declare-const b (List (Either Nat Bool)))(declare-const c (Array Int (Opt Nat)))(declare-fun f (Int) (List (Opt Nat)))
(declare-const d (Opt (Either Nat (Opt Bool))))(declare-const e (List (Either Nat Bool)))(declare-const g (Opt Nat))
(assert (= a ((as left (Either Nat Bool)) zero)))(assert (= (hd b) a))(assert (= (hd (tl b)) ((as right (Either Nat Bool)) true)))
(assert (= (the (select c 3)) (succ zero)))(assert ((_ is none) (select c 4)))(assert (= (f 1) (cons (some zero) (as nil (List (Opt Nat))))))
(assert ((_ is nil) (f 2)))(assert ((_ is none) (r (the d))))(assert (= e b))(assert ((_ is none) g))`, `sat
(
  (define-fun a () (Either Nat Bool)
    (left zero))
  (define-fun b () (List (Either Nat Bool))
    (let ((a!1 (cons (left zero)
                     (cons (right true) (as nil (List (Either Nat Bool)))))))
      a!1))
  (define-fun e () (List (Either Nat Bool))
    (let ((a!1 nil) (a!2 (succ zero)))
    (let ((a!3 (cons (right (= a!2 (succ zero))) a!1)) (a!4 (left zero)))
    (let ((a!5 (cons a!4 a!3)) (unused (left 5))) (ite (= a!2 zero) a!3 a!5)))))
  (define-fun c () (Array Int (Opt Nat))
    (store ((as const (Array Int (Opt Nat))) none) 3 (some (succ zero))))
  (define-fun d () (Opt (Either Nat (Opt Bool)))
    (some (right none)))
  (define-fun f ((x!0 Int)) (List (Opt Nat))
    (ite (= x!0 1) (cons (some zero) nil) nil))
  (define-fun empty ((x!0 (Opt Nat))) (Opt Nat)
    x!0)
  (define-fun g () (Opt Nat)
    (match zero ((zero (empty none)) ((succ n) none))))
)`},
	{"cvc5, elements of a sort with arguments", `(declare-sort Hat 0)(declare-sort Box 1)(declare-fun open ((Box Hat)) Hat)(declare-const h Hat)(declare-const |empty box| (Box Hat))
(declare-sort |a| 1)(declare-const q (|a| (Box Hat)))(declare-const p (|a| (Box Hat)))
(declare-fun wrap (Hat) (Box Hat))(assert (= (open (wrap h)) h))(assert (distinct |empty box| (wrap h)))(assert (distinct h (open |empty box|)))(assert (distinct p q))`, `(
; cardinality of Hat is 2
; rep: (as @Hat_0 Hat)
; rep: (as @Hat_1 Hat)
; rep: (as @(Box Hat)_7 (Box Hat))
(define-fun open ((_arg_1 (Box Hat))) Hat (ite (= (as @(Box Hat)_1 (Box Hat)) _arg_1) (as @Hat_1 Hat) (as @Hat_0 Hat)))
(define-fun wrap ((_arg_1 Hat)) (Box Hat) (ite (= (as @Hat_1 Hat) _arg_1) (as @(Box Hat)_1 (Box Hat)) (as @(Box Hat)_10 (Box Hat))))
(define-fun h () Hat (as @Hat_1 Hat))
(define-fun |empty box| () (Box Hat)(as @(Box Hat)_2(Box Hat)))
(define-fun q () (|a| (Box Hat)) (as @(|a| (Box Hat))_0 (|a| (Box Hat))))
(define-fun p () (|a| (Box Hat)) (as @(|a| (Box Hat))_1 (|a| (Box Hat))))
)`},
	{"z3, functions for arrays of arrays", `(declare-sort U 0)(declare-const u U)(declare-const v U)(declare-const a (Array Bool (Array U Bool)))(declare-const b (Array Bool (Array U Bool)))
(declare-const c (Array Int (Array Int (Array Int Int))))(declare-const d (Array Bool Bool))(assert (= d (store ((as const (Array Bool Bool)) false) true true)))
(assert (select (select a true) u))(assert (not (select (select a false) u)))(assert (select (select a false) v))(assert (distinct a b))
(assert (not (select (select b false) v)))(assert (= (select (select (select c 1) 2) 4) 4))(assert (= (select (select (select c 5) 2) 4) 0))`, `(
  (declare-fun U!val!0 () U)
  (declare-fun U!val!1 () U)
  (define-fun u () U U!val!0)
  (define-fun v () U U!val!1)
  (define-fun a () (Array Bool (Array U Bool))
    (lambda ((x!1 Bool))
  (ite x!1
       (lambda ((x!2 U)) (= x!2 U!val!0))
       (lambda ((x!2 U)) (= x!2 U!val!1)))))
  (define-fun b () (Array Bool (Array U Bool))
    (lambda ((x!1 Bool))
  (ite x!1
       (lambda ((x!2 U)) (= x!2 U!val!0))
       ((as const (Array U Bool)) false))))
  (define-fun d () (Array Bool Bool)
    (lambda ((x!1 Bool)) x!1))
  (define-fun c () (Array Int (Array Int (Array Int Int)))
    (lambda ((x!1 Int))
      (ite (= x!1 1) (lambda ((x!2 Int)) (lambda ((x!3 Int)) x!3)) (lambda ((x!2 Int)) ((as const (Array Int Int)) 0))))))
`},
	{"labels and noise", `(declare-const x Int)(assert (! (= x 1) :named lab))`, `success
sat
((define-fun x () Int 1)
(define-fun lab () Bool true))`},
}

func verdicts(t testing.TB, s *script.Script, m *model.Model) []string {
	ev := eval.New(s.Store, m, eval.Options{})
	active, ok := s.Active(0)
	if !ok {
		for i := range s.Commands {
			if s.Commands[i].Kind == script.Assert {
				active = append(active, script.Assertion{Command: i, Term: s.Commands[i].Terms[0]})
			}
		}
	}
	var out []string
	for _, a := range active {
		if v := ev.Term(a.Term); !v.IsTrue() {
			out = append(out, fmt.Sprintf("%s is %s %s", a.Term, v, v.Reason()))
		}
	}
	return out
}

// Every form gives the script's symbols the values that make it true, and so does its canonical printed form.
func TestForms(t *testing.T) {
	for _, f := range forms {
		t.Run(f.name, func(t *testing.T) {
			s := read(t, f.script+"(check-sat)")
			m, err := model.Read(f.answer, s, 0, model.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range verdicts(t, s, m) {
				t.Error(v)
			}
			text := model.Print(m)
			again := read(t, f.script+"(check-sat)")
			back, err := model.Read(text, again, 0, model.Options{})
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			for _, v := range verdicts(t, again, back) {
				t.Errorf("printed and read: %s in\n%s", v, text)
			}
			if twice := model.Print(back); twice != text {
				t.Errorf("printing is not stable:\n%s\n%s", text, twice)
			}
		})
	}
}

// Text that is cut off anywhere gives an error with a position, or the part that is complete.
func TestTruncated(t *testing.T) {
	for _, f := range forms {
		for i := range len(f.answer) {
			s := read(t, f.script+"(check-sat)")
			_, err := model.Read(f.answer[:i], s, 0, model.Options{File: "m"})
			var diag *syntax.Error
			if err != nil && (!errors.As(err, &diag) || diag.Line == 0 || diag.Msg == "") {
				t.Fatalf("%s cut at %d: %v", f.name, i, err)
			}
		}
	}
}

func TestMistakes(t *testing.T) {
	const decls = `(declare-const x Int)(declare-fun f (Int) Int)(declare-const a (Array Int Int))(declare-const b (_ BitVec 4))
(declare-datatypes ((Opt 1) (Either 2)) ((par (X) ((none) (some (the X)))) (par (X Y) ((left (l X)) (right (r Y))))))
(declare-const o (Opt Int))(declare-const e (Either Int Bool))(check-sat)`
	for answer, want := range map[string]string{
		"":                                  "1:1: malformed: there is no model in this text",
		"unsat\n":                           "there is no model",
		`(error "no model")`:                "1:1: malformed: the solver reports an error",
		"(define-fun x () Real 1.0)":        "1:1: sort: x is declared with () Int and defined with () Real",
		"((define-fun x () Int true))":      "1:23: sort: a value of sort Bool, where Int is wanted",
		"((define-fun x () Int y))":         "1:23: unknown: unknown symbol y",
		"((define-fun f ((x Real)) Int 1))": "sort: f is declared with (Int) Int",
		"((define-fun f (x) Int 1))":        "malformed",
		"((x 1) (y 2))":                     "1:9: unknown: the script declares no y",
		"((f 1))":                           "sort: f takes 1 arguments",
		"(((f 1 2) 3))":                     "sort: f takes 1 arguments, found 2",
		"(model (foo))":                     "malformed",
		"(proof x)":                         "(proof ...) is not part of a model",
		"(define-const)":                    "1:1: malformed: the form is (define-const NAME SORT term)",
		"((define-const x Int))":            "1:2: malformed: the form is (define-const NAME SORT term)",
		"((define-fun a () (Array Int Int) ((as const (Array Int Int)) true)))":           "sort",
		"((define-fun x () Int @(Box Hat)))":                                              "1:2: malformed: the form is (define-fun",
		"((define-fun x () Int @(Int)_0))":                                                "1:23: unknown: unknown symbol @(Int)_0",
		"((define-fun x () Int (as @(Int_0":                                               "",
		"((define-fun x () Int (as @(Int)_0 Int)))":                                       "1:27: unknown: unknown symbol @(Int)_0",
		"((define-fun a () (Array Int Int) (lambda ((i Int)) (ite (= i 0) true false))))": "1:35: sort: a value of sort",
		"((define-fun a () (Array Int Int) (lambda ((i Bool)) 1)))":                       "1:35: sort: a value of sort",
		"b 010\n":                                "sort: 3 bits, where (_ BitVec 4) is wanted",
		"b 01z0\n":                               "malformed: expected bits",
		"((define-fun x () Int 1.5?))":           "",
		"((define-fun x () Int (the (left 1))))": "1:28: sort: the sort of left does not follow",
		"((define-fun o () (Opt Int) (let ((w none)) (ite (= w w) w w))))":                         "1:53: sort: the sort of none does not follow",
		"((define-fun e () (Either Int Bool) (let ((n 1)) (let ((w (left n))) (let ((n 2)) w)))))": "1:83: sort: the sort of left does not follow",
		"((define-fun o () (Opt Int) (let ((w (some (the none)))) (let ((v w)) o))))":              "sort: the sort of ",
		"((define-fun o () (Opt Int) (let ((w (left 1))) w)))":                                     "sort: the sort of left does not follow",
		"((define-fun o () (Opt Int) (left 1)))":                                                   "1:29: sort: the sort of left does not follow",
		"((define-fun o () (Opt Int) (some true)))":                                                "1:29: sort: a value of sort (Opt Bool), where (Opt Int) is wanted",
		"((define-fun e () (Either Int Bool) (left true)))":                                        "1:37: sort: ",
		"((define-fun f ((n Int)) Int (witness ((v Int)) (> v n))))":                               "1:30: sort: a witness that depends on variables",
		"((define-fun x () Int (witness ((v Int) (w Int)) true)))":                                 "1:23: malformed: a witness has the form",
		"((define-fun x () Int (witness ((v Real)) true)))":                                        "1:23: sort: a value of sort Real, where Int is wanted",
		"((define-fun x () Int (witness ((v Int)) v)))":                                            "1:23: sort: ",
		"((define-fun x () Int (witness ((v Int)) (= v" + strings.Repeat(" 1", 1000) + "))))":      "1:23: too-large: a witness",
		"((define-fun x () Int (witness ((v Int)) (= v 1" + strings.Repeat("0", 1000) + "))))":     "1:23: too-large: a witness",
		"((define-fun x () Int (witness ((v Int)) (! true :named witnessed))))":                    "1:23: too-large: a witness",
		"((define-fun b () (_ bv 5) #b00000))":                                                     "sort: b is declared with () (_ BitVec 4) and defined with () (_ BitVec 5)",
		"((declare-fun k () Int) (define-fun x () Int k))":                                         "1:20: sort: Int has its own values",
		"((declare-fun k () (_ BitVec 4)))":                                                        "1:20: sort: (_ BitVec 4) has its own values",
		"((declare-fun k () (Opt Int)))":                                                           "sort: (Opt Int) has its own values",
		"((declare-fun k () (Array Int Int)))":                                                     "has its own values",
		"((forall ((x Int)) (or (= x 1))))":                                                        "1:14: sort: Int has its own values",
		"((forall ((x (Opt Bool))) (or (= x (as none (Opt Bool))))))":                              "has its own values",
		"((define-fun b () (_ bv 0) #b0))":                                                         "sort BitVec does not allow these indices",
	} {
		s := read(t, decls)
		_, err := model.Read(answer, s, 0, model.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", answer, err, want)
		}
	}
	s := read(t, decls)
	m, err := model.Read("((define-fun x () Int 1)(define-fun x () Int 2))", s, 0, model.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, n := range m.Notes {
		codes = append(codes, string(n.Code))
	}
	if got := strings.Join(codes, " "); got != "repeated missing missing missing missing missing" {
		t.Errorf("notes %s", got)
	}
	if len(m.Missing()) != 5 {
		t.Errorf("missing %v", m.Missing())
	}
}

// Ten megabytes of nested stores are read and evaluated, or refused with an explanation. A sample is a tenth of that.
func TestHostile(t *testing.T) {
	less := testdepth.Sample(10, 1)
	s := read(t, "(declare-const a (Array Int Int))(assert (= (select a 77) 78))(check-sat)")
	var b strings.Builder
	depth := 300_000 / less
	b.WriteString("((define-fun a () (Array Int Int) ")
	b.WriteString(strings.Repeat("(store ", depth))
	b.WriteString("((as const (Array Int Int)) 0)")
	for i := range depth {
		fmt.Fprintf(&b, " %d %d)", i, i+1)
	}
	b.WriteString("))")
	m, err := model.Read(b.String(), s, 0, model.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range verdicts(t, s, m) {
		t.Error(v)
	}
	for name, text := range map[string]string{
		"open parentheses": strings.Repeat("(", 5_000_000/less),
		"deep negations":   "((define-fun a () (Array Int Int) " + strings.Repeat("(- ", 1_000_000/less) + "1" + strings.Repeat(")", 1_000_000/less) + "))",
		"long symbol":      "((define-fun " + strings.Repeat("y", 5_000_000/less) + " () Int 1))",
		"many lets":        "((define-fun a () (Array Int Int) " + strings.Repeat("(let ((z 1)) ", 200_000/less) + "a" + strings.Repeat(")", 200_000/less) + "))",
	} {
		fresh := read(t, "(declare-const a (Array Int Int))(check-sat)")
		if _, err := model.Read(text, fresh, 0, model.Options{}); err != nil && len(err.Error()) > 2000 {
			t.Errorf("%s: an error of %d bytes", name, len(err.Error()))
		}
	}
}

func FuzzRead(f *testing.F) {
	for i, form := range forms {
		f.Add(uint8(i), form.answer)
	}
	f.Add(uint8(2), "((define-fun r () Real (ite (witness ((b Bool)) true) h (witness ((v Real)) (> v 1))))(define-fun h () Real (no 0)))")
	f.Fuzz(func(t *testing.T, i uint8, answer string) {
		form := forms[int(i)%len(forms)]
		s := read(t, form.script+"(check-sat)")
		m, err := model.Read(answer, s, 0, model.Options{MaxTerms: 20_000})
		if err != nil {
			var diag *syntax.Error
			if !errors.As(err, &diag) || diag.Line < 1 || diag.Col < 1 {
				t.Fatal(err)
			}
			return
		}
		ev := eval.New(s.Store, m, eval.Options{Steps: 20_000, Instances: 200})
		active, _ := s.Active(0)
		for _, a := range active {
			ev.Term(a.Term)
		}
		model.Print(m)
	})
}

func BenchmarkRead(b *testing.B) {
	var decls, answer strings.Builder
	answer.WriteString("(\n")
	for i := range 2000 {
		fmt.Fprintf(&decls, "(declare-const x%d Int)(declare-const a%d (Array Int Int))\n", i, i)
		fmt.Fprintf(&answer, "  (define-fun x%d () Int\n    (- %d))\n  (define-fun a%d () (Array Int Int)\n    (store ((as const (Array Int Int)) %d) 3 %d))\n", i, i, i, i, i+1)
	}
	answer.WriteString(")\n")
	text := decls.String() + "(check-sat)"
	b.SetBytes(int64(answer.Len()))
	for b.Loop() {
		b.StopTimer()
		s := read(b, text)
		b.StartTimer()
		if _, err := model.Read(answer.String(), s, 0, model.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestCommentedCardinality: the count in cvc5's comments is the size of a sort if the formula quantifies over it. If it
// does not, the count is only the number of elements that matter: then a constant array differs from one that was
// changed at the only index.
func TestCommentedCardinality(t *testing.T) {
	const decls = "(declare-sort I 0)(declare-sort E 0)(declare-fun a () (Array I E))(declare-fun i () I)"
	const text = "(\n; cardinality of I is 1\n; rep: (as @I_0 I)\n; cardinality of E is 2\n; rep: (as @E_0 E)\n; rep: (as @E_1 E)\n" +
		"(define-fun i () I (as @I_0 I))\n(define-fun a () (Array I E) (store ((as const (Array I E)) (as @E_0 E)) (as @I_0 I) (as @E_1 E)))\n)"
	tests := []struct {
		name, formula, model string
		complete             bool
	}{
		{"free of quantifiers", "(assert (= i i))", text, false},
		{"quantified", "(assert (exists ((j I)) (= i j)))", text, true},
		{"inconsistent", "(assert (exists ((j I)) (= i j)))", strings.Replace(text, "cardinality of E is 2", "cardinality of E is 3", 1), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := elab.Script(decls+tt.formula+"(check-sat)", elab.Options{})
			if err != nil {
				t.Fatal(err)
			}
			m, err := model.Read(tt.model, s, 0, model.Options{Solver: "cvc5"})
			if err != nil {
				t.Fatal(err)
			}
			for sort, u := range m.Universes {
				if u.Complete != tt.complete {
					t.Errorf("the universe of %s is complete: %v", sort, u.Complete)
				}
			}
		})
	}
}

// The table of a constant has one line, its value; a line without a function says nothing.
func TestTablesOfConstants(t *testing.T) {
	s := read(t, "(declare-const x Int)(declare-fun f (Int) Int)(assert (= x (f 3)))")
	m, err := model.Read("(function x (type int) (default 3))(function f (type (-> int int)) (= () 5) (= (f 1) 2) (default 4))", s, 0, model.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if text := model.Print(m); !strings.Contains(text, "(define-fun x () Int 3)") || !strings.Contains(text, "(= x 1) 2 4") {
		t.Error(text)
	}
}
