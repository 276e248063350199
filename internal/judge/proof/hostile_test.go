package proof_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/judge/proof"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/model"
	"github.com/assay-smt/assay/smt/term"
)

// The values of a let cannot use its names, in terms and around proofs: names that are bound together are read together.
func TestParallelLets(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"(proof (rewrite (let ((a x) (b y)) (let ((a b) (b a)) (and (= a y) (= b x))))))", "1 holds"},
		{"(proof (let ((a x) (b y)) (let ((a b) (b a)) (rewrite (= (- a b) 1)))))", "1 holds"},
		{"(proof (let ((@x (asserted (< x y)))) (let ((@x (asserted (=> p (> y 0)))) (@y @x)) (mp @y (< y x)))))", "2 holds, 1 wrong"},
		{"(let ((a x) (b y)) (let ((a b) (b a)) (TRUST :conclusion (= (- a b) 1) :args ())))", "1 holds"},
	} {
		p, r := check(t, tt.text)
		if got := outline(&r); !strings.HasSuffix(r.Counts(), tt.want) && got != tt.want {
			t.Errorf("%s: %s, %s", tt.text, got, r.Counts())
		}
		if last := p.Steps[len(p.Steps)-1]; last.Rule == "mp" && (len(last.Premises) != 1 || last.Premises[0] != 0) {
			t.Errorf("the premises are %v", last.Premises)
		}
	}
}

// Names to which z3 and cvc5 give a meaning in proofs belong to the script where it declares them.
func TestNamesOfTheScript(t *testing.T) {
	s, err := elab.Script("(declare-fun iff (Bool Bool) Bool)(declare-fun skolem (Int) Int)(declare-const p Bool)(assert p)(check-sat)", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.Read("((define-fun p () Bool true)(define-fun iff ((a Bool) (b Bool)) Bool (xor a b))(define-fun skolem ((a Int)) Int (+ a 1)))", s, 0, model.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"(proof (rewrite (iff p (not p))))", "(step @p1 (= (skolem 3) 4) :rule r :premises ())"} {
		p, err := proof.Read(text, s, 0, proof.Options{})
		if err != nil {
			t.Fatal(err)
		}
		w, _ := proof.NewWitness(m, proof.DefaultLimits)
		if r := proof.Check(p, w); r.By["holds"] != 1 {
			t.Errorf("%s: %s", text, r.Counts())
		}
	}
}

// Names without a letter are names.
func TestEmptyNames(t *testing.T) {
	for _, text := range []string{
		"(proof (let ((|| (asserted p))) (mp || p)))",
		"(proof (let ((a (lambda ((z Int)) ||))) (mp a p)))",
		"(proof (let ((|| x)) (rewrite (= || x))))",
		"(assume || p)(step || p :rule || :premises (||))",
		"(define || () x)(step @p (= || x) :rule r :premises ())",
	} {
		check(t, text)
	}
}

// A proof that introduces constants, each of which stands for the next, is read with memory for each one, however many there are.
func TestManyConstants(t *testing.T) {
	const n = 30_000
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "(declare-const k_%d Int)\n", i)
	}
	for i := range n - 1 {
		fmt.Fprintf(&b, "(step @p%d (= k_%d (+ 1 k_%d)) :rule r :premises ())\n", i, i, i+1)
	}
	b.WriteString("(step @last (= k_0 k_0) :rule r :premises ())\n(step @circle (= k_" + fmt.Sprint(n-1) + " (+ 1 k_0)) :rule r :premises ())\n")
	p, _ := check(t, b.String())
	without := 0
	for i, s := range p.Skolems {
		if s.Is == nil {
			without++
			continue
		}
		if i > 0 && p.Skolems[i-1].Decl.Name != "k_"+fmt.Sprint(n-1) && !strings.Contains(s.Is.String(), p.Skolems[i-1].Decl.Name) && s.Decl.Name != "k_"+fmt.Sprint(n-1) {
			t.Fatalf("%s, which stands for %v, comes after %s", s.Decl.Name, s.Is, p.Skolems[i-1].Decl.Name)
		}
	}
	if without != 1 || len(p.Skolems) != n {
		t.Errorf("%d of %d constants have no meaning, where one circle was closed", without, len(p.Skolems))
	}
}

// What the bounds on evaluation do not cover, such as instances of large terms, reading one term again and again, and names of rules, has
// its own bounds, and reasons that are counted.
func TestBounds(t *testing.T) {
	var large strings.Builder
	large.WriteString("(declare-var z Int)(define @b0 () z)")
	const size = 50_000 // and ten times as much for each step
	for i := range size {
		fmt.Fprintf(&large, "(define @b%d () (+ 1 @b%d))", i+1, i)
	}
	for i := range 50 {
		fmt.Fprintf(&large, "(step @p%d (= @b%d z) :rule r%d :premises ())", i, size, i)
	}
	_, r := check(t, large.String())
	if n := r.OpenBy["too large"]; n == 0 || n == 50 || n+r.By["wrong"] != 50 {
		t.Errorf("%s: %v", r.Counts(), r.OpenBy)
	}
	var rules strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&rules, "(step @p%d p :rule r%d :premises ())(step @q%d (unknown%d x) :rule r :premises ())", i, i, i, i)
	}
	_, r = check(t, rules.String())
	if len(r.Rules) > 1001 || len(r.OpenBy) > 1001 || r.Rules["others"]["holds"] == 0 || r.OpenBy["others"] == 0 {
		t.Errorf("%d rules, %d reasons", len(r.Rules), len(r.OpenBy))
	}
	var again strings.Builder
	for i := range 40 {
		fmt.Fprintf(&again, "(step @p%d (= (+ %s (str.len k_%d)) (h 1)) :rule r :premises ())", i, strings.Repeat("(+ x y) ", 200), i)
	}
	p, err := proof.Read(again.String(), formula(t), 0, proof.Options{Budget: proof.Budget{Bytes: again.Len(), Steps: 100, Depth: 100, Terms: 10_000}})
	if err != nil || !strings.Contains(p.Cut, "terms of more than") {
		t.Errorf("%v, cut %q", err, p.Cut)
	}
	nest := "(proof (asserted " + strings.Repeat("(forall ((v Int) (u Int)) (and (> v u) ", 300) + "p" + strings.Repeat("))", 300) + "))"
	if p, err = proof.Read("(assume @p1 p)\n(assume @p2 "+nest[len("(proof (asserted "):len(nest)-2]+")", formula(t), 0, proof.Options{Budget: proof.Budget{Bytes: 1 << 20, Steps: 100, Depth: 2000, Terms: 300}}); err != nil || !strings.Contains(p.Cut, "more than 300 terms") {
		t.Errorf("%v, cut %q", err, p.Cut)
	}
}

// Each of many steps may rest on thousands of local assumptions. What is remembered of that is bounded.
func TestManyAssumptionsOfManySteps(t *testing.T) {
	s, err := elab.Script("(declare-const p Bool)(assert p)(check-sat)", elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b, even, odd strings.Builder
	b.WriteString("(assume @a p)")
	for i := range 2048 {
		fmt.Fprintf(&b, "(assume-push @h%d p)(assume-push @k%d p)", i, i)
		fmt.Fprintf(&even, " @h%d", i)
		fmt.Fprintf(&odd, " @k%d", i)
	}
	fmt.Fprintf(&b, "(step @e p :rule r :premises (%s))(step @o p :rule r :premises (%s))", even.String(), odd.String())
	for range 20_000 {
		b.WriteString("(step @s p :rule r :premises (@e @o))")
	}
	b.WriteString("(step @l false :rule r :premises (@s))(step @f false :rule r :premises (@a))")
	p, err := proof.Read(b.String(), s, 0, proof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	active, _ := s.Active(0)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := p.Refutation([]*term.Term{active[0].Term})
	runtime.ReadMemStats(&after)
	if r.Why != "" || len(r.Obligations) != 1 || p.Steps[r.Obligations[0].Step].Name != "@f" {
		t.Errorf("%+v", r)
	}
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 200 {
		t.Errorf("it took %d MiB", took)
	}
}
