package entail_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/judge/entail"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

const declarations = `(declare-sort U 0)
(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)
(declare-const x Int)(declare-const y Int)(declare-const z Int)(declare-const s Real)(declare-const u Real)
(declare-const a U)(declare-const b U)(declare-const c U)(declare-fun f (U) U)(declare-fun g (Int) Int)(declare-fun h (Bool) Int)(declare-fun k (U) Bool)
(declare-const v (_ BitVec 3))(declare-const w (_ BitVec 3))(declare-const t String)
`

// formulas reads formulas, in one store.
func formulas(t testing.TB, texts []string) (*script.Script, []*term.Term) {
	t.Helper()
	var b strings.Builder
	b.WriteString(declarations)
	for _, f := range texts {
		fmt.Fprintf(&b, "(assert %s)\n", f)
	}
	s, err := elab.Script(b.String()+"(check-sat)", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	active, _ := s.Active(0)
	var out []*term.Term
	for _, a := range active {
		out = append(out, a.Term)
	}
	return s, out
}

// entails asks whether the last of some formulas follows from the others.
func entails(t testing.TB, b entail.Budget, texts ...string) entail.By {
	t.Helper()
	s, all := formulas(t, texts)
	return entail.New(s.Store, b).Entails(all[:len(all)-1], all[len(all)-1])
}

func TestEntails(t *testing.T) {
	for _, tt := range []struct {
		by    entail.By
		texts []string
	}{
		{entail.Propositional, []string{"p", "p"}},
		{entail.Propositional, []string{"(or p q)", "(or (not p) r)", "(or q r)"}},
		{entail.Propositional, []string{"(and p q r)", "q"}},
		{entail.Propositional, []string{"(=> p q)", "p", "q"}},
		{entail.Propositional, []string{"(=> p q r)", "(or (not p) (not q) r)"}},
		{entail.Propositional, []string{"false", "p"}},
		{entail.Propositional, []string{"p", "(not p)", "(= x 7)"}},
		{entail.Propositional, []string{"(= (xor p q) (not (= p q)))"}},
		{entail.Propositional, []string{"(distinct p q)", "(or p q)"}},
		{entail.Propositional, []string{"(not (distinct p q r))"}},
		{entail.Propositional, []string{"(ite p q r)", "(or (not p) q)"}},
		{entail.Propositional, []string{"(= a b)", "(= b a)"}},
		{entail.Propositional, []string{"(or p p)", "(! p :named label)"}},
		{entail.Propositional, []string{"(forall ((i Int)) (> (g i) 0))", "(forall ((j Int)) (> (g j) 0))"}},
		{entail.Equality, []string{"(= a b)", "(= b c)", "(= a c)"}},
		{entail.Equality, []string{"(= a b)", "(= (f (f a)) (f (f b)))"}},
		{entail.Equality, []string{"(= (f (f (f a))) a)", "(= (f (f (f (f (f a))))) a)", "(= (f a) a)"}},
		{entail.Equality, []string{"(= a b)", "(k a)", "(k b)"}},
		{entail.Equality, []string{"(= x y)", "(= (>= x 2) (>= y 2))"}},
		{entail.Equality, []string{"p", "(= (h p) (h true))"}},
		{entail.Equality, []string{"(= (h p) 1)", "(= (h q) 2)", "(distinct p q)"}},
		{entail.Equality, []string{"(= x 1)", "(not (= x 2))"}},
		{entail.Equality, []string{"(= (ite p a b) (ite p a c))", "(not p)", "(= b c)"}},
		{entail.Equality, []string{`(= (str.++ "a" "b") "ab")`}},
		{entail.Equality, []string{`(= t "a")`, `(= (str.++ t t) (str.++ "a" t))`}},
		{entail.Equality, []string{"(= (bvadd #b011 #b110) #b001)"}},
		{entail.Propositional, []string{"(distinct a b c)", "(not (= c a))"}},
		{entail.Normal, []string{"(= (< x 5) (not (>= x 5)))"}},
		{entail.Normal, []string{"(= (+ x y (* 2 x)) (+ (* 3 x) y))"}},
		{entail.Normal, []string{"(= (* (+ x 1) (- x 1)) (- (* x x) 1))"}},
		{entail.Normal, []string{"(> (* 2 x) 3)", "(>= x 2)"}},
		{entail.Normal, []string{"(not (= (* 2 x) 3))"}},
		{entail.Normal, []string{"(>= x y)", "(>= y z)", "(>= (+ x 1) z)"}},
		{entail.Normal, []string{"(>= x y)", "(<= x y)", "(= x y)"}},
		{entail.Normal, []string{"(or (< x y) (= x y) (> x y))"}},
		{entail.Normal, []string{"(> s u)", "(> u 0.5)", "(not (= s 0.25))"}},
		{entail.Normal, []string{"(= (/ s 2.0) (* 0.5 s))"}},
		{entail.Normal, []string{"(> (to_real x) 0.5)", "(>= x 1)"}},
		{entail.Normal, []string{"(= (bvadd v v) (bvmul #b010 v))"}},
		{entail.Normal, []string{"(= (= (bvmul #b011 v) (bvmul #b011 w)) (= v w))"}},
		{entail.Normal, []string{"(= (bvnot v) (bvsub (bvneg v) #b001))"}},
		{entail.Equality, []string{"(= p q)", "(= (h p) (h q))"}},
		{entail.Equality, []string{"(= (and p q) r)", "(= (h (and p q)) (h r))"}},
		{entail.Normal, []string{"(= (bvand v w v #b111) (bvand w v))"}},
		{entail.Normal, []string{`(= (str.++ (str.++ t "a") t) (str.++ t (str.++ "a" t)))`}},
		{entail.Normal, []string{`(= (str.++ t "" (str.++ t "")) (str.++ t t))`}},
		{entail.Normal, []string{`(str.in_re t (re.++ (re.* re.allchar) (str.to_re "a") re.all))`, `(str.contains t "a")`}},
		{entail.Normal, []string{`(str.prefixof "a" t)`, `(str.in_re t (re.++ (str.to_re "a") re.all))`}},
		{entail.Normal, []string{`(str.suffixof "a" t)`, `(str.in_re t (re.++ re.all (str.to_re "a")))`}},
		{entail.Normal, []string{`(str.in_re t (str.to_re "a"))`, `(= t "a")`}},
		{entail.Bits, []string{"(= (concat ((_ extract 2 1) v) ((_ extract 0 0) v)) v)"}},
		{entail.Bits, []string{"(bvult v w)", "(not (bvule w v))"}},
		{entail.Bits, []string{"(or (bvslt v w) (bvsge v w))"}},
		{entail.Bits, []string{"(bvsgt #b000 v)", "(= ((_ extract 2 2) v) #b1)"}},
		{entail.Bits, []string{"(= (bvxor v v) #b000)"}},
		{entail.Bits, []string{"(= (bvcomp v w) #b1)", "(= v w)"}},
		{entail.Bits, []string{"(= ((_ sign_extend 1) v) (concat ((_ extract 2 2) v) v))"}},
		{entail.Bits, []string{"(= (bvadd v w) (bvxor v w))", "(= (bvand v w #b011) #b000)"}},
		{entail.Bits, []string{"(= (bvand v w) (concat (ite (and (= ((_ extract 2 2) v) #b1) (= ((_ extract 2 2) w) #b1)) #b1 #b0) ((_ extract 1 0) (bvand w v))))"}},
	} {
		if got := entails(t, entail.Budget{}, tt.texts...); got != tt.by {
			t.Errorf("%s: %q, want %q", strings.Join(tt.texts, ", "), got, tt.by)
		}
	}
}

// What does not follow, or follows by more than the kernel knows, is not settled.
func TestDoesNotEntail(t *testing.T) {
	for _, texts := range [][]string{
		{"p", "q"},
		{"(or p q)", "p"},
		{"(=> p q)", "q", "p"},
		{"(distinct p q)", "(= p q)"},
		{"(= x 1)", "(= x 2)"},
		{"(= (f a) (f b))", "(= a b)"},
		{"(= a b)", "(= a c)"},
		{"(> x 1)", "(>= x 3)"},
		{"(>= (* 2 x) 3)", "(>= x 3)"},
		{"(> s 1.0)", "(>= s 2.0)"},                         // no integers
		{"(not (= (* 2.0 s) 3.0))"},                         // no integers
		{"(= (= (bvmul #b010 v) (bvmul #b010 w)) (= v w))"}, // two has no inverse
		{"(= (/ s 0.0) 0.0)"},
		{"(= (div x 0) 0)"},
		{"(= (/ s u) (* s (/ 1.0 u)))"},
		{"(forall ((i U) (j U)) (= i j))"}, // true only in one size of U
		{"(exists ((i U) (j U)) (distinct i j))"},
		{"(forall ((i Int)) (> (g i) 0))", "(forall ((i Int)) (> (g i) 1))"},
		{"(= (h p) (h q))", "(= p q)"},
		{"(= (+ x y) (* x y))"},
		{"(>= (* x x) 0)"}, // true, and not linear
		{"(= (- x) x)"},
		{"(= (bvadd v w) (bvor v w))"},
		{"(bvult v w)", "(bvslt v w)"},
		{"(= (concat v w) (concat w v))"},
		{"(= (bvxor v v) v)"},
		{`(= (str.++ t "a") (str.++ "a" t))`},
		{`(str.in_re t (re.++ (str.to_re "a") re.all))`, `(str.suffixof "a" t)`},
		{`(str.in_re t (re.++ re.all re.all))`, `(str.contains t "a")`},
		{`(str.contains t "a")`, `(str.in_re t (re.++ re.all (str.to_re "a")))`},
		{"(= ((_ zero_extend 1) v) ((_ sign_extend 1) v))"},
		{"(=> p q r)", "(=> (=> p q) r)"},
		{"(xor p q r)", "(or (and p q) r (and p (not q)))", "p"},
	} {
		if got := entails(t, entail.Budget{}, texts...); got != entail.Unsettled {
			t.Errorf("%s: %q", strings.Join(texts, ", "), got)
		}
	}
}

// Whatever the budget, a question ends, and an answer for want of budget is that nothing is known.
func TestBudget(t *testing.T) {
	var big []string
	for i := range 40 { // pigeons: hard for a search without learning
		big = append(big, fmt.Sprintf("(or (= x %d) (= y %d) (= (g %d) z))", i, i+1, i))
	}
	big = append(big, "(= (g 100) z)")
	for work := 1; work < 200_000; work *= 3 {
		if got := entails(t, entail.Budget{Work: work, All: work * 2}, big...); got != entail.Unsettled {
			t.Errorf("work %d: %q", work, got)
		}
	}
	deep := strings.Repeat("(not ", 100_000) + "p" + strings.Repeat(")", 100_000)
	if got := entails(t, entail.Budget{}, deep, "p"); got != entail.Propositional {
		t.Errorf("deep: %q", got)
	}
}

// A writer of random formulas over few constants.
type writer struct{ *rng.Rand }

func (w writer) pick(of ...string) string { return of[w.IntN(len(of))] }

func (w writer) number(depth int) string {
	if depth == 0 || w.IntN(3) == 0 {
		return w.pick("x", "y", "0", "1", "2")
	}
	switch w.IntN(5) {
	case 0:
		return "(ite " + w.formula(depth-1) + " " + w.number(depth-1) + " " + w.number(depth-1) + ")"
	case 1:
		return "(- " + w.number(depth-1) + ")"
	}
	return "(" + w.pick("+", "-", "*") + " " + w.number(depth-1) + " " + w.number(depth-1) + ")"
}

func (w writer) bits(depth int) string {
	if depth == 0 || w.IntN(3) == 0 {
		return w.pick("v", "w", "#b000", "#b001", "#b110")
	}
	switch w.IntN(4) {
	case 0:
		return "(" + w.pick("bvneg", "bvnot") + " " + w.bits(depth-1) + ")"
	case 1:
		return "(ite " + w.formula(depth-1) + " " + w.bits(depth-1) + " " + w.bits(depth-1) + ")"
	case 2:
		return "((_ extract " + w.pick("2 0", "3 1", "5 3") + ") (concat " + w.bits(depth-1) + " " + w.bits(depth-1) + "))"
	}
	return "(" + w.pick("bvadd", "bvsub", "bvmul", "bvand", "bvor", "bvxor") + " " + w.bits(depth-1) + " " + w.bits(depth-1) + ")"
}

func (w writer) formula(depth int) string {
	if depth == 0 {
		return w.pick("p", "q", "true", "false", "(> x 0)", "(= v w)")
	}
	switch w.IntN(9) {
	case 0:
		return "(not " + w.formula(depth-1) + ")"
	case 1:
		return "(ite " + w.formula(depth-1) + " " + w.formula(depth-1) + " " + w.formula(depth-1) + ")"
	case 2, 3:
		return "(" + w.pick("=", "<", "<=", ">", ">=", "distinct") + " " + w.number(depth-1) + " " + w.number(depth-1) + ")"
	case 4:
		return "(" + w.pick("=", "distinct", "bvult", "bvsle", "bvuge", "bvsgt") + " " + w.bits(depth-1) + " " + w.bits(depth-1) + ")"
	case 5:
		return "(" + w.pick("=", "<", ">=") + " " + w.number(0) + " " + w.number(depth-1) + " " + w.number(0) + ")"
	}
	return "(" + w.pick("and", "or", "=>", "xor", "=", "distinct") + " " + w.formula(depth-1) + " " + w.formula(depth-1) + ")"
}

// What the kernel settles is true under every assignment of small values. Evaluation shares no code with it but for terms without symbols.
func TestAgainstEvaluation(t *testing.T) {
	const rounds, each = 12, 60
	settled := map[entail.By]int{}
	for round := range rounds {
		w := writer{rng.New(7).SplitN(uint64(round))}
		var texts []string
		for range each {
			texts = append(texts, w.formula(1+w.IntN(3)))
		}
		s, all := formulas(t, texts)
		values := truths(t, s, all)
		k := entail.New(s.Store, entail.Budget{})
		for range 4 * each {
			i, j, n := w.IntN(each), w.IntN(each), w.IntN(each)
			by := k.Entails([]*term.Term{all[i], all[j]}, all[n])
			settled[by]++
			if by == entail.Unsettled {
				continue
			}
			for m := range values {
				if values[m][i] && values[m][j] && !values[m][n] {
					t.Fatalf("%s: %s, %s do not entail %s (assignment %d)", by, texts[i], texts[j], texts[n], m)
				}
			}
		}
	}
	for _, by := range entail.Ways {
		if settled[by] < 20 {
			t.Errorf("%s settled only %d questions: %v", by, settled[by], settled)
		}
	}
}

// truths returns the truth of formulas under assignments of small values.
func truths(t *testing.T, s *script.Script, all []*term.Term) [][]bool {
	t.Helper()
	var out [][]bool
	for n := range 4 * 36 * 64 {
		if n%5 > 0 {
			continue
		}
		text := fmt.Sprintf("((define-fun p () Bool %t)(define-fun q () Bool %t)(define-fun x () Int %s)(define-fun y () Int %s)(define-fun v () (_ BitVec 3) #b%03b)(define-fun w () (_ BitVec 3) #b%03b))",
			n%2 == 0, n/2%2 == 0, small(n/4%6), small(n/24%6), n/144%8, n/1152%8)
		m, err := model.Read(text, s, 0, model.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ev := eval.New(s.Store, m, eval.Options{})
		row := make([]bool, len(all))
		for i, f := range all {
			row[i] = ev.Term(f).IsTrue()
		}
		out = append(out, row)
	}
	return out
}

// small is an integer from -2 to 3 as a term.
func small(n int) string {
	if n -= 2; n < 0 {
		return fmt.Sprintf("(- %d)", -n)
	}
	return fmt.Sprint(n)
}
