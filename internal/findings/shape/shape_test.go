package shape

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/smt/elab"
)

func shapeOf(t testing.TB, text string) Shape {
	t.Helper()
	s, err := elab.Script(text, elab.Options{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return Of(s)
}

// Pairs of scripts of one shape, of one shape but for literals and directions, and of different shapes.
func TestShape(t *testing.T) {
	const (
		same = iota
		alike
		other
	)
	ints := "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(declare-const z Int)"
	for _, c := range []struct {
		name, a, b string
		want       int
	}{
		{"names and orders", ints + "(assert (> (+ x y) 1))(assert (= z x))(check-sat)",
			"(set-info :status sat)(declare-fun q () Int)(declare-const p Int)(declare-const r Int)(assert (= p r))(assert (> (+ q p) 1))(check-sat)(get-model)", same},
		{"order within a symmetric term", ints + "(assert (and (or (= x 1) (= y 2)) (< x y)))(check-sat)",
			ints + "(assert (and (< y x) (or (= x 2) (= 1 y))))(check-sat)", same},
		{"bound variables", "(assert (forall ((a Int) (b Int)) (=> (< a b) (exists ((c Int)) (= c (+ b a))))))(check-sat)",
			"(assert (forall ((x Int) (y Int)) (=> (< x y) (exists ((z Int)) (= (+ x y) z)))))(check-sat)", same},
		{"own sorts and functions", "(declare-sort S 0)(declare-fun f (S) S)(declare-const a S)(assert (distinct (f a) a))(check-sat)",
			"(declare-sort T 0)(declare-const unused T)(declare-const b T)(declare-fun g (T) T)(assert (distinct b (g b)))(check-sat)", same},
		{"datatypes", "(declare-datatype L ((nil) (cons (hd Int) (tl L))))(declare-const l L)(assert (= (hd l) 1))(check-sat)",
			"(declare-datatype M ((e) (c (h Int) (t M))))(declare-const k M)(assert (= 1 (h k)))(check-sat)", same},
		{"rounding modes", "(declare-const m RoundingMode)(declare-const f Float32)(declare-const g Float32)(assert (fp.lt (fp.add m f g) f))(check-sat)",
			"(declare-const m RoundingMode)(declare-const f Float32)(declare-const g Float32)(assert (fp.lt (fp.add m f g) g))(check-sat)", same},
		{"named assertions and questions", ints + "(assert (! (< x y) :named n))(check-sat)(get-unsat-core)", ints + "(assert (! (< z y) :named k))(check-sat)", same},

		{"literals", ints + "(assert (> (+ x y) 1))(check-sat)", ints + "(assert (> (+ x y) 17))(check-sat)", alike},
		{"directions", ints + "(assert (> x y))(assert (> x z))(check-sat)", ints + "(assert (< y x))(assert (< z x))(check-sat)", alike},
		{"widths", "(declare-const x (_ BitVec 8))(assert (= ((_ extract 3 0) x) #x1))(check-sat)",
			"(declare-const x (_ BitVec 16))(assert (= ((_ extract 7 0) x) #x11))(check-sat)", alike},
		{"strings", `(declare-const s String)(assert (= (str.++ s "a") "ba"))(check-sat)`, `(declare-const s String)(assert (= (str.++ s "zz") "zz"))(check-sat)`, alike},

		{"which argument", ints + "(assert (> (- x y) 1))(assert (= x 1))(check-sat)", ints + "(assert (> (- x y) 1))(assert (= y 1))(check-sat)", other},
		{"one variable or two", ints + "(assert (= x y))(check-sat)", ints + "(assert (= x x))(check-sat)", other},
		{"another operator", ints + "(assert (= x (+ y 1)))(check-sat)", ints + "(assert (= x (* y 1)))(check-sat)", other},
		{"circles of different lengths", ints + "(declare-const u Int)(declare-const v Int)(declare-const w Int)(assert (< x y))(assert (< y z))(assert (< z x))(assert (< u v))(assert (< v w))(assert (< w u))(check-sat)",
			ints + "(declare-const u Int)(declare-const v Int)(declare-const w Int)(assert (< x y))(assert (< y z))(assert (< z u))(assert (< u v))(assert (< v w))(assert (< w x))(check-sat)", other},
		{"quantifiers", "(assert (forall ((a Int)) (exists ((b Int)) (< a b))))(check-sat)", "(assert (exists ((b Int)) (forall ((a Int)) (< a b))))(check-sat)", other},
		{"the order of asserts with levels", "(declare-const p Bool)(assert p)(push 1)(assert (not p))(check-sat)", "(declare-const p Bool)(assert (not p))(push 1)(assert p)(check-sat)", other},
		{"a tactic", ints + "(assert (< x y))(check-sat-using smt)", ints + "(assert (< x y))(check-sat-using euf-completion)", other},
		{"a tactic and none", ints + "(assert (< x y))(check-sat-using smt)", ints + "(assert (< x y))(check-sat)", other},
		{"a tactic with numbers", ints + "(assert (< x y))(check-sat-using (try-for smt 1000))", ints + "(assert (< y x))(check-sat-using (try-for smt 2000))", alike},
		{"names in an interpolant", ints + "(assert (< x y))(get-interpolant I (< x 3))", ints + "(assert (< y z))(get-interpolant J (< y 3))", same},
		{"another interpolant", ints + "(assert (< x y))(get-interpolant I (< x 3))", ints + "(assert (< x y))(get-interpolant I (< y 3))", other},
		{"an interpolant and an abduct", ints + "(assert (< x y))(get-interpolant I (< x 3))", ints + "(assert (< x y))(get-abduct I (< x 3))", other},
		{"literals in an abduct", ints + "(assert (< x y))(get-abduct I (< x 3))", ints + "(assert (< x y))(get-abduct I (< x 4))", alike},
		{"values", ints + "(assert (< x y))(check-sat)(get-value (x))", ints + "(assert (< x y))(check-sat)(get-value ((+ x y)))", other},
		{"minimize and maximize", ints + "(assert (< x y))(minimize x)(check-sat)", ints + "(assert (< x y))(maximize x)(check-sat)", other},
		{"what is minimized", ints + "(assert (< x y))(minimize x)(check-sat)", ints + "(assert (< x y))(minimize y)(check-sat)", other},
		{"weights", ints + "(assert-soft (< x y) :weight 2)(check-sat)", ints + "(assert-soft (< x y) :weight 3)(check-sat)", alike},
		{"assumptions", "(declare-const p Bool)(declare-const q Bool)(assert (=> p q))(check-sat-assuming (p))", "(declare-const p Bool)(declare-const q Bool)(assert (=> p q))(check-sat-assuming (q))", other},
		{"simplified terms", ints + "(simplify (+ x 1))", ints + "(simplify (+ y 1))", same},
		{"evaluated terms", ints + "(assert (< x y))(check-sat)(eval x)", ints + "(assert (< x y))(check-sat)(eval y)", other},
		{"evaluated terms with other names", ints + "(assert (< x y))(check-sat)(eval x)", ints + "(assert (< z y))(check-sat)(eval z)", same},
		{"options", "(set-option :opt.priority lex)(declare-const p Bool)(assert p)(check-sat)", "(declare-const p Bool)(assert p)(check-sat)", other},
		{"definitions", "(define-fun f ((x Int)) Int (+ x 1))(assert (= (f 1) 2))(check-sat)", "(define-fun f ((x Int)) Int (- x 1))(assert (= (f 1) 2))(check-sat)", other},
		{"datatypes with other fields", "(declare-datatype L ((nil) (cons (hd Int))))(declare-const l L)(assert ((_ is nil) l))(check-sat)",
			"(declare-datatype L ((nil) (cons (hd Bool))))(declare-const l L)(assert ((_ is nil) l))(check-sat)", other},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, b := shapeOf(t, c.a), shapeOf(t, c.b)
			got := other
			switch {
			case a.Exact == b.Exact:
				got = same
			case a.Loose == b.Loose:
				got = alike
			}
			if got != c.want {
				t.Errorf("%d, want %d", got, c.want)
			}
			if a.Exact == b.Exact && a.Loose != b.Loose {
				t.Error("equal, and not equal but for literals")
			}
		})
	}
}

// A script whose names are exchanged and whose commands and commutative arguments are shuffled has the shape that it had, where its symbols can
// be told apart.
func TestShapeOfShuffled(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(rt, "symbols")
		type clause struct{ a, b, k int }
		var clauses []clause
		for i := range n { // each symbol has a number of its own somewhere
			clauses = append(clauses, clause{i, i, i})
		}
		for range rapid.IntRange(0, 6).Draw(rt, "clauses") {
			clauses = append(clauses, clause{rapid.IntRange(0, n-1).Draw(rt, "a"), rapid.IntRange(0, n-1).Draw(rt, "b"), rapid.IntRange(0, 3).Draw(rt, "k")})
		}
		write := func(names []string, order []int, swap func() bool) string {
			var b strings.Builder
			for _, name := range names {
				fmt.Fprintf(&b, "(declare-const %s Int)", name)
			}
			for _, i := range order {
				c := clauses[i]
				x, y := names[c.a], names[c.b]
				sum := fmt.Sprintf("(+ %s (* 3 %s))", x, y)
				if swap() {
					sum = fmt.Sprintf("(+ (* %s 3) %s)", y, x)
				}
				if swap() {
					fmt.Fprintf(&b, "(assert (= %d %s))", c.k, sum)
				} else {
					fmt.Fprintf(&b, "(assert (= %s %d))", sum, c.k)
				}
			}
			return b.String() + "(check-sat)"
		}
		var names, plain []string
		var order []int
		for i := range n {
			names = append(names, fmt.Sprintf("v%d", i))
		}
		for i := range clauses {
			order = append(order, i)
		}
		plain = append(plain, names...)
		first := write(names, order, func() bool { return false })
		second := write(rapid.Permutation(plain).Draw(rt, "names"), rapid.Permutation(order).Draw(rt, "order"), func() bool { return rapid.Bool().Draw(rt, "swap") })
		if a, b := shapeOf(t, first), shapeOf(t, second); a.Exact != b.Exact {
			rt.Fatalf("%s\n%s", first, second)
		}
	})
}

func TestShapeOfLarge(t *testing.T) {
	var b strings.Builder
	b.WriteString("(declare-const x Int)")
	for i := range MaxTerms {
		fmt.Fprintf(&b, "(assert (< x %d))", i)
	}
	if s := shapeOf(t, b.String()); !s.Cut || s.Exact != "" || s.Loose != "" {
		t.Errorf("%+v", s)
	}
}

// What says nothing has no shape, so that it is not taken for something else that says nothing.
func TestNoShape(t *testing.T) {
	for _, text := range []string{
		"", "(check-sat)", "(set-logic QF_LIA)(declare-const x Int)(check-sat)(get-model)", "(push 1)(check-sat)(pop 1)(reset)(exit)",
		"(declare-datatype L ((nil) (cons (hd Int) (tl L))))(check-sat)", "(set-option :smt.arith.nl false)(check-sat)",
		"(define-fun f ((x Int)) Int (+ x 1))(check-sat)", "(get-proof)",
	} {
		if s := shapeOf(t, text); s.Exact != "" || s.Loose != "" {
			t.Errorf("%s: %+v", text, s)
		}
	}
	// A script without assertions may say something all the same.
	a, b := shapeOf(t, "(declare-const p Bool)(get-abduct A p)"), shapeOf(t, "(declare-const p Bool)(get-interpolant A p)")
	if a.Exact == "" || b.Exact == "" || a.Exact == b.Exact || a.Loose == b.Loose {
		t.Errorf("%+v %+v", a, b)
	}
}
