package elab_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// answers reads what a solver prints about one check of a script.
type answers struct {
	t       *testing.T
	script  *script.Script
	session *elab.Session
}

func resumed(t *testing.T, text string, check int) answers {
	t.Helper()
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return answers{t, s, elab.Resume(s, check, elab.Options{})}
}

// next reads the next s-expression.
func (a answers) next(text string) {
	a.t.Helper()
	if more, err := a.session.Next(syntax.NewReader(text)); !more || err != nil {
		a.t.Fatalf("%s: %v", text, err)
	}
}

// term reads a term as text, or the error.
func (a answers) term(text string) string {
	a.t.Helper()
	a.next(text)
	return said(a.session.Term(syntax.Root))
}

// body reads a term of the sort of a constant.
func (a answers) body(constant, text string) string {
	a.t.Helper()
	a.next(text)
	return said(a.session.Body(nil, a.session.Lookup(constant).Result, syntax.Root))
}

func said(r *term.Term, err *syntax.Error) string {
	if err != nil {
		return "error: " + err.Msg
	}
	return r.String()
}

// each reads terms by f, which gives a text or a part of an error.
func (a answers) each(f func(string) string, wants map[string]string) {
	a.t.Helper()
	for text, want := range wants {
		got := f(text)
		if got != want && !(strings.HasPrefix(want, "error: ") && strings.HasPrefix(got, "error: ") && strings.Contains(got, want[len("error: "):])) {
			a.t.Errorf("%s is read as %s, want %s", text, got, want)
		}
	}
}

// TestScopeOfAnswers: an answer is about what is declared where it was asked for: not about what comes later, nor about what a pop or a reset ended.
func TestScopeOfAnswers(t *testing.T) {
	const text = `(declare-const a Int)
(check-sat)
(push 1)
(declare-const b Int)
(assert (! (> b 0) :named lb))
(check-sat)
(push 1)
(declare-const c Int)
(define-fun d ((x Int)) Int (+ x c))
(check-sat)
(pop 1)
(check-sat)
(pop 1)
(declare-const b Bool)
(check-sat)
(reset)
(declare-const e Int)
(check-sat)
(declare-const f Int)`
	for check, want := range []string{"a", "a b lb", "a b lb c d", "a b lb", "a b", "e", "e f", "e f"} {
		x := resumed(t, text, check).session
		var got []string
		for _, name := range strings.Fields("a b lb c d e f") {
			if x.Lookup(name) != nil {
				got = append(got, name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("at check %d there are %v, want %s", check, got, want)
		}
		if b := x.Lookup("b"); b != nil && (b.Result == sorts.Bool) != (check == 4) {
			t.Errorf("at check %d b has sort %s", check, b.Result)
		}
	}
}

// TestNumbersInAnswers: numbers in one word are what the logic makes of numerals, and fractions are real numbers everywhere.
func TestNumbersInAnswers(t *testing.T) {
	for logic, wants := range map[string]map[string]string{
		"QF_LIA": {
			"3": "3", "-3": "(- 3)", "+3": "3", "-0": "0", "+1/3": "(/ 1.0 3.0)", "-4/2": "(- 2.0)", "-1.5": "(- (/ 3.0 2.0))", "+2.0": "2.0",
			"+1/0": "error: unknown symbol", "+-1": "error: unknown symbol", "+": "error: fits no signature",
		},
		"QF_LRA": {"3": "3.0", "-3": "(- 3.0)", "+3": "3.0", "+1/3": "(/ 1.0 3.0)", "-1/3": "(- (/ 1.0 3.0))", "-4/2": "(- 2.0)", "3.0": "3.0"},
		"ALL":    {"3": "3", "-3": "(- 3)", "+3": "3", "-1/3": "(- (/ 1.0 3.0))"},
	} {
		t.Run(logic, func(t *testing.T) {
			a := resumed(t, "(set-logic "+logic+")(check-sat)", 0)
			a.each(a.term, wants)
		})
	}
}

// TestNumeralsAfterReset: a numeral is what the logic in force at the check makes of it.
func TestNumeralsAfterReset(t *testing.T) {
	const text = `(set-logic QF_LRA)(declare-const x Real)(check-sat)
(reset)(set-logic QF_LIA)(declare-const x Int)(check-sat)
(reset)(declare-const x Int)(check-sat)
(reset)(set-logic QF_LRA)(declare-const x Real)(check-sat)`
	for check, want := range []string{"5.0", "5", "5", "5.0"} {
		a := resumed(t, text, check)
		a.each(a.term, map[string]string{"5": want, "+5": want, "-5": "(- " + want + ")"})
		a.each(func(text string) string { return a.body("x", text) }, map[string]string{"5": want})
	}
}

// TestRedefinedSorts: the name of a defined sort means its last definition before the check.
func TestRedefinedSorts(t *testing.T) {
	const text = `(push 1)(define-sort S () Int)(declare-const x S)(check-sat)
(pop 1)(push 1)(define-sort S () Bool)(declare-const x S)(check-sat)(pop 1)
(define-sort S (A) (Array A Int))(declare-const x (S Bool))(check-sat)`
	for check, want := range []string{"((as const (Array S S)) 0)", "((as const (Array S S)) true)", "((as const (S Bool)) 0)"} {
		if got := resumed(t, text, check).term(want); strings.HasPrefix(got, "error") {
			t.Errorf("at check %d: %s is read as %s", check, want, got)
		}
	}
}

// TestElementsInAnswers: the names that solvers give to the elements of declared sorts are values, and the same name is the same value.
func TestElementsInAnswers(t *testing.T) {
	a := resumed(t, "(declare-sort U 0)(declare-sort P 1)(declare-datatype D ((d)))(declare-const u U)(check-sat)", 0)
	a.each(a.term, map[string]string{
		"U!val!0": "U!val!0", "@U_3": "@U_3", "@uc_U_1": "@uc_U_1", "uc_U_1": "uc_U_1", "@a_U_2": "@a_U_2", "(as @0 U)": "@0", "(= u U!val!7)": "(= u U!val!7)",
		"U_1": "error: unknown symbol", "V!val!0": "error: unknown symbol", "D!val!0": "error: unknown symbol", "P!val!0": "error: unknown symbol", "U!val!": "error: unknown symbol",
		"(= U!val!0 (as U!val!0 U))": "(= U!val!0 U!val!0)",
	})
	if n := len(a.session.Elements()); n != 7 {
		t.Errorf("there are %d elements: %v", n, a.session.Elements())
	}
	if !a.session.Uninterpreted(a.session.Lookup("u").Result) || a.session.Uninterpreted(a.session.Lookup("d").Result) || a.session.Uninterpreted(sorts.Int) {
		t.Error("only U is uninterpreted")
	}
}

// TestPlacesOfConstructors: solvers leave out the sort of a constructor where its position determines it, from outside or from what stands next to
// it. Where nothing determines it, it is an error, and it is never a guess.
func TestPlacesOfConstructors(t *testing.T) {
	const text = `(declare-datatypes ((L 1)) ((par (X) ((nl) (cs (hd X) (tl (L X)))))))(declare-datatypes ((T 2)) ((par (X Y) ((leaf (val X)) (pr (fs X) (sn Y))))))
(declare-const l (L Int))(declare-const ll (L (L Int)))(declare-const a (Array Int (L Int)))(declare-const k (Array (L Int) Int))
(declare-const t (T Int (L Int)))(declare-const sq (Seq (L Int)))(declare-const i Int)(declare-fun f ((L Int) Real) Bool)(check-sat)`
	const nl, cs1 = "(as nl (L Int))", "(cs 1 (as nl (L Int)))"
	for constant, wants := range map[string]map[string]string{
		"l": {
			"nl": nl, "(cs 1 nl)": cs1, "(ite true nl nl)": "(ite true " + nl + " " + nl + ")", "(let ((x 1)) (cs x nl))": cs1,
			"(let ((x nl)) (cs 1 x))": cs1, "(! nl :note a)": "(! " + nl + " :note a)", "(tl (cs i nl))": "(tl (cs i " + nl + "))", "(tl (cs 1 nl))": "error: does not follow",
			"(ite (= (+ 1 2) 3) (cs (+ 1 2) nl) nl)":     "(ite (= (+ 1 2) 3) (cs (+ 1 2) " + nl + ") " + nl + ")",
			"(match l ((nl nl) ((cs x y) nl)))":          "(match l ((nl " + nl + ") ((cs x y) " + nl + ")))",
			"(select (store a 1 nl) 2)":                  "error: does not follow", // nothing says what a store is that is selected from
			"(! nl :pattern (nl))":                       "error: does not follow", // a pattern is no value of the sort
			"(ite (= nl nl) nl nl)":                      "error: does not follow",
			"(cs true nl)":                               "error: ",
			"(ite (let ((q true)) q) (tl (cs q nl)) nl)": "error: unknown symbol q", // it means nothing any more
		},
		"ll": {"nl": "(as nl (L (L Int)))", "(cs nl nl)": "(cs " + nl + " (as nl (L (L Int))))", "(cs (cs 1 nl) nl)": "(cs " + cs1 + " (as nl (L (L Int))))"},
		"a": {
			"((as const (Array Int (L Int))) nl)":                     "((as const (Array Int (L Int))) " + nl + ")",
			"(store a 1 nl)":                                          "(store a 1 " + nl + ")",
			"(store ((as const (Array Int (L Int))) nl) 1 (cs 1 nl))": "(store ((as const (Array Int (L Int))) " + nl + ") 1 " + cs1 + ")",
			"(store (store a 1 nl) 2 nl)":                             "(store (store a 1 " + nl + ") 2 " + nl + ")",
			"(ite true (store a 1 nl) a)":                             "(ite true (store a 1 " + nl + ") a)",
		},
		"k": {"(store k nl 1)": "(store k " + nl + " 1)", "(store (store k nl 1) (cs 1 nl) 2)": "(store (store k " + nl + " 1) " + cs1 + " 2)"},
		"t": {"(leaf 1)": "((as leaf (T Int (L Int))) 1)", "(pr 1 nl)": "(pr 1 " + nl + ")"},
		"sq": {
			"(seq.unit nl)": "(seq.unit " + nl + ")", "(seq.++ (seq.unit nl) (seq.unit (cs 1 nl)))": "(seq.++ (seq.unit " + nl + ") (seq.unit " + cs1 + "))",
			"(ite true (seq.unit nl) sq)": "(ite true (seq.unit " + nl + ") sq)", "(seq.unit (seq.unit nl))": "error: does not follow",
		},
	} {
		t.Run(constant, func(t *testing.T) {
			a := resumed(t, text, 0)
			a.each(func(text string) string { return a.body(constant, text) }, wants)
		})
	}
	a := resumed(t, text, 0)
	a.each(a.term, map[string]string{
		"nl": "error: does not follow", "(cs 1 nl)": "error: does not follow", "(cs i nl)": "(cs i " + nl + ")", "(f nl 1.0)": "(f " + nl + " 1.0)", "(f nl 1)": "(f " + nl + " 1.0)", "(f (cs i nl) i)": "(f (cs i " + nl + ") (to_real i))",
		"(= nl nl)": "error: does not follow", "(= l nl)": "(= l " + nl + ")", "(= t (pr 1 nl))": "(= t (pr 1 " + nl + "))", "(distinct ll nl (cs nl nl))": "(distinct ll (as nl (L (L Int))) (cs " + nl + " (as nl (L (L Int)))))",
		"(and (= l (cs 1 nl)) (= i 2))": "(and (= l " + cs1 + ") (= i 2))", "(= l (as nl (L Int)) nl)": "(= l " + nl + " " + nl + ")", "(= i nl)": "error: ",
	})
}

// TestConversionsInAnswers: an answer means what it says: apart from integers that are read as reals, nothing in it is converted, and no symbol gets another name.
func TestConversionsInAnswers(t *testing.T) {
	a := resumed(t, "(declare-fun f (Real) Bool)(declare-fun g (Int) Bool)(declare-fun abs (Bool) Int)(declare-fun x () Int)(check-sat)", 0)
	a.each(a.term, map[string]string{
		"(f 1)": "(f 1.0)", "(f x)": "(f (to_real x))", "(f (- 1))": "(f (- 1.0))", "(g 1.0)": "error: argument 1 of g has sort Real, expected Int",
		"(abs true)": "(abs true)", "(abs (- 1))": "error: argument 1 of abs has sort Int, expected Bool", "(and)": "error: fits no signature",
	})
	if name := a.session.Lookup("abs").Name; name != "abs" {
		t.Errorf("abs is now %s", name)
	}
}

// TestSortsInAnswers: sorts that the script declares take as many arguments in answers as they were declared with; a constant array of
// reals may be written with an integer.
func TestSortsInAnswers(t *testing.T) {
	a := resumed(t, "(declare-sort P 10)(declare-sort Q 1)(declare-const a (Array Int Real))(check-sat)", 0)
	ten := "(P" + strings.Repeat(" Int", 10) + ")"
	a.each(a.term, map[string]string{
		"(forall ((v " + ten + ")) true)": "(forall ((v " + ten + ")) true)", "(forall ((v (P Int))) true)": "error: sort P takes 10 arguments, found 1",
		"(forall ((v (Q Int))) true)": "(forall ((v (Q Int))) true)", "(forall ((v (Q Int Int))) true)": "error: sort Q takes 1 arguments, found 2",
		"((as const (Array Int Real)) 1)": "((as const (Array Int Real)) 1.0)", "((as const (Array Int Real)) true)": "error: ",
	})
}

// TestWitnesses: cvc's (witness ((x S)) p) is a value that nobody knows, as long as it is short and closed. The name means something else where it is bound.
func TestWitnesses(t *testing.T) {
	a := resumed(t, "(declare-fun x () Int)(declare-fun y () Bool)(check-sat)", 0)
	conjunction := func(n int) string { return "(witness ((z Int)) (and" + strings.Repeat(" y", n) + "))" }
	long := func(n int) string { return fmt.Sprintf(`(witness ((z Int)) (= "%s" ""))`, strings.Repeat("a", n-2)) }
	a.each(a.term, map[string]string{
		"(witness ((z Int)) (> z 5))":             "(witness ((z Int)) (> z 5))",
		"(+ 1 (witness ((z Int)) (= (* z z) 4)))": "(+ 1 (witness ((z Int)) (= (* z z) 4)))",
		conjunction(3):                            conjunction(3),
		conjunction(997):                          conjunction(997),
		conjunction(999):                          "error: a witness whose condition is annotated or has more than 1000 parts",
		conjunction(5000):                         "error: a witness whose condition is annotated or has more than 1000 parts",
		long(1000):                                long(1000),
		long(1001):                                "error: a witness whose condition is annotated or has more than 1000 parts",
		"(witness ((z Int)) (! (> z 5) :note a))": "error: a witness whose condition is annotated",
		"(witness ((z Int) (w Int)) (> z w))":     "error: a witness has the form",
		"(forall ((w Int)) (= 0 (witness ((z Int)) (> z w))))":          "error: depends on variables bound outside",
		"(witness ((z Int)) z)":                                         "error: has sort Int, not Bool",
		"(let ((witness x)) (= witness 1))":                             "(= x 1)",
		"(let ((witness x)) (= 0 (witness ((z Int)) (> z 5))))":         "error: ",
		"(and (let ((witness y)) witness) (= 0 (witness ((z Int)) y)))": "(and y (= 0 (witness ((z Int)) y)))",
	})
	a.session.Bind("witness", a.script.Store.Lit(syntax.Numeral, "1", sorts.Int))
	a.each(a.term, map[string]string{"(witness ((z Int)) (> z 5))": "error: ", "(+ witness 1)": "(+ 1 1)"})
	a.session.Unbind("witness")
	a.each(a.term, map[string]string{"(witness ((z Int)) (> z 6))": "(witness ((z Int)) (> z 6))"})
	own := resumed(t, "(declare-fun witness (Int Int) Int)(check-sat)", 0)
	own.each(own.term, map[string]string{"(witness 1 2)": "(witness 1 2)", "(witness ((z Int)) (> z 5))": "error: "})
}

// TestErrorsEndWithTheirTerm: after a term that cannot be read, the next one is read as if nothing had happened.
func TestErrorsEndWithTheirTerm(t *testing.T) {
	a := resumed(t, "(declare-fun x () Int)(declare-fun f (Int Int) Int)(check-sat)", 0)
	for _, bad := range []string{
		"(f x (f x (f x y)))", "(let ((x true)) (f x x))", "(forall ((x Bool)) (f x 1))", "(and (let ((x 1) (z 2)) (= x z)) (f x 1))", "(! (f x y) :note a)", "(f x",
	} {
		if more, err := a.session.Next(syntax.NewReader(bad)); more && err == nil {
			if _, err := a.session.Term(syntax.Root); err == nil {
				t.Errorf("%s is read", bad)
			}
		}
		a.each(a.term, map[string]string{"(f x 1)": "(f x 1)", "x": "x", "(let ((z x)) (f z z))": "(f x x)", "z": "error: unknown symbol z"})
	}
}
