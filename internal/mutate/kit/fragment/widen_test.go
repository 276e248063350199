package fragment_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/mutate/kit/fragment"
	"github.com/assay-smt/assay/internal/mutate/kit/occurrence"
	"github.com/assay-smt/assay/internal/testing/mutatetest"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

func TestWiden(t *testing.T) {
	const (
		ints  = "(declare-const a Int)(declare-const b Int)"
		reals = "(declare-const a Real)(declare-const b Real)"
	)
	at := func(p ...int) term.Path { return p }
	tests := []struct {
		name, logic, decls, formula string
		new                         term.Path // of the term that was put in
		want                        string    // "" for none
	}{
		{"no logic", "", ints, "(> (* a b) 0)", at(0), ""},
		{"everything", "ALL", ints, "(> (* a b) 0)", at(0), "ALL"},
		{"an unknown logic is everything", "MINE", ints, "(> (* a b) 0)", at(0), "MINE"},

		{"linear sum", "QF_LIA", ints, "(> (+ a b) 0)", at(0), "QF_LIA"},
		{"product with a literal", "QF_LIA", ints, "(> (* 2 a) 0)", at(0), "QF_LIA"},
		{"literal on the right", "QF_LIA", ints, "(> (* a 2) 0)", at(0), "QF_LIA"},
		{"negated literal", "QF_LIA", ints, "(> (* (- 2) a) 0)", at(0), "QF_LIA"},
		{"product of literals", "QF_LIA", ints, "(> (* 2 3) 0)", at(0), "QF_LIA"},
		{"z3 wants literals, not ground terms", "QF_LIA", ints, "(> (* (+ 1 1) a) 0)", at(0), "QF_NIA"},
		{"product of variables", "QF_LIA", ints, "(> (* a b) 0)", at(0), "QF_NIA"},
		{"nonlinear logic", "QF_NIA", ints, "(> (* a b) 0)", at(0), "QF_NIA"},
		{"product deep inside", "QF_LIA", ints, "(> (+ a (ite (> a b) (* a b) b)) 0)", at(0), "QF_NIA"},
		{"quotient by a literal", "QF_LIA", ints, "(> (div a 2) 0)", at(0), "QF_LIA"},
		{"quotient by a variable", "QF_LIA", ints, "(> (div a b) 0)", at(0), "QF_NIA"},
		{"literal by a variable", "QF_LIA", ints, "(> (div 2 a) 0)", at(0), "QF_NIA"},
		{"remainder", "QF_LIA", ints, "(> (mod a 3) 0)", at(0), "QF_LIA"},
		{"remainder by a variable", "QF_LIA", ints, "(> (mod 3 a) 0)", at(0), "QF_NIA"},
		{"fraction", "QF_LRA", reals, "(> (* (/ 1.0 3.0) a) 0.0)", at(0), "QF_LRA"},
		{"real product", "QF_LRA", reals, "(> (* a b) 0.0)", at(0), "QF_NRA"},
		{"factor put below a product", "QF_LIA", ints, "(> (+ 1 (* a b)) 0)", at(0, 1, 1), "QF_NIA"},
		{"divisor put below a quotient", "QF_LIA", ints, "(> (div 5 a) 0)", at(0, 1), "QF_NIA"},
		{"literal below a product", "QF_LIA", ints, "(> (* a 7) 0)", at(0, 1), "QF_LIA"},

		{"difference logic", "QF_IDL", ints, "(> (- a b) 3)", at(0), "QF_LIA"},
		{"difference logic of reals", "QF_RDL", reals, "(> (- a b) 3.0)", at(0), "QF_LRA"},
		{"difference logic with functions", "QF_UFIDL", ints, "(> (- a b) 3)", at(0), "QF_UFLIA"},
		{"difference logic and a product", "QF_IDL", ints, "(> (* a b) 3)", at(0), "QF_NIA"},
		{"difference logic above a product", "QF_IDL", ints, "(> (* a b) 3)", at(0, 0), "QF_NIA"},

		{"product among other theories", "QF_AUFLIA", ints, "(> (* a b) 0)", at(0), "QF_AUFNIA"},
		{"product in a mixed logic", "QF_LIRA", ints, "(> (* a b) 0)", at(0), "QF_NIRA"},
		{"product of lengths", "QF_S", "(declare-const v String)", "(> (* (str.len v) (str.len v)) 0)", at(0), "QF_SNIA"},
		{"product below a quantifier", "LIA", ints, "(forall ((x Int)) (> (* x a) 0))", at(0, 0), "NIA"},
		{"product and bit-vectors", "QF_LIA", ints, "(> (* a (ubv_to_int #b1)) 0)", at(0), "ALL"},
		{"quantifier", "LIA", ints, "(and (forall ((x Int)) (> x a)))", at(0), "LIA"},
		{"quantifier in a free logic", "QF_LIA", ints, "(not (forall ((x Int)) (> x a)))", at(0), "ALL"},
		{"reals among integers", "QF_LIA", ints, "(is_int (to_real a))", at(), "ALL"},
		{"integers among reals", "QF_LRA", reals, "(= (to_int a) (to_int b))", at(), "ALL"},
		{"mixed logic", "QF_LIRA", ints, "(is_int (to_real a))", at(), "QF_LIRA"},

		{"bit-vectors", "QF_BV", "(declare-const v (_ BitVec 8))", "(= v (bvadd v #x01))", at(1), "QF_BV"},
		{"a number in a bit-vector formula", "QF_BV", "(declare-const v (_ BitVec 8))", "(= v ((_ int_to_bv 8) (ubv_to_int v)))", at(1), "ALL"},
		{"bit-vectors and integers", "QF_BVLIA", "(declare-const v (_ BitVec 8))", "(= v ((_ int_to_bv 8) (ubv_to_int v)))", at(1), "ALL"}, // z3 knows the conversion there only
		{"a real number in floating point", "QF_FP", "(declare-const v Float32)", "(= (fp.to_real v) (fp.to_real v))", at(), "ALL"},
		{"bit-vectors in floating point", "QF_FP", "(declare-const v Float32)", "(fp.eq v ((_ to_fp 8 24) #x00000001))", at(1), "QF_FP"},
		{"array", "QF_AX", "(declare-sort I 0)(declare-const v (Array I I))(declare-const i I)", "(= v (store v i (select v i)))", at(1), "QF_AX"},
		{"strings", "QF_S", "(declare-const v String)", `(str.in_re v (re.+ (str.to_re "a")))`, at(), "QF_S"},
		{"sequences", "QF_S", "(declare-const v String)", `(= (seq.unit v) (as seq.empty (Seq String)))`, at(), "ALL"},
		{"declared functions", "QF_UF", "(declare-sort U 0)(declare-fun f (U) U)(declare-const u U)", "(= u (f (f u)))", at(1), "QF_UF"},
		{"higher order", "HO_ALL", "(declare-const f (-> Int Int))", "(= (f 1) 2)", at(), "HO_ALL"},
		{"higher order and more", "HO_QF_UF", "(declare-const p Bool)", "(= #b1 (ite p #b0 #b1))", at(), "HO_ALL"},

		{"own sort Set, sets not needed", "QF_UF", "(declare-sort Set 0)(declare-const u Set)", "(= u (ite true u u))", at(1), "QF_UF"},
		{"own sort Set", "QF_UF", "(declare-sort Set 0)(declare-const u Set)", "(= #b1 (ite (= u u) #b0 #b1))", at(), "refused"},
		{"own datatype Seq", "QF_DT", "(declare-datatypes ((Seq 0)) (((nil))))", "(= #b1 #b0)", at(), "refused"},
		{"own constructor", "QF_DT", "(declare-datatypes ((D 0)) (((bag) (other))))", "(= #b1 #b0)", at(), "refused"},
		{"own selector", "QF_DT", "(declare-datatypes ((D 0)) (((c (select Bool)) (other))))", "(= #b1 #b0)", at(), "refused"},
		{"own function", "QF_UF", "(declare-fun bvadd (Bool) Bool)", "(= #b1 (ite (bvadd true) #b0 #b1))", at(), "refused"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := tt.decls + "(assert " + tt.formula + ")"
			if tt.logic != "" {
				text = "(set-logic " + tt.logic + ")" + text
			}
			s := mutatetest.Script(t, text)
			root := s.Commands[mutatetest.Asserts(s)[0]].Terms[0]
			wide, ok := new(fragment.Widener).Widen(s, mutatetest.Asserts(s)[0], term.At(root, tt.new), occurrence.Ancestors(root, tt.new))
			if ok != (tt.want != "refused") {
				t.Fatalf("ok is %t, the logic %s", ok, wide.Logic())
			}
			if !ok {
				return
			}
			if wide.Logic() != tt.want {
				t.Errorf("logic %q, not %q", wide.Logic(), tt.want)
			}
			if s.Logic() != tt.logic {
				t.Errorf("the script itself was changed to %q", s.Logic())
			}
			if tt.want == tt.logic && wide != s {
				t.Error("a new script although nothing changes")
			}
			again := mutatetest.Script(t, wide.String())
			if ok, why := script.Equal(wide, again); !ok {
				t.Errorf("reading back gives another script: %s", why)
			}
			if diff := cmp.Diff(len(s.Commands), len(wide.Commands)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestWidenAfterReset: a script has a logic for each part between resets, and only that of the changed part moves.
func TestWidenAfterReset(t *testing.T) {
	s := mutatetest.Script(t, `
(set-logic QF_BV)
(assert (= #b1 #b0))
(reset)
(assert (> (* 1 2) 0))
(reset)
(set-logic QF_LIA)
(declare-const a Int)
(assert (> (* a a) 0))`)
	tests := []struct {
		assertion int
		want      []string
	}{
		{0, []string{"QF_BV", "QF_LIA"}},
		{1, []string{"QF_BV", "QF_LIA"}},
		{2, []string{"QF_BV", "QF_NIA"}},
	}
	for _, tt := range tests {
		at := mutatetest.Asserts(s)[tt.assertion]
		wide, ok := new(fragment.Widener).Widen(s, at, s.Commands[at].Terms[0], nil)
		if !ok {
			t.Fatalf("assertion %d: refused", tt.assertion)
		}
		var got []string
		for i := range wide.Commands {
			if c := wide.Commands[i]; c.Kind == script.SetLogic {
				got = append(got, c.Name)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("assertion %d (-want +got):\n%s", tt.assertion, diff)
		}
	}
}

// TestStandardLogics: a mutant that needs more moves to the smallest logic known by name, and what the script already has needs nothing.
func TestStandardLogics(t *testing.T) {
	for _, tt := range []struct{ logic, seed, change, want string }{
		{"QF_LIA", "(> x 1)", "(str.prefixof (str.from_int x) \"1\")", "QF_SLIA"},
		{"QF_IDL", "(> x 1)", "(> (+ x x) 1)", "QF_LIA"},
		{"QF_LIA", "(> x 1)", "(= ((_ int_to_bv 8) x) #x01)", "ALL"}, // z3 knows it there only
		{"QF_LRA", "(> y 1.0)", "(> (sin y) 1.0)", "ALL"},
		{"QF_NRAT", "(> (sin y) 0.5)", "(> (sin y) 0.5)", "QF_NRAT"},
		{"QF_NRAT", "(> (sin y) 0.5)", "(> (cos y) 0.5)", "ALL"},
		{"QF_LIA", "(> (* x x) 1)", "(> (* x x) 1)", "QF_LIA"},
		{"QF_LIA", "(> x 1)", "(> (* x x) 1)", "QF_NIA"},
		{"QF_LIA", "(> x 1)", "(= (seq.unit x) (seq.unit 1))", "ALL"},
	} {
		s := mutatetest.Script(t, "(set-logic "+tt.logic+")(declare-const x Int)(declare-const y Real)(assert "+tt.seed+")(assert "+tt.change+")(check-sat)")
		given, change := s.Commands[3].Terms[0], s.Commands[4].Terms[0]
		w, ok := fragment.NewWidener(given).Widen(s, 4, change, nil)
		if !ok || w.Logic() != tt.want {
			t.Errorf("%s beside %s in %s needs %s, not %s", tt.change, tt.seed, tt.logic, w.Logic(), tt.want)
		}
	}
}
