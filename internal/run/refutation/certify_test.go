package refutation_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/judge/entail"
	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/internal/run/refutation"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/elab"
)

const formula = `(declare-const p Bool)(declare-const q Bool)(declare-const x Int)(declare-fun f (Int) Int)
(assert (or p q))(assert (not p))(assert (not q))(assert (> x 3))(check-sat)
`

// certify settles a proof by Assay's own reasoning alone.
func certify(t *testing.T, script, text string) refutation.Certificate {
	t.Helper()
	s, err := elab.Script(script, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := refutation.Certifier{}.Certify(context.Background(), s, 0, solver.Target{}, text)
	if err != nil {
		t.Fatal(err)
	}
	if c.Certified != (c.None == "" && c.OpenCount() == 0) {
		t.Errorf("certified: %t, %d open, %q", c.Certified, c.OpenCount(), c.None)
	}
	return c
}

func TestCertified(t *testing.T) {
	for _, tt := range []struct{ name, proof string }{
		{"cpc", "(assume @p1 (or p q))(assume @p2 (not p))(assume @p3 (not q))(step @p4 q :rule r :premises (@p1 @p2))(step @p5 false :rule r :premises (@p4 @p3))"},
		{"alethe", "(assume h1 (or p q))(assume h2 (not p))(assume h3 (not q))(step t1 (cl p q) :rule or :premises (h1))(step t2 (cl) :rule resolution :premises (t1 h2 h3))"},
		{"z3", "(proof (let ((@a (asserted (or p q))) (@b (asserted (not p))) (@c (asserted (not q)))) (unit-resolution @a @b @c false)))"},
		{"z3, a lemma", "(proof (let ((@h (hypothesis p))) (let ((@l (lemma (unit-resolution @h (asserted (not p)) false) (not p)))) (unit-resolution (asserted (or p q)) @l (asserted (not q)) false))))"},
		{"tree", "(SCOPE :conclusion (not (and (or p q) (not p) (not q))) (R :conclusion false (ASSUME :args ((or p q))) (ASSUME :args ((not p))) (ASSUME :args ((not q)))) :args ((or p q) (not p) (not q)))"},
		{"a scope", `(assume @p1 (or p q))(assume @p2 (not p))(assume @p3 (not q))
			(assume-push @a q)(step @s false :rule r :premises (@a @p3))(step-pop @i (not q) :rule scope :premises (@s))(step @e false :rule r :premises (@p1 @p2 @i))`},
		{"an unreadable step whose premises suffice", `(assume @p1 (or p q))(assume @p2 (not p))(assume @p3 (not q))
			(step @u (@mystery p q) :rule r :premises (@p1 @p2))(step @e false :rule r :premises (@u @p3))`},
		{"a step that is not needed is wrong", `(assume @p1 (or p q))(assume @p2 (not p))(assume @p3 (not q))(step @w (= 1 2) :rule w)(step @e false :rule r :premises (@p1 @p2 @p3))`},
		{"a skolem constant with a definition", `(assume @p1 (or p q))(assume @p2 (not p))(assume @p3 (not q))(declare-const sk!1 Int)
			(step @d (= sk!1 (f x)) :rule skolem_intro)(step @e false :rule r :premises (@p1 @p2 @p3))`},
	} {
		if c := certify(t, formula, tt.proof); !c.OwnOnly() {
			t.Errorf("%s: %s %+v", tt.name, c.Words, c.Open)
		}
	}
}

// Forged proofs. The script is satisfiable, so that nothing must certify it.
func TestForged(t *testing.T) {
	const sat = "(declare-const p Bool)(declare-const q Bool)(declare-const x Int)(declare-fun f (Int) Int)(declare-fun r (Int) Bool)(assert (or p q))(assert (forall ((y Int)) (=> (r y) (> y x))))(check-sat)"
	deep := strings.Repeat("(not ", 20_001) + "p" + strings.Repeat(")", 20_001)
	var long strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&long, "(step @s%d (or p (not p)) :rule r)", i)
	}
	for _, tt := range []struct{ name, proof string }{
		{"a wrong step", "(assume @p1 (or p q))(step @p2 (not (or p q)) :rule r :premises (@p1))(step @p3 false :rule r :premises (@p1 @p2))"},
		{"nothing but false", "(step @p1 false :rule trust)"},
		{"a premise without a step", "(assume @p1 (or p q))(step @p2 false :rule r :premises (@p1 @p9))"},
		{"a premise that comes later", "(step @p2 false :rule r :premises (@p3))(step @p3 false :rule r :premises (@p2))"},
		{"a cycle", "(step @p1 p :rule r :premises (@p2))(step @p2 (not p) :rule r :premises (@p1))(step @p3 false :rule r :premises (@p1 @p2))"},
		{"a step that uses itself", "(step @p1 false :rule r :premises (@p1))"},
		{"an assumption that is no assertion", "(assume @p1 (and p (not p)))(step @p2 false :rule r :premises (@p1))"},
		{"assuming false", "(assume @p1 false)(step @p2 false :rule r :premises (@p1))"},
		{"assuming false at the end", "(step @p0 true :rule r)(assume @p1 false)"},
		{"an assertion of another check", "(assume @p1 (not p))(assume @p2 (not q))(assume @p3 (or p q))(step @p4 false :rule r :premises (@p1 @p2 @p3))"},
		{"no false at the end", "(assume @p1 (or p q))(step @p2 (or q p) :rule r :premises (@p1))"},
		{"an end that looks like false", "(assume @p1 (or p q))(step @p2 (not true) :rule r :premises (@p1))(step @p3 |false| :rule r :premises (@p2))"},
		{"a local assumption that is not discharged", "(assume-push @p1 (and p (not p)))(step @p2 false :rule r :premises (@p1))"},
		{"a scope that discharges something else", "(assume-push @a p)(assume-push @b (not p))(step @c false :rule r :premises (@a @b))(step-pop @d false :rule scope :premises (@c))"},
		{"a scope that forgets what it discharges", "(assume-push @a false)(step @c false :rule r :premises (@a))(step-pop @d false :rule scope :premises (@c))"},
		{"a scope that is closed twice", "(assume-push @a false)(step @c false :rule r :premises (@a))(step-pop @d (=> false false) :rule scope :premises (@c))(step-pop @e false :rule scope :premises (@c))"},
		{"a step of a closed scope", "(assume-push @a p)(step @b p :rule r :premises (@a))(step-pop @c (=> p p) :rule scope :premises (@b))(assume-push @d (not p))(step @e false :rule r :premises (@b @d))(step-pop @f (=> (not p) false) :rule scope :premises (@e))(step @g false :rule r :premises (@f @e))"},
		{"a z3 lemma that keeps a hypothesis", "(proof (lemma (unit-resolution (hypothesis p) (hypothesis (not p)) false) false))"},
		{"a hypothesis of z3", "(proof (unit-resolution (hypothesis p) (hypothesis (not p)) false))"},
		{"an assertion of z3's own", "(proof (unit-resolution (asserted p) (asserted (not p)) false))"},
		{"a tree with inputs of its own", "(SCOPE :conclusion (not (and p (not p))) (R :conclusion false (ASSUME :args (p)) (ASSUME :args ((not p)))) :args (p (not p)))"},
		{"a subproof of Alethe", "(anchor :step t2)(assume t2.h1 false)(step t2 (cl) :rule subproof)"},
		{"a skolem constant with two meanings", "(declare-const sk!1 Int)(step @a (= sk!1 1) :rule skolem_intro)(step @b (= sk!1 2) :rule skolem_intro)(step @c false :rule r :premises (@a @b))"},
		{"a skolem constant in a circle", "(declare-const sk!1 Int)(declare-const sk!2 Int)(step @a (= sk!1 (+ sk!2 1)) :rule d)(step @b (= sk!2 (+ sk!1 1)) :rule d)(step @c false :rule r :premises (@a @b))"},
		{"a definition of a constant of the script", "(define x () 1)(step @a (= x 1) :rule d)(assume @b (not (= x 1)))(step @c false :rule r :premises (@a @b))"},
		{"a definition of a name in the assertions", "(define p () false)(define q () false)(assume @b (or p q))(step @c false :rule r :premises (@b))"},
		{"another symbol of the same name", "(declare-const p Bool)(step @a (not p) :rule d)(step @b (not q) :rule d)(assume @c (or p q))(step @e false :rule r :premises (@a @b @c))"},
		{"a captured variable", "(assume @a (forall ((y Int)) (=> (r y) (> y x))))(step @b (forall ((x Int)) (=> (r x) (> x x))) :rule alpha :premises (@a))(step @c (not (r x)) :rule inst :premises (@b))(step @d false :rule r :premises (@b @c))"},
		{"a renaming that captures", "(assume @a (forall ((x Int)) (=> (r x) (> x x))))(step @b false :rule r :premises (@a))"},
		{"a free variable that is generalized", `(declare-var y Int)(assume-push @a (= y 1))(step @b (= y 1) :rule r :premises (@a))(step-pop @c (=> (= y 1) (= y 1)) :rule scope :premises (@b))(step @d (forall (@list y) (= y 1)) :rule gen :premises (@b))(step @e false :rule r :premises (@d))`},
		{"quantifiers over values that differ", "(assume @a (forall ((y Int)) (=> (r y) (> y x))))(step @b (forall ((y Int)) (=> (r y) (> y (+ x 1)))) :rule r :premises (@a))(step @c false :rule r :premises (@b))"},
		{"division by zero", "(step @a (= (div x 0) 0) :rule r)(step @b (= (div x 0) 1) :rule r)(step @c false :rule r :premises (@a @b))"},
		{"too deep", "(step @a (and " + deep + " (not p)) :rule r)(step @b false :rule r :premises (@a))"},
		{"long", long.String() + "(step @e false :rule r :premises (@s1 @s19999))"},
		{"text that goes on", "(step @a true :rule r)(step @b false :rule r :premises (@a)"},
		{"not a proof", "unsat"},
		{"empty", ""},
	} {
		c := certify(t, sat, tt.proof)
		if c.Certified {
			t.Errorf("%s: %s", tt.name, c.Words)
		}
		if c.None == "" && len(c.Open) == 0 {
			t.Errorf("%s: not certified for no reason", tt.name)
		}
	}
}

// A proof of one script is none of another one, and one of an earlier check none of a later one.
func TestCheckOfProof(t *testing.T) {
	const text = "(assume @p1 p)(assume @p2 (not p))(step @p3 false :rule r :premises (@p1 @p2))"
	s, err := elab.Script("(declare-const p Bool)(assert p)(push 1)(assert (not p))(check-sat)(pop 1)(check-sat)(check-sat-assuming ((not p)))", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for check, want := range []bool{true, false, true} {
		c, err := refutation.Certifier{}.Certify(context.Background(), s, check, solver.Target{}, text)
		if err != nil || c.Certified != want {
			t.Errorf("check %d: %s, %v", check, c.Words, err)
		}
	}
}

// Budgets end every certification, and what they cut is not certified.
func TestBudgets(t *testing.T) {
	s, err := elab.Script(formula, elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const text = "(assume @p1 (or p q))(assume @p2 (not p))(assume @p3 (not q))(step @p4 q :rule r :premises (@p1 @p2))(step @p5 false :rule r :premises (@p4 @p3))"
	for _, z := range []refutation.Certifier{
		{Budget: proof.Budget{Bytes: 20, Steps: 100, Depth: 100, Terms: 100}},
		{Budget: proof.Budget{Bytes: 10_000, Steps: 3, Depth: 100, Terms: 100}},
		{Own: entail.Budget{Work: 1, All: 1}},
		{Own: entail.Budget{Work: 100, All: 5}},
	} {
		c, err := z.Certify(context.Background(), s, 0, solver.Target{}, text)
		if err != nil || c.Certified {
			t.Errorf("%+v: %s, %v", z, c.Words, err)
		}
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if c, err := (refutation.Certifier{}).Certify(stopped, s, 0, solver.Target{}, text); err == nil || c.Certified {
		t.Errorf("stopped: %s, %v", c.Words, err)
	}
}

// What is open is counted by rule, with the smallest example.
func TestOpen(t *testing.T) {
	c := certify(t, formula, `(assume @p1 (or p q))(step @a (= (f x) (f 1)) :rule magic)(step @b (= x 1) :rule magic)(step @e false :rule end :premises (@p1 @a @b))`)
	if len(c.Open) != 2 || c.Open[0].Rule != "magic" || c.Open[0].Count != 2 || c.Open[0].Step != "@b" || c.Open[0].Example != " |- (= x 1)" {
		t.Errorf("%+v", c.Open)
	}
	if want := "not certified: 0 of 3 steps are settled (0 by Assay's own reasoning)"; c.Words != want {
		t.Errorf("%q, want %q", c.Words, want)
	}
}
