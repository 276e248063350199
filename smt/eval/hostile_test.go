package eval_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/eval"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/value"
)

// watched returns options that give up an evaluation after a minute, so that a test fails instead of hanging.
func watched(t testing.TB, opts eval.Options) eval.Options {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	opts.Interrupted = func() bool { return ctx.Err() != nil }
	return opts
}

// evaluated returns the evaluator and the value of each assertion of a script under a model.
func evaluated(t testing.TB, text, answer string, opts eval.Options) (*eval.Evaluator, []value.Value) {
	t.Helper()
	s, m := given(t, text, answer)
	ev := eval.New(s.Store, m, watched(t, opts))
	active, _ := s.Active(0)
	var out []value.Value
	for _, a := range active {
		out = append(out, ev.Term(a.Term))
	}
	return ev, out
}

func given(t testing.TB, text, answer string) (*script.Script, *model.Model) {
	t.Helper()
	s, err := elab.Script(text+"\n(check-sat)", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.Read(answer, s, 0, model.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s, m
}

// nested returns n copies of head, then the core, then the tails, the first one innermost.
func nested(n int, head, core string, tail func(i int) string) string {
	var b strings.Builder
	b.WriteString(strings.Repeat(head, n) + core)
	for i := range n {
		b.WriteString(tail(i) + ")")
	}
	return b.String()
}

// lets returns n bindings around a body, each in terms of the previous one; the first one is in terms of the
// seed.
func lets(n int, seed, step, body string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "(let ((v0 %s)) ", seed)
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "(let ((v%d %s)) ", i, strings.ReplaceAll(step, "?", fmt.Sprintf("v%d", i-1)))
	}
	b.WriteString(strings.ReplaceAll(body, "?", fmt.Sprintf("v%d", n)))
	b.WriteString(strings.Repeat(")", n+1))
	return b.String()
}

// A hostile case grows with n.
type hostile struct {
	name string
	n    int // the size of the test
	text func(n int) (script, model string)
	want string // true, or too large
	// work and bytes bound what the evaluation may take, for each of n.
	work, bytes int64
}

const tooLarge = "too large"

// formula makes a case from one assertion.
func formula(decls string, f func(n int) string) func(n int) (script, model string) {
	return func(n int) (string, string) { return decls + "(assert " + f(n) + ")", "()" }
}

// definition makes a case from the value that a model gives x.
func definition(sort, holds string, f func(n int) string) func(n int) (script, model string) {
	return func(n int) (string, string) {
		return "(declare-const x " + sort + ")(assert " + strings.ReplaceAll(holds, "#", fmt.Sprint(n)) + ")", "((define-fun x () " + sort + " " + f(n) + "))"
	}
}

func unit(i int) string { return fmt.Sprintf(" (seq.unit %d)", i) }

// datatypes declares a chain of datatypes with two fields each.
func datatypes(n int, last string) string {
	var names, bodies strings.Builder
	for i := range n {
		fmt.Fprintf(&names, "(D%d 0)", i)
		if i+1 < n {
			fmt.Fprintf(&bodies, "((c%d (l%d D%d) (r%d D%d)))", i, i, i+1, i, i+1)
		}
	}
	return "(declare-datatypes (" + names.String() + ") (" + bodies.String() + last + "))"
}

// hostiles are cases whose results can be computed in about linear time, and cases for which no budget suffices.
var hostiles = []hostile{
	// Collections, nested one by one.
	{"set.union", 4000, definition("(Set Int)", "(= (set.card x) #)", func(n int) string {
		return nested(n-1, "(set.union ", "(set.singleton -1)", func(i int) string { return fmt.Sprintf(" (set.singleton %d)", i) })
	}), "true", 100, 16_000},
	{"set.union, to the right", 4000, definition("(Set Int)", "(= (set.card x) #)", func(n int) string {
		var b strings.Builder
		for i := range n - 1 {
			fmt.Fprintf(&b, "(set.union (set.singleton %d) ", i)
		}
		return b.String() + "(set.singleton -1)" + strings.Repeat(")", n-1)
	}), "true", 100, 16_000},
	{"set.insert, flat", 20_000, definition("(Set Int)", "(= (set.card x) #)", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, " %d", i)
		}
		return "(set.insert" + b.String() + " (as set.empty (Set Int)))"
	}), "true", 150, 16_000},
	{"set.insert", 4000, definition("(Set Int)", "(= (set.card x) #)", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "(set.insert %d ", i)
		}
		return b.String() + "(as set.empty (Set Int))" + strings.Repeat(")", n)
	}), "true", 150, 16_000},
	{"set.minus", 4000, definition("(Set Int)", "(= x (as set.empty (Set Int)))", func(n int) string {
		return nested(n, "(set.minus ", "(as set.empty (Set Int))", func(i int) string { return fmt.Sprintf(" (set.singleton %d)", i) })
	}), "true", 100, 16_000},
	{"bag.union_disjoint", 4000, definition("(Bag Int)", "(= (bag.card x) #)", func(n int) string {
		return nested(n-1, "(bag.union_disjoint ", "(bag 7 1)", func(i int) string { return fmt.Sprintf(" (bag %d 1)", i%1000) })
	}), "true", 100, 16_000},
	{"store", 20_000, definition("(Array Int Int)", "(= (select x 17) 17)", func(n int) string {
		return nested(n, "(store ", "((as const (Array Int Int)) 0)", func(i int) string { return fmt.Sprintf(" %d %d", i, i) })
	}), "true", 150, 16_000},
	{"union of sets that are arrays", 4000, definition("(Array Int Bool)", "(select x 17)", func(n int) string {
		empty := "((as const (Array Int Bool)) false)"
		return nested(n, "(union ", empty, func(i int) string { return fmt.Sprintf(" (store %s %d true)", empty, i) })
	}), "true", 200, 16_000},
	// Sequences and strings.
	{"seq.++", 20_000, definition("(Seq Int)", "(and (= (seq.len x) (+ # 1)) (= (seq.nth x 7) 6))", func(n int) string {
		return nested(n, "(seq.++ ", "(seq.unit -1)", unit)
	}), "true", 50, 1_000},
	{"seq.++, to the right", 20_000, definition("(Seq Int)", "(and (= (seq.len x) (+ # 1)) (= (seq.nth x 7) 7))", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "(seq.++%s ", unit(i))
		}
		return b.String() + "(seq.unit -1)" + strings.Repeat(")", n)
	}), "true", 50, 1_000},
	{"str.++", 20_000, definition("String", "(= (str.len x) (+ (* 100 #) 3))", func(n int) string {
		long := strings.Repeat("a", 100)
		return nested(n, "(str.++ ", `"abc"`, func(int) string { return ` "` + long + `"` })
	}), "true", 100, 1_000},
	{"str.++ that is looked at", 20_000, definition("String", `(= (str.indexof x "c" 0) 2)`, func(n int) string {
		return nested(n, "(str.++ ", `"abc"`, func(i int) string { return fmt.Sprintf(` "%d"`, i%10) })
	}), "true", 100, 1_000},
	{"doubling a sequence", 64, formula("(declare-const q Int)", func(n int) string { return lets(n, "(seq.unit q)", "(seq.++ ? ?)", "(= (seq.len ?) 0)") }), tooLarge, 1_000, 10_000},
	{"doubling nothing", 64, formula("", func(n int) string { return lets(n, `""`, "(str.++ ? ?)", `(= ? "")`) }), "true", 1_000, 10_000},
	{"doubling a string", 64, formula("", func(n int) string { return lets(n, `"a"`, "(str.++ ? ?)", "(= (str.len ?) 0)") }), tooLarge, 1_000, 10_000},
	{"str.replace_all", 64, formula("", func(n int) string {
		return lets(n, `"a"`, `(str.replace_all ? "a" "aaaa")`, "(= (str.len ?) 0)")
	}), tooLarge, 10_000_000, 10_000_000},
	{"seq.replace_all", 64, formula("(declare-const q Int)", func(n int) string {
		return lets(n, "(seq.unit q)", "(seq.replace_all ? (seq.unit q) (seq.++ (seq.unit q) (seq.unit q)))", "(= (seq.len ?) 0)")
	}), tooLarge, 10_000_000, 10_000_000},
	{"seq.contains", 15, formula("(declare-const q Int)", func(n int) string {
		many := func(n int) string { return lets(n, "(seq.unit q)", "(seq.++ ? ?)", "?") }
		return "(seq.contains (seq.++ " + many(n) + " (seq.unit 1)) (seq.++ " + many(n-1) + " (seq.unit 2)))"
	}), tooLarge, 20_000, 1_000_000},
	// Numbers.
	{"^", 1, formula("", func(int) string { return "(= (^ 2 1000000000) 0)" }), tooLarge, 1_000, 1_000},
	{"int.pow2", 1, formula("", func(int) string { return "(= (int.pow2 1000000000000) 0)" }), tooLarge, 1_000, 1_000},
	{"towers of powers", 1, formula("", func(int) string { return "(= (^ (^ (^ 7 1000) 1000) 1000) 0)" }), tooLarge, 1 << 24, 1 << 24},
	{"squares", 64, formula("", func(n int) string { return lets(n, "3", "(* ? ?)", "(= ? 0)") }), tooLarge, 1 << 24, 1 << 22},
	{"fractions", 64, formula("", func(n int) string { return lets(n, "(/ 3.0 7.0)", "(* ? ?)", "(= ? 0.0)") }), tooLarge, 1 << 24, 1 << 22},
	{"a long fraction", 500_000, formula("", func(n int) string { return "(= 0." + strings.Repeat("7", n) + " 0.0)" }), tooLarge, 2_000, 100},
	{"a long numeral", 1_000_000, formula("", func(n int) string { return "(> " + strings.Repeat("7", n) + " 0)" }), "true", 100, 10},
	{"a numeral that is too long", 2_000_000, formula("", func(n int) string { return "(> " + strings.Repeat("7", n) + " 0)" }), tooLarge, 100, 10},
	// Bit-vectors and floats.
	{"repeat", 1, formula("(declare-const b (_ BitVec 8))", func(int) string { return "(= ((_ extract 0 0) ((_ repeat 100000000) b)) #b1)" }), tooLarge, 1_000, 1_000},
	{"zero_extend", 1, formula("(declare-const b (_ BitVec 8))", func(int) string { return "(= ((_ extract 0 0) ((_ zero_extend 1000000000) b)) #b1)" }), tooLarge, 1_000, 1_000},
	{"a wide constant", 1, formula("(declare-const b (_ BitVec 1000000000))", func(int) string { return "(= (bvnot b) b)" }), "", 1_000, 1_000},
	{"bv2nat of a million bits", 1_000_000, formula("(declare-const b (_ BitVec 1000000))", func(n int) string { return "(= (bv2nat b) 0)" }), "true", 100, 10},
	{"concat", 20_000, formula("(declare-const b (_ BitVec 64))", func(n int) string {
		return "(= ((_ extract 0 0) (concat" + strings.Repeat(" b", n) + ")) #b0)"
	}), tooLarge, 1_000, 200}, // solvers' left-associative operators have two arguments here
	{"products of wide vectors", 1_000, formula("(declare-const b (_ BitVec 4000000))", func(n int) string {
		return lets(n, "((_ int2bv 4000000) 7)", "(bvmul ? ?)", "(= ? b)")
	}), tooLarge, 1 << 24, 1 << 22},
	{"a huge format", 1, formula("(declare-const f (_ FloatingPoint 40 40))", func(int) string { return "(fp.isNaN (fp.add RNE f f))" }), "", 1_000, 1_000},
	{"a wide format", 1, formula("(declare-const f (_ FloatingPoint 30 1000000))", func(int) string {
		return "(fp.eq (fp.rem ((_ to_fp 30 1000000) RNE 3.0) ((_ to_fp 30 1000000) RNE 7.0)) (fp.sqrt RNE f))"
	}), "", 1 << 30, 1 << 24},
	// Languages.
	{"loops", 24, formula("(declare-const s String)", func(n int) string {
		return "(str.in_re s " + nested(n, "((_ re.loop 0 1000000) (re.opt ", `(str.to_re "ab")`, func(int) string { return ")" }) + ")"
	}), "true", 1 << 20, 1 << 20},
	{"a regular expression of many states", 24, formula("", func(n int) string {
		x := `(re.union (str.to_re "a") (str.to_re "b"))`
		return `(= (re.++ (re.* ` + x + `) (str.to_re "a") ((_ re.^ ` + fmt.Sprint(n) + `) ` + x + `)) (re.++ (re.* ` + x + `) (str.to_re "b") ((_ re.^ ` + fmt.Sprint(n) + `) ` + x + `)))`
	}), "", 1 << 24, 1 << 24},
	// Quantifiers and functions.
	{"a quantifier over 2^32 values", 1, formula("", func(int) string { return "(forall ((x (_ BitVec 32)) (y (_ BitVec 32))) (= (bvadd x y) (bvadd y x)))" }), "", 1 << 24, 1 << 24},
	{"nested quantifiers", 4, formula("", func(n int) string {
		return nested(n, "(forall ((x (_ BitVec 14))) (exists ((y (_ BitVec 14))) ", "(= x y)", func(int) string { return ")" })
	}), tooLarge, 1 << 24, 1 << 24},
	{"functions that call each other twice", 60, func(n int) (string, string) {
		var b strings.Builder
		b.WriteString("((define-fun f0 ((x Int)) Int (+ x 1))")
		for i := 1; i <= n; i++ {
			fmt.Fprintf(&b, "(define-fun f%d ((x Int)) Int (+ (f%d (+ x 1)) (f%d (+ x 2))))", i, i-1, i-1)
		}
		fmt.Fprintf(&b, "(define-fun x () Int (f%d 0)))", n)
		return "(declare-const x Int)(assert (> x 0))", b.String()
	}, tooLarge, 1 << 24, 1 << 24},
	{"endless recursion", 1, func(int) (string, string) {
		return "(declare-fun f (Int) Int)(assert (> (f 0) 0))", "((define-fun-rec f ((x Int)) Int (+ (f (+ x 1)) (f (+ x 2)))))"
	}, tooLarge, 1 << 26, 1 << 28},
	{"a recursion that builds", 1, func(int) (string, string) {
		return "(define-fun-rec f ((n Int) (s (Seq Int))) (Seq Int) (ite (= n 0) s (f (- n 1) (seq.++ s s))))(assert (= (seq.len (f 1000 (seq.unit 1))) 0))", "()"
	}, tooLarge, 1 << 24, 1 << 24},
	{"as-array of as-array", 400, func(n int) (string, string) {
		var b strings.Builder
		b.WriteString("((define-fun k0 ((x Int)) Int x)")
		for i := 1; i <= n; i++ {
			fmt.Fprintf(&b, "(define-fun k%d ((x Int)) Int (+ (select (_ as-array k%d) x) (select (_ as-array k%d) (+ x 1))))", i, i-1, i-1)
		}
		fmt.Fprintf(&b, "(define-fun a () (Array Int Int) (_ as-array k%d)))", n)
		return "(declare-const a (Array Int Int))(assert (> (select a 0) 0))", b.String()
	}, tooLarge, 1 << 20, 1 << 20},
	{"fold", 1, formula("", func(int) string {
		return "(= (seq.len (seq.foldl (lambda ((s (Seq Int)) (x Int)) (seq.++ s s)) (seq.unit 1) " + lets(10, "(seq.unit 1)", "(seq.++ ? ?)", "?") + ")) 0)"
	}), tooLarge, 1 << 24, 1 << 24},
	// Values that stand for trees of 2^n parts.
	{"default of datatypes", 60, func(n int) (string, string) {
		return datatypes(n, "((leaf))") + "(declare-const x D0)(declare-const y D0)(assert (= x y))", "()"
	}, "true", 1_000, 10_000},
	{"datatypes, built twice", 60, func(n int) (string, string) {
		build := func(seed string) string {
			return lets(n-1, seed, "(cons ? ?)", "?")
		}
		return "(declare-datatypes ((T 0)) (((leaf) (other (v Int)) (cons (l T) (r T)))))(declare-const x T)(assert (= x " + build("leaf") + "))(assert (not (= x " + build("(other 1)") + ")))",
			"((define-fun x () T (let ((h (cons leaf leaf))) " + lets(n-2, "h", "(cons ? ?)", "?") + ")))"
	}, "true", 1_000, 10_000},
	{"datatypes as indices", 60, func(n int) (string, string) {
		return "(declare-datatypes ((T 0)) (((leaf) (cons (l T) (r T) (a (Array Int Int))))))(declare-const b (Array T Int))(assert (= (select (store b ? 5) ?) 5))", "()"
	}, "true", 1 << 16, 1 << 18},
	{"datatypes that differ at the bottom", 60, func(n int) (string, string) {
		return "(declare-datatypes ((T 0)) (((leaf (v Real)) (cons (l T) (r T)))))(assert (= " + lets(n, "(leaf (/ 1.0 0.0))", "(cons ? ?)", "?") + " " + lets(n, "(leaf (/ 2.0 0.0))", "(cons ? ?)", "?") + "))", "()"
	}, "", 1_000, 10_000},
	{"a let of sums", 1_000, formula("", func(n int) string { return lets(n, "0", "(+ ? ?)", "(= ? 0)") }), "true", 1_000, 10_000},
	{"a let of conjunctions", 100_000, formula("(declare-const p Bool)", func(n int) string { return lets(n, "true", "(and ? ?)", "?") }), "true", 100, 10},
	{"distinct", 20_000, formula("", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, " %d", i)
		}
		return "(distinct" + b.String() + ")"
	}), "true", 200, 16_000},
	{"annotations", 200_000, formula("", func(n int) string { return nested(n, "(! ", "true", func(int) string { return " :a" }) }), "true", 100, 10},
	{"relations", 150, formula("", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, " (tuple %d %d)", i, i+1)
		}
		return "(set.member (tuple 0 " + fmt.Sprint(n) + ") (rel.tclosure (set.insert" + b.String() + " (as set.empty (Set (Tuple Int Int))))))"
	}), "true", 1 << 16, 1 << 19},
	{"larger relations", 1_000, formula("", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, " (tuple %d %d)", i, i+1)
		}
		return "(set.member (tuple 0 " + fmt.Sprint(n) + ") (rel.tclosure (set.insert" + b.String() + " (as set.empty (Set (Tuple Int Int))))))"
	}), tooLarge, 1 << 16, 1 << 18},
}

// word describes the result of an assertion.
func word(v value.Value) string {
	switch {
	case v.IsTooLarge():
		return tooLarge
	case v.IsOpen():
		return "open"
	}
	return v.String()
}

// The evaluation of hostile formulas and models ends within its budget, with the right value or none.
func TestHostile(t *testing.T) {
	for _, h := range hostiles {
		t.Run(h.name, func(t *testing.T) {
			script, answer := h.text(h.n)
			if h.name == "datatypes as indices" {
				script = strings.ReplaceAll(script, "?", lets(h.n, "leaf", "(cons ? ? ((as const (Array Int Int)) 3))", "?"))
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			ev, vs := evaluated(t, script, answer, eval.Options{Steps: 500_000, Instances: 20_000, Work: 1 << 25, Bytes: 1 << 27})
			runtime.ReadMemStats(&after)
			for _, v := range vs {
				if got := word(v); got == "false" || h.want != "" && got != h.want || strings.Contains(v.Reason(), value.Interrupted) {
					t.Errorf("%s: %s", got, v.Reason())
				}
				if (word(v) == tooLarge) != strings.HasPrefix(v.Reason(), value.TooLarge) {
					t.Errorf("the reason is %q", v.Reason())
				}
			}
			work, bytes := ev.Used()
			if most := h.work*int64(h.n) + 1_000; work > most && vs[0].Reason() != value.WorkExceeded {
				t.Errorf("it took %d operations, more than %d", work, most)
			}
			if most := h.bytes*int64(h.n) + 10_000; bytes > most && vs[0].Reason() != value.MemoryExceeded {
				t.Errorf("it took %d bytes, more than %d", bytes, most)
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 1<<30 {
				t.Errorf("it took %d bytes of the process", n)
			}
			for _, v := range vs {
				if n := len(v.String()); n > value.MaxText+3 {
					t.Errorf("its text has %d bytes", n)
				}
			}
		})
	}
}

// An interrupted evaluation learns nothing more, and keeps what it knew.
func TestInterrupted(t *testing.T) {
	s, m := given(t, "(declare-const x Int)(assert (= x 1))(assert (= x 1 1))(assert "+lets(50_000, "true", "(and ? ?)", "?")+")(assert (= x 2))", "((define-fun x () Int 1))")
	active, _ := s.Active(0)
	stop := false
	ev := eval.New(s.Store, m, eval.Options{Interrupted: func() bool { return stop }})
	if v := ev.Term(active[0].Term); !v.IsTrue() {
		t.Fatal(v)
	}
	stop = true
	for i, want := range []string{"true", "", tooLarge, tooLarge} {
		v := ev.Term(active[i].Term)
		if got := word(v); want != "" && got != want || got == "false" {
			t.Errorf("assertion %d is %s: %s", i, got, v.Reason())
		}
	}
	if r := ev.Term(active[3].Term).Reason(); r != value.Interrupted {
		t.Error(r)
	}
}

// Every budget, however small, gives a formula the value that it has, or leaves it open because it is too large.
func TestBudgets(t *testing.T) {
	for _, h := range hostiles {
		n := min(h.n, 12)
		script, answer := h.text(n)
		if strings.Contains(script, "?") {
			continue
		}
		s, m := given(t, script, answer)
		active, _ := s.Active(0)
		plain := eval.New(s.Store, m, watched(t, eval.Options{Instances: 1_000, Work: 1 << 25, Bytes: 1 << 27}))
		var want []value.Value
		for _, a := range active {
			want = append(want, plain.Term(a.Term))
		}
		for _, budget := range []int64{1, 30, 1_000, 30_000, 1 << 19} {
			for _, o := range []eval.Options{{Work: budget}, {Bytes: budget * 8}, {Steps: int(budget)}} {
				o.Instances = 1_000
				if o.Work == 0 {
					o.Work = 1 << 20
				}
				if o.Bytes == 0 {
					o.Bytes = 1 << 24
				}
				ev := eval.New(s.Store, m, watched(t, o))
				for i, a := range active {
					if v := ev.Term(a.Term); !v.IsTooLarge() && word(v) != word(want[i]) && !want[i].IsTooLarge() {
						t.Fatalf("%s is %s, not %s with %+v", h.name, word(v), word(want[i]), o)
					}
				}
			}
		}
	}
}
