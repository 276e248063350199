package proof_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/script"
)

// formulaText is satisfiable: x = 1, y = 2, p true.
const formulaText = `(declare-const x Int)
(declare-const y Int)
(declare-const p Bool)
(declare-fun f (Int) Int)
(declare-const a (Array Int Int))
(declare-const b (Array Int Int))
(assert (< x y))
(assert (=> p (> y 0)))
(assert (exists ((z Int)) (= (f z) 7)))
(check-sat)
`

const witnessText = `(
(define-fun x () Int 1)
(define-fun y () Int 2)
(define-fun p () Bool true)
(define-fun f ((z Int)) Int (ite (= z 3) 7 0))
(define-fun a () (Array Int Int) ((as const (Array Int Int)) 0))
(define-fun b () (Array Int Int) (store ((as const (Array Int Int)) 0) 5 1))
)`

func formula(t *testing.T) *script.Script {
	t.Helper()
	// The existential assertion is left out of what is read: these tests are not about its truth.
	s, err := elab.Script(strings.Replace(formulaText, "(assert (exists ((z Int)) (= (f z) 7)))\n", "", 1), elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func check(t *testing.T, text string) (*proof.Proof, proof.Report) {
	t.Helper()
	s := formula(t)
	m, err := model.Read(witnessText, s, 0, model.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := proof.Read(text, s, 0, proof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, holds := proof.NewWitness(m, proof.DefaultLimits)
	if !holds {
		t.Fatal("the witness does not hold")
	}
	return p, proof.Check(p, w)
}

// outline is what the tests compare: which step is wrong, under which rule, and how the steps divide.
func outline(r *proof.Report) string {
	wrong := "nothing"
	if r.Wrong != nil {
		wrong = r.Wrong.Step + " " + r.Wrong.Rule
	}
	_, counts, _ := strings.Cut(r.Counts(), ": ")
	return wrong + "; " + counts
}

func TestLocate(t *testing.T) {
	for _, tt := range []struct {
		name   string
		format proof.Format
		text   string
		want   string
	}{
		{"z3: a wrong rewrite", proof.Z3, `((set-logic ALL) (proof
(let (($x1 (< x y)))
(let ((@x2 (asserted $x1)))
(let ((@x3 (rewrite (= $x1 (not (<= y x))))))
(let ((@x4 (rewrite (= (not (<= y x)) (>= (- x y) 0)))))
(mp @x2 (trans @x3 @x4 (= $x1 (>= (- x y) 0))) false)))))))`,
			"@x4 rewrite; 2 holds, 2 vacuous, 1 wrong"},
		{"z3: an assertion that was read as another", proof.Z3, `(proof (mp (asserted (> x y)) (rewrite (= (> x y) false)) false))`,
			"1 asserted; 1 holds, 1 vacuous, 1 wrong"},
		{"z3: below a hypothesis that is false nothing is wrong; the lemma holds", proof.Z3, `((proof
(let ((@x1 (hypothesis (> x y))))
(let ((@x2 (th-lemma @x1 false)))
(lemma @x2 (not (> x y)))))))`,
			"nothing; 1 holds, 2 vacuous"},
		{"z3: below a hypothesis that is true", proof.Z3, `((proof
(let ((@x1 (hypothesis (< x y))))
(let ((@x2 ((_ th-lemma arith farkas 1 1) @x1 false)))
(lemma @x2 (not (< x y)))))))`,
			"@x2 th-lemma arith farkas; 1 holds, 1 vacuous, 1 wrong"},
		{"z3: a wrong step below a false hypothesis counts apart", proof.Z3, `((proof
(let ((@x1 (hypothesis p)))
(let ((@x0 (hypothesis (not p))))
(let ((@x3 (th-lemma @x0 (< x 5))))
(let ((@x2 (th-lemma @x3 (< x 0))))
(lemma @x2 (or p (< x 0)))))))))`,
			"nothing; 3 holds, 1 vacuous, 1 beneath"},
		{"z3: a lemma discharges one of two hypotheses", proof.Z3, `((proof
(let ((@x1 (hypothesis (< x y))))
(let ((@x2 (hypothesis (> x y))))
(let ((@x3 (unit-resolution @x1 @x2 false)))
(lemma (lemma @x3 (not (< x y))) (or (not (> x y)) (not (< x y)))))))))`,
			"nothing; 2 holds, 3 vacuous"},
		{"z3: a skolem stands for a value that meets the condition", proof.Z3, `((set-logic ALL)
(declare-fun z!0 () Int)
(proof
(let ((@x1 (sk (~ (exists ((z Int)) (= (f z) 7)) (= (f z!0) 7)))))
(let ((@x2 (rewrite (= (= (f z!0) 7) (= z!0 4)))))
(trans @x1 @x2 (~ (exists ((z Int)) (= (f z) 7)) (= z!0 4)))))))`,
			"@x2 rewrite; 1 wrong, 2 open"},
		{"z3: a skolem whose value is not known", proof.Z3, `((set-logic ALL)
(declare-fun z!0 () Int)
(proof
(let ((@x1 (sk (~ (exists ((z Int)) (= (f (* z z)) 11)) (= (f (* z!0 z!0)) 11)))))
(rewrite (= (= (f (* z!0 z!0)) 11) (= z!0 4))))))`,
			"nothing; 2 open"},
		{"z3: a skolem with a witness in the formula", proof.Z3, `((set-logic ALL)
(declare-fun z!0 () Int)
(proof
(let ((@x1 (sk (~ (exists ((z Int)) (= z (+ x y))) (= z!0 (+ x y))))))
(rewrite (= (= z!0 (+ x y)) (< z!0 y))))))`,
			"2 rewrite; 1 holds, 1 wrong"},
		{"z3: a constant without meaning is open", proof.Z3, `((declare-fun k!0 () Bool) (proof (mp (rewrite k!0) (rewrite (or (not p) k!0)) (not p))))`,
			"nothing; 1 doubtful, 2 open"},
		{"z3: a constant that an equation defines", proof.Z3, `((declare-fun k!0 () Int) (proof
(let ((@x1 (intro-def (= k!0 (+ x 1)))))
(mp @x1 (rewrite (= k!0 y)) (= k!0 (+ y 1))))))`,
			"3 mp; 2 holds, 1 wrong"},
		{"z3: below a binder", proof.Z3, `((proof
(let ((?x1 (lambda ((z Int)) (rewrite (= (> z x) (not (<= z x)))))))
(quant-intro (proof-bind ?x1) (= (forall ((z Int)) (> z x)) (forall ((z Int)) (not (<= z x))))))))`,
			"nothing; 1 holds, 2 open"},
		{"z3: a wrong rewrite below a binder", proof.Z3, `((proof
(let ((?x1 (lambda ((z Int)) (rewrite (= (> z x) (<= z x))))))
(quant-intro (proof-bind ?x1) (= (forall ((z Int)) (> z x)) (forall ((z Int)) (<= z x)))))))`,
			"1 rewrite; 1 holds, 1 wrong, 1 doubtful"},
		{"z3: a name hides another", proof.Z3, `((proof (let (($x1 (< x y))) (let (($x2 (let (($x1 (> x y))) (not $x1)))) (mp (asserted $x1) (rewrite (= $x1 $x2)) $x2)))))`,
			"nothing; 3 holds"},
		{"z3: arrays differ somewhere", proof.Z3, `((proof (let ((?x1 ((_ array-ext 0) a b)))
(mp (rewrite (or (= a b) (not (= (select a ?x1) (select b ?x1))))) (rewrite (= ?x1 5)) false))))`,
			"3 mp; 2 holds, 1 wrong"},

		{"cpc: a wrong step", proof.CPC, `unsat
(
(declare-const x Int)
(define @t1 () (< x y))
(define @t2 () (not @t1))
(assume @p1 @t1)
(step @p2 (= @t1 (>= x y)) :rule arith_poly_norm_rel :premises () :args (@t1))
(step @p3 false :rule eq_resolve :premises (@p1 @p2))
)`,
			"@p2 arith_poly_norm_rel; 1 holds, 1 vacuous, 1 wrong"},
		{"cpc: local assumptions that are false", proof.CPC, `unsat
(define @t1 () (> x y))
(assume @p1 (< x y))
(assume-push @p2 @t1)
(step @p3 false :rule contra :premises (@p1 @p2))
(step-pop @p4 :rule scope :premises (@p3))
(step @p5 (not @t1) :rule process_scope :premises (@p4) :args (false))`,
			"nothing; 3 holds, 2 vacuous"},
		{"cpc: nested local assumptions, the inner one used", proof.CPC, `unsat
(assume-push @p2 (> x y))
(assume-push @p3 p)
(step @p4 (< y 0) :rule bad :premises (@p3))
(step-pop @p5 :rule scope :premises (@p4))
(step-pop @p6 :rule scope :premises (@p5))`,
			"@p4 bad; 2 holds, 2 vacuous, 1 wrong"},
		{"cpc: an outer assumption that is false", proof.CPC, `unsat
(assume-push @p2 (> x y))
(assume-push @p3 p)
(step @p4 (< x 9) :rule good :premises (@p3 @p2))
(step @p5 (< y 0) :rule bad :premises (@p3 @p4))
(step-pop @p6 :rule scope :premises (@p5))
(step-pop @p7 :rule scope :premises (@p6))`,
			"nothing; 3 holds, 2 vacuous, 1 beneath"},
		{"cpc: skolems, purification and differences", proof.CPC, `unsat
(define @t1 () (@var "z" Int))
(define @t2 () (@list @t1))
(define @t3 () (forall @t2 (not (= @t1 (* 2 y)))))
(define @t4 () (@quantifiers_skolemize @t3 0))
(define @t5 () (@purify (+ x y)))
(define @t6 () (@array_deq_diff a b))
(step @p1 (= @t4 4) :rule skolem :premises ())
(step @p2 (= @t5 3) :rule purify :premises ())
(step @p3 (not (= (select a @t6) (select b @t6))) :rule arrays_ext :premises ())
(step @p4 (= @t4 (+ @t5 2)) :rule bad :premises (@p1 @p2))`,
			"@p4 bad; 3 holds, 1 wrong"},
		{"cpc: what has no meaning and what is not given is open", proof.CPC, `unsat
(define @t1 () (@strings_num_occur "a" "b"))
(step @p1 (= @t1 1) :rule r1 :premises ())
(step @p2 :rule r2 :premises (@p1) :args (x))
(step @p3 false :rule r3 :premises (@p1 @p2))`,
			"nothing; 1 doubtful, 2 open"},
		{"cpc: premises that are not given", proof.CPC, `unsat
(assume @p1 (< x y))
; trust MACRO_SR_PRED_TRANSFORM
(step @p2 (<= x y) :rule trust :args ((<= x y)))
; trust MACRO_ARITH
(step @p3 (> x y) :rule trust :args ((> x y)))`,
			"@p3 trust MACRO_ARITH; 2 holds, 1 wrong"},
		{"cpc: indices as arguments, bits", proof.CPC, `unsat
(define @t1 () ((_ int2bv 4) x))
(step @p1 (= (extract 1 0 @t1) #b01) :rule evaluate :premises ())
(step @p2 (@bit 0 @t1) :rule evaluate :premises ())
(step @p3 (= (@from_bools true false) #b01) :rule evaluate :premises ())
(step @p4 (= (zero_extend 2 #b01) (@bv 2 4)) :rule bad :premises ())`,
			"@p4 bad; 3 holds, 1 wrong"},
		{"cpc 1.1: variables and skolems in other words", proof.CPC, `unsat
(declare-var alf.0.z Int)
(define @t1 () (exists (@list alf.0.z) (= alf.0.z y)))
(define @t2 () (skolem (@k.QUANTIFIERS_SKOLEMIZE @t1 alf.0.z)))
(step @p1 (= @t2 2) :rule r :premises ())
(step @p2 (= @t2 (skolem (@k.PURIFY x))) :rule bad :premises (@p1))`,
			"@p2 bad; 1 holds, 1 wrong"},

		{"tree: a wrong step below a scope", proof.Tree, `unsat
(
(let ((_let_1 (< x y))) (let ((_let_2 (_let_1))) (let ((_let_3 (ASSUME :conclusion _let_1 :args _let_2)))
(SCOPE :conclusion (not _let_1) (EQ_RESOLVE :conclusion false _let_3 (MACRO_SR_EQ_INTRO :conclusion (= _let_1 false) :args (_let_1 SB_DEFAULT))) :args _let_2))))
)`,
			"2 MACRO_SR_EQ_INTRO; 1 holds, 2 vacuous, 1 wrong"},
		{"tree: inner scopes discharge", proof.Tree, `unsat
(SCOPE :conclusion false (CONTRA :conclusion false
 (SCOPE :conclusion (=> (> x y) false) (CONTRA :conclusion false (ASSUME :conclusion (> x y) :args ((> x y))) (ASSUME :conclusion (< x y) :args ((< x y)))) :args ((> x y)))
 (BAD :conclusion (> x y))) :args ((< x y)))`,
			"5 BAD; 2 holds, 4 vacuous, 1 wrong"},
		{"tree: a constant that is not declared, with its definition", proof.Tree, `unsat
(SCOPE :conclusion false (CONG :conclusion (< skv_1 y) (SKOLEM_INTRO :conclusion (= skv_1 (+ x 4)))) :args ((< x y)))`,
			"2 CONG; 1 holds, 1 vacuous, 1 wrong"},

		{"alethe: a wrong hole", proof.Alethe, `unsat
(assume a0 (! (< x y) :named @p_1))
(step t1 (cl (not (! (= @p_1 false) :named @p_2)) (not @p_1) false) :rule equiv_pos2)
(step t2 (cl @p_2) :rule hole :args ("TRUST"))
(step t3 (cl) :rule resolution :premises (t1 t2 a0))`,
			"t2 hole; 2 holds, 1 vacuous, 1 wrong"},
		{"alethe: a subproof discharges its assumptions", proof.Alethe, `unsat
(assume a0 (< x y))
(anchor :step t1)
(assume t1.a0 (> x y))
(step t1.t1 (cl false) :rule la_generic :premises (t1.a0 a0))
(step t1 (cl (not (> x y)) false) :rule subproof :discharge (t1.a0))`,
			"nothing; 2 holds, 2 vacuous"},
		{"alethe: below a binder", proof.Alethe, `unsat
(anchor :step t1 :args ((z Int) (:= (z Int) z)))
(step t1.t1 (cl (= (> z x) (not (<= z x)))) :rule hole)
(step t1 (cl (= (forall ((z Int)) (> z x)) (forall ((z Int)) (not (<= z x))))) :rule bind)
(step t2 (cl (= x y)) :rule hole :args ("bad"))`,
			"t2 hole; 1 holds, 1 wrong, 1 open"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, r := check(t, tt.text)
			if p.Format != tt.format {
				t.Errorf("format %q", p.Format)
			}
			if got := outline(&r); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
				for _, s := range p.Steps {
					t.Logf("%+v", s)
				}
			}
			total := 0
			for _, n := range r.By {
				total += n
			}
			open := 0
			for _, n := range r.OpenBy {
				open += n
			}
			if total != len(p.Steps) || open != r.By["open"] {
				t.Errorf("%d of %d steps are counted, and %d of %d open ones", total, len(p.Steps), open, r.By["open"])
			}
		})
	}
}

// A located step comes with its premises and the values that matter.
func TestLocated(t *testing.T) {
	_, r := check(t, `((declare-fun k!0 () Int) (proof
(let ((@x1 (intro-def (= k!0 (+ x 1)))))
(mp @x1 (rewrite (= k!0 y)) (= k!0 (+ y 1))))))`)
	want := proof.Located{
		Step: "3", Rule: "mp", Index: 2, Conclusion: "(= k!0 (+ y 1))", Why: "(= k!0 (+ y 1)) is false: k!0 = 2, (+ y 1) = 3",
		Premises: []proof.Premise{
			{Step: "@x1", Rule: "intro-def", Text: "(= k!0 (+ x 1))", Value: "true"},
			{Step: "2", Rule: "rewrite", Text: "(= k!0 y)", Value: "true"},
		},
		Assignment: []proof.Assigned{{Name: "k!0", Value: "2", Meaning: "which stands for (+ x 1)"}, {Name: "y", Value: "2"}, {Name: "x", Value: "1"}},
	}
	if diff := cmp.Diff(&want, r.Wrong); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := r.Words(); got != "step 3, rule mp: premises hold, conclusion does not" {
		t.Error(got)
	}
}

// A step of rewriting comes with the term before and after, and the values of both; cvc5 1.0 says by which theory. Other equations are no rewriting.
func TestRewrite(t *testing.T) {
	want := &proof.Rewrite{Before: "(+ x 1)", BeforeValue: "2", After: "3", AfterValue: "3"}
	for _, tt := range []struct {
		text, rule, words string
		want              *proof.Rewrite
	}{
		{"unsat (SCOPE :conclusion false (THEORY_REWRITE :conclusion (= (+ x 1) 3) :args ((= (+ x 1) 3) THEORY_ARITH RW_REWRITE_THEORY_POST)) :args ((< x y)))", "THEORY_REWRITE THEORY_ARITH",
			"step 1, rule THEORY_REWRITE THEORY_ARITH: it rewrites a term to one that has another value", want},
		{"(define @t1 () (+ x 1))\n; trust TRUST_THEORY_REWRITE\n(step @p1 (= @t1 3) :rule trust :premises () :args ((= @t1 3)))", "trust TRUST_THEORY_REWRITE",
			"step @p1, rule trust TRUST_THEORY_REWRITE: it rewrites a term to one that has another value", want},
		{"(proof (rewrite (= (+ x 1) 3)))", "rewrite", "step 1, rule rewrite: it rewrites a term to one that has another value", want},
		{"(proof ((_ th-lemma arith) (= (+ x 1) 3)))", "th-lemma arith", "step 1, rule th-lemma arith: it has no premises, and its conclusion is false", nil},
		{"(assume @p1 (< x y))(step @p2 (= (+ x 1) 3) :rule arith :premises (@p1))", "arith", "step @p2, rule arith: premises hold, conclusion does not", nil},
	} {
		_, r := check(t, tt.text)
		if r.Wrong == nil || r.Wrong.Rule != tt.rule || r.Words() != tt.words {
			t.Errorf("%s: %+v, %s", tt.text, r.Wrong, r.Words())
			continue
		}
		if diff := cmp.Diff(tt.want, r.Wrong.Rewrite); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
	}
}

// Under an interpretation that makes assertions false, steps that depend on them do not count against the solver.
func TestNoWitness(t *testing.T) {
	s := formula(t)
	p, err := proof.Read(`(proof (mp (asserted (< x y)) (rewrite (= (< x y) (> y x))) (> y x)))`, s, 0, proof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, holds := proof.NewWitness(&model.Model{Script: s}, proof.DefaultLimits)
	r := proof.Check(p, w)
	if holds || outline(&r) != "nothing; 1 holds, 2 vacuous" {
		t.Errorf("%v, %s", holds, outline(&r))
	}
}

func TestGoals(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"(goals (goal (< x y) :precision precise :depth 1))", "holds"},
		{"(goals (goal (> x y) (< x y) :precision precise :depth 1))", "wrong (> x y)"},
		{"(goals (goal (> x y) :precision under :depth 1))", "open "},
		{"(goals (goal (> x y) :precision precise) (goal (< x y) :precision precise))", "holds"},
		{"(goals (goal (> x y) :precision precise) (goal k!1 :precision precise))", "open "},
		{"(goals (goal (> x k!3) :precision precise))", "open "},
		{"(goals)", "wrong false"},
	} {
		s := formula(t)
		m, err := model.Read(witnessText, s, 0, model.Options{})
		if err != nil {
			t.Fatal(err)
		}
		w, _ := proof.NewWitness(m, proof.DefaultLimits)
		g, err := proof.Goals("simplify", tt.text, s, 0, w, proof.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		got := g.Verdict
		if got != "holds" {
			got += " " + g.False
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q (%s)", tt.text, got, tt.want, g.Why)
		}
	}
}

func TestHostile(t *testing.T) {
	s := formula(t)
	small := proof.Options{Budget: proof.Budget{Bytes: 1 << 20, Steps: 50, Depth: 40, Terms: 10_000}}
	for _, tt := range []struct {
		name, text string
		cut        string // of what was read, or else
		err        string
	}{
		{"nothing", "unsat\n", "", "the text has no proof"},
		{"an error", `(error "line 3 column 10: proof is not available")`, "", "the text has no proof"},
		{"no s-expression", "(proof (asserted p)", "", "the proof cannot be read"},
		{"cut off after steps", "(assume @p1 p)\n(step @p2 (not", "the rest is not an s-expression", ""},
		{"deep proof", "(proof " + strings.Repeat("(mp ", 500) + "(asserted p)" + strings.Repeat(" p)", 500) + ")", "", "the text has no proof"},
		{"deep term", "(assume @p1 p)\n(assume @p2 " + strings.Repeat("(not ", 500) + "p" + strings.Repeat(")", 500) + ")", "nested deeper than 40", ""},
		{"many steps", strings.Repeat("(assume @p1 p)\n", 60), "more than 50 steps", ""},
		{"too large", "(proof " + strings.Repeat(" ", 1<<20) + ")", "", "a proof of 1048584 bytes"},
		{"odd shapes", "(define)(define @t1)(define @t1 () )(step)(step @p)(step-pop @p :rule)(assume-push)(anchor)(declare-const)(assume @p p)(let)(())", "", ""},
		{"odd lets", "(proof (let ((@x1)) (let ((@x1 @x2 @x3)) (let (@x1 ((@x2))) (mp @x1 @x9 p)))))", "", ""},
		{"a lambda in itself", "(proof (let ((?x1 (lambda ((z Int)) (quant-intro (proof-bind ?x1) p)))) (quant-intro (proof-bind ?x1) p)))", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := proof.Read(tt.text, s, 0, small)
			switch {
			case tt.err != "":
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("error %v, want %s", err, tt.err)
				}
			case err != nil && !errors.Is(err, proof.ErrNone):
				t.Error(err)
			case err == nil && !strings.Contains(p.Cut, tt.cut), err != nil && tt.cut != "":
				t.Errorf("%v, want cut %q", err, tt.cut)
			case err == nil:
				w, _ := proof.NewWitness(&model.Model{Script: s}, proof.DefaultLimits)
				proof.Check(p, w)
			}
		})
	}
}

// Terms are shared: a proof that doubles its terms a thousand times is read and evaluated in no time.
func TestSharing(t *testing.T) {
	var b strings.Builder
	b.WriteString("(define @t0 () (+ x y))\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "(define @t%d () (- @t%d @t%d))\n", i+1, i, i)
	}
	b.WriteString("(step @p1 (= @t1000 1) :rule bad :premises ())\n")
	_, r := check(t, b.String())
	if got := outline(&r); got != "@p1 bad; 1 wrong" {
		t.Error(got)
	}
	if c := r.Wrong.Conclusion; !strings.HasPrefix(c, "a formula of more than") {
		t.Error(c)
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"(proof (let ((@x1 (asserted p))) (mp @x1 (rewrite (= p (not p))) false)))",
		"(define @t1 () (@var \"z\" Int))(assume @p1 p)(step @p2 (forall (@list @t1) p) :rule r :premises (@p1))",
		"(SCOPE :conclusion false (ASSUME :args (p)) :args (p))",
		"(assume a0 p)(anchor :step t1 :args ((z Int)))(step t1 (cl (! p :named @p_1)) :rule bind)",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := formula(t)
		p, err := proof.Read(text, s, 0, proof.Options{Budget: proof.Budget{Bytes: 1 << 16, Steps: 1000, Depth: 1000, Terms: 10_000}})
		if err != nil {
			return
		}
		w, _ := proof.NewWitness(&model.Model{Script: s}, proof.Limits{Steps: 10_000, Instances: 100, Work: 1 << 20, Bytes: 1 << 24})
		if r := proof.Check(p, w); len(p.Steps) != r.Steps {
			t.Errorf("%d steps, and %d counted", len(p.Steps), r.Steps)
		}
	})
}
