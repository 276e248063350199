package reduce

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

// stateOf is the state of a reduction that begins with a text; typed ones begin with the form that Assay gives the terms.
func stateOf(t *testing.T, text string, typed bool) *state {
	t.Helper()
	l, err := lay(text)
	if err != nil {
		t.Fatal(err)
	}
	if !typed {
		return newState(l, nil, nil)
	}
	var sc *script.Script
	for range 2 {
		if sc, err = elab.Script(l.text, elab.Options{}); err != nil {
			t.Fatalf("%v\n%s", err, l.text)
		}
		if l, err = lay(newState(l, sc, nil).print(sc.Commands)); err != nil {
			t.Fatal(err)
		}
	}
	return newState(l, sc, nil)
}

// proposals are the lines that a pass would change, as they would be, for each of its edits: what stays is left out.
func proposals(t *testing.T, pass, text string, typed bool) []string {
	t.Helper()
	st := stateOf(t, text, typed)
	all := Passes()
	i := slices.IndexFunc(all, func(p *Pass) bool { return p.Name == pass })
	var found []string
	for _, e := range all[i].edits(st) {
		edits := []edit{e}
		if e.expand != nil {
			edits = e.expand()
		}
		for _, one := range edits {
			if proposed, ok := st.apply([]edit{one}); ok {
				found = append(found, changed(st.text, proposed))
			}
		}
	}
	return found
}

// changed are the lines of a text that another does not have, and how many there are fewer.
func changed(before, after string) string {
	old := strings.Split(before, "\n")
	var new []string
	for _, line := range strings.Split(after, "\n") {
		if !slices.Contains(old, line) {
			new = append(new, line)
		}
	}
	if fewer := len(old) - strings.Count(after, "\n") - 1; fewer > 0 {
		new = append(new, fmt.Sprintf("(fewer %d)", fewer))
	}
	return strings.Join(new, " ")
}

// TestProposals: what passes try, in which order, and what they leave alone.
func TestProposals(t *testing.T) {
	for _, tt := range []struct {
		name, pass, text string
		raw              bool
		want             []string
	}{
		{"a list becomes one of its elements but not its head, a command no atom", "lists", "(frob (g a (h b)))", true, []string{
			"(g a (h b))",
			"( (g a (h b)))",
			"(frob )",
			"(frob true)",
			"(frob 0)",
			"(frob a)",
			"(frob (h b))",
			"(frob ( a (h b)))",
			"(frob (g  (h b)))",
			"(frob (g a ))",
			"(frob (g a true))",
			"(frob (g a 0))",
			"(frob (g a b))",
			"(frob (g a ( b)))",
			"(frob (g a (h )))",
		}},
		{"arguments go by halves, then one by one", "terms", "(declare-const x Int)(declare-const y Int)(assert (= x (+ x 1 y 2 x)))", false, []string{
			"(assert false)",
			"(assert (= x 0))",
			"(assert (= x (+ 2 x)))",
			"(assert (= x (+ x 1 y)))",
			"(assert (= x (+ 1 y 2 x)))",
			"(assert (= x (+ x y 2 x)))",
			"(assert (= x (+ x 1 2 x)))",
			"(assert (= x (+ x 1 y x)))",
			"(assert (= x (+ x 1 y 2)))",
		}},
		{
			"parts of another sort are compared with constants, but symbols are not", "terms",
			"(declare-const x Int)(declare-const y Int)(declare-fun g (Int Int Bool) Bool)(assert (g x (* x y) (> y (- x))))", false, []string{
				"(assert false)",
				"(assert (> y (- x)))",
				"(assert (= 0 (* x y)))",
				"(assert (= 0 (- x)))",
				"(assert (g x (* x y) true))",
				"(assert (g x (* x y) false))",
				"(assert (g x 0 (> y (- x))))",
				"(assert (g x x (> y (- x))))",
				"(assert (g x y (> y (- x))))",
				"(assert (g x (* x y) (> y 0)))",
				"(assert (g x (* x y) (> y x)))",
			},
		},
		{"a datatype by itself", "datatypes", "(declare-datatype D ((c (s Int) (u Bool)) (d) (e (v D))))(assert (= (c 1 true) d))(assert (= (e d) d))", false, []string{
			"(declare-datatypes ((D 0)) (( (d) (e (v D)))))",
			"(declare-datatypes ((D 0)) (((c (u Bool)) (d) (e (v D))))) (assert (= (c true) d))",
			"(declare-datatypes ((D 0)) (((c (s Int)) (d) (e (v D))))) (assert (= (c 1) d))",
			"(declare-datatypes ((D 0)) (((c (s Int) (u Bool)) (e (v D)))))",
			"(declare-datatypes ((D 0)) (((c (s Int) (u Bool)) (d))))",
			"(declare-datatypes ((D 0)) (((c (s Int) (u Bool)) (d) (e)))) (assert (= e d))",
		}},
		{"a datatype by itself, as it is written", "datatypes", "(declare-datatype D ((c (s Int)) (d)))(assert (= (c 1) d))", true, []string{
			"(declare-datatype D ( (d)))",
			"(declare-datatype D ((c) (d))) (assert (= c d))",
			"(declare-datatype D ((c (s Int))))",
		}},
		{"a datatype with parameters", "datatypes", "(declare-datatype P (par (X) ((pair (first X) (second X)) (none))))(declare-const q (P Int))(assert (= q (pair 1 2)))", false, []string{
			"(declare-datatypes ((P 1)) ((par (X) ( (none)))))",
			"(declare-datatypes ((P 1)) ((par (X) ((pair (second X)) (none))))) (assert (= q (pair 2)))",
			"(declare-datatypes ((P 1)) ((par (X) ((pair (first X)) (none))))) (assert (= q (pair 1)))",
			"(declare-datatypes ((P 1)) ((par (X) ((pair (first X) (second X))))))",
		}},
		{"codatatypes", "datatypes", "(declare-codatatype S ((cons (hd Int) (tl S)) (end)))", false, []string{
			"(declare-codatatypes ((S 0)) (( (end))))",
			"(declare-codatatypes ((S 0)) (((cons (tl S)) (end))))",
			"(declare-codatatypes ((S 0)) (((cons (hd Int)) (end))))",
			"(declare-codatatypes ((S 0)) (((cons (hd Int) (tl S)))))",
		}},
		{"several datatypes", "datatypes", "(declare-datatypes ((D 0) (E 0)) (((c (s E))) ((d) (e))))(assert (= (s (c d)) e))", false, []string{
			"(declare-datatypes ( (E 0)) ( ((d) (e))))",
			"(declare-datatypes ((D 0) (E 0)) (((c)) ((d) (e)))) (assert (= (s c) e))",
			"(declare-datatypes ((D 0)) (((c (s E)))))",
			"(declare-datatypes ((D 0) (E 0)) (((c (s E))) ( (e))))",
			"(declare-datatypes ((D 0) (E 0)) (((c (s E))) ((d))))",
		}},
		{"a datatype without a body", "datatypes", "(declare-datatype D)(declare-datatypes ((D 0)))", true, nil},
		{"attributes, and nothing else that has keywords", "attributes", "(f :x 1 (! p :a :b (c) :d 2) ! (! :q) !)", true, []string{
			"(f :x 1 (! p :b (c) :d 2) ! (! :q) !)",
			"(f :x 1 (! p :a :d 2) ! (! :q) !)",
			"(f :x 1 (! p :a :b (c)) ! (! :q) !)",
			"(f :x 1 (! p :a :b (c) :d 2) ! (!) !)",
		}},
		{"formats, the smallest first, none larger in a part", "formats", "(declare-const x (_ FloatingPoint 11 53))", false, nil},
		{"formats that are small already", "formats", "(declare-const x (_ FloatingPoint 3 4))(assert (fp.isNaN x))", false, []string{
			"(declare-fun x () (_ FloatingPoint 2 2))",
			"(declare-fun x () (_ FloatingPoint 2 3))",
			"(declare-fun x () (_ FloatingPoint 3 3))",
		}},
		{"formats that terms have", "formats", "(declare-const x (_ FloatingPoint 11 53))(assert (fp.isNaN x))", false, []string{
			"(declare-fun x () (_ FloatingPoint 2 2))",
			"(declare-fun x () (_ FloatingPoint 2 3))",
			"(declare-fun x () (_ FloatingPoint 3 3))",
			"(declare-fun x () (_ FloatingPoint 3 5))",
			"(declare-fun x () (_ FloatingPoint 5 11))",
			"(declare-fun x () (_ FloatingPoint 8 24))",
		}},
		{"formats of conversions and of parts", "formats", "(declare-const r Real)(assert (fp.isNaN (fp.add RNE ((_ to_fp 3 3) RNE r) (fp #b1 #b101 #b11))))", false, []string{
			"(assert (fp.isNaN (fp.add RNE ((_ to_fp 2 2) RNE r) (fp #b1 #b10 #b1))))",
			"(assert (fp.isNaN (fp.add RNE ((_ to_fp 2 3) RNE r) (fp #b1 #b10 #b11))))",
		}},
		{"widths of operators with indices", "widths", "(declare-const x (_ BitVec 4))(assert (= ((_ extract 2 1) x) ((_ extract 1 0) x)))", false, []string{
			"(declare-fun x () (_ BitVec 1)) (assert (= ((_ extract 0 0) x) ((_ extract 0 0) x)))",
			"(declare-fun x () (_ BitVec 1)) (assert (= ((_ extract 0 0) x) ((_ extract 0 0) x)))",
			"(declare-fun x () (_ BitVec 2)) (assert (= ((_ extract 1 1) x) ((_ extract 1 1) x)))",
			"(declare-fun x () (_ BitVec 1)) (assert (= ((_ zero_extend 1) ((_ extract 0 0) x)) ((_ zero_extend 1) ((_ extract 0 0) x))))",
			"(declare-fun x () (_ BitVec 2)) (assert (= ((_ extract 1 0) x) ((_ extract 1 0) x)))",
			"(declare-fun x () (_ BitVec 3))",
			"(assert (= ((_ extract 2 2) x) ((_ extract 1 1) x)))",
		}},
		{"short lists", "lists", "(assert (f))(assert (g x))", true, []string{
			"(g x)", "( (g x))", "(assert )", "(f)", "( (f))", "(assert )",
			"(assert true)", "(assert 0)", "(assert x)", "(assert ( x))", "(assert (g ))", "(assert ())",
		}},
		{"equations, not with the symbol on both sides", "equations", "(declare-const x Int)(declare-const y Int)(assert (= x (+ y (* 2 x))))(assert (= y (+ 1 x)))", false, []string{
			"(assert (= x (+ (+ 1 x) (* 2 x)))) (fewer 2)",
		}},
		{"widths of defined functions", "widths", "(define-fun f ((x (_ BitVec 2))) (_ BitVec 2) (bvnot x))(declare-const y (_ BitVec 2))(assert (= (f y) #b10))", false, []string{
			"(define-fun f ((x (_ BitVec 1))) (_ BitVec 1) (bvnot x)) (declare-fun y () (_ BitVec 1)) (assert (= (f y) #b0))",
		}},
		{"widths of extensions", "widths", "(declare-const x (_ BitVec 2))(assert (= ((_ zero_extend 1) x) ((_ sign_extend 1) x)))", false, []string{
			"(declare-fun x () (_ BitVec 1)) (assert (= x x))",
			"(declare-fun x () (_ BitVec 1)) (assert (= x x))",
			"(declare-fun x () (_ BitVec 1)) (assert (= x x))",
			"(declare-fun x () (_ BitVec 1)) (assert (= ((_ zero_extend 2) x) ((_ sign_extend 2) x)))",
			"(assert (= ((_ extract 0 0) x) ((_ extract 0 0) x)))",
			"(assert (= x x))",
		}},
		{"widths of conversions and rotations", "widths", "(declare-const i Int)(assert (= ((_ int2bv 3) i) ((_ rotate_left 1) ((_ int2bv 3) i)) #b101))", false, []string{
			"(assert (= ((_ int_to_bv 1) i) ((_ rotate_left 1) ((_ int_to_bv 1) i)) #b1))",
			"(assert (= ((_ int_to_bv 2) i) ((_ rotate_left 1) ((_ int_to_bv 2) i)) #b01))",
		}},
		{"sorts", "sorts", "(declare-sort S 0)(declare-sort T 0)(declare-const x S)(declare-fun g (S T) Real)(assert (forall ((y T)) (= (g x y) 1.5)))", false, []string{
			"(declare-fun x () Int) (declare-fun g (Int T) Real) (fewer 1)",
			"(declare-fun x () Bool) (declare-fun g (Bool T) Real) (fewer 1)",
			"(declare-fun g (S Int) Real) (assert (forall ((y Int)) (= (g x y) 1.5))) (fewer 1)",
			"(declare-fun g (S Bool) Real) (assert (forall ((y Bool)) (= (g x y) 1.5))) (fewer 1)",
			"(declare-fun g (S T) Int) (assert (forall ((y T)) (= (g x y) 0)))",
		}},
		{"numbers", "literals", "(declare-const x Int)(assert (> x 40))", false, []string{
			"(assert (> x 0))",
			"(assert (> x 1))",
			"(assert (> x 2))",
			"(assert (> x 20))",
			"(assert (> x 30))",
			"(assert (> x 38))",
			"(assert (> x 39))",
		}},
		{"the smallest numbers", "literals", "(declare-const x Int)(assert (> x 2))(assert (< x 1))(assert (= x 0))", false, []string{
			"(assert (> x 0))",
			"(assert (> x 1))",
			"(assert (< x 0))",
		}},
		{"decimals", "literals", "(declare-const x Real)(assert (> x 3.14159))", false, []string{
			"(assert (> x 0.0))",
			"(assert (> x 1.0))",
			"(assert (> x 2.0))",
			"(assert (> x 3.0))",
			"(assert (> x 3.14))",
			"(assert (> x 3.1415))",
		}},
		{"decimals with few digits", "literals", "(declare-const x Real)(assert (> x 2.5))(assert (< x 0.125))(assert (= x 0.0))", false, []string{
			"(assert (> x 0.0))",
			"(assert (> x 1.0))",
			"(assert (> x 2.0))",
			"(assert (< x 0.0))",
			"(assert (< x 0.1))",
			"(assert (< x 0.12))",
		}},
		{"bits", "literals", "(declare-const x (_ BitVec 5))(assert (= x #b10110))", false, []string{
			"(assert (= x #b00000))",
			"(assert (= x #b00001))",
			"(assert (= x #b00010))",
			"(assert (= x #b01011))",
			"(assert (= x #b10001))",
			"(assert (= x #b10101))",
		}},
		{"bits that make whole digits", "literals", "(declare-const x (_ BitVec 8))(assert (= x #b00010110))", false, []string{
			"(assert (= x #x00))",
			"(assert (= x #x01))",
			"(assert (= x #x02))",
			"(assert (= x #x0b))",
			"(assert (= x #x11))",
			"(assert (= x #x15))",
		}},
		{"texts", "literals", `(declare-const x String)(assert (= x "abcd"))`, false, []string{
			"(assert (= x \"\"))",
			"(assert (= x \"a\"))",
			"(assert (= x \"ab\"))",
			"(assert (= x \"cd\"))",
			"(assert (= x \"bcd\"))",
			"(assert (= x \"acd\"))",
			"(assert (= x \"abd\"))",
			"(assert (= x \"abc\"))",
		}},
		{"questions", "questions", "(check-sat-assuming (p q))(get-model)(check-sat-using smt)", true, []string{
			"(check-sat)",
			"(check-sat)",
		}},
		{"cases", "cases", "(assert (match x ((c a) (d b))))(f (match))", true, []string{
			"(assert (match x ( (d b))))",
			"(assert (match x ((c a))))",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, proposals(t, tt.pass, tt.text, !tt.raw)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
